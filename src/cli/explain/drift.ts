import type { AreaOf, Explained } from './explanation.js';

/** What each kind of drift is and what stands in its place. The lint owns the kinds; a test holds these to them. */
const KINDS = {
  marker: [
    'The line that names a dispatch is spelled, or taken apart, in a second place; where its format changes, that place stays behind and a guard no longer knows the dispatch.',
    'msd dispatch marker, or the module hooks/lib/dispatch-identity.js',
  ],
  frame: [
    'The sentence that names plan and phase is spelled or taken apart in a second place.',
    'msd dispatch prompt, or the module hooks/lib/dispatch-identity.js',
  ],
  'phase-grammar': [
    'A second pattern of what a phase is: it accepts or cuts off what msd does not.',
    'msd phase list, or PHASE_TOKEN_SOURCE of hooks/lib/dispatch-identity.js',
  ],
  'phase-arithmetic': [
    'A phase is counted with as if it were a number: 08, 22.10 and 3A are none.',
    'msd phase list --json, whose phases are texts',
  ],
  'plan-id': ['A plan’s id is made from a file name in a second place.', 'msd plan index PHASE --json'],
  vocabulary: [
    'The values of a decision are listed a second time; a new one is missing there.',
    'msd isolation resolve --json, or ISOLATION_VALUES of hooks/lib/isolation-sentinel.js',
  ],
  producer: [
    'Something records decisions under a name that is not in the closed list, or not where it is listed.',
    'one of the listed producers, or none for a person',
  ],
  layer: ['A part of msd imports what it may not (msd’s own repository only).', 'the table in scripts/drift/layers.js'],
  owner: [
    'An owner holds nothing of its own any more (msd’s own repository only).',
    'OWNERS of scripts/drift/places.js',
  ],
  quotation: ['A quotation of a source is not what the source says.', 'the words of the source'],
  allowance: [
    'An exemption covers nothing, or does not say which half is deliberate and why.',
    'remove it, or complete it',
  ],
  unreadable: ['A file could not be read, so nothing is known of it.', 'make it readable'],
} satisfies Readonly<Record<string, readonly [means: string, next: string]>>;

/** What `msd lint drift` finds. */
export const driftKinds = (): AreaOf<string> =>
  Object.fromEntries(
    Object.entries(KINDS).map(([kind, [means, next]]): [string, Explained] => [
      kind,
      { says: null, means, next, exitCode: 1 },
    ]),
  );
