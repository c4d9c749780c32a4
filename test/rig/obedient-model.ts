import type { Reply, Script, Turn } from './loopback-model.js';

/** The calls that the command's page asks for, and what a careless model makes of them. */
export interface Carelessness {
  /** Plans whose call loses its `isolation`. */
  readonly dropsFlag?: readonly string[];
  /** Agents are left to the background, as the client does by itself. */
  readonly background?: boolean;
}

/** What an executor does in its place of work: a script for a shell, in the plan's worktree. */
export type Work = (plan: string, prompt: string) => string;

const say = (command: string): Reply => ({ calls: [{ name: 'Bash', input: { command, description: 'Run msd' } }] });

/**
 * A model that does what `commands/execute-phase.md` says, no more: first turn, calls, reports, until it is told that the
 * phase is finished. Its agents read their task, do `work`, and answer as their page says.
 */
export function obedientModel(phase: string, work: Work, careless: Carelessness = {}): Script {
  const reported = new Set<string>();
  const started = new Set<string>();
  return (turn) => {
    if (!turn.tools.includes('Bash')) return { text: 'ok' };
    const task = turn.said.find((text) => /^\[msd:dispatch /.test(text));
    if (task !== undefined) return executor(turn, task, work);
    const told = turn.results.map((result) => result.text).join('\n');
    if (turn.results.length === 0) return say(`msd dispatch next --phase ${phase}`);
    const calls = [...told.matchAll(/^start (\S+?), (.*), prompt:\n(.*)$/gm)].filter(
      ([, plan]) => !started.has(`${plan}`),
    );
    if (calls.length > 0)
      return { calls: calls.map(([, plan = '', how = '', prompt = '']) => agent(plan, how, prompt)) };
    for (const { plan, branch, answer } of ends(turn)) {
      if (reported.has(plan)) continue;
      reported.add(plan);
      const named = branch === null ? '' : ` --branch ${branch}`;
      return say(`msd plan home --phase ${phase} --plan ${plan}${named} --answer - <<'ANSWER'\n${answer}\nANSWER`);
    }
    return { text: /^finished: .*$/m.exec(told)?.[0] ?? 'waiting' };
  };

  function agent(plan: string, how: string, prompt: string) {
    started.add(plan);
    const isolation = /isolation: "(\w+)"/.exec(how)?.[1];
    const given = isolation === undefined || careless.dropsFlag?.includes(plan) ? {} : { isolation };
    const at = careless.background ? {} : { run_in_background: false };
    const input = { subagent_type: 'msd:msd-executor', description: `Execute ${plan}`, prompt, ...given, ...at };
    return { name: 'Agent', input };
  }
}

/** Which agents have ended: what came back from their calls, or the client's notes about those in the background. */
function ends({ results, said }: Turn) {
  return [...results.map((result) => result.text), ...said].flatMap((text) => {
    const plan = /^(?: *|<result>)ENDED (\S+)$/m.exec(text)?.[1];
    if (plan === undefined) return [];
    const branch = /worktreeBranch>?:? ?(worktree-agent-\w+)/.exec(text)?.[1] ?? null;
    return [{ plan, branch, answer: /^ *(\{"status".*\})(?:<\/result>)?$/m.exec(text)?.[1] ?? '' }];
  });
}

function executor({ results }: Turn, task: string, work: Work): Reply {
  const plan = / plan="([^"]+)"/.exec(task)?.[1] ?? '';
  const page = /Read (\/.*?) whole/.exec(task)?.[1];
  if (results.length === 0) return { calls: [{ name: 'Read', input: { file_path: page } }] };
  if (results.length === 1) return say(work(plan, results[0]?.text ?? ''));
  const [, done = ''] = results;
  return {
    text: `ENDED ${plan}\n${/^ANSWER (.*)$/m.exec((done as { text: string }).text)?.[1] ?? '{"status":"done"}'}`,
  };
}
