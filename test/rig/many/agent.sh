#!/bin/sh
# The agent of the run of many plans: how long it takes follows from the run's seed, what comes of it from its plan alone.
set -eu
export GIT_AUTHOR_NAME=Agent GIT_AUTHOR_EMAIL=agent@example.com GIT_COMMITTER_NAME=Agent GIT_COMMITTER_EMAIL=agent@example.com
number=${MSD_PLAN#01-}
number=${number%%-*}
seed=$(cat "$HOME/seed")
ticks=$(printf "%s %s" "$seed" "$number" | cksum)
ticks=${ticks%% *}
sleep "0.$((ticks % 10))"
summary="$(dirname "$MSD_PLAN_FILE")/$MSD_PLAN-SUMMARY.md"
for file in $(sed -n 's/^files_modified: \[\(.*\)\]$/\1/p' "$MSD_PLAN_FILE" | tr -d ','); do
  echo "$MSD_PLAN" >>"$file"
  git add -- "$file"
done
case $MSD_PLAN in
  *-fails) git commit --quiet --no-verify -m "$MSD_PLAN: work"; exit 3 ;;
  *-dies) git commit --quiet --no-verify -m "$MSD_PLAN: work"; kill -KILL $$ ;;
  *-leaves) ;;
  *) git commit --quiet --no-verify -m "$MSD_PLAN: work" ;;
esac
printf -- '---\nstatus: complete\n---\n' >"$summary"
git add -- "$summary"
git commit --quiet --no-verify -m "$MSD_PLAN: summary" -- "$summary"
