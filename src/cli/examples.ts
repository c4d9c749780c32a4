/**
 * The examples that `msd COMMAND --help` ends with: whole command lines, each understood as it stands (a test parses
 * them), the plainest first. One place, so that they speak of one project; loaded for help only.
 */
export const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  'execute-phase': [
    'msd execute-phase 03 --dry-run',
    'msd execute-phase 03 --host claude --jobs 4',
    'msd execute-phase 03 --stall-after 15m --on-stall kill',
    'msd execute-phase 03 --agent-command "my-agent --quiet" --land branch',
  ],
  'run list': ['msd run list', 'msd run list --json'],
  'run show': ['msd run show'],
  'run logs': ['msd run logs 03-02-hardening', 'msd run logs -f'],
  'run stop': ['msd run stop'],
  'run resolve': ['msd run resolve 03-02-hardening', 'msd run resolve 03-02-hardening --abort'],
  'run land': ['msd run land --phase 03'],
  'plan home': ['msd plan home --phase 03 --plan 03-02-hardening'],
  mcp: ['msd mcp'],
  recover: ['msd recover'],
  'phase list': ['msd phase list'],
  'plan index': ['msd plan index 03', 'msd plan index 03-auth --json'],
  'plan check': ['msd plan check', 'msd plan check 03'],
  'dispatch marker': ['msd dispatch marker --phase 03 --plan 03-02-hardening'],
  'dispatch prompt': ['msd dispatch prompt --phase 03 --plan 03-02-hardening'],
  'isolation resolve': ['msd isolation resolve --phase 03 --plan 03-02-hardening'],
  'isolation record': [
    'msd isolation record --phase 03 --plan 03-02-hardening',
    'msd isolation record --phase 03 --isolation none --producer person',
  ],
  'isolation show': ['msd isolation show', 'msd isolation show --json'],
  'isolation clear': ['msd isolation clear --phase 03'],
  'guard explain': ['msd guard explain --host claude < payload.json'],
  'guard violations': ['msd guard violations', 'msd guard violations --settle'],
  'workflow list': ['msd workflow list'],
  'workflow show': [
    'msd workflow show execute-phase',
    'msd workflow show execute-phase --phase 03 --plan 03-02-hardening',
  ],
  'workflow check': ['msd workflow check', 'msd workflow check .planning/workflows/release.md'],
  'workflow run': ['msd workflow run release --input version=1.2.0'],
  'config show': ['msd config show', 'msd config show --json'],
  'config schema': ['msd config schema > .planning/config.schema.json'],
  trust: ['msd trust --show', 'msd trust', 'msd trust --remove'],
  answer: [
    'msd answer Q1 "Use the second schema."',
    'msd answer Q1 --code C1 - < answer.txt',
    'msd answer P1 --decline "Keep to the plan."',
  ],
  'worktree list': ['msd worktree list'],
  'worktree show': ['msd worktree show 03-02-hardening', 'msd worktree show .msd/worktrees/R1/03-02-hardening'],
  'worktree prune': ['msd worktree prune'],
  'worktree salvage': ['msd worktree salvage'],
  'message send': [
    'msd message send --channel local/auth --as lead --type COMMAND --to worker --content "Rotate the keys."',
    'msd message send --channel local/auth --as worker --type DONE --reply-to M1',
  ],
  'message read': ['msd message read --channel local/auth --as worker', 'msd message read --as worker'],
  'message wait': ['msd message wait --correlation C1 --timeout 10m'],
  'obligation list': ['msd obligation list --state open,acknowledged', 'msd obligation list --obligor worker --json'],
  'obligation show': ['msd obligation show C1'],
  'obligation stalled': ['msd obligation stalled --older-than 10m'],
  'ledger list': ['msd ledger list', 'msd ledger list --type PROPOSE --count'],
  'ledger show': ['msd ledger show 12'],
  'ledger verify': ['msd ledger verify'],
  'ledger export': ['msd ledger export > ledger.ndjson'],
  'channel create': ['msd channel create auth', 'msd channel create review --allow QUERY,RESPONSE'],
  'channel list': ['msd channel list'],
  'channel set': ['msd channel set local/auth --deny PROPOSE'],
  'channel open': ['msd channel open local/auth'],
  'channel close': ['msd channel close local/auth'],
  'channel mute': ['msd channel mute local/auth --for 1h'],
  'channel unmute': ['msd channel unmute local/auth'],
  'channel watch': ['msd channel watch local/auth --as lead', 'msd channel watch local/auth --as lead --stop'],
  notices: ['msd notices', 'msd notices --as worker --json'],
  'notices list': ['msd notices list --as worker'],
  'notices ack': ['msd notices ack N1 --as worker', 'msd notices ack N1 N2'],
  hold: ['msd hold'],
  resume: ['msd resume'],
  'agent add': ['msd agent add worker --home local/auth', 'msd agent add watcher --can ""'],
  'agent list': ['msd agent list'],
  'agent end': ['msd agent end worker'],
};

/** The closing lines of a command's help; empty where it has none. */
export function examplesOf(name: string): string {
  const lines = EXAMPLES[name] ?? [];
  return lines.length === 0 ? '' : ['\n\nExamples:', ...lines.map((line) => `  ${line}`)].join('\n');
}
