'use strict';

/**
 * The verdict on a call that starts or resumes an agent (ADR 0005): the table, whose first fitting row decides; the facts, read
 * when a row asks for them; the words.
 */

const fs = require('node:fs');
const path = require('node:path');
const { cleanText, readFile } = require('./untrusted-text.js');

/** @import * as F from './functions' */
/** @import {Row} from './types' */

/** What isolates an executor, a parameter of the call or the place of the session, of the hosts that msd starts. @type {Record<string, string>} */
const MEANS = { claude: 'parameter', cursor: 'place', codex: '' };
const UNDECIDED = ['absent', 'inapplicable'];
const DUE = ['harness', ...UNDECIDED];
const DISPATCH = { call: 'dispatch', means: 'parameter' };

const SENTINEL = '.msd/dispatch-isolation-sentinel.json';
const DOCTOR = 'run msd doctor';
const RECORD = 'run msd isolation record --phase {phase} --plan {plan}';
const RUN = 'run in a terminal: msd execute-phase {phase} --host {runner}';
const REPEAT = 'repeat this call with isolation: "worktree"';
const AGENT = 'dispatch the plan by the Agent tool with isolation: "worktree"';

/** Code, verdict, facts; what was found and the one next step, where that is said. @type {[string, Row['verdict'], Row['when'], string?, string?][]} */
// biome-ignore format: a table is read by its rows
const TABLE = [
  ['not-a-dispatch', 'silent', { call: 'other' }],
  ['not-a-project', 'silent', { project: 'none' }],
  ['attested-at-start', 'silent', { call: 'workflow' }],
  ['payload-unreadable', 'deny', { call: 'unreadable' }, 'the call cannot be read: {problem}', DOCTOR],
  ['not-an-executor', 'silent', { executor: 'no' }],
  ['symlink-escape', 'deny', { project: 'escaping' }, '{link} is a link out of the checkout', DOCTOR],
  ['resumed-in-worktree', 'allow', { resumes: 'worktree' }],
  ['in-recorded-worktree', 'allow', { record: 'worktree-here' }],
  ['nested-dispatch', 'deny', { call: ['dispatch', 'skill'], seat: 'agent' }, "nobody brings home what is done from an agent's worktree", 'report that {plan} is to be dispatched from {root}'],
  ['recorded-none', 'allow', { record: 'none' }],
  ['not-in-recorded-worktree', 'deny', { record: 'worktree-elsewhere' }, 'this plan runs in a worktree that msd makes ({worktree}), and this is not it', RUN],
  ['isolated', 'allow', { ...DISPATCH, record: DUE, asked: 'worktree' }],
  ['isolated-by-agent-file', 'allow', { record: DUE, asked: 'nothing', agentFile: 'worktree' }],
  ['harness-flag-unknown', 'deny', { means: 'parameter', record: 'harness-unknown' }, 'the record asks for {harnessFlag}, which {host} does not have', RECORD],
  ['in-linked-worktree', 'allow', { means: 'place', seat: 'linked' }],
  ['opted-out', 'allow', { record: UNDECIDED, optOut: 'yes' }],
  ['not-a-repository', 'allow', { record: UNDECIDED, git: 'no' }],
  ['config-unreadable', 'deny', { optOut: 'unknown' }, '.planning/config.json cannot be understood', 'run msd config show, which names the place to mend'],
  ['isolation-conflict', 'deny', { ...DISPATCH, asked: 'other' }, 'isolation is {asked}, and a worktree is due', REPEAT],
  ['isolation-missing', 'deny', { ...DISPATCH, strict: 'yes' }, 'isolation is missing, and msd.guard.strict is on', REPEAT],
  ['isolation-added', 'repair', DISPATCH, 'isolation: "worktree" was missing and was added', 'bring home the branch that its result names'],
  ['not-a-linked-worktree', 'deny', { means: 'place' }, 'an executor would work in the main checkout', RUN],
  ['host-cannot-isolate', 'deny', { call: 'dispatch' }, '{host} cannot isolate one agent', RUN],
  ['skill-not-isolated', 'deny', { call: 'skill' }, 'this skill forks into an executor, unisolated', AGENT],
  ['resume-not-isolated', 'deny', { call: 'resume' }, 'the worktree of this executor is gone; it would go on in the main checkout', AGENT],
  ['guard-fault', 'deny', {}, 'no row of the table fits', DOCTOR],
];

