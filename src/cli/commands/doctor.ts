import { ENVIRONMENT, type Diagnosis, type Finding, type FindingCode, type Note } from '../../core/doctor/finding.js';
import { planInstall, receiptOf } from '../../core/install/plan-install.js';
import type { Failure } from '../../core/failure.js';
import { fail, ok, type Result } from '../../core/result.js';
import { ensureMsdDir, type Project } from '../../world/project.js';
import { gitFacts, versions } from '../../world/doctor/git-facts.js';
import { findInstallPlace, type InstallPlace } from '../../world/install/place.js';
import { readTree } from '../../world/install/tree.js';
import { writeChanges } from '../../world/install/write-changes.js';
import type { CommandInput, CommandModule } from '../command.js';
import { composeGit, composeProject } from '../compose.js';
import { ASKED_PATHS, hostFindings, hostsThere, setupsHere } from '../doctor/host-findings.js';
import { projectFindings } from '../doctor/project-findings.js';
import type { Io } from '../io.js';
import { personOnly } from '../person-only.js';
import { doctorJson, doctorText } from '../print/doctor.js';
import { wordsFor } from '../words/failures.js';
import { readShipped } from '../../world/install/shipped.js';

/** `msd doctor`: what keeps msd, its guards and the hosts from working here, each with its reason and what mends it. */
export const command: CommandModule = {
  define(command) {
    command
      .option('--fix', 'mend what can be mended without a decision of yours')
      .addHelpText('after', '\nExit 0 where nothing is wrong, 1 where something is, 7 where it is git or Node.');
  },
  async run(input, io) {
    const place = await findInstallPlace(io.cwd, io.env);
    if (!place.ok) return place;
    const { project } = place.value;
    if (project === null) return fail({ reason: 'project-not-found', dir: io.cwd });
    let diagnosis = await diagnose(place.value, project, input, io);
    let fixed: readonly FindingCode[] = [];
    if (input.options['fix'] === true) {
      const person = personOnly(io, project, 'doctor --fix');
      if (!person.ok) return person;
      const before = codesOf(diagnosis);
      const mended = await mend(before, place.value, project, input, io);
      if (!mended.ok) return mended;
      diagnosis = await diagnose(place.value, project, input, io);
      fixed = [...before].filter((code) => !codesOf(diagnosis).has(code));
    }
    const found = { msd: readShipped().version, ...(await versions(project.root, io.env)) };
    const hosts = hostsThere({ place: place.value, tree: readTree(place.value.root, place.value.boundary) }, io);
    const told = { root: project.root, versions: found, hosts, fixed };
    const ill = [...codesOf(diagnosis)];
    const exitCode = ill.length === 0 ? 0 : ill.some((code) => ENVIRONMENT.has(code)) ? 7 : 1;
    return ok({ json: doctorJson(diagnosis, told), human: doctorText(diagnosis, told), exitCode });
  },
};

const codesOf = ({ findings }: Diagnosis): ReadonlySet<FindingCode> => new Set(findings.map(({ code }) => code));

async function diagnose(place: InstallPlace, project: Project, { runVerb }: CommandInput, io: Io): Promise<Diagnosis> {
  const known = await versions(project.root, io.env);
  const tree = readTree(place.root, place.boundary);
  const config = await composeProject(project.root);
  const git = await gitFacts(place.root, ASKED_PATHS, io.env);
  const hosts = await hostFindings(
    { place, tree, git, version: readShipped().version, strict: config.ok && config.value.config.guardStrict },
    io,
  );
  const tracked: Finding[] = git.msdTracked
    ? [{ code: 'msd-tracked', subject: '.msd', found: 'files below it are tracked' }]
    : [];
  const notes: Note[] = [...(await planningNotes(runVerb, io)), ...hosts.notes];
  if (config.ok && !config.value.config.useWorktrees)
    notes.unshift({ code: 'opted-out', subject: '.planning/config.json', found: 'workflow.use_worktrees is false' });
  const around = [...nodeFindings(known.node), ...(await checkoutFindings(place.root, io))];
  return {
    findings: [...around, ...tracked, ...(await projectFindings(project, runVerb, io)), ...hosts.findings],
    notes,
  };
}

/** @param version as `process.versions.node` has it */
export function nodeFindings(version: string): readonly Finding[] {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return [];
  return [{ code: 'node-too-old', subject: 'node', found: version }];
}

const GIT_CODES: Readonly<Partial<Record<Failure['reason'], FindingCode>>> = {
  'git-missing': 'git-unusable',
  'git-too-old': 'git-unusable',
  'git-failed': 'git-unusable',
  'not-a-repository': 'not-a-repository',
  'no-commits': 'no-commits',
};

async function checkoutFindings(root: string, io: Io): Promise<readonly Finding[]> {
  const checkout = await (await composeGit(io.env)).checkout(root);
  const code = checkout.ok ? undefined : GIT_CODES[checkout.error.reason];
  if (checkout.ok || code === undefined) return [];
  return [{ code, subject: code === 'git-unusable' ? 'git' : root, found: wordsFor(checkout.error).message }];
}

/** An existing tree of plans is read as it is, whoever wrote it. */
async function planningNotes(runVerb: CommandInput['runVerb'], io: Io): Promise<readonly Note[]> {
  const listed = await runVerb(['phase', 'list'], { ...io, json: true });
  const phases = listed.ok ? ((listed.value.json as { phases?: readonly unknown[] }).phases ?? []) : [];
  if (phases.length === 0) return [];
  const found = `${phases.length} phase${phases.length === 1 ? '' : 's'}; a GSD project needs no change`;
  return [{ code: 'works-as-it-is', subject: '.planning', found }];
}

/** What `--fix` does: what init wrote is brought up to date, and msd's own verbs tidy up. Nothing of a person's is touched. */
async function mend(
  codes: ReadonlySet<FindingCode>,
  place: InstallPlace,
  project: Project,
  { runVerb }: CommandInput,
  io: Io,
): Promise<Result<null, Failure>> {
  const tree = readTree(place.root, place.boundary);
  const known = setupsHere(place).filter(({ host }) => receiptOf(host, tree) !== null);
  if (known.length > 0) {
    const plan = planInstall(known, tree, readShipped().version, {});
    const written = writeChanges(place.root, place.boundary, plan.changes, []);
    if (!written.ok) return written;
  }
  if (codes.has('msd-not-ignored')) {
    const made = ensureMsdDir(project);
    if (!made.ok) return made;
  }
  const verbs: readonly (readonly [FindingCode, readonly string[]])[] = [
    ['recovery-due', ['recover']],
    ['worktrees-left', ['worktree', 'prune']],
  ];
  for (const [code, words] of verbs) {
    const done = codes.has(code) ? await runVerb(words, { ...io, json: true }) : ok(null);
    if (!done.ok) return done;
  }
  return ok(null);
}
