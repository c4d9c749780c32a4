// @ts-check
import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readCandidates } from './candidates.js';
import { EVIDENCE } from './evidence.js';
import { OWNERS, PRODUCER_SITES, PROJECT_FOLDERS, isLeftOut } from './places.js';
import { PROBES, PRODUCERS, PRODUCER_OPTION } from './sources.js';
import { languageOf, walk } from './walk.js';

/** @typedef {import('./kinds.js').Finding} Finding */
/** @typedef {import('./walk.js').Entry} Entry */
/**
 * @typedef {object} Report
 * @property {string} root
 * @property {boolean} house the repository of msd itself, where owners, producers and layers are compared too
 * @property {number} files read
 * @property {number} bytes
 * @property {Finding[]} findings in order of file and line
 * @property {import('./judge.js').Verdict['allowed']} allowed covered by a sanctioned exemption
 * @property {import('./walk.js').Skipped[]} skipped
 */
/** What the whole tree holds: `KIND PATH` of owners, `PRODUCER PATH` of sites, `KIND PATH` of planted faults that were found. @typedef {{owners: Set<string>, sites: Set<string>, probes: Set<string>}} Census */

/**
 * Looks for drift below a folder, or in one file.
 * @param {string} start an existing folder or file
 * @param {object} [options]
 * @param {boolean} [options.thorough] takes every file apart instead of those with evidence (for tests: both must agree)
 * @returns {Promise<Report>}
 */
export async function lintDrift(start, options = {}) {
  const given = realpathSync(start);
  const single = statSync(given).isFile();
  const root = single ? dirname(given) : given;
  const house = !single && isHouse(root);
  const { entries, skipped } = single ? oneFile(given) : whatToRead(root, house);

  /** @type {Report} */
  const report = { root, house, files: entries.length, bytes: 0, findings: [], allowed: [], skipped };
  /** @type {Census} */
  const census = { owners: new Set(), sites: new Set(), probes: new Set() };
  /** @type {{entry: Entry, text: string, signs: import('./candidates.js').Signs | null}[]} */
  const candidates = [];
  const layers = house ? await import('./layer-suspects.js') : null;
  /** @type {{path: string, text: string}[]} */
  const suspects = [];

  const planted = house ? PROBES.map(({ path, text }) => ({ path, text, language: languageOf(path) })) : [];
  for (const group of /** @type {const} */ (['code', 'prose'])) {
    const inGroup = (/** @type {Entry} */ { language }) => (language === 'js') === (group === 'code');
    report.bytes += readCandidates(root, entries.filter(inGroup), {
      evidence: options.thorough ? null : EVIDENCE.filter((each) => each.group === null || each.group === group),
      planted: planted.filter(inGroup),
      candidate(entry, bytes, signs) {
        const text = bytes.toString('utf8');
        if (!house || signs === null || !isPlain(entry, text, signs.kinds, census))
          candidates.push({ entry, signs, text });
      },
      batch(files, text, starts) {
        if (layers !== null && group === 'code') suspects.push(...layers.layerSuspects(files, text, starts));
      },
      unreadable({ path }, cause) {
        const use = 'a file that can be read';
        report.findings.push({ file: path, line: 1, kind: 'unreadable', half: null, found: cause, use });
      },
    });
  }

  if (candidates.length > 0) {
    const { judge } = await import('./judge.js');
    for (const { entry, text, signs } of candidates)
      count(entry.path, judge(entry, text, signs, house), report, census);
  }
  if (suspects.length > 0) report.findings.push(...(await layerFindings(suspects)));
  if (house) report.findings.push(...censusFindings(census));
  report.findings.sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1));
  return report;
}

/** @param {string} path @param {import('./judge.js').Verdict} verdict @param {Report} report @param {Census} census */
function count(path, { findings, allowed, owned, producers }, report, census) {
  if (PROBES.some((probe) => probe.path === path)) {
    for (const { kind } of findings) census.probes.add(`${kind} ${path}`);
    return;
  }
  report.findings.push(...findings);
  report.allowed.push(...allowed);
  for (const kind of owned) census.owners.add(`${kind} ${path}`);
  for (const producer of producers) census.sites.add(`${producer} ${path}`);
}

/**
 * Whether all that a file shows signs of is its own, or plainly producers of the list: then it is counted and need not be
 * taken apart.
 * @param {Entry} entry @param {string} text @param {ReadonlySet<import('./kinds.js').Kind>} kinds @param {Census} census
 */
