import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PROBLEM_CODES } from '../../../src/core/workflow/step.js';
import { workflowProblems } from '../../../src/core/workflow/read-workflow.js';

const HEAD = '---\nworkflow: w\ndescription: d\ninputs:\n  phase: phase\n---\n# W\n';
const INDEX = '```sh step=index\nmsd plan index {{phase}} --json\n```\n';
const LOOP = 'for-each="plan in index.plans"';
const GATE = `\`\`\`sh step=gate ${LOOP}\nmsd isolation record --phase {{phase}} --plan {{plan.id}} --json\n\`\`\`\n`;
const PROMPT = `\`\`\`prompt step=go agent=msd-executor ${LOOP}\n{{marker}}\n{{sentence}}\n`;
const REFERENCES: Readonly<Record<string, string>> = {
  a: 'text\n{{include b}}\n',
  b: 'more\n{{include a}}\n',
  fine: '\n\nThe plan is {{plan_file}}.\n',
  wrong: 'line one\n{{nothing}}\n',
  steps: '# Steps\n```sh step=more\nmsd doctor --json\n```\n',
  r1: '{{include r2}}',
  r2: '{{include r3}}',
  r3: '{{include r4}}',
  r4: '{{include r5}}',
  r5: '{{include r6}}',
  r6: 'deep',
};

function problems(text: string): string[] {
  const find = (name: string) =>
    Object.hasOwn(REFERENCES, name) ? { file: `references/${name}.md`, text: REFERENCES[name]! } : null;
  return workflowProblems('w', { file: 'w.md', text }, find).problems.map((p) => `${p.code} ${p.file}:${p.line}`);
}

