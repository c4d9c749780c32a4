import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Edges, findAncestors, findLevels } from '../../../src/core/phase/levels.js';

/** Any graph of up to eight plans, cycles included. */
const graph = fc
  .integer({ min: 1, max: 8 })
  .chain((count) =>
    fc.array(fc.uniqueArray(fc.nat(count - 1), { maxLength: 3 }), { minLength: count, maxLength: count }),
  );

/** Whether `from` reaches `to` by one edge or more. */
function reaches(edges: Edges, from: number, to: number): boolean {
  const seen = new Set<number>();
  const queue = [...(edges[from] ?? [])];
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    if (at === to) return true;
    if (seen.has(at)) continue;
    seen.add(at);
    queue.push(...(edges[at] ?? []));
  }
  return false;
}

test('levels, cycles and order of any graph', () => {
  fc.assert(
    fc.property(graph, (edges) => {
      const { levels, cycles, order } = findLevels(edges);
      const plans = edges.map((_, at) => at);
      for (const at of plans) {
        const stuck =
          reaches(edges, at, at) || plans.some((other) => reaches(edges, at, other) && reaches(edges, other, other));
        const expected = stuck ? null : 1 + Math.max(0, ...(edges[at] ?? []).map((one) => levels[one] ?? 0));
        assert.equal(levels[at], expected);
      }
      assert.deepEqual(
        [...order].sort((a, b) => a - b),
        plans.filter((at) => levels[at] !== null),
      );
      for (const at of order) for (const one of edges[at] ?? []) assert.ok(order.indexOf(one) < order.indexOf(at));
      // Each group of plans that reach each other has one cycle, and it is one.
      const groups = new Set(
        plans
          .filter((at) => reaches(edges, at, at))
          .map((at) => plans.find((one) => one === at || (reaches(edges, at, one) && reaches(edges, one, at)))),
      );
      assert.equal(cycles.length, groups.size);
      for (const cycle of cycles) {
        assert.equal(new Set(cycle).size, cycle.length);
        for (const [i, at] of cycle.entries()) assert.ok(edges[at]?.includes(cycle[(i + 1) % cycle.length] as number));
        assert.equal(cycle[0], Math.min(...cycle));
      }
      const { related } = findAncestors(edges, order);
      for (const a of order)
        for (const b of order) assert.equal(related(a, b), a !== b && (reaches(edges, a, b) || reaches(edges, b, a)));
    }),
    { numRuns: 1000 },
  );
});

test('chains and cycles of a hundred thousand plans', () => {
  const size = 100_000;
  const chain = Array.from({ length: size }, (_, at) => (at > 0 ? [at - 1] : []));
  assert.equal(findLevels(chain).levels[size - 1], size);
  const circle = Array.from({ length: size }, (_, at) => [(at + 1) % size]);
  const { cycles, order } = findLevels(circle);
  assert.equal(cycles.length, 1);
  assert.equal(cycles[0]?.length, size);
  assert.deepEqual(order, []);
});
