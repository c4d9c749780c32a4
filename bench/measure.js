// How a process is measured here. Whole processes, as a person starts them: the CPU time (user + system, children
// included) that the operating system books for a process from start to end. In each round every case runs a few times,
// in rotating order, and its time is divided by that of the base case in the same round, so that a machine that is slow
// or busy for a while slows both. What is quoted is the median of these ratios, with the quartiles beside it. The first
// round warms the disk and is not counted. Wall time is shown and not compared: other programs disturb it.
import { spawnSync } from 'node:child_process';
import { devNull } from 'node:os';
import process from 'node:process';

const SCRIPT = `TIMEFORMAT='%3U %3S %3R'
time { for ((i = 0; i < RUNS; i++)); do "$@" <"$INPUT" >/dev/null 2>&1; done; }`;

/** Variables that change how fast Node starts or what msd does. */
const DROPPED = /^(NODE_|npm_|MSD_|CLAUDE|CURSOR|GIT_)/;

/**
 * @typedef {{name: string, argv: string[], cwd?: string, input?: string, env?: Record<string, string>, target?: number}}
 *   Case `input`: a file for standard input; `target`: the ratio that DESIGN §12 asks for
 * @typedef {{name: string, ratio: number, low: number, high: number, cpuMs: number, wallMs: number, target?: number}} Row
 */

/**
 * @param {Case} base the case all others are divided by
 * @param {Case[]} cases
 * @param {{rounds?: number, runs?: number}} [options]
 * @returns {Row[]} the base first
 */
export function compare(base, cases, { rounds = 11, runs = 3 } = {}) {
  const all = [base, ...cases];
  const samples = all.map(() => []);
  for (let round = 0; round <= rounds; round++) {
    const times = [];
    for (let i = 0; i < all.length; i++) {
      const at = (i + round) % all.length;
      times[at] = once(all[at], runs);
    }
    if (round === 0) continue;
    for (const [at, time] of times.entries()) samples[at].push({ ...time, ratio: time.cpuMs / times[0].cpuMs });
  }
  return all.map(({ name, target }, at) => {
    const of = (key) => samples[at].map((sample) => sample[key]);
    const [low, ratio, high] = [0.25, 0.5, 0.75].map((q) => quantile(of('ratio'), q));
    return { name, target, ratio, low, high, cpuMs: quantile(of('cpuMs'), 0.5), wallMs: quantile(of('wallMs'), 0.5) };
  });
}

/** Mean CPU and wall milliseconds of one run. */
function once({ argv, cwd, input = devNull, env = {} }, runs) {
  const kept = Object.fromEntries(Object.entries(process.env).filter(([name]) => !DROPPED.test(name)));
  const options = { cwd, env: { ...kept, LC_ALL: 'C', ...env, RUNS: String(runs), INPUT: input }, encoding: 'utf8' };
  const done = spawnSync('bash', ['-c', SCRIPT, 'bash', ...argv], options);
  if (done.error) throw done.error;
  const [user, system, wall] = done.stderr.trim().split(/\s+/).map(Number);
  return { cpuMs: ((user + system) * 1000) / runs, wallMs: (wall * 1000) / runs };
}

function quantile(values, q) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * q;
  const below = sorted[Math.floor(at)];
  return below + (sorted[Math.ceil(at)] - below) * (at - Math.floor(at));
}

/** Prints rows as a table. */
export function print(title, rows) {
  console.log(`\n${title}\n`);
  console.log(`${'case'.padEnd(44)} ratio (quartiles)      cpu ms  wall ms  target`);
  for (const { name, ratio, low, high, cpuMs, wallMs, target } of rows) {
    const said = target === undefined ? '' : `≤ ${target.toFixed(2)}${ratio <= target ? '' : '  over'}`;
    const spread = `(${low.toFixed(2)}–${high.toFixed(2)})`.padEnd(14);
    const numbers = `${ratio.toFixed(2).padStart(5)} ${spread} ${cpuMs.toFixed(1).padStart(8)} ${wallMs.toFixed(1).padStart(8)}`;
    console.log(`${name.padEnd(44)} ${numbers}  ${said}`.trimEnd());
  }
}
