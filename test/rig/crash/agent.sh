#!/bin/sh
# The agent of the crash rig: quick, and the same work every time. What it does depends on its plan.
set -eu
export GIT_AUTHOR_NAME=Agent GIT_AUTHOR_EMAIL=agent@example.com GIT_COMMITTER_NAME=Agent GIT_COMMITTER_EMAIL=agent@example.com
summary="$(dirname "$MSD_PLAN_FILE")/$MSD_PLAN-SUMMARY.md"
commit() {
  git add -- "$@"
  git commit --quiet --no-verify -m "$MSD_PLAN: work" -- "$@"
}
case $MSD_PLAN in
  01-01-base)
    echo "base" >base.txt
    printf -- '---\nstatus: complete\n---\n' >"$summary"
    commit base.txt "$summary"
    ;;
  01-02-next)
    # Builds on the first; leaves a declared file uncommitted and writes no SUMMARY.
    cat base.txt >next.txt
    commit next.txt
    echo "left" >left.txt
    ;;
  01-03-overlap)
    echo "overlap" >>base.txt
    printf -- '---\nstatus: complete\n---\n' >"$summary"
    commit base.txt "$summary"
    ;;
  01-04-apart)
    # Leaves a file that nobody declared.
    echo "apart" >apart.txt
    printf -- '---\nstatus: complete\n---\n' >"$summary"
    commit apart.txt "$summary"
    echo "secret" >stray.txt
    ;;
esac
