/** The shape of a JSON answer, as far as placeholders and conditions may rely on it. */
export type Shape =
  | { readonly kind: 'value' }
  /** Not known before it is there: judged at run time. */
  | { readonly kind: 'any' }
  | { readonly kind: 'list'; readonly of: Shape }
  | { readonly kind: 'object'; readonly fields: Readonly<Record<string, Shape>> };

/** A verb that a workflow may run in process. */
export interface Verb {
  /** What `--json` answers (DESIGN §13). */
  readonly result: Shape;
  /** Changes nothing: `msd workflow show` may ask it to fill in what follows. */
  readonly reads: boolean;
  /** Exists only while the engine runs a phase; by hand the words say what to do instead. */
  readonly engineOnly: boolean;
}

const value: Shape = { kind: 'value' };
const any: Shape = { kind: 'any' };
const list = (of: Shape): Shape => ({ kind: 'list', of });
const object = (fields: Readonly<Record<string, Shape>>): Shape => ({ kind: 'object', fields });

const decidedBy = object({ producer: value, kind: value });
const decision = object({
  isolation: value,
  harnessFlag: value,
  worktree: value,
  decidedBy,
  reason: value,
  scope: object({ run: value, phase: value, plan: value }),
  recordedAt: value,
  expiresAt: value,
});

/** An entry of `plans` of `msd plan index`. */
export const PLAN_SHAPE = object({
  id: value,
  number: value,
  file: value,
  title: value,
  objective: value,
  dependsOn: list(value),
  dependsOnOutside: list(any),
  wave: value,
  declaredWave: value,
  filesModified: list(value),
  filesCreated: list(value),
  filesDeleted: list(value),
  filesKnown: value,
  autonomous: value,
  agentHint: value,
  taskCount: value,
  checkpoints: list(any),
  status: value,
  blockedBy: list(value),
  runnable: value,
});

const index = object({
  version: value,
  phase: object({ token: value, key: value, name: value, dir: value }),
  plans: list(PLAN_SHAPE),
  waves: list(list(value)),
  overlaps: list(object({ plans: list(value), paths: list(value) })),
  ignoreCase: value,
  problems: list(object({ code: value, severity: value, file: value, line: value, message: value })),
});

const verb = (result: Shape, how: 'reads' | 'writes' | 'engine'): Verb => ({
  result,
  reads: how === 'reads',
  engineOnly: how === 'engine',
});

/** Every verb a `sh` block may run in process, by its one or two words. A verb that is not here is a fault of the block. */
export const VERBS: Readonly<Record<string, Verb>> = {
  'phase list': verb(any, 'reads'),
  'plan index': verb(index, 'reads'),
  'plan check': verb(any, 'reads'),
  'plan home': verb(any, 'engine'),
  'run land': verb(any, 'engine'),
  'run list': verb(any, 'reads'),
  'run show': verb(any, 'reads'),
  'dispatch marker': verb(any, 'reads'),
  'dispatch prompt': verb(object({ marker: value, prompt: value, decision }), 'reads'),
  'isolation resolve': verb(object({ isolation: value, reason: value, decidedBy, facts: any }), 'reads'),
  'isolation show': verb(object({ path: value, decisions: list(any) }), 'reads'),
  'isolation record': verb(decision, 'writes'),
  'isolation clear': verb(any, 'writes'),
  recover: verb(object({ repairs: list(object({ rule: value, subject: value, action: value })) }), 'writes'),
  'worktree list': verb(any, 'reads'),
  'worktree prune': verb(any, 'writes'),
  'channel list': verb(any, 'reads'),
  'message send': verb(any, 'writes'),
  'message read': verb(any, 'reads'),
  'message wait': verb(any, 'reads'),
  'obligation list': verb(any, 'reads'),
  'obligation show': verb(any, 'reads'),
  'obligation stalled': verb(any, 'reads'),
  'ledger list': verb(any, 'reads'),
  'ledger verify': verb(any, 'reads'),
  'notices list': verb(any, 'reads'),
  doctor: verb(any, 'reads'),
};

/** The verb that literal words begin with, longest name first; null where msd has no such verb for workflows. */
export function findVerb(words: readonly string[]): { readonly name: string; readonly verb: Verb } | null {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ');
    const found = words.length >= length && Object.hasOwn(VERBS, name) ? VERBS[name] : undefined;
    if (found) return { name, verb: found };
  }
  return null;
}

/**
 * Follows fields through a shape.
 * @returns the shape there, or the first segment that is not part of it with what would be
 */
export function shapeAt(
  shape: Shape,
  segments: readonly string[],
): { readonly shape: Shape } | { readonly unknown: string; readonly known: readonly string[] } {
  let here = shape;
  for (const segment of segments) {
    if (here.kind === 'any') return { shape: here };
    if (here.kind === 'list' && /^\d+$/.test(segment)) here = here.of;
    else if (here.kind === 'object' && Object.hasOwn(here.fields, segment)) here = here.fields[segment]!;
    else return { unknown: segment, known: here.kind === 'object' ? Object.keys(here.fields) : [] };
  }
  return { shape: here };
}
