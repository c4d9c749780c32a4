/**
 * Levels and cycles of a graph of plans, by position. Nothing here recurses and everything is linear in plans and edges, so
 * that a chain of ten thousand plans is no trouble.
 */

/** For each plan the positions of the plans it depends on. */
export type Edges = readonly (readonly number[])[];

export interface Levels {
  /** 1 for a plan without dependencies, else one more than the highest of them; null in a cycle or behind one. */
  readonly levels: readonly (number | null)[];
  /** Each cycle once, as a path: the first depends on the second, and so on; the last depends on the first. */
  readonly cycles: readonly (readonly number[])[];
  /** Plans whose dependencies come before them; without those in or behind a cycle. */
  readonly order: readonly number[];
}

export function findLevels(edges: Edges): Levels {
  const dependents: number[][] = edges.map(() => []);
  const waiting = edges.map((dependencies, plan) => {
    for (const dependency of dependencies) dependents[dependency]?.push(plan);
    return dependencies.length;
  });
  const levels: (number | null)[] = edges.map(() => null);
  const order: number[] = [];
  waiting.forEach((count, plan) => {
    if (count === 0) {
      levels[plan] = 1;
      order.push(plan);
    }
  });
  for (let at = 0; at < order.length; at++) {
    const plan = order[at] ?? 0;
    for (const dependent of dependents[plan] ?? []) {
      const left = (waiting[dependent] ?? 0) - 1;
      waiting[dependent] = left;
      if (left > 0) continue;
      levels[dependent] = (edges[dependent] ?? []).reduce((top, one) => Math.max(top, levels[one] ?? 0), 0) + 1;
      order.push(dependent);
    }
  }
  return { levels, cycles: order.length === edges.length ? [] : findCycles(edges, levels), order };
}

/** One path for each group of plans that all depend on each other, found by Tarjan's algorithm with a stack of its own. */
function findCycles(edges: Edges, levels: readonly (number | null)[]): readonly (readonly number[])[] {
  const seen: (number | undefined)[] = [];
  const low: number[] = [];
  const open = new Set<number>();
  const stack: number[] = [];
  const cycles: number[][] = [];
  let count = 0;
  for (let root = 0; root < edges.length; root++) {
    if (levels[root] !== null || seen[root] !== undefined) continue;
    const path: { readonly plan: number; next: number }[] = [];
    const enter = (plan: number) => {
      seen[plan] = low[plan] = count++;
      stack.push(plan);
      open.add(plan);
      path.push({ plan, next: 0 });
    };
    enter(root);
    for (let frame = path[path.length - 1]; frame !== undefined; frame = path[path.length - 1]) {
      const { plan } = frame;
      const dependency = edges[plan]?.[frame.next++];
      if (dependency !== undefined) {
        if (levels[dependency] !== null) continue;
        const at = seen[dependency];
        if (at === undefined) enter(dependency);
        else if (open.has(dependency)) low[plan] = Math.min(low[plan] ?? 0, at);
        continue;
      }
      path.pop();
      const above = path[path.length - 1];
      if (above) low[above.plan] = Math.min(low[above.plan] ?? 0, low[plan] ?? 0);
      if (low[plan] !== seen[plan]) continue;
      const group: number[] = [];
      for (let member = stack.pop(); member !== undefined; member = stack.pop()) {
        open.delete(member);
        group.push(member);
        if (member === plan) break;
      }
      if (group.length > 1 || edges[plan]?.includes(plan)) cycles.push(pathThrough(group, edges));
    }
  }
  return cycles.sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
}

/** Walks inside the group from its first plan until a plan comes again. */
function pathThrough(group: readonly number[], edges: Edges): number[] {
  const inside = new Set(group);
  const places = new Map<number, number>();
  const path: number[] = [];
  let plan = lowest(group);
  while (!places.has(plan)) {
    places.set(plan, path.length);
    path.push(plan);
    plan = edges[plan]?.find((dependency) => inside.has(dependency)) ?? plan;
  }
  const cycle = path.slice(places.get(plan));
  const first = cycle.indexOf(lowest(cycle));
  return [...cycle.slice(first), ...cycle.slice(0, first)];
}

function lowest(plans: readonly number[]): number {
  return plans.reduce((low, plan) => Math.min(low, plan), Number.POSITIVE_INFINITY);
}

/** Which plans wait for which through any chain. */
export interface Ancestors {
  /** One of the two waits for the other. */
  readonly related: (a: number, b: number) => boolean;
}

/** Plans up to which every plan's ancestors are held, as one bit each. */
const ANCESTORS_LIMIT = 16_384;

/** For more than `ANCESTORS_LIMIT` plans no two are called related. */
export function findAncestors(edges: Edges, order: readonly number[]): Ancestors {
  if (edges.length > ANCESTORS_LIMIT) return { related: () => false };
  const words = (edges.length + 31) >> 5;
  const bits: (Uint32Array | undefined)[] = [];
  for (const plan of order) {
    const own = new Uint32Array(words);
    for (const dependency of edges[plan] ?? []) {
      own[dependency >> 5] = (own[dependency >> 5] ?? 0) | (1 << (dependency & 31));
      const theirs = bits[dependency];
      if (theirs) for (let i = 0; i < words; i++) own[i] = (own[i] ?? 0) | (theirs[i] ?? 0);
    }
    bits[plan] = own;
  }
  const has = (plan: number, ancestor: number) => ((bits[plan]?.[ancestor >> 5] ?? 0) & (1 << (ancestor & 31))) !== 0;
  return { related: (a, b) => has(a, b) || has(b, a) };
}