function isPlain({ path, language }, text, kinds, census) {
  if ([...kinds].every((kind) => OWNERS[kind]?.includes(path))) {
    for (const kind of kinds) census.owners.add(`${kind} ${path}`);
    return true;
  }
  if (kinds.size > 1 || !kinds.has('producer')) return false;
  const names = language === 'js' ? fieldProducers(text) : verbProducers(text);
  if (names === null || !names.every((name) => PRODUCERS.includes(name))) return false;
  for (const name of names) census.sites.add(`${name} ${path}`);
  return true;
}

/** The names that fields and variables of producers are given; null where the option is spelled too, or a template. @param {string} text */
function fieldProducers(text) {
  if (text.includes(PRODUCER_OPTION) || /\bproducer\s*[:=]\s*`/.test(text)) return null;
  const fields = /\bproducer(?:\s*\??:\s*\w+)?\s*[:=]\s*(?:\w+\s*\?\?\s*)?['"]([^'"\n]*)['"]/g;
  return [...text.matchAll(fields)].map((match) => match[1] ?? '');
}

const COMMAND = new RegExp(
  `^msd isolation record [^\\n\\\\|;&$]*?${PRODUCER_OPTION} ([\\w-]+)(?= |$)[^\\n\\\\|;&]*$`,
  'gm',
);

/** The names in commands that record, each on a line of its own; null where the verb stands elsewhere too. @param {string} text */
function verbProducers(text) {
  const commands = [...text.matchAll(COMMAND)];
  const verbs = text.split(/isolation\s+record/).length - 1;
  const options = text.split(PRODUCER_OPTION).length - 1;
  return verbs === commands.length && options === commands.length ? commands.map((match) => match[1] ?? '') : null;
}

/** @param {{path: string, text: string}[]} suspects @returns {Promise<Finding[]>} */
async function layerFindings(suspects) {
  const { checkLayers } = await import('./layers.js');
  return checkLayers(suspects).map(({ path, line, message }) => {
    return { file: path, line, kind: 'layer', half: null, found: 'an import', use: message };
  });
}

/** @param {string} root */
function isHouse(root) {
  const has = (/** @type {string} */ path) => statSync(join(root, path), { throwIfNoEntry: false })?.isFile() === true;
  return has('scripts/lint-drift.js') && has('src/cli/main.ts');
}

/** @param {string} file */
function oneFile(file) {
  return { entries: [{ path: basename(file), language: languageOf(file) }], skipped: [] };
}

/** @param {string} root @param {boolean} house */
function whatToRead(root, house) {
  if (house) return walk(root, '', isLeftOut);
  const isFolder = (/** @type {string} */ path) => statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory();
  if (!isFolder('.planning')) return walk(root, '', () => false);
  const folders = PROJECT_FOLDERS.filter(isFolder);
  const parts = folders.map((path) => walk(root, path, (each) => each === '.claude/worktrees'));
  return { entries: parts.flatMap((part) => part.entries), skipped: parts.flatMap((part) => part.skipped) };
}

/** What the tree must hold: owners that own, producers at their places, and the faults that were planted. @param {Census} census @returns {Finding[]} */
function censusFindings({ owners, sites, probes }) {
  /** @type {Finding[]} */
  const findings = [];
  /** @param {import('./kinds.js').Kind} kind @param {string} file @param {string} found @param {string} use */
  const report = (kind, file, found, use) => findings.push({ file, line: 1, kind, half: null, found, use });
  for (const [kind, paths] of Object.entries(OWNERS)) {
    for (const path of paths) {
      const use = 'its owner here, or its place in OWNERS of scripts/drift/places.js';
      if (!owners.has(`${kind} ${path}`)) report('owner', path, `no ${kind}`, use);
    }
  }
  for (const { kind, path, text } of PROBES) {
    if (!probes.has(`${kind} ${path}`))
      report('owner', 'scripts/drift/sources.js', text, `a rule that finds its ${kind}`);
  }
  const list = 'PRODUCER_SITES of scripts/drift/places.js';
  const listed = Object.entries(PRODUCER_SITES).flatMap(([name, paths]) => paths.map((path) => `${name} ${path}`));
  for (const site of listed) if (!sites.has(site)) report('producer', ...split(site), `${list} without this place`);
  for (const site of sites) if (!listed.includes(site)) report('producer', ...split(site), `${list} with this place`);
  for (const producer of PRODUCERS) {
    const use = `a place in ${list}, or PRODUCERS of src/core/isolation/vocabulary.ts without it`;
    if (!listed.some((site) => site.startsWith(`${producer} `)))
      report('producer', 'scripts/drift/places.js', producer, use);
  }
  return findings;
}

/** `PRODUCER PATH` as path and name. @param {string} site @returns {[string, string]} */
function split(site) {
  const cut = site.indexOf(' ');
  return [site.slice(cut + 1), site.slice(0, cut)];
}
