/**
 * What of the caller's `GIT_*` variables reaches git and agents: who the person is and how git reaches the network. Those
 * that name a repository, an index, an object store, an editor or a trace belong to the command that msd was started from
 * (a hook, an alias, `rebase --exec`) and would turn every later command to the wrong place.
 */
const KEPT =
  /^GIT_(AUTHOR_(NAME|EMAIL)|COMMITTER_(NAME|EMAIL)|(AUTHOR|COMMITTER)_DATE|SSH|SSH_COMMAND|SSH_VARIANT|ASKPASS|SSL_\w+|HTTP_\w+|PROXY_\w+|PROTOCOL_FROM_USER|ALLOW_PROTOCOL|CONFIG_(GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+)|EXEC_PATH|LFS_\w+|CEILING_DIRECTORIES|DISCOVERY_ACROSS_FILESYSTEM|TEMPLATE_DIR|TERMINAL_PROMPT)$/;

/** A copy of the environment without the variables that would redirect git. */
export function withoutGitRedirection(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const clean: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) continue;
    if (name.startsWith('GIT_') && !KEPT.test(name)) continue;
    clean[name] = value;
  }
  return clean;
}

/** The environment of msd's own git commands: plain words, no prompt, no editor, no lock for a mere look. */
export function gitEnv(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const clean = withoutGitRedirection(env);
  delete clean['LANGUAGE'];
  return {
    ...clean,
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_EDITOR: ':',
    GIT_SEQUENCE_EDITOR: ':',
    GIT_PAGER: 'cat',
    GIT_MERGE_AUTOEDIT: 'no',
  };
}
