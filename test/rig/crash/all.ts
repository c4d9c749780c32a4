import process from 'node:process';
import { countPoints, type Disturbance, disturb, type Outcome } from './matrix.js';
import { Prepared } from './prepared.js';

/**
 * `npm run test:crash [-- OF [FROM [TO]]]`: every point of a run, each followed by one plain rerun. Prints a line for each
 * fault and the figure at the end. `MSD_CRASH_JOBS` at once, default 2; `MSD_CRASH_STEP=9` takes every ninth point.
 */
const [only = 'msd,msd-and-child,supervisor,rerun', from = '1', to = ''] = process.argv.slice(2);
const prepared = new Prepared();
const { points, state } = await countPoints(prepared);
console.log(`an undisturbed run has ${points} points`);

let faults = 0;
for (const of of only.split(',') as Disturbance['of'][]) {
  const cells = of === 'supervisor' ? 60 : points;
  const last = Math.min(Number(to || cells), cells);
  const step = Number(process.env['MSD_CRASH_STEP'] ?? 1);
  const queue: number[] = [];
  for (let point = Number(from); point <= last; point += step) queue.push(point);
  let right = 0;
  let run = 0;
  const work = async () => {
    for (let point = queue.shift(); point !== undefined; point = queue.shift()) {
      const how: Disturbance = of === 'rerun' ? { of, point, second: 1 + ((point * 13) % 40) } : { of, point };
      const outcome = await disturb(prepared, state, how);
      if (outcome.survived && outcome.fault === null) continue;
      run += 1;
      if (outcome.fault === null) right += 1;
      else report(outcome);
    }
  };
  await Promise.all(Array.from({ length: Number(process.env['MSD_CRASH_JOBS'] ?? 2) }, work));
  console.log(`${of}: ${right} of ${run} points end in the undisturbed result`);
  faults += run - right;
}
if (faults === 0) prepared.dispose();
process.exitCode = faults === 0 ? 0 : 1;

function report({ disturbance, at, fault }: Outcome): void {
  console.log(
    `\n${disturbance.of} ${disturbance.point}${disturbance.second ? ` then ${disturbance.second}` : ''}: ${at}`,
  );
  console.log(`${fault}\n`.slice(0, Number(process.env['MSD_CRASH_WORDS'] ?? 1500)));
}
