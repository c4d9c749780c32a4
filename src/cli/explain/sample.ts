/**
 * Facts that stand for any: each is its own name in capitals, so that words made for real facts say what they say of all.
 * @param known facts that choose between words and must be real
 */
export function sampleFacts<T>(known: Readonly<Record<string, unknown>>): T {
  const get = (_: unknown, name: string | symbol) => {
    if (typeof name !== 'string') return undefined;
    if (name in known) return known[name];
    if (RECORDS.has(name)) return [sampleFacts({})];
    return LISTS.has(name) ? [capitals(name)] : capitals(name);
  };
  return new Proxy(known, { get }) as T;
}

/** Facts that are lists of texts. */
const LISTS = new Set([
  ...['known', 'candidates', 'meant', 'accepted', 'types', 'args', 'channels', 'plans', 'files', 'paths', 'path'],
  ...['expected', 'cycle', 'near', 'atWork'],
]);

/** Facts that are lists of things with facts of their own. */
const RECORDS = new Set(['violations', 'problems', 'items']);

/** `integrationBranch` becomes `INTEGRATION BRANCH`. */
function capitals(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter}`).toUpperCase();
}
