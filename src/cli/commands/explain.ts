import { cleanText } from '#hooks/lib/untrusted-text.js';
import { nearestFew } from '../../core/nearest.js';
import { fail, ok } from '../../core/result.js';
import type { CommandModule } from '../command.js';
import { explanations } from '../explain/all.js';
import { explanationsText, listText } from '../print/explanation.js';

/** `msd explain [CODE]`: what a code means, why, and what to do. */
export const command: CommandModule = {
  define(command) {
    command.argument('[code]', 'as msd printed it, with or without brackets; all where none is given');
  },
  async run({ args }) {
    const [asked] = args;
    const all = explanations();
    if (asked === undefined) return ok({ json: { explanations: all }, human: listText(all) });
    const code = bare(asked);
    const found = all.filter((one) => one.code === code);
    if (found.length > 0) return ok({ json: { explanations: found }, human: explanationsText(found) });
    const codes = [...new Set(all.map((one) => one.code))];
    return fail({ reason: 'code-unknown', found: cleanText(asked), near: nearestFew(code, codes) });
  },
};

/** `[conflict]`, `conflict: src/a.js` and `Conflict` ask for `conflict`. */
function bare(asked: string): string {
  const [first = ''] = asked
    .trim()
    .replace(/^.*\[([\w-]+)\].*$/s, '$1')
    .split(/[:\s]/);
  return first.toLowerCase().replaceAll('_', '-');
}
