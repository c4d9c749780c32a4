// house-allow long-file: a table of variants, one row each
import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { readJsonText } from '../../src/core/install/json-text.js';
import { git } from '../rig/git.js';
import { verb } from '../rig/in-process.js';
import { temporaryFolder } from '../rig/temp-folder.js';

interface Named {
  readonly path: string;
  readonly code: string;
}

interface Answer {
  readonly changes: readonly { readonly path: string }[];
  readonly leftAlone: readonly Named[];
  readonly warnings: readonly Named[];
}

/** What becomes of a file: `changed` and back again, or `untouched` and named with a code. */
type Becomes = 'changed' | { readonly code: string };

interface Variant {
  readonly path?: string;
  readonly text: string | Buffer;
  readonly becomes: Becomes;
  /** Besides, a value that is left as it is is named with this code. */
  readonly named?: string;
  readonly prepare?: (root: string, path: string) => void;
}

const SETTINGS = '.claude/settings.json';
const HOOKS = '.cursor/hooks.json';
const other = '{"type": "command", "command": "./other-tool.sh"}';
const pretty = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
const outside = (root: string) => join(dirname(root), 'dotfiles.json');
const older = {
  matcher: 'Task',
  hooks: [{ type: 'command', command: 'node "$CLAUDE_PROJECT_DIR"/.claude/hooks/msd/msd-agent-isolation-guard.js' }],
};

