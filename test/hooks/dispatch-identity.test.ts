import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import {
  MARKER_OPENING,
  parseDispatchIdentity,
  renderDispatchIdentityMarker,
  renderProseFrame,
  VALUE_LIMIT,
} from '#hooks/lib/dispatch-identity.js';

const NOBODY = { phase: null, plan: null, source: null, ambiguous: false };
const marker = (phase: string, plan: string) => `${MARKER_OPENING} phase="${phase}" plan="${plan}"]`;
const prose = (phase: string) => parseDispatchIdentity(`Execute plan 02 of phase ${phase}`);

test('a rendered marker reads back as exactly what it was made from, wherever it stands', () => {
  const piece = fc.constantFrom(
    '03',
    '3A',
    '23.1.2',
    '-',
    'hardening',
    ' ',
    'ü',
    '"',
    ']',
    '[',
    '{',
    '}',
    '$',
    '\n',
    '<',
    '\u202e',
    '\ud800',
    '%',
    '.',
    'x'.repeat(90),
  );
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(piece, { maxLength: 6 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(value, value, fc.string(), (phase, plan, around) => {
      const rendered = renderDispatchIdentityMarker({ phase, plan });
      if (rendered === '') return;
      const read = parseDispatchIdentity(around.replaceAll(MARKER_OPENING, ''), `x${rendered}y`);
      assert.deepEqual(read, { phase, plan, source: 'marker', ambiguous: false });
    }),
    { numRuns: 2000 },
  );
});

test('every phase token and every plain plan id can be written', () => {
  const token = fc.stringMatching(/^[0-9]{1,6}[A-Za-z]?(\.[0-9]{1,3}){0,3}$/);
  const plan = fc.stringMatching(/^[0-9][A-Za-z0-9._-]{0,100}$/);
  fc.assert(
    fc.property(token, plan, (phase, id) => {
      assert.notEqual(renderDispatchIdentityMarker({ phase, plan: id }), '');
    }),
  );
});

test('render refuses what parse would not read back', () => {
  const refused = [
    '',
    '{phase_number}',
    '$PHASE',
    '${PHASE}',
    '<phase>',
    '%PHASE%',
    'phase_number',
    'undefined',
    '12AB',
    '1..2',
    '3; rm',
    '03-auth.',
    '３',
    '03-auth',
    'phase-3',
    '02-04-deep',
    ' 03',
    'a"b',
    'a]b',
    'a\nb',
    'a\u200bb',
    'a\u202eb',
    'x'.repeat(VALUE_LIMIT + 1),
  ];
  for (const phase of refused) {
    assert.equal(renderDispatchIdentityMarker({ phase, plan: '03-02-hardening' }), '', JSON.stringify(phase));
    assert.equal(parseDispatchIdentity(marker(phase, '03-02-hardening')).phase, null, JSON.stringify(phase));
  }
  for (const plan of ['', '{plan_id}', '$plan_id', 'plan_id', 'a\tb', 'x'.repeat(VALUE_LIMIT + 1)])
    assert.equal(renderDispatchIdentityMarker({ phase: '03', plan }), '', JSON.stringify(plan));
  assert.notEqual(renderDispatchIdentityMarker({ phase: '03', plan: 'x'.repeat(VALUE_LIMIT) }), '');
});

test('a phase whose directory holds no number is named whole', () => {
  for (const phase of ['notes', 'M11-search', 'v5.2-polish', 'größe', '3AB-x', '_parked'])
    assert.equal(parseDispatchIdentity(renderDispatchIdentityMarker({ phase, plan: 'a' })).phase, phase);
});

test('key order is free, unknown keys are ignored, blanks may separate', () => {
  const expected = { phase: '03', plan: '03-02-h', source: 'marker', ambiguous: false };
  for (const text of [
    `${MARKER_OPENING} plan="03-02-h" phase="03"]`,
    `${MARKER_OPENING} run="r-1" phase="03" x_1="" plan="03-02-h" ]`,
    `${MARKER_OPENING}\n  phase="03"\n  plan="03-02-h"\n]`,
    `${marker('{phase_number}', '{plan_id}')} ${marker('03', '03-02-h')}`,
    `${marker('03', '03-02-h')} ${marker('3', '03-02-h')}`,
    `${MARKER_OPENING} phase="03"] ${marker('03', '03-02-h')}`,
    `Execute plan 01 of phase 07-x. ${marker('03', '03-02-h')}`,
  ])
    assert.deepEqual(parseDispatchIdentity(text), expected, text);
});

test('what is not a well-formed marker is none', () => {
  for (const text of [
    MARKER_OPENING,
    `${MARKER_OPENING}]`,
    `${MARKER_OPENING}phase="03" plan="a"]`,
    `${MARKER_OPENING} phase='03' plan='a']`,
    `${MARKER_OPENING} phase=03 plan=a]`,
    `${MARKER_OPENING} phase = "03" plan = "a"]`,
    `${MARKER_OPENING} phase="03" plan="a"`,
    `${MARKER_OPENING} phase="03" plan="a" junk]`,
    `${MARKER_OPENING} phase="03" plan="${'x'.repeat(VALUE_LIMIT + 1)}"]`,
    `${MARKER_OPENING} phase="03" ${'k'.repeat(33)}="x" plan="a"]`,
    marker('03', 'a').toUpperCase(),
    'nothing',
    '',
  ])
    assert.deepEqual(parseDispatchIdentity(text), NOBODY, text);
  assert.deepEqual(parseDispatchIdentity(), NOBODY);
  assert.deepEqual(parseDispatchIdentity(undefined, null, 3, {}, [marker('03', 'a')]), NOBODY);
});

test('two identities anywhere are ambiguous and compare with nothing', () => {
  const ambiguous = { phase: null, plan: null, source: 'marker', ambiguous: true };
  const a = marker('03', '03-02-h');
  for (const texts of [
    [a, marker('03', '03-01-x')],
    [a, marker('04', '03-02-h')],
    [a + marker('03', '03-02-H')],
    [a, 'description', `${MARKER_OPENING} phase="07"]`],
    [`${MARKER_OPENING} phase="03"]`, `${MARKER_OPENING} plan="03-02-h"]`],
    [`${MARKER_OPENING} phase="03" phase="04" plan="03-02-h"]`],
  ])
    assert.deepEqual(parseDispatchIdentity(...texts), ambiguous, texts.join(' | '));
  const two = parseDispatchIdentity('Execute plan 1 of phase 03.', 'Execute plan 1 of phase 04.');
  assert.deepEqual(two, { ...ambiguous, source: 'prose' });
});

test('a field that is a placeholder is absent, the other stands', () => {
  assert.deepEqual(parseDispatchIdentity(marker('{{phase}}', '03-02-h')), {
    phase: null,
    plan: '03-02-h',
    source: 'marker',
    ambiguous: false,
  });
  assert.deepEqual(parseDispatchIdentity(marker('03', '$plan_id')), {
    phase: '03',
    plan: null,
    source: 'marker',
    ambiguous: false,
  });
});

test('prose gives the phase, with a right boundary, and never the plan', () => {
  const read: Readonly<Record<string, string>> = {
    '03-auth.': '03',
    '3.': '3',
    '23.1.2.': '23.1.2',
    '22.10': '22.10',
    '12A-search,': '12A',
    '03-auth,': '03',
    '03 (auth)': '03',
    '03)': '03',
    '`03`': '03',
    '**03**': '03',
    '"03-auth".': '03',
    '03\nand on': '03',
    '03\r\n': '03',
    '03-größe.': '03',
    '03-a.b_c-d.': '03',
    '03': '03',
    '03: harden it': '03',
    '3.1!': '3.1',
  };
  for (const [text, phase] of Object.entries(read))
    assert.deepEqual(prose(text), { phase, plan: null, source: 'prose', ambiguous: false }, text);
});

test('prose without one certain reading gives nothing', () => {
  for (const text of [
    '02-04-deep',
    '19-1m-bench.',
    '12AB',
    '1..2',
    '03.auth',
    '03/04',
    '03-auth/x',
    '3; rm',
    '{phase_number}-{phase_name}.',
    '$PHASE',
    '03\u200b4',
    '03\u202e',
    '３.',
    `${'1'.repeat(500)}.`,
    `03-${'a'.repeat(500)}.`,
  ])
    assert.equal(prose(text).phase, null, text);
  assert.deepEqual(parseDispatchIdentity('Execute plan {plan_number} of phase {phase_number}-{phase_name}.'), NOBODY);
  assert.equal(parseDispatchIdentity('Execute plan 2 of phase 02-04-deep. Execute plan 2 of phase 02.').phase, null);
});

test('the sentence that executors read is the same, byte for byte', () => {
  assert.equal(
    renderProseFrame({ planNumber: '02', phase: '03', phaseName: 'auth' }),
    'Execute plan 02 of phase 03-auth.',
  );
  assert.equal(renderProseFrame({ planNumber: '02', phase: '03', phaseName: null }), 'Execute plan 02 of phase 03.');
  assert.equal(renderProseFrame({ planNumber: '02', phase: '03', phaseName: 'a\nb' }), '');
  assert.equal(prose('03-auth.').phase, '03');
});

test('two megabytes of hostile text cost work in proportion to their length', () => {
  const hostile: Readonly<Record<string, (n: number) => string>> = {
    openings: (n) => MARKER_OPENING.repeat(n / 13),
    pairs: (n) => MARKER_OPENING + ' a="1"'.repeat(n / 6),
    blanks: (n) => `${MARKER_OPENING}${' '.repeat(20)}`.repeat(n / 33),
    'open values': (n) => `${MARKER_OPENING} a="`.repeat(n / 17),
    markers: (n) => marker('03', 'a').repeat(n / 33),
    frames: (n) => 'execute plan '.repeat(n / 13),
    'endless frames': (n) => 'execute plan 1 of phase 1'.repeat(n / 25),
  };
  for (const [name, make] of Object.entries(hostile)) {
    const one = work(make(1_000_000));
    const two = work(make(2_000_000));
    assert.ok(two.steps <= 2.1 * one.steps + 50, `${name}: ${one.steps} then ${two.steps} steps`);
    assert.ok(two.steps <= 700_000, `${name}: ${two.steps} steps`);
  }
});

/** Counts the searches that reading a text takes; each looks at a bounded piece, or at one that no other looks at. */
function work(text: string): { steps: number } {
  const exec = RegExp.prototype.exec;
  const indexOf = String.prototype.indexOf;
  let steps = 0;
  RegExp.prototype.exec = function (...args) {
    steps++;
    return exec.apply(this, args);
  };
  String.prototype.indexOf = function (...args) {
    steps++;
    return indexOf.apply(this, args);
  };
  try {
    parseDispatchIdentity(text);
  } finally {
    RegExp.prototype.exec = exec;
    String.prototype.indexOf = indexOf;
  }
  return { steps };
}
