import { cleanText } from '#hooks/lib/untrusted-text.js';
import type { ProjectPrograms } from '../../world/project-programs.js';

const WIDTH = 400;

/** What a project asks to run, whole and cleaned, for a person to judge: nothing is cut, what cannot be seen is counted. */
export function programLines(programs: ProjectPrograms): readonly string[] {
  if (programs.hash === null) return [];
  const count = programs.items.length === 1 ? 'One thing' : `${programs.items.length} things`;
  return [
    `${count} in this checkout would run on your machine, and on that of everyone who has it:`,
    ...programs.items.flatMap(({ source, text }) => ['', `${cleanText(source, 300)}`, ...textLines(text)]),
    '',
    `hash ${programs.hash}`,
  ];
}

function textLines(text: string): readonly string[] {
  let hidden = 0;
  const lines = text
    .replace(/\r\n/g, '\n')
    .replace(/\n$/, '')
    .split('\n')
    .flatMap((line) =>
      pieces(line).map((piece) => {
        const indent = /^ */.exec(piece)![0];
        const clean = piece.trim() === '' ? '' : cleanText(piece, WIDTH);
        hidden += [...piece.trim()].length - [...clean].length;
        return `  | ${indent}${clean}`.trimEnd();
      }),
    );
  return hidden > 0 ? [...lines, `  (${hidden} characters that cannot be seen are not shown)`] : lines;
}

/** A long line in pieces: none of it may be cut. */
function pieces(line: string): readonly string[] {
  if (line.length <= WIDTH) return [line];
  const found: string[] = [];
  for (let at = 0; at < line.length; at += WIDTH) found.push(line.slice(at, at + WIDTH));
  return found;
}
