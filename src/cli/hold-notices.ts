import { fail, ok } from '../core/result.js';
import type { CommandModule } from './command.js';
import { withLedger } from './open-ledger.js';
import { personOnly } from './person-only.js';

/** `msd hold` and `msd resume`: whether notices are offered. */
export function holdCommand(name: 'hold' | 'resume'): CommandModule {
  const on = name === 'hold';
  return {
    arity: 0,
    define() {},
    async run(_input, io) {
      return withLedger(io, true, ({ project, ledger }) => {
        const person = personOnly(io, project, name);
        if (!person.ok) return person;
        const changed = ledger.notices.hold(on, null);
        if (!changed.ok) return fail(changed.error);
        const state = on ? 'notices are on hold: they are kept and not shown' : 'notices are shown';
        return ok({ json: { hold: on, changed: changed.value }, human: `${state}${changed.value ? '' : ' already'}` });
      });
    },
  };
}
