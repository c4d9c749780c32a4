import { setTimeout as after } from 'node:timers/promises';
import process from 'node:process';
import { runMsd } from '../crash/run.js';
import { checkMany } from './check.js';
import { disposeMany, manyPlans, prepareMany, runMany } from './prepared.js';

/**
 * `npm run test:many [-- PLANS [JOBS [TIMES]]]`: a phase of many plans with agents that take random times and partly fail,
 * several times over. Then as often again with msd, or its whole group, killed at random moments until a run gets through.
 * Every time the same plans must be home, and main must hold the same tree.
 */
const [count = 50, jobs = 16, times = 5] = process.argv.slice(2).map(Number);
const plans = manyPlans(count);
const trees = new Map<string, number>();
let faults = 0;

for (let time = 0; time < 2 * times; time++) {
  const killing = time >= times;
  const root = prepareMany(plans, time + 1);
  try {
    if (killing)
      for (let kill = 0; kill < 4; kill++) await runAndKill(root, (time * 7 + kill * 3) % 10, kill % 2 === 0);
    const end = await runMsd(root, runMany(jobs));
    const tree = await checkMany(root, plans, end);
    trees.set(tree, (trees.get(tree) ?? 0) + 1);
    console.log(`${killing ? 'killed four times' : 'undisturbed'}, seed ${time + 1}: right, tree ${tree.slice(0, 12)}`);
    disposeMany(root);
  } catch (error) {
    faults += 1;
    console.log(`seed ${time + 1}: ${(error as Error).message}\nin ${root}`);
  }
}
if (trees.size > 1) console.log(`${trees.size} different trees for the same outcomes`);
console.log(`${count} plans, ${jobs} jobs: ${2 * times - faults} of ${2 * times} runs right`);
process.exitCode = faults === 0 && trees.size === 1 ? 0 : 1;

/** Starts a run and kills msd, or msd with all of its group, after a while that the number gives. */
async function runAndKill(root: string, number: number, group: boolean): Promise<void> {
  await runMsd(root, runMany(jobs), {
    onStart: async (pid) => {
      await after(700 + number * 400, undefined, { ref: false });
      try {
        process.kill(group ? -pid : pid, 'SIGKILL');
      } catch {
        // It had ended.
      }
    },
  });
}