/** Lines of a file that begins with HEAD (7 lines) are counted from there. */
const CASES: readonly (readonly [string, string])[] = [
  ['x'.repeat(70_000), 'workflow-too-big w.md:1'],
  [`${HEAD}a \u202e b\n${INDEX}`, 'character-hidden w.md:8'],
  [`${HEAD}\`\`\`sh step=a\nmsd\u200b doctor\n\`\`\`\n`, 'character-hidden w.md:9'],
  [`# W\n${INDEX}`, 'frontmatter-missing w.md:1'],
  ['---\nworkflow: w\n', 'frontmatter-invalid w.md:1'],
  [`---\nworkflow: w\na: b: c\n---\n# W\n${INDEX}`, 'frontmatter-invalid w.md:3'],
  [`---\nworkflow: w\nworkflow: w\n---\n# W\n${INDEX}`, 'frontmatter-invalid w.md:3'],
  [`---\n- a\n---\n# W\n${INDEX}`, 'frontmatter-invalid w.md:2'],
  [`---\nworkflow: w\nextra: 1\n---\n# W\n${INDEX}`, 'frontmatter-key-unknown w.md:1'],
  [`---\nworkflow: other\n---\n# W\n\`\`\`sh step=a\ntrue\n\`\`\`\n`, 'name-mismatch w.md:1'],
  [`---\nworkflow: w\ninputs:\n  Phase: phase\n---\n# W\n${INDEX}`, 'input-invalid w.md:4'],
  [`---\nworkflow: w\ninputs:\n  a: colour\n---\n# W\n${INDEX}`, 'input-invalid w.md:4'],
  [`---\nworkflow: w\ninputs:\n  a: { type: integer, default: x }\n---\n# W\n${INDEX}`, 'input-invalid w.md:4'],
  [`---\nworkflow: w\ninputs:\n  marker: text\n---\n# W\n${INDEX}`, 'name-reserved w.md:4'],
  [`${HEAD}only words\n`, 'no-steps w.md:7'],
  [
    HEAD + Array.from({ length: 101 }, (_, i) => `\`\`\`sh step=s${i}\ntrue\n\`\`\`\n`).join(''),
    'too-many-steps w.md:1',
  ],
  [`${HEAD}\`\`\`sh step=a\ntrue\n`, 'fence-unclosed w.md:8'],
  [`${HEAD}${INDEX}\`\`\`sh\nmsd doctor\n\`\`\`\n`, 'block-not-a-step w.md:11'],
  [`${HEAD}${INDEX}\`\`\`prompt\nhello\n\`\`\`\n`, 'block-not-a-step w.md:11'],
  [`${HEAD}\`\`\`sh step=a\n${'x'.repeat(17_000)}\n\`\`\`\n`, 'block-too-big w.md:8'],
  [`${HEAD}\`\`\`sh step=a\n\`\`\`\n`, 'block-empty w.md:8'],
  [`---\nworkflow: w\n---\n\`\`\`sh step=a\ntrue\n\`\`\`\n`, 'heading-missing w.md:4'],
  [`${HEAD}\`\`\`sh step=A!\ntrue\n\`\`\`\n`, 'step-invalid w.md:8'],
  [`${HEAD}\`\`\`python step=a\npass\n\`\`\`\n`, 'step-invalid w.md:8'],
  [`${HEAD}${INDEX}${INDEX}`, 'step-duplicate w.md:11'],
  [`${HEAD}\`\`\`sh step=phase\ntrue\n\`\`\`\n`, 'step-duplicate w.md:8'],
  [`${HEAD}\`\`\`sh step=a if='x'\ntrue\n\`\`\`\n`, 'attribute-invalid w.md:8'],
  [`${HEAD}\`\`\`sh step=a result=json result=text\necho 1\n\`\`\`\n`, 'attribute-invalid w.md:8'],
  [`${HEAD}\`\`\`sh step=a for_each=x\ntrue\n\`\`\`\n`, 'attribute-invalid w.md:8'],
  [`${HEAD}\`\`\`sh step=a foreach=x\ntrue\n\`\`\`\n`, 'attribute-unknown w.md:8'],
  [`${HEAD}\`\`\`sh step=a for-each="plans"\ntrue\n\`\`\`\n`, 'loop-invalid w.md:8'],
  [`${HEAD}${INDEX}\`\`\`sh step=a for-each="phase in index.plans"\ntrue\n\`\`\`\n`, 'loop-invalid w.md:11'],
  [`${HEAD}${INDEX}\`\`\`sh step=a for-each="x in index.phase"\ntrue\n\`\`\`\n`, 'loop-not-a-list w.md:11'],
  [`${HEAD}\`\`\`sh step=a if="phase =="\ntrue\n\`\`\`\n`, 'condition-invalid w.md:8'],
  [`${HEAD}\`\`\`sh step=a if="phase == 3 and thing"\ntrue\n\`\`\`\n`, 'placeholder-unknown w.md:8'],
  [`${HEAD}${INDEX}\`\`\`prompt step=go ${LOOP}\n{{marker}}\n{{sentence}}\n\`\`\`\n`, 'agent-missing w.md:11'],
  [`${HEAD}\`\`\`sh step=a\necho {{ph ase}}\n\`\`\`\n`, 'placeholder-invalid w.md:9'],
  [`${HEAD}${INDEX}\`\`\`sh step=a\necho {{index.plan}}\n\`\`\`\n`, 'placeholder-unknown w.md:12'],
  [`${HEAD}${INDEX}\`\`\`sh step=a ${LOOP}\necho {{plan.name}}\n\`\`\`\n`, 'placeholder-unknown w.md:12'],
  [`${HEAD}\`\`\`sh step=a\necho {{index.plans}}\n\`\`\`\n${INDEX}`, 'placeholder-too-early w.md:9'],
  [
    `${HEAD}${INDEX}\`\`\`sh step=a ${LOOP}\ntrue\n\`\`\`\n\`\`\`sh step=b\necho {{a}}\n\`\`\`\n`,
    'placeholder-out-of-scope w.md:15',
  ],
  [
    `${HEAD}${INDEX}\`\`\`sh step=a ${LOOP}\ntrue\n\`\`\`\n${PROMPT}{{a}}\n\`\`\`\n`,
    'placeholder-out-of-scope w.md:17',
  ],
  [`${HEAD}\`\`\`sh step=a\necho "{{phase}}"\n\`\`\`\n`, 'placeholder-quoted w.md:9'],
  [`${HEAD}\`\`\`sh step=a\nmsd frobnicate\n\`\`\`\n`, 'verb-unknown w.md:9'],
  [`${HEAD}\`\`\`sh step=a\nmsd isolation record --phase 3 --producer me\n\`\`\`\n`, 'verb-invalid w.md:9'],
  [`${HEAD}\`\`\`sh step=a\nmsd isolation record --phase 3 --isolation=worktree\n\`\`\`\n`, 'verb-invalid w.md:9'],
  [`${HEAD}\`\`\`sh step=a\nmsd isolation record --phase 3 --reason 'because'\n\`\`\`\n`, 'verb-invalid w.md:9'],
  [`${HEAD}\`\`\`sh step=a result=xml\ntrue\n\`\`\`\n`, 'result-invalid w.md:8'],
  [`${HEAD}\`\`\`sh step=a\nmsd doctor --json\nmsd phase list --json\n\`\`\`\n`, 'result-invalid w.md:8'],
  [`${HEAD}{{include nothing}}\n${INDEX}`, 'include-unknown w.md:8'],
  [`${HEAD}{{include ../../etc/passwd}}\n${INDEX}`, 'include-unknown w.md:8'],
  [`${HEAD}${INDEX}${PROMPT}{{include a}}\n\`\`\`\n`, 'include-cycle references/b.md:2'],
  [`${HEAD}${INDEX}${PROMPT}{{include r1}}\n\`\`\`\n`, 'include-too-deep references/r5.md:1'],
  [`${HEAD}see {{include fine}} there\n${INDEX}`, 'include-misplaced w.md:8'],
  [`${HEAD}${INDEX}${PROMPT}{{include wrong}}\n\`\`\`\n`, 'placeholder-unknown references/wrong.md:2'],
  [`${HEAD}${INDEX}${PROMPT}{{#if plan_objective}}\nx\n\`\`\`\n`, 'section-invalid w.md:14'],
  [`${HEAD}${INDEX}${PROMPT}{{/if}}\n\`\`\`\n`, 'section-invalid w.md:14'],
  [`${HEAD}${INDEX}${PROMPT}a {{#if plan_objective}}\n{{/if}}\n\`\`\`\n`, 'section-invalid w.md:14'],
  [`${HEAD}${INDEX}\`\`\`prompt step=go agent=a ${LOOP}\n{{sentence}}\n\`\`\`\n`, 'marker-missing w.md:11'],
  [
    `${HEAD}${INDEX}\`\`\`prompt step=go agent=a ${LOOP}\n{{marker}}\n{{#if plan_id}}\n{{sentence}}\n{{/if}}\n\`\`\`\n`,
    'marker-missing w.md:11',
  ],
  [`${HEAD}${INDEX}${PROMPT}[${'msd'}:dispatch phase="1"]\n\`\`\`\n`, 'marker-spelled w.md:13'],
  [`${HEAD}${INDEX}${PROMPT}\`\`\`\n`, 'gate-missing w.md:11'],
  [`${HEAD}\`\`\`prompt step=go agent=a\n{{marker}}\n{{sentence}}\n\`\`\`\n`, 'dispatch-not-per-plan w.md:8'],
  [
    `${HEAD}\`\`\`sh step=l result=json\necho []\n\`\`\`\n\`\`\`prompt step=go agent=a for-each="x in l"\n{{marker}}\n{{sentence}}\n\`\`\`\n`,
    'dispatch-not-per-plan w.md:11',
  ],
];

