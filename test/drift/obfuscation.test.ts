import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { MARKER_OPENING, renderProseFrame } from '#hooks/lib/dispatch-identity.js';
import { lintDrift } from '#root/scripts/drift/lint.js';
import { temporaryFolder } from '../rig/temp-folder.js';

const FRAME = renderProseFrame({ planNumber: '02', phase: '03', phaseName: 'auth' });
const TARGETS = [
  { kind: 'marker', text: MARKER_OPENING },
  { kind: 'marker', text: `see ${MARKER_OPENING} phase=` },
  { kind: 'frame', text: FRAME },
  { kind: 'frame', text: `Please: ${FRAME.toLowerCase()}` },
];

/** One letter of a string literal, plainly or as one of its escapes. */
function letter(c: string, how: number): string {
  const code = c.charCodeAt(0);
  const hex = code.toString(16);
  switch (how) {
    case 0:
      return `\\x${hex.padStart(2, '0')}`;
    case 1:
      return `\\u${hex.padStart(4, '0')}`;
    case 2:
      return `\\u{${how % 2 ? '00' : ''}${hex}}`;
    case 3:
      return `\\\n${c === '\n' ? '' : c}`;
    default:
      return c.replace(/[\\'"`]/, '\\$&');
  }
}

/** A literal for a piece of text, in any quotes, escaped as the numbers say. */
function literal(piece: string, style: { quote: number; escapes: readonly number[] }): string {
  const quote = ["'", '"', '`'][style.quote % 3] ?? "'";
  const inner = [...piece].map((c, i) => letter(c, style.escapes[i % style.escapes.length] ?? 9)).join('');
  return `${quote}${inner}${quote}`;
}

/** An expression that is the pieces put together. */
function expression(pieces: readonly string[], styles: readonly Style[], how: number): string[] {
  const literals = pieces.map((piece, i) => literal(piece, styles[i % styles.length] as Style));
  switch (how) {
    case 0:
      return [`const x = ${literals.join(' + ')};`];
    case 1:
      return [`const x =\n  ${literals.join(' + // a word\n  ')};`];
    case 2:
      return [`const x = [${literals.join(', ')}].join('');`];
    case 3:
      return [`const x = ${literals[0]}.concat(${literals.slice(1).join(', ')});`];
    case 4:
      return [`const x = \`\${${literals.join('}${')}}\`;`];
    case 5:
      return [
        ...literals.map((each, i) => `const part${i} = ${each};`),
        `f(${literals.map((_, i) => `part${i}`).join(' + ')});`,
      ];
    case 6:
      return [`let x = ${literals[0]};`, ...literals.slice(1).map((each) => `x += ${each};`)];
    case 7:
      return [
        `const x = { ${literals.map((each, i) => `p${i}: ${each}`).join(', ')} };`,
        `f(${literals.map((_, i) => `x.p${i}`).join(' + ')});`,
      ];
    case 8:
      return [`const x = (${literals.join(') + (')});`];
    case 9:
      return [`const x = ${literals.map((each, i) => (i % 2 ? `(${each} as string)` : each)).join(' + ')};`];
    default:
      return [`const x = [${literals.join(',\n  ')},\n].join("");`];
  }
}

/** A pattern that matches the text, spelled in one of many ways. */
function pattern(text: string, how: readonly number[], outer: number): string {
  const source = [...text]
    .map((c, i) => {
      const choice = how[i % how.length] ?? 9;
      if (c === ' ') return choice % 2 ? '\\s+' : ' ';
      if (!/[a-z0-9]/i.test(c)) return choice % 2 ? `[${c === '[' ? '[' : c}]` : `\\${c}`;
      if (choice === 0) return `[${c}]`;
      if (choice === 1) return `(?:${c})`;
      if (choice === 2) return `\\x${c.charCodeAt(0).toString(16)}`;
      return c;
    })
    .join('');
  if (outer % 3 === 0) return `const x = /${source.replaceAll('/', '\\/')}/i;`;
  if (outer % 3 === 1) return `const x = new RegExp(${JSON.stringify(source)}, 'g');`;
  return `const x = new RegExp(String.raw\`${source}\`);`;
}

interface Style {
  readonly quote: number;
  readonly escapes: readonly number[];
}

const target = fc.constantFrom(...TARGETS);
const style = fc.record({
  quote: fc.nat(2),
  escapes: fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 9 }),
});
const cuts = (text: string, at: readonly number[]): string[] => {
  const places = [...new Set(at.map((each) => 1 + (each % (text.length - 1))))].sort((a, b) => a - b);
  return [0, ...places].map((from, i) => text.slice(from, places[i] ?? text.length));
};

