// @ts-check

/** What the lint tells apart. `msd explain` has words for each. */
export const KINDS = /** @type {const} */ ([
  'marker',
  'frame',
  'phase-grammar',
  'phase-arithmetic',
  'plan-id',
  'vocabulary',
  'producer',
  'layer',
  'owner',
  'quotation',
  'allowance',
  'unreadable',
]);

/** @typedef {(typeof KINDS)[number]} Kind */

/** @typedef {import('./scan.js').Half} Half */
/**
 * A departure as a rule reports it.
 * @typedef {{offset: number, kind: Kind, half: Half, found: string, use: string}} Found
 */
/** @typedef {{file: string, line: number, kind: Kind, half: Half | null, found: string, use: string}} Finding */