for (const [text, expected] of CASES)
  test(`${expected}: ${JSON.stringify(text.slice(text.startsWith(HEAD) ? HEAD.length : 0).slice(0, 60))}`, () =>
    assert.ok(problems(text).includes(expected), problems(text).join('\n')));

const FINE: readonly string[] = [
  HEAD + INDEX,
  (HEAD + INDEX).replaceAll('\n', '\r\n'),
  `\ufeff${HEAD}${INDEX}`.trimEnd(),
  `${HEAD}${INDEX}\`\`\`sh example\nmsd whatever "{{x}}"\n\`\`\`\n\`\`\`json\n{}\n\`\`\`\n`,
  `${HEAD}${INDEX}${GATE}${PROMPT}{{include fine}}\n{{#if plan.filesModified}}\n{{files_modified}}\n{{else}}\nnone\n{{/if}}\n\`\`\`\n`,
  `${HEAD}{{include steps}}\n\n\`\`\`sh step=b if="more.anything"\ntrue\n\`\`\`\n`,
  `${HEAD}- a list\n\n  \`\`\`sh step=a\n  msd plan index {{phase}} --json\n  \`\`\`\n`,
  `${HEAD}~~~sh step=a\necho '\`\`\`'\n~~~\n`,
];
for (const text of FINE)
  test(`nothing is wrong with ${JSON.stringify(text.slice(-60))}`, () => assert.deepEqual(problems(text), []));

test('every code of a problem is met by a test', () => {
  // These are the shell's, tested with it, or come from the command table.
  const elsewhere =
    /^(placeholder-(in-comment|in-heredoc|as-command|evaluated|assigned|not-a-word)|shell-invalid|variable-)/;
  const met = new Set(CASES.map(([, expected]) => expected.split(' ')[0]));
  assert.deepEqual(
    PROBLEM_CODES.filter((code) => !met.has(code) && !elsewhere.test(code)),
    [],
  );
});

test('a hostile megabyte of braces is refused without delay', () => {
  assert.deepEqual(problems('{{'.repeat(500_000)).slice(0, 1), ['workflow-too-big w.md:1']);
});
