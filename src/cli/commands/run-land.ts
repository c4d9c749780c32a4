import { landAtEnd } from '../../engine/land.js';
import { fail, ok } from '../../core/result.js';
import type { CommandModule } from '../command.js';

export const command: CommandModule = {
  define(command) {
    command.requiredOption('--phase <phase>', 'the phase');
  },
  async run({ options }, io) {
    const session = io.session;
    if (!session) return fail({ reason: 'no-session', verb: 'run land', phase: String(options['phase']) });
    session.landed = await landAtEnd(session);
    return ok({ json: session.landed, human: session.landed.kind });
  },
};