/** @type {readonly Row[]} */
const ROWS = TABLE.map(([code, verdict, when, what = '', next = '']) => ({ code, verdict, when, what, next }));

/** @type {F.Decide} */
function decide(facts, rows = ROWS) {
  const holds = (/** @type {Row['when']} */ when) => {
    for (const name in when) {
      const [due, fact] = [when[name], facts[name]];
      if (due !== fact && !(Array.isArray(due) && due.includes(fact))) return false;
    }
    return true;
  };
  return /** @type {Row} */ (rows.find((row) => holds(row.when)));
}

/** @type {F.Judge} */
function judge(call) {
  const seen = call.dirs.map((dir) => {
    const facts = factsAt(call, dir);
    return { row: decide(facts), facts };
  });
  const rank = (/** @type {{row: Row}} */ { row }) => ['deny', 'repair', 'allow', 'silent'].indexOf(row.verdict);
  const [{ row, facts } = { row: decide({}), facts: {} }] = seen.sort((a, b) => rank(a) - rank(b));
  return { row, facts, reason: row.what === '' ? '' : wordsFor(row, call, facts) };
}

// --- the facts

/** @type {F.FactsAt} */
function factsAt(call, dir) {
  return lazily({
    call: () => call.kind,
    means: () => MEANS[call.host],
    found: () => require('./project-root.js').findProject(dir),
    project: ({ found }) => (found === null ? 'none' : found.problem === null ? 'found' : 'escaping'),
    // What the call says, and what the host's own files say of the agent that it names.
    subject: ({ found }) => ({ ...call, ...call.lookUp?.(found) }),
    settings: ({ found }) => settingsOf(found),
    identity: ({ subject }) => require('./dispatch-identity.js').parseDispatchIdentity(...subject.texts),
    executor: (facts) => (isExecutor(facts) ? 'yes' : 'no'),
    decision(facts) {
      if (!fs.existsSync(path.join(facts.found.root, SENTINEL)))
        return { sentinel: null, record: null, passedOver: [] };
      const { readSentinel, decisionFor } = require('./isolation-sentinel.js');
      const sentinel = readSentinel(facts.found);
      return { sentinel, ...decisionFor(sentinel, facts.identity, Date.now()) };
    },
    record({ found, decision: { sentinel, record, passedOver = [] } }) {
      if (record === null) return sentinel?.problem || passedOver.length > 0 ? 'inapplicable' : 'absent';
      const { isolation, worktree, harnessFlag } = record;
      if (isolation === 'none') return isolation;
      if (isolation === 'harness-worktree')
        return /^(isolation="?worktree"?)?$/.test(harnessFlag ?? '') ? 'harness' : 'harness-unknown';
      const here = found.linked && found.checkout === require('./project-root.js').realPath(worktree);
      return here ? 'worktree-here' : 'worktree-elsewhere';
    },
    // Where the place isolates, an agent's worktree is the isolation, unless it was made for another plan.
    seat(facts) {
      const { agentWorktree: agent, linked } = facts.found;
      const others = () => ![undefined, facts.identity.plan].includes(agent?.owner?.plan);
      if (agent !== null && (MEANS[call.host] !== 'place' || others())) return 'agent';
      return linked ? 'linked' : 'main';
    },
    asked: () => (call.isolation === 'worktree' ? 'worktree' : (call.isolation ?? '') === '' ? 'nothing' : 'other'),
    agentFile: ({ found }) => (call.isolatedByFile?.(found) ? 'worktree' : 'nothing'),
    resumes: ({ subject }) => subject.resumes,
    git: ({ found }) => (found.rootCheckout === null ? 'no' : 'yes'),
    optOut: ({ settings }) => settings.optOut,
    strict: ({ settings }) => settings.strict,
  });
}

/** @type {F.Lazily} */
function lazily(makers) {
  const made = /** @type {Record<string, any>} */ ({});
  const get = (/** @type {unknown} */ _, /** @type {any} */ name) => {
    if (!(name in made)) made[name] = makers[name]?.(facts);
    return made[name];
  };
  /** @type {any} */
  const facts = new Proxy(made, { get });
  return facts;
}

/** @type {F.IsNamedExecutor} */
function isNamedExecutor(type, names) {
  const given = `:${type.trim().toLowerCase()}`;
  return ['msd-executor', ...names].some((name) => given.endsWith(`:${name.trim().toLowerCase()}`));
}

