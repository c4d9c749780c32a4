import { fail, ok } from '../../core/result.js';
import type { CommandModule } from '../command.js';
import { candidates } from '../complete/candidates.js';
import { namesOf, shown } from '../complete/names.js';
import { SCRIPTS, SHELLS } from '../complete/scripts.js';

/** `msd completion SHELL`: what a shell needs to complete msd's words; `words` is what it asks in turn. */
export const command: CommandModule = {
  define(command) {
    command
      .argument('<shell>', `${SHELLS.join(', ')}; or words, which answers what may stand at the cursor`)
      .argument('[words...]', 'for words: what is typed behind msd, after --; the last is the word at the cursor')
      .addHelpText(
        'after',
        '\nbash: eval "$(msd completion bash)" in ~/.bashrc\nzsh:  eval "$(msd completion zsh)" in ~/.zshrc, behind compinit\nfish: msd completion fish | source, in ~/.config/fish/config.fish',
      );
  },
  async run({ args, commands }, io) {
    const [what = '', ...words] = args;
    if (what === 'words') {
      const found = await candidates(words, commands, namesOf(io));
      const lines = found.map(shown).filter((line) => line !== null);
      return ok({ json: { candidates: found }, human: lines.length === 0 ? null : lines.join('\n') });
    }
    const shell = SHELLS.find((one) => one === what);
    if (shell === undefined || words.length > 0)
      return fail({
        reason: 'usage',
        message: shell === undefined ? `"${what}" is no shell that msd knows: ${SHELLS.join(', ')}` : `${shell} alone`,
        command: 'completion',
      });
    return ok({ json: { shell, script: SCRIPTS[shell] }, human: SCRIPTS[shell] });
  },
};
