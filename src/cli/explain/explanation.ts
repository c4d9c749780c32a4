/** What a code means. One code may mean different things in different places: each has its own explanation. */
export interface Explanation {
  readonly code: string;
  readonly area: AreaName;
  /** The words that come with the code, with what they are filled in by in capitals; null where the code stands alone. */
  readonly says: string | null;
  /** What it means and why it is so. */
  readonly means: string;
  /** The command or act that goes on from here; null where nothing is to be done. */
  readonly next: string | null;
  /** The exit code that it brings about; null where it brings about none of its own. */
  readonly exitCode: number | null;
}

/** Where codes are met, in the order in which they are listed, with a heading. */
export const AREAS = {
  failure: 'why a command fails',
  plan: 'what is wrong with a plan (msd plan check)',
  workflow: 'what is wrong with a workflow (msd workflow check)',
  outcome: 'why a plan ended as it did (msd run show)',
  notice: 'what a run tells beside its plans',
  owed: 'what agents are told that they did not ask for (msd notices)',
  repair: 'what recovery mends (msd recover)',
  isolation: 'why a dispatch may run where it may (msd isolation show)',
  record: 'why a recorded decision does not apply',
  guard: 'what the guards answer (msd guard explain)',
  advisory: 'what is told of a message that went through',
  install: 'why msd init leaves a file alone, or warns of it',
  doctor: 'what msd doctor finds',
  drift: 'what msd lint drift finds',
  stall: 'why an obligation needs a look (msd obligation stalled)',
} as const;

export type AreaName = keyof typeof AREAS;

/** The codes of one area. */
export type AreaOf<Code extends string> = Readonly<Record<Code, Explained>>;

export type Explained = Omit<Explanation, 'code' | 'area'>;
