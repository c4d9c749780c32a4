// @ts-check

/**
 * The shapes of what the lint finds. Nothing here runs.
 * @typedef {'marker' | 'frame' | 'phase-grammar' | 'phase-arithmetic' | 'plan-id' | 'vocabulary' | 'producer' | 'template'
 *   | 'layer' | 'owner' | 'quotation' | 'allowance' | 'unreadable'} Kind
 */

/** @typedef {import('./scan.js').Half} Half */
/**
 * A departure as a rule reports it.
 * @typedef {{offset: number, kind: Kind, half: Half, found: string, use: string}} Found
 */
/** @typedef {{file: string, line: number, kind: Kind, half: Half | null, found: string, use: string}} Finding */

export {};
