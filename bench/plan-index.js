// What `msd plan index` costs on phases of 10, 100, 1,000 and 10,000 plans of 4 KB, against a bare Node. Method:
// measure.js. Behind the table: the cost of one plan more, which must not grow with their number, and the peak of memory.
// `--only 10,100,1000` leaves out the largest.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { compare, print } from './measure.js';

const MSD = fileURLToPath(new URL('../bin/msd.js', import.meta.url));
const node = process.execPath;
const at = process.argv.indexOf('--only');
const sizes = (at < 0 ? '10,100,1000,10000' : (process.argv[at + 1] ?? '')).split(',').map(Number);
const TARGETS = { 10: 2, 100: 4, 1000: 8 };

/** How the plans of a phase hang together: each by itself, one chain, or each behind the ten before it. */
const SHAPES = {
  flat: () => [],
  chain: (i) => (i > 0 ? [i - 1] : []),
  wide: (i) => Array.from({ length: Math.min(10, i) }, (_, back) => i - 1 - back),
};

const folder = mkdtempSync(join(tmpdir(), 'msd-bench-'));
try {
  const cases = sizes.flatMap((size) =>
    Object.keys(SHAPES)
      .filter((shape) => shape === 'flat' || size === 1000)
      .map((shape) => ({
        name: `plan index, ${size} plans, ${shape}`,
        argv: [node, MSD, 'plan', 'index', '03', '--json'],
        cwd: makeTree(join(folder, `${shape}-${size}`), size, SHAPES[shape]),
        target: TARGETS[size],
        size,
      })),
  );
  const rows = compare({ name: 'node -e 0', argv: [node, '-e', '0'] }, cases, { rounds: 7, runs: 2 });
  print(`msd plan index, Node ${process.version}`, rows);
  console.log('');
  cases.forEach(({ name, argv, cwd, size }, i) => {
    const plan = ((rows[i + 1].cpuMs - rows[0].cpuMs) * 1000) / size;
    console.log(`${name.padEnd(44)} ${plan.toFixed(0).padStart(6)} µs a plan   peak ${peakMiB(argv, cwd)} MiB`);
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** A project with one phase, as real ones look: half the plans are done; each has tasks, checks and a text of 4 KB. */
function makeTree(root, size, dependenciesOf) {
  const phase = join(root, '.planning/phases/03-auth');
  mkdirSync(phase, { recursive: true });
  writeFileSync(join(root, '.planning/config.json'), '{}\n');
  const id = (i) => `03-${String(i + 1).padStart(2, '0')}`;
  for (let i = 0; i < size; i++) {
    const dependencies = dependenciesOf(i).map((one) => `"${id(one)}"`);
    writeFileSync(join(phase, `${id(i)}-PLAN.md`), planText(id(i), i, dependencies));
    if (i < size / 2) writeFileSync(join(phase, `${id(i)}-SUMMARY.md`), summaryText(id(i)));
  }
  return root;
}

function planText(id, i, dependencies) {
  const truths = Array.from(
    { length: 5 },
    (_, t) => `    - "The ${t}. thing that holds: people can see it in ${id}"\n`,
  );
  const tasks = Array.from(
    { length: 4 },
    (_, t) => `<task type="auto">
  <name>Task ${t + 1}: part ${t + 1} of ${id}</name>
  <files>src/part-${i}/file-${t}.ts</files>
  <action>
${'    Make what the heading says, with a test that fails without it, and leave all else as it is.\n'.repeat(5)}  </action>
  <verify>npm test</verify>
  <done>The test passes.</done>
</task>
`,
  );
  const text = `---
phase: 03-auth
plan: "${id.slice(3)}"
type: execute
wave: ${dependencies.length > 0 ? 2 : 1}
depends_on: [${dependencies.join(', ')}]
files_modified:
${Array.from({ length: 4 }, (_, f) => `  - src/part-${i}/file-${f}.ts\n`).join('')}autonomous: true
requirements: [AUTH-${i}]
must_haves:
  truths:
${truths.join('')}  artifacts:
    - path: "src/part-${i}/file-0.ts"
      provides: "What ${id} is for"
---

<objective>
Build part ${i}, so that people can sign in.
</objective>

<tasks>
${tasks.join('\n')}</tasks>
`;
  return (
    text +
    `\n<verification>\n${'A sentence that says how all of this is looked at in the end.\n'.repeat(20)}`.slice(
      0,
      Math.max(0, 4096 - text.length),
    )
  );
}

function summaryText(id) {
  return `---\nphase: 03-auth\nplan: "${id.slice(3)}"\nsubsystem: auth\ntags: [jwt, session]\nduration: 5 min\nstatus: complete\n---\n\n# ${id}\n\n${'What was done, in a few words.\n'.repeat(20)}`;
}

/** Peak memory of one run, as the process itself reports it. */
function peakMiB(argv, cwd) {
  const report = 'process.on("exit",()=>process.stderr.write(String(process.resourceUsage().maxRSS)))';
  const [program, ...args] = argv;
  const preload = ['--import', `data:text/javascript,${encodeURIComponent(report)}`];
  const done = spawnSync(program, [...preload, ...args], { cwd, encoding: 'utf8', maxBuffer: 1 << 30 });
  return Math.round(Number(done.stderr.trim()) / 1024);
}