const VARIANTS: Readonly<Record<string, Variant>> = {
  'an empty file': { text: '', becomes: 'changed' },
  'spaces only': { text: ' \n\n', becomes: 'changed' },
  'an empty object': { text: '{}', becomes: 'changed' },
  'an empty object over two lines': { text: '{\n}\n', becomes: 'changed' },
  'two spaces': { text: pretty({ model: 'opus', permissions: { allow: ['Bash(git:*)'] } }), becomes: 'changed' },
  'four spaces, no end of line': { text: JSON.stringify({ model: 'opus' }, null, 4), becomes: 'changed' },
  tabs: { text: JSON.stringify({ model: 'opus', env: { A: '1' } }, null, '\t'), becomes: 'changed' },
  minified: {
    text: '{"model":"opus","hooks":{"Stop":[{"hooks":[{"type":"command","command":"x"}]}]}}',
    becomes: 'changed',
  },
  'one line with spaces': { text: '{ "model": "opus", "hooks": { } }\n', becomes: 'changed' },
  'no indentation': { text: '{\n"model": "opus",\n"env": {}\n}\n', becomes: 'changed' },
  'odd indentation': { text: '{\n       "model" : "opus"\n  ,"env":{  }}\n\n\n', becomes: 'changed' },
  CRLF: { text: pretty({ model: 'opus', hooks: { PreToolUse: [] } }).replaceAll('\n', '\r\n'), becomes: 'changed' },
  'line ends of both kinds': { text: '{\r\n  "a": 1,\n  "b": 2\r\n}\n', becomes: 'changed' },
  'a byte order mark': { text: `\uFEFF${pretty({ model: 'opus' })}`, becomes: 'changed' },
  'a byte order mark alone': { text: '\uFEFF', becomes: 'changed' },
  'line comments': {
    text: '{\n  // the model\n  "model": "opus" // for now\n}\n',
    becomes: 'changed',
    named: 'not-json',
  },
  'block comments everywhere': {
    text: '/* a */ {\n  /* b */ "hooks" /* c */ : /* d */ { /* e */ "PreToolUse": [ /* f */ ] /* g */ } /* h */\n} // i\n',
    becomes: 'changed',
    named: 'not-json',
  },
  'comments and nothing else': { text: '// nothing yet\n', becomes: 'changed', named: 'not-json' },
  'commas before an end': { text: '{\n  "a": [1, 2,],\n  "b": {"c": 3,},\n}\n', becomes: 'changed', named: 'not-json' },
  'a comma and a comment before the end': { text: '{\n  "a": 1, // one\n}\n', becomes: 'changed', named: 'not-json' },
  "other tools' hooks": {
    text: pretty({
      hooks: {
        PreToolUse: [
          { matcher: 'Bash', hooks: [JSON.parse(other)] },
          { matcher: 'Agent', hooks: [JSON.parse(other)] },
        ],
        SessionStart: [{ hooks: [JSON.parse(other)] }],
      },
    }),
    becomes: 'changed',
  },
  'an event that nobody knows': { text: `{"hooks": {"Foo": [{"hooks": [${other}]}]}}`, becomes: 'changed' },
  'odd entries in a list': {
    text: '{"hooks": {"PreToolUse": ["x", null, 7, {"hooks": "no list"}, {}, []]}}',
    becomes: 'changed',
  },
  'a string for hooks': { text: '{"hooks": "none"}', becomes: { code: 'not-as-documented' } },
  'a list for hooks': { text: '{"hooks": []}', becomes: { code: 'not-as-documented' } },
  'null for hooks': { text: '{"hooks": null}', becomes: { code: 'not-as-documented' } },
  'an object for an event': {
    text: `{"hooks": {"PreToolUse": {"hooks": [${other}]}}}`,
    becomes: { code: 'not-as-documented' },
  },
  'a string for another event': { text: '{"hooks": {"Stop": "x"}}', becomes: { code: 'not-as-documented' } },
  'a string for worktree': { text: '{"worktree": "head"}', becomes: { code: 'not-as-documented' } },
  'a list at the root': { text: '[]', becomes: { code: 'not-as-documented' } },
  'a word at the root': { text: '"settings"', becomes: { code: 'not-as-documented' } },
  'hooks twice': { text: `{"hooks": {"Stop": [{"hooks": [${other}]}]}, "hooks": {}}`, becomes: { code: 'key-twice' } },
  'another name twice': { text: '{"model": "a", "model": "b"}', becomes: 'changed' },
  'a brace short': { text: '{"model": "opus"', becomes: { code: 'not-json' } },
  'something behind the end': { text: '{"model": "opus"} x', becomes: { code: 'not-json' } },
  'another format': { text: 'model = "opus"\n', becomes: { code: 'not-json' } },
  'not text': { text: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), becomes: { code: 'not-utf8' } },
  'read-only': {
    text: '{}',
    becomes: { code: 'read-only' },
    prepare: (root, path) => chmodSync(join(root, path), 0o444),
  },
  'a link out of the checkout': {
    text: '{}',
    becomes: { code: 'symlink-leaves-checkout' },
    prepare(root, path) {
      writeFileSync(outside(root), '{"model": "opus"}');
      rmSync(join(root, path));
      symlinkSync(outside(root), join(root, path));
    },
  },
  'a link to nothing': {
    text: '{}',
    becomes: { code: 'symlink-leaves-checkout' },
    prepare(root, path) {
      rmSync(join(root, path));
      symlinkSync('gone.json', join(root, path));
    },
  },
  'a link inside the checkout': {
    text: '{}',
    becomes: 'changed',
    prepare(root, path) {
      writeFileSync(join(root, 'shared-settings.json'), pretty({ model: 'opus' }));
      rmSync(join(root, path));
      symlinkSync('../shared-settings.json', join(root, path));
    },
  },
  'a folder in its place': {
    text: '{}',
    becomes: { code: 'not-a-file' },
    prepare(root, path) {
      rmSync(join(root, path));
      mkdirSync(join(root, path));
    },
  },
  'five megabytes': { text: `{\n  "env": {\n    "LONG": "${'x'.repeat(5 << 20)}"\n  }\n}\n`, becomes: 'changed' },
  'five megabytes on one line': {
    text: JSON.stringify({ list: Array.from({ length: 500 }, (_, i) => ({ id: i, text: 'y'.repeat(10_000) })) }),
    becomes: 'changed',
  },
  'hooks switched off': {
    text: pretty({ disableAllHooks: true, nested: { disableAllHooks: true } }),
    becomes: 'changed',
  },
  'another base': { text: pretty({ worktree: { baseRef: 'fresh' } }), becomes: 'changed', named: 'other-value' },
  'the base already': { text: pretty({ worktree: { baseRef: 'head' } }), becomes: 'changed' },
  'our entry, of an earlier version': {
    text: pretty({ hooks: { PreToolUse: [older] } }),
    becomes: 'changed',
    named: 'registered-by-hand',
  },
  'our guard, by a wrapper': {
    text: pretty({
      hooks: {
        PreToolUse: [
          {
            matcher: 'Agent',
            hooks: [{ type: 'command', command: '& wrap "C:\\tools\\msd-agent-isolation-guard.js"' }],
          },
        ],
      },
    }),
    becomes: 'changed',
    named: 'registered-by-hand',
  },
  "our file's name inside another's": {
    text: pretty({
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: '/opt/msd-agent-isolation-guard.js.d/run' }] }] },
    }),
    becomes: 'changed',
  },
  'deep and strange': {
    text: '{"a":[[[{"hooks":{"PreToolUse":7}}]]],"é\\u0000":"\\ud800","__proto__":{"x":1},"":[]}',
    becomes: 'changed',
  },
  'Cursor: no version': { path: HOOKS, text: '{\n  "hooks": {}\n}\n', becomes: 'changed' },
  "Cursor: others' hooks": {
    path: HOOKS,
    text: pretty({ version: 1, hooks: { preToolUse: [{ command: './x' }], stop: [{ command: './y', timeout: 5 }] } }),
    becomes: 'changed',
  },
  'Cursor: a version as text': {
    path: HOOKS,
    text: pretty({ version: '1', hooks: {} }),
    becomes: { code: 'not-as-documented' },
  },
  'Cursor: a later version': {
    path: HOOKS,
    text: pretty({ version: 2, hooks: {} }),
    becomes: { code: 'not-as-documented' },
  },
  'Cursor: an unknown event voids the file': {
    path: HOOKS,
    text: pretty({ version: 1, hooks: { PreToolUse: [{ command: './x' }] } }),
    becomes: { code: 'not-as-documented' },
  },
  'Cursor: an entry without a command': {
    path: HOOKS,
    text: pretty({ version: 1, hooks: { stop: [{}] } }),
    becomes: { code: 'not-as-documented' },
  },
  'Cursor: a link, which it does not read': {
    path: HOOKS,
    text: '{}',
    becomes: { code: 'symlink-refused-by-host' },
    prepare(root, path) {
      writeFileSync(join(root, 'shared-hooks.json'), pretty({ version: 1, hooks: {} }));
      rmSync(join(root, path));
      symlinkSync('../shared-hooks.json', join(root, path));
    },
  },
  'Codex: an unknown name': {
    path: '.codex/hooks.json',
    text: '{"$schema": "x", "hooks": {}}',
    becomes: { code: 'not-as-documented' },
  },
  'Codex: comments': {
    path: '.codex/hooks.json',
    text: '{\n  // mine\n  "hooks": {}\n}',
    becomes: { code: 'not-json' },
  },
  "Codex: others' hooks": {
    path: '.codex/hooks.json',
    text: `{"description": "d", "hooks": {"Stop": [{"hooks": [${other}]}]}}`,
    becomes: 'changed',
  },
  'Codex: its config, with comments': {
    path: '.codex/config.toml',
    text: '# mine\nmodel = "x"\n\n[features]\nhooks = true # on',
    becomes: 'changed',
  },
  'Codex: its config with CRLF': { path: '.codex/config.toml', text: 'model = "x"\r\n', becomes: 'changed' },
  'Codex: a server of that name': {
    path: '.codex/config.toml',
    text: '[mcp_servers.msd]\ncommand = "other"\n',
    becomes: { code: 'other-value' },
  },
  'Codex: a closed table': {
    path: '.codex/config.toml',
    text: 'mcp_servers = {}\n',
    becomes: { code: 'not-as-documented' },
  },
  'Codex: no TOML': { path: '.codex/config.toml', text: 'model = \n', becomes: { code: 'not-toml' } },
  'tools of others': { path: '.mcp.json', text: '{"mcpServers":{"db":{"command":"db"}}}', becomes: 'changed' },
  'a tool of our name': {
    path: '.mcp.json',
    text: '{"mcpServers":{"msd":{"command":"mine"}}}',
    becomes: { code: 'other-value' },
  },
  'a list of tools': { path: '.mcp.json', text: '{"mcpServers":[]}', becomes: { code: 'not-as-documented' } },
  'an ignore file of theirs': { path: '.claude/.gitignore', text: 'settings.local.json', becomes: 'changed' },
  'an ignore file that has the line': {
    path: '.claude/.gitignore',
    text: '# host\nworktrees/\n',
    becomes: { code: '' },
  },
};

