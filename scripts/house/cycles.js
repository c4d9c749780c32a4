// Files that import each other in a circle, types aside.
import { codeFiles, importsOf, targetOf } from './source.js';

/** One finding for each circle, named from its first file on. @returns {import('./source.js').Finding[]} */
export function checkCycles(files) {
  const code = codeFiles(files);
  const paths = new Set(code.map((file) => file.path));
  const edges = new Map(code.map((file) => [file.path, edgesOf(file, paths)]));
  return circles(edges).map((circle) => ({
    path: circle[0],
    line: edges.get(circle[0]).find((edge) => circle.includes(edge.to))?.line ?? 1,
    rule: 'cycles',
    message: `imports itself by way of ${[...circle.slice(1), circle[0]].join(' → ')}`,
  }));
}

function edgesOf({ path, text }, paths) {
  return importsOf(text)
    .filter((one) => !one.typeOnly && !one.lazy)
    .map((one) => ({ to: targetOf(one.specifier, path, paths), line: one.line }))
    .filter((edge) => edge.to !== null && paths.has(edge.to));
}

/** Strongly connected parts of more than one file, or of one that imports itself (Tarjan). */
function circles(edges) {
  const found = [];
  const number = new Map();
  const low = new Map();
  const stack = [];
  const visit = (node) => {
    number.set(node, number.size);
    low.set(node, number.get(node));
    stack.push(node);
    for (const { to } of edges.get(node)) {
      if (!number.has(to)) visit(to);
      if (stack.includes(to)) low.set(node, Math.min(low.get(node), low.get(to)));
    }
    if (low.get(node) !== number.get(node)) return;
    const part = stack.splice(stack.indexOf(node));
    if (part.length > 1 || edges.get(node).some((edge) => edge.to === node)) found.push(inOrder(part, edges));
  };
  for (const node of edges.keys()) if (!number.has(node)) visit(node);
  return found;
}

/** A way round the circle, as one imports the next. */
function inOrder(part, edges) {
  const way = [part[0]];
  for (;;) {
    const next = edges.get(way.at(-1)).find(({ to }) => part.includes(to) && !way.includes(to));
    if (!next) return way;
    way.push(next.to);
  }
}
