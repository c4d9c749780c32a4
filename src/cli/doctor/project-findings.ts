// biome-ignore-all lint/suspicious/noExplicitAny: each verb has an answer of its own
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding, FindingCode } from '../../core/doctor/finding.js';
import type { Failure } from '../../core/failure.js';
import type { Result } from '../../core/result.js';
import type { Project } from '../../world/project.js';
import type { CommandOutput, RunVerb } from '../command.js';
import type { Io } from '../io.js';
import { failureText } from '../print/failure.js';

/** One of msd's own verbs that says whether something is in order, and what its "no" means. */
interface Question {
  readonly words: readonly string[];
  readonly code: FindingCode;
  readonly subject: string;
  /** What is wrong, by its answer; null for nothing. */
  readonly wrong: (answer: any, exitCode: number) => string | null;
  /** Asked only where it has something to look at: a question must not make what it asks about. */
  readonly only?: string;
}

const count = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`;

const QUESTIONS: readonly Question[] = [
  {
    words: ['config', 'show'],
    code: 'config-invalid',
    subject: '.planning/config.json',
    wrong: ({ problems }) => {
      const [first] = problems.filter((one: { severity: string }) => one.severity === 'error');
      return first === undefined ? null : `${first.key}: found ${first.found}, accepted: ${first.accepted}`;
    },
  },
  {
    words: ['plan', 'check'],
    code: 'plans-invalid',
    subject: '.planning/phases',
    wrong: ({ phases }, exitCode) => {
      const errors = phases.flatMap((phase: any) => phase.problems).filter((one: any) => one.severity === 'error');
      return exitCode === 0 ? null : `${count(errors.length, 'error')}, the first in ${errors[0]?.file ?? 'a phase'}`;
    },
  },
  {
    words: ['workflow', 'check'],
    code: 'workflows-invalid',
    subject: '.planning/workflows',
    wrong: (_, exitCode) => (exitCode === 0 ? null : 'a workflow of the project cannot be run'),
    only: '.planning/workflows',
  },
  {
    words: ['trust', '--show'],
    code: 'untrusted-commands',
    subject: '.planning',
    wrong: ({ accepted, items }) => (accepted ? null : `${count(items.length, 'program')} that nobody has accepted`),
  },
  {
    words: ['guard', 'violations'],
    code: 'isolation-violated',
    subject: '.msd/attest',
    wrong: ({ violations }) =>
      violations.length === 0 ? null : count(violations.length, 'executor') + ' started in the main checkout',
  },
  {
    words: ['ledger', 'verify'],
    code: 'ledger-damaged',
    subject: '.msd/ledger.db',
    wrong: ({ ok }) => (ok ? null : 'an entry is not as it was written'),
    only: '.msd/ledger.db',
  },
  {
    words: ['isolation', 'show'],
    code: 'decisions-unreadable',
    subject: '.msd/dispatch-isolation-sentinel.json',
    wrong: ({ decisions }) => {
      const bad = decisions.filter((one: { why?: string }) =>
        ['malformed', 'foreign', 'wrong-type', 'unreadable'].includes(one.why ?? ''),
      );
      return bad.length === 0 ? null : `${count(bad.length, 'record')} that cannot be used: ${bad[0].why}`;
    },
    only: '.msd/dispatch-isolation-sentinel.json',
  },
  {
    words: ['recover', '--dry-run'],
    code: 'recovery-due',
    subject: '.msd',
    wrong: ({ repairs }) =>
      repairs.length === 0
        ? null
        : `${count(repairs.length, 'thing')} that a dead run left, the first: ${repairs[0].subject}`,
    only: '.msd/ledger.db',
  },
  {
    words: ['worktree', 'list'],
    code: 'worktrees-left',
    subject: '.msd/worktrees',
    wrong: ({ worktrees }) => {
      const free = worktrees.filter((one: any) => one.owner !== null && one.keeps.length === 0);
      return free.length === 0 ? null : `${count(free.length, 'worktree')} that hold nothing`;
    },
    only: '.git',
  },
];

/** What is wrong with the project itself, as msd's own verbs say: nothing is worked out a second time here. */
export async function projectFindings(project: Project, runVerb: RunVerb, io: Io): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const question of QUESTIONS) {
    const only =
      question.only === '.git'
        ? project.rootCheckout !== null
        : question.only === undefined || existsSync(join(project.root, question.only));
    if (!only) continue;
    const found = foundBy(question, await runVerb(question.words, { ...io, json: true }));
    if (found !== null) findings.push({ code: question.code, subject: question.subject, found });
  }
  if (existsSync(project.msd) && !ignoresAll(join(project.msd, '.gitignore')))
    findings.push({ code: 'msd-not-ignored', subject: '.msd/.gitignore', found: 'it has no line *' });
  return findings;
}

/** A verb that is a person's alone is not asked in an agent's place, and what an earlier question said is not said again. */
const SKIPPED: readonly Failure['reason'][] = [
  'in-agent-worktree',
  'token-present',
  'phase-empty',
  'not-a-repository',
  'no-commits',
  'git-missing',
];

function foundBy(question: Question, answer: Result<CommandOutput, Failure>): string | null {
  if (answer.ok) return question.wrong(answer.value.json, answer.value.exitCode ?? 0);
  const { reason } = answer.error;
  if (SKIPPED.includes(reason) || (reason === 'config-invalid' && question.code !== 'config-invalid')) return null;
  return (
    failureText(answer.error)
      .split('\n')[0]
      ?.replace(/^error: /, '') ?? reason
  );
}

function ignoresAll(file: string): boolean {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/).includes('*');
  } catch {
    return false;
  }
}
