import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readShellBlock } from '../../../src/core/workflow/shell-block.js';

function read(source: string) {
  const problems: string[] = [];
  const block = readShellBlock(source, { file: 'w.md', line: 10 }, (code, place) =>
    problems.push(`${code}:${place.line}`),
  );
  return { ...block, problems };
}

const FINE = [
  'msd plan index {{phase}} --json',
  "printf '%s\\n' {{title}}",
  'msd a --phase={{x}} --plan {{y}}',
  'x={{title}}; echo "$x"',
  'for x in {{a}} {{b}}; do echo "$x"; done',
  'case {{x}} in a) echo yes;; *) echo no;; esac',
  'if [ {{x}} = a ]; then echo {{y}}; fi',
  'msd a {{x}} | cat',
  'y=$(msd plan index {{x}}); echo "$y"',
  '{ echo {{x}}; } && (echo {{y}})',
  'f() { echo {{x}}; }; f',
  "echo 'a'{{x}}'b'",
  'node script.js {{x}}',
  'echo "${HOME}" "${TOKEN:-none}" $((1 + 2))',
  'n=1; n=$((n + 1)); echo "$n"',
  'x={{y}}; [ "$x" = a ] && git log -- "$x"',
  'd=$(mktemp -d); find "$d" -name x; . "$d/env"',
  'while read line; do echo "$line"; done < in.txt',
  "msd plan index 03 --json | node -e 'process.stdin.resume()'",
  'echo {{x}} | grep -c a; sh ./own.sh',
  'echo {{x}} > o.txt; node ./own.js o.txt; cat o.txt',
  'f() { printf "%s\\n" "$1"; }; f {{x}}; set -- a b; echo "$1"',
];

for (const source of FINE) test(`fine: ${source}`, () => assert.deepEqual(read(source).problems, []));

const REFUSED: readonly (readonly [string, string])[] = [
  ['echo "{{x}}"', 'placeholder-quoted:10'],
  ['echo "a {{x}} b"', 'placeholder-quoted:10'],
  ["echo '{{x}}'", 'placeholder-quoted:10'],
  ['true\necho "it\'s {{x}}"', 'placeholder-quoted:11'],
  ["echo $'{{x}}'", 'placeholder-quoted:10'],
  ['echo `echo {{x}}`', 'placeholder-quoted:10'],
  ['echo "$(echo {{x}})"', 'placeholder-quoted:10'],
  ['echo ${HOME:-{{x}}}', 'placeholder-quoted:10'],
  ['true # about {{x}}', 'placeholder-in-comment:10'],
  ['cat <<X\n{{x}}\nX', 'placeholder-in-heredoc:11'],
  ["cat <<'X'\n{{x}}\nX", 'placeholder-in-heredoc:11'],
  ['{{x}} --version', 'placeholder-as-command:10'],
  ['true\ntrue && {{x}}', 'placeholder-as-command:11'],
  ['./{{x}}', 'placeholder-as-command:10'],
  ['eval {{x}}', 'placeholder-evaluated:10'],
  ['sh -c {{x}}', 'placeholder-evaluated:10'],
  ['/bin/bash -c {{x}}', 'placeholder-evaluated:10'],
  ['. {{x}}', 'placeholder-evaluated:10'],
  ['trap {{x}} EXIT', 'placeholder-evaluated:10'],
  ['set -- {{x}}; eval "$1"', 'placeholder-evaluated:10'],
  ['f() { eval "$1"; }; f {{x}}', 'placeholder-evaluated:10'],
  ['f() { echo "$1" | sh; }; f {{x}}', 'placeholder-evaluated:10'],
  ['set -- {{x}}; for a; do eval "$a"; done', 'placeholder-evaluated:10'],
  ['f() { echo {{x}}; }; f | sh', 'placeholder-evaluated:10'],
  ['f() { echo {{x}}; }; v=$(f); eval "$v"', 'placeholder-evaluated:10'],
  ['exec <<< {{x}}; sh', 'placeholder-evaluated:10'],
  ['exec 3<<< {{x}}; sh <&3', 'placeholder-evaluated:10'],
  ['echo {{x}} > f; cat f | sh', 'placeholder-evaluated:10'],
  ['echo {{x}} > f; v=$(cat f); eval "$v"', 'placeholder-evaluated:10'],
  ['echo {{x}} | busybox sh', 'placeholder-evaluated:10'],
  ['echo {{x}} | flock l sh', 'placeholder-evaluated:10'],
  ['echo {{x}} | csh', 'placeholder-evaluated:10'],
  ['echo {{x}} | sh', 'placeholder-evaluated:10'],
  ['sh <<< {{x}}', 'placeholder-evaluated:10'],
  ['v={{x}}; sh <<E\n$v\nE\n', 'placeholder-evaluated:10'],
  ['{ python3 -; } <<< {{x}}', 'placeholder-evaluated:10'],
  ['echo {{x}} | cat | sudo env bash', 'placeholder-evaluated:10'],
  ['f() { g; }; g() { sh; }; echo {{x}} | f', 'placeholder-evaluated:10'],
  ['echo {{x}} | sh -c sh', 'placeholder-evaluated:10'],
  ['echo {{x}} > f; sh -x ./f', 'placeholder-evaluated:10'],
  ['{ echo {{x}}; } >> d/f; . d/f', 'placeholder-evaluated:10'],
  ['echo {{x}} | tee f; chmod +x f; ./f', 'placeholder-evaluated:10'],
  ['echo {{x}} > f; sh < f', 'placeholder-evaluated:10'],
  ['xargs {{x}}', 'placeholder-evaluated:10'],
  ['env {{x}}', 'placeholder-evaluated:10'],
  ['command {{x}}', 'placeholder-evaluated:10'],
  ['export A={{x}}', 'placeholder-evaluated:10'],
  ['sed -e {{x}} file', 'placeholder-evaluated:10'],
  ['node -e {{x}}', 'placeholder-evaluated:10'],
  ["node 'a'{{x}}", 'placeholder-evaluated:10'],
  ['git -c {{x}} status', 'placeholder-evaluated:10'],
  ['[[ {{x}} -eq 1 ]]', 'placeholder-evaluated:10'],
  ['(( {{x}} ))', 'placeholder-evaluated:10'],
  ['echo $(( {{x}} ))', 'placeholder-evaluated:10'],
  ['[ {{x}} {{y}} ]', 'placeholder-evaluated:10'],
  ['test -v {{x}}', 'placeholder-evaluated:10'],
  ['printf {{x}}', 'placeholder-evaluated:10'],
  ['"$cmd" {{x}}; cmd=a', 'placeholder-evaluated:10'],
  ['x={{y}}; eval "$x"', 'placeholder-evaluated:10'],
  ['x=$(msd plan index 03 --json)\nsh -c "$x"', 'placeholder-evaluated:11'],
  ['x={{y}}; z=$x; $z', 'placeholder-as-command:10'],
  ['for x in {{y}}; do "./$x"; done', 'placeholder-as-command:10'],
  ['$(msd run list)', 'placeholder-as-command:10'],
  ['n={{y}}\necho $((n + 1))', 'placeholder-evaluated:11'],
  ['n={{y}}; [[ $n -eq 1 ]]', 'placeholder-evaluated:10'],
  ['printf a | while read n; do : $((n)); done', 'placeholder-evaluated:10'],
  ['msd run list | { read a; declare "$a"; }', 'placeholder-evaluated:10'],
  ['PATH={{x}} ls', 'placeholder-assigned:10'],
  ['GIT_SSH_COMMAND={{x}} git fetch', 'placeholder-assigned:10'],
  ['echo a > {{x}}', 'placeholder-not-a-word:10'],
  ['cat < {{x}}', 'placeholder-not-a-word:10'],
  ['echo {{x y}}', 'placeholder-invalid:10'],
  ['echo {{.Name}}', 'placeholder-invalid:10'],
  ['echo {{x', 'placeholder-invalid:10'],
  ['echo $PHASE', 'variable-unset:10'],
  ['true\necho "${PHASE}"', 'variable-unset:11'],
  ['echo "$MSD_IN_1"', 'variable-reserved:10'],
  ["echo 'open", 'shell-invalid:10'],
  ["echo $'a' {{x}}", 'shell-invalid:10'],
  ['echo $"a" {{x}}', 'shell-invalid:10'],
  ['echo {{x}}; s\\\nh -c a', 'shell-invalid:10'],
  ['if true; then echo', 'shell-invalid:10'],
];

