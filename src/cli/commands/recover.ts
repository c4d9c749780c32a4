import { recover } from '../../engine/recover.js';
import { fail, ok } from '../../core/result.js';
import type { CommandModule } from '../command.js';

export const command: CommandModule = {
  define(command) {
    command.option('--phase <phase>', 'only this phase');
  },
  async run({ options }, io) {
    const session = io.session;
    if (!session) return fail({ reason: 'no-session', verb: 'recover', phase: String(options['phase'] ?? '') });
    const repairs = await recover(session);
    return ok({
      json: { repairs },
      human: repairs.map((r) => `${r.subject}: ${r.action}`).join('\n') || 'nothing to mend',
    });
  },
};
