import type { Failure } from '../core/failure.js';
import { fail, ok, type Result } from '../core/result.js';
import { openProject, type Project } from '../world/project.js';
import { createLedger, type Ledger } from '../world/store/ledger.js';
import type { TokenHolder } from '../world/store/tokens.js';
import type { CommandOutput } from './command.js';
import type { Io } from './io.js';
import { personOnly, tokenOf } from './person-only.js';
import type { Speaker, VerbContext } from './verbs/verb.js';

/** A command's ledger, and the project it belongs to. */
export interface OpenedLedger {
  readonly project: Project;
  readonly ledger: Ledger;
}

/**
 * Runs a command's work on the ledger of the project it was called in, and closes it.
 * @param create false for a command that only looks: a project without a ledger is then read as having an empty one
 */
export async function withLedger(
  io: Io,
  create: boolean,
  work: (opened: OpenedLedger) => Promise<Result<CommandOutput, Failure>> | Result<CommandOutput, Failure>,
): Promise<Result<CommandOutput, Failure>> {
  const project = openProject(io.cwd);
  if (!project.ok) return project;
  const ledger = createLedger(project.value, { now: () => new Date() }, { create });
  if (!ledger.ok) return ledger;
  try {
    return await work({ project: project.value, ledger: ledger.value });
  } finally {
    ledger.value.close();
  }
}

/** Who speaks: the token's agent, or at the main checkout the one that `--as` names. */
export function speaker(
  io: Io,
  { project, ledger }: OpenedLedger,
  as: string | undefined,
  command: string,
): Result<Speaker, Failure> {
  const token = tokenOf(io);
  if (token !== null && as === undefined) {
    const holder = ledger.whois(token);
    return holder.ok ? ok(heard(ledger, holder.value)) : holder;
  }
  const person = personOnly(io, project, `${command} --as`);
  if (!person.ok) return person;
  if (as === undefined) {
    return fail({ reason: 'usage', message: 'say who speaks: --as AGENT (msd agent list names them)', command });
  }
  const agent = ledger.agent(as);
  return agent.ok ? ok({ agent: agent.value, via: 'person', session: null }) : agent;
}

/**
 * An agent that calls: what was offered to it before has been seen by now. That this cannot be recorded keeps no command
 * from its work: it is then offered again.
 */
export function heard(ledger: Ledger, { agent, session }: TokenHolder): Speaker {
  ledger.notices.called(session);
  return { agent, via: 'agent', session };
}

/**
 * What a verb is handed by a command: whoever `--as` or the token names speaks, and decides by its rights. Without either,
 * and outside an agent's worktree, the person does.
 */
export function commandContext(io: Io, opened: OpenedLedger, as: string | undefined, command: string): VerbContext {
  const speaks = () => speaker(io, opened, as, command);
  const personOr = (): Result<Speaker | null, Failure> => {
    if (as !== undefined || tokenOf(io) !== null) return speaks();
    const person = personOnly(io, opened.project, command);
    return person.ok ? ok(null) : person;
  };
  return {
    ledger: opened.ledger,
    reader: speaks,
    writer: speaks,
    decider: () => {
      const by = personOr();
      return by.ok ? ok(by.value?.agent ?? null) : by;
    },
    noticeReader: personOr,
    interrupted: io.interrupted,
  };
}
