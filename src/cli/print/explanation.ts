import { type AreaName, AREAS, type Explanation } from '../explain/explanation.js';

/** Each meaning of one code. */
export function explanationsText(explanations: readonly Explanation[]): string {
  return explanations
    .map(({ code, area, says, means, next, exitCode }) =>
      [
        `${code}: ${AREAS[area]}`,
        ...(says === null ? [] : [`  says   ${says}`]),
        `  means  ${means}`,
        ...(next === null ? [] : [`  next   ${next}`]),
        ...(exitCode === null ? [] : [`  exit   ${exitCode}`]),
      ].join('\n'),
    )
    .join('\n\n');
}

/** A line for each code under the heading of its area. */
export function listText(explanations: readonly Explanation[]): string {
  const width = Math.max(...explanations.map(({ code }) => code.length));
  return (Object.keys(AREAS) as AreaName[])
    .map((area) =>
      [
        AREAS[area],
        ...explanations
          .filter((one) => one.area === area)
          .map(({ code, means, says }) => `  ${code.padEnd(width)}  ${area === 'plan' ? says : means}`),
      ].join('\n'),
    )
    .join('\n\n');
}