/** An executor is also what the plan's `agent_hint` names. A call that names no agent is judged by whom it is for. @param {any} facts */
function isExecutor(facts) {
  const type = String(facts.subject.agentType ?? '').trim();
  if (type === '') return facts.identity.phase !== null || facts.identity.ambiguous;
  if (isNamedExecutor(type, []) || isNamedExecutor(type, facts.settings.executors)) return true;
  const { plan } = /msd:/.test(facts.subject.texts.join()) ? facts.identity : { plan: null };
  return plan !== null && isNamedExecutor(type, require('./host-files.js').agentHint(facts.found, plan));
}

/** @type {F.SettingsOf} */
function settingsOf(found) {
  const { text, problem } = readFile(found.problem === null ? path.join(found.planning, 'config.json') : '\0');
  try {
    const { workflow = {}, msd = {} } = JSON.parse(problem === 'absent' ? '{}' : text);
    const { use_worktrees: used = true } = workflow;
    const { executors = [], guard: { strict = false } = {} } = msd;
    const named = executors.every((/** @type {unknown} */ name) => typeof name === 'string');
    if (named && typeof used === 'boolean' && typeof strict === 'boolean')
      return { optOut: used ? 'no' : 'yes', strict: strict ? 'yes' : 'no', executors };
  } catch {
    // Not JSON, or another type than is due.
  }
  return { optOut: 'unknown', strict: 'no', executors: [] };
}

// --- the words

/** @type {F.WordsFor} */
function wordsFor(row, call, facts) {
  const { found } = facts;
  const known = found?.problem === null && call.kind !== 'unreadable';
  const { record = null, ...decision } = known ? facts.decision : {};
  const unused = record === null ? nearestUnused(decision) : null;
  const next = unused?.why === 'stale' && row.verdict === 'deny' ? RECORD : row.next;
  const said = { asked: JSON.stringify(call.isolation), root: found?.root, link: found?.problem?.path };
  const runner = call.host in MEANS ? call.host : 'claude';
  const from = /** @type {Record<string, unknown>} */ ({ ...record, ...call, ...said, runner });
  const words = (/** @type {number} */ limit) => {
    const say = (/** @type {unknown} */ value) => cleanText(value, limit);
    const fill = (/** @type {string} */ _, /** @type {string} */ name) => {
      if (name !== 'phase' && name !== 'plan') return say(from[name]);
      const value = known ? facts.identity[name] : null;
      return /^\w[\w.-]{0,63}$/.test(value) ? value : name.toUpperCase();
    };
    const told = unused === null ? '' : sayUnused(unused, facts.identity, say);
    return `msd [${row.code}]: ${row.what.replace(/\{(\w+)\}/g, fill)}.${told} Next: ${next.replace(/\{(\w+)\}/g, fill)}.`;
  };
  const text = words(64);
  return text.length <= 600 ? text : words(24);
}

/** Of the records that did not apply, the one nearest to the dispatch. @param {any} decision @returns {any} */
function nearestUnused({ sentinel, passedOver = [] }) {
  if (sentinel?.problem) return { record: null, why: sentinel.problem };
  const near = ['stale', 'future', 'foreign', 'other-plan', 'other-phase', 'ambiguous', 'no-identity'];
  const one = near.map((why) => passedOver.find((/** @type {any} */ each) => each.why === why && each.record));
  return one.find(Boolean) ?? passedOver[0] ?? null;
}

/** @type {F.SayUnused} */
function sayUnused({ record, why }, { phase, plan, ambiguous }, say) {
  if (record === null) return ` What ${SENTINEL} holds cannot be used (${why}).`;
  const name = (/** @type {any} */ at) => (at.plan === null ? say(at.phase) : `${say(at.phase)}/${say(at.plan)}`);
  const here = ambiguous ? 'names two plans' : phase === null ? 'names no phase' : `says ${name({ phase, plan })}`;
  const minutes = Math.trunc((Date.now() - Date.parse(record.recordedAt)) / 60_000);
  const age = Math.abs(minutes) < 120 ? `${minutes} min` : `${Math.trunc(minutes / 60)} h`;
  const recorded = `recorded ${name(record.scope)} by ${record.decidedBy.producer} ${age} ago; this dispatch ${here}`;
  return ` A record of ${record.isolation} does not apply (${why}): ${recorded}.`;
}

module.exports = { ROWS, decide, judge, factsAt, settingsOf, isNamedExecutor, nearestUnused };