test('the marker and the sentence are found however an expression puts them together', async (t) => {
  const file = join(temporaryFolder(t), 'hook.ts');
  await fc.assert(
    fc.asyncProperty(
      target,
      fc.array(fc.nat(200), { minLength: 1, maxLength: 12 }),
      fc.array(style, { minLength: 1, maxLength: 4 }),
      fc.nat(10),
      fc.nat(3),
      async ({ kind, text }, at, styles, how, lines) => {
        const before = 'export const unrelated = 1;\n'.repeat(lines);
        const statements = expression(cuts(text, at), styles, how).join('\n');
        writeFileSync(file, `${before}${statements}\nexport const after = 2;\n`);
        for (const thorough of [false, true]) {
          const { findings } = await lintDrift(file, { thorough });
          const hit = findings.find((finding) => finding.kind === kind);
          assert.ok(hit, `${thorough ? 'thorough' : 'quick'}: nothing in\n${statements}`);
          const last = lines + statements.split('\n').length;
          assert.ok(hit.line > lines && hit.line <= last, `line ${hit.line}, not ${lines + 1} to ${last}`);
        }
      },
    ),
    { numRuns: 400 },
  );
});

test('patterns that read them are found however they are spelled', async (t) => {
  const file = join(temporaryFolder(t), 'hook.js');
  await fc.assert(
    fc.asyncProperty(
      target,
      fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 9 }),
      fc.nat(2),
      async ({ kind, text }, how, outer) => {
        const statement = pattern(text, how, outer);
        writeFileSync(file, `\n${statement}\n`);
        for (const thorough of [false, true]) {
          const { findings } = await lintDrift(file, { thorough });
          const hit = findings.find((finding) => finding.kind === kind && finding.half === 'parse');
          assert.equal(hit?.line, 2, `${thorough ? 'thorough' : 'quick'}: ${statement}`);
        }
      },
    ),
    { numRuns: 400 },
  );
});

/** A word of a shell for a piece of text. */
function shellWord(piece: string, how: number): string {
  const bare = piece.replace(/[^A-Za-z0-9:]/g, '\\$&');
  return (
    [`'${piece}'`, `"${piece.replaceAll('"', '\\"')}"`, bare, `$'${[...piece].map((c) => letter(c, 0)).join('')}'`][
      how % 4
    ] ?? bare
  );
}

test('they are found in the shell blocks of a workflow, quoted in any way', async (t) => {
  const file = join(temporaryFolder(t), 'workflow.md');
  await fc.assert(
    fc.asyncProperty(
      target,
      fc.array(fc.nat(200), { minLength: 1, maxLength: 6 }),
      fc.array(fc.nat(3), { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      async ({ kind, text }, at, how, named) => {
        const pieces = cuts(text, at).map((piece, i) => shellWord(piece, how[i % how.length] ?? 0));
        const body = named
          ? [
              ...pieces.map((piece, i) => `p${i}=${piece}`),
              `echo "${pieces.map((_, i) => `\${p${i}}`).join('')}"`,
            ].join('\n')
          : `echo ${pieces.join('')}`;
        writeFileSync(file, `Words.\n\n\`\`\`sh\n${body}\n\`\`\`\n`);
        for (const thorough of [false, true]) {
          const { findings } = await lintDrift(file, { thorough });
          const hit = findings.find((finding) => finding.kind === kind);
          assert.ok(hit, `${thorough ? 'thorough' : 'quick'}: nothing in\n${body}`);
        }
      },
    ),
    { numRuns: 400 },
  );
});