for (const [source, expected] of REFUSED)
  test(`${expected}: ${JSON.stringify(source)}`, () =>
    assert.ok(read(source).problems.includes(expected), read(source).problems.join(' ')));

test('a placeholder is a quoted variable, numbered by first use', () => {
  const block = read('msd a {{b.c}} --x {{a}} \\\n  {{b.c}}');
  assert.equal(block.script, 'msd a "$MSD_IN_1" --x "$MSD_IN_2" \\\n  "$MSD_IN_1"');
  assert.deepEqual(
    block.bindings.map(({ path, line }) => [path.source, line]),
    [
      ['b.c', 10],
      ['a', 10],
    ],
  );
});

test('a block of msd commands alone needs no shell', () => {
  const block = read("msd plan index {{phase}} 'a b' c\\ d --x={{y}} # why\nmsd run list && msd recover;msd doctor");
  assert.deepEqual(
    block.verbs?.map(({ words, line }) => [words, line]),
    [
      [[['plan'], ['index'], [1], ['a b'], ['c d'], ['--x=', 2]], 10],
      [[['run'], ['list']], 11],
      [[['recover']], 11],
      [[['doctor']], 11],
    ],
  );
});

for (const source of [
  'msd a | cat',
  'msd a > b',
  'msd a &',
  'msd a || true',
  'X=1 msd a',
  'msd $HOME',
  'msd ~',
  'msd *.md',
  'msd {a,b}',
  'ls',
  '! msd a',
  '(msd a)',
  'msd "$HOME"',
  'msd $(date)',
])
  test(`needs a shell: ${source}`, () => assert.equal(read(source).verbs, null));

test("a value in an operand's place must not begin with a dash; behind an option of msd, -- or = it may", () => {
  assert.deepEqual(read('git log {{x}}').operands, [1]);
  assert.deepEqual(read('git log -- {{x}}').operands, []);
  assert.deepEqual(read('git log --author={{x}}').operands, []);
  assert.deepEqual(read('msd plan index {{x}}').operands, [1]);
  assert.deepEqual(read('msd a --plan {{x}}').operands, []);
  assert.deepEqual(read("printf '%s' {{x}}").operands, []);
});
