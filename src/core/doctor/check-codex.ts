import { readToml } from '../install/append-text.js';
import { isObject, valueAt } from '../install/json-text.js';
import type { Finding, Note } from './finding.js';

export interface CodexFacts {
  /** The texts of the project's and the person's `config.toml`; null where there is none. */
  readonly project: string | null;
  readonly person: string | null;
  /** Where the person's is, for display. */
  readonly personPath: string;
  /** Absolute paths: of the project, and of the top of its checkout. Trust in either counts. */
  readonly roots: readonly string[];
}

/** What keeps Codex from running the project's hooks: it skips them without a word. */
export function checkCodex({ project, person, personPath, roots }: CodexFacts): {
  readonly findings: readonly Finding[];
  readonly notes: readonly Note[];
} {
  const findings: Finding[] = [];
  for (const [text, name] of [
    [project, '.codex/config.toml'],
    [person, personPath],
  ] as const) {
    const value = tomlOf(text);
    if (text !== null && value === null)
      findings.push({ code: 'config-unread', subject: name, found: 'it is no TOML' });
    for (const feature of ['hooks', 'codex_hooks'])
      if (valueAt(value, ['features', feature]) === false)
        findings.push({ code: 'codex-hooks-off', subject: name, found: `features.${feature} is false` });
  }
  if (person === null) {
    const note: Note = { code: 'codex-trust-unknown', subject: personPath, found: 'Codex was never started here' };
    return { findings, notes: [note] };
  }
  const value = tomlOf(person);
  const trusted = roots.some((root) => valueAt(value, ['projects', root, 'trust_level']) === 'trusted');
  if (!trusted)
    findings.push({ code: 'codex-untrusted', subject: personPath, found: `the folder ${roots[0]} is not trusted` });
  const state = valueAt(value, ['hooks', 'state']);
  const known = Object.keys(isObject(state) ? state : {}).some((key) =>
    roots.some((root) => key.includes(`${root}/.codex/hooks.json`)),
  );
  if (trusted && !known)
    findings.push({ code: 'codex-untrusted', subject: personPath, found: 'the hook was not accepted with /hooks' });
  return { findings, notes: [] };
}

function tomlOf(text: string | null): unknown {
  const read = text === null ? null : readToml(text);
  return read?.ok === true ? read.value : null;
}
