import { basename } from 'node:path';

/**
 * A plan as the example agent understands it: its tasks, each with files to write and a command that checks them.
 * @param {string} file name of the plan file
 * @param {string} text
 */
export function readPlan(file, text) {
  // msd-drift-allow(plan-id): parse — stands for an agent that knows nothing of msd's sources
  const id = basename(file).replace(/-PLAN\.md$/, '');
  const tasks = [...text.matchAll(/^<task\b[^>]*>\r?\n([\s\S]*?)^<\/task>/gm)].map(([, body]) => ({
    name: element(body, 'name') ?? 'a task without a name',
    files: (element(body, 'files') ?? '')
      .split(',')
      .map((path) => path.trim())
      .filter(Boolean),
    edits: readEdits(body),
    verify: element(body, 'verify'),
  }));
  return { id, number: id.split('-').slice(0, 2).join('-'), tasks };
}

function element(body, name) {
  return new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(body)?.[1].trim() ?? null;
}

/** The fenced blocks that say `write=FILE`, `append=FILE` or `insert=FILE after="LINE"`. */
function readEdits(body) {
  const fence = /^```\w* (write|append|insert)=(\S+)(?: after="(.*)")?\r?\n([\s\S]*?)^```$/gm;
  return [...body.matchAll(fence)].map(([, how, file, after, text]) => ({ how, file, after: after ?? null, text }));
}

/** The text of a file after an edit; throws where the line to insert after is not there exactly once. */
export function applyEdit(edit, before) {
  if (edit.how === 'write') return edit.text;
  if (edit.how === 'append') return before + edit.text;
  const lines = before.split('\n');
  const at = lines.indexOf(edit.after);
  if (at < 0 || lines.indexOf(edit.after, at + 1) >= 0) throw new Error(`${edit.file}: not once: ${edit.after}`);
  return [...lines.slice(0, at + 1), ...edit.text.replace(/\n$/, '').split('\n'), ...lines.slice(at + 1)].join('\n');
}