/** Every file and folder, links by where they lead, with its bytes. */
function snapshot(root: string, dir = ''): Map<string, string> {
  const seen = new Map<string, string>();
  for (const name of readdirSync(join(root, dir)).sort()) {
    const path = join(dir, name);
    const stat = lstatSync(join(root, path));
    if (path === '.git') continue;
    if (stat.isDirectory()) {
      seen.set(path, 'folder');
      for (const [inner, value] of snapshot(root, path)) seen.set(inner, value);
    } else
      seen.set(
        path,
        `${stat.isSymbolicLink() ? 'link ' : ''}${stat.mode} ${existsSync(join(root, path)) ? readFileSync(join(root, path)).toString('latin1') : ''}`,
      );
  }
  return seen;
}

/** Whether a text is in another, in this order, with more in between. */
function onlyAdds(before: string, after: string): boolean {
  let at = 0;
  for (let i = 0; i < after.length && at < before.length; i++) if (after[i] === before[at]) at++;
  return at === before.length;
}

for (const [name, { path = SETTINGS, text, becomes, named, prepare }] of Object.entries(VARIANTS)) {
  test(`settings: ${name}`, async (t) => {
    const folder = temporaryFolder(t);
    const [root, home] = [join(folder, 'project'), join(folder, 'home')];
    mkdirSync(home);
    mkdirSync(join(root, dirname(path)), { recursive: true });
    git(root, 'init', '--quiet', '--template=', '-b', 'main');
    writeFileSync(join(root, path), text);
    prepare?.(root, path);
    const host = path.startsWith('.cursor') ? 'cursor' : path.startsWith('.codex') ? 'codex' : 'claude';
    const start = snapshot(root);
    const run = async (...words: string[]) => {
      const { answer } = await verb(['init', '--host', host, ...words], { cwd: root, home });
      assert.ok(answer.ok, JSON.stringify(answer));
      return {
        json: answer.value.json as Answer,
        human: answer.value.human ?? '',
        exitCode: answer.value.exitCode ?? 0,
      };
    };

    const first = await run('--yes');
    const once = snapshot(root);
    const touched = first.json.changes.some((change) => change.path === path);
    if (becomes === 'changed') {
      assert.ok(touched && once.get(path) !== start.get(path), 'it was not written');
      if (path.endsWith('.json'))
        assert.ok(readJsonText(readFileSync(join(root, path), 'utf8')).ok, 'it does not parse any more');
      assert.ok(onlyAdds(start.get(path) ?? '', once.get(path) ?? ''), 'something of theirs is gone');
    } else {
      assert.equal(once.get(path), start.get(path), 'it was touched');
      if (becomes.code !== '') {
        const left = first.json.leftAlone.find((one) => one.path === path);
        assert.equal(left?.code, becomes.code);
        assert.ok(first.human.includes(`left alone  ${path} [${becomes.code}]`), first.human);
      }
    }
    if (named !== undefined)
      assert.ok(
        [...first.json.leftAlone, ...first.json.warnings].some((one) => one.path === path && one.code === named),
        JSON.stringify(first.json),
      );

    const second = await run('--yes');
    assert.deepEqual(second.json.changes, [], 'the second init changed something');
    assert.deepEqual(snapshot(root), once);
    assert.equal(second.exitCode, first.exitCode);

    await run('--remove');
    assert.deepEqual(snapshot(root), start, 'it is not as it was');
  });
}
