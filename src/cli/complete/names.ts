import { cleanText } from '#hooks/lib/untrusted-text.js';
import type { Io } from '../io.js';

/** A word that may stand at the cursor, and what it is. */
export interface Candidate {
  readonly value: string;
  readonly what: string;
}

/** What names things of a project. Each is looked up only where it is asked for; what cannot be read has no names. */
export interface Names {
  phases(): Promise<readonly Candidate[]>;
  /** @param phase as typed; null for the plans of all phases */
  plans(phase: string | null): Promise<readonly Candidate[]>;
  runs(): Promise<readonly Candidate[]>;
  workflows(): Promise<readonly Candidate[]>;
  codes(): Promise<readonly Candidate[]>;
  hosts(): Promise<readonly Candidate[]>;
}

/** The names of the project that `io` stands in. */
export function namesOf(io: Io): Names {
  const project = async () => {
    const { openProject } = await import('../../world/project.js');
    const found = openProject(io.cwd);
    return found.ok ? found.value : null;
  };
  return {
    async phases() {
      const here = await project();
      const { listPhases } = await import('../../world/planning-files.js');
      const phases = here === null ? null : listPhases(here);
      return phases?.ok ? phases.value.map(({ dir }) => ({ value: dir, what: 'a phase' })) : [];
    },
    async plans(phase) {
      const here = await project();
      if (here === null) return [];
      const { readPhaseIndex, readPhaseIndexes } = await import('../../world/planning-files.js');
      const read = phase === null ? readPhaseIndexes(here) : readPhaseIndex(here, phase);
      if (!read.ok) return [];
      const indexes = 'plans' in read.value ? [read.value] : read.value;
      return indexes.flatMap(({ plans }) =>
        plans.map(({ id, title, status }) => ({ value: id, what: `${status}${title === null ? '' : `: ${title}`}` })),
      );
    },
    async runs() {
      const { composeProject, composeStore } = await import('../compose.js');
      const found = await composeProject(io.cwd);
      if (!found.ok) return [];
      const runs = (await composeStore(found.value.project)).runs({});
      return runs.ok ? runs.value.map(({ id, phase }) => ({ value: id, what: `a run of phase ${phase}` })) : [];
    },
    async workflows() {
      const { openWorkflows } = await import('../own-workflows.js');
      const opened = await openWorkflows(io);
      return opened.ok ? opened.value.library.workflows.map(({ name }) => ({ value: name, what: 'a workflow' })) : [];
    },
    async codes() {
      const { explanations } = await import('../explain/all.js');
      return explanations().map(({ code, means }) => ({ value: code, what: means }));
    },
    async hosts() {
      const { HOST_NAMES } = await import('../../world/hosts/registry.js');
      return HOST_NAMES.map((value) => ({ value, what: 'a host' }));
    },
  };
}

/** A candidate that a shell can take: on one line, without what is not seen. Null for a name that holds such. */
export function shown({ value, what }: Candidate): string | null {
  return value === '' || cleanText(value, 300) !== value ? null : `${value}\t${cleanText(what, 80)}`;
}
