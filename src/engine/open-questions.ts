import type { PlanId } from '../core/phase/plan-id.js';
import type { Asked } from '../world/talk.js';
import type { AskedPlan } from './plan-turn.js';
import type { RunSession } from './run-session.js';

/** Asks the person at the terminal; null where they leave the question open. */
export type AskPerson = (question: { readonly plan: PlanId; readonly text: string }) => Promise<string | null>;

interface Waiting {
  readonly asked: AskedPlan;
  answered: Asked | null;
  readonly goOn: (question: Asked | null) => void;
}

/**
 * Plans of a run that wait for a person. Each gave its place to others; it goes on when the ledger holds the answer, from
 * whichever terminal, and is let go unanswered when nothing else is left to do.
 */
export class OpenQuestions {
  readonly #session: () => RunSession;
  readonly #askPerson: AskPerson | null;
  readonly #waiting = new Map<PlanId, Waiting>();
  /** The one command that answers, by correlation id. */
  readonly #commands = new Map<string, string>();
  #changed: () => void = () => {};
  #change = this.#nextChange();

  /** @param askPerson null without a terminal: then a one-time code is printed with each question */
  constructor(session: () => RunSession, askPerson: AskPerson | null) {
    this.#session = session;
    this.#askPerson = askPerson;
  }

  /** Resolves with the question as answered, or null where nobody answered before the run had nothing else to do. */
  wait(plan: PlanId, asked: AskedPlan): Promise<Asked | null> {
    if (asked.question.answer !== null) return Promise.resolve(asked.question);
    const { interrupted } = this.#session();
    if (interrupted.aborted) return Promise.resolve(null);
    this.announce(plan, asked.question);
    return new Promise((resolve) => {
      const goOn = (question: Asked | null) => {
        interrupted.removeEventListener('abort', giveUp);
        this.#waiting.delete(plan);
        resolve(question);
      };
      const giveUp = () => goOn(null);
      interrupted.addEventListener('abort', giveUp, { once: true });
      this.#waiting.set(plan, { asked, answered: null, goOn });
      this.#tell();
    });
  }

  /** Says what is asked and how it is answered; once for each question. */
  announce(plan: PlanId, question: Asked): void {
    if (this.#commands.has(question.correlationId)) return;
    this.#session().emit({
      type: 'plan-asked',
      plan,
      kind: question.type === 'PROPOSE' ? 'proposal' : 'question',
      id: question.id,
      text: question.text,
      next: this.command(question),
    });
  }

  /** The one command that answers a question: with a code where there is no terminal to answer on. */
  command(question: Asked): string {
    const known = this.#commands.get(question.correlationId);
    if (known !== undefined) return known;
    const code = this.#askPerson === null ? this.#session().world.store.issueCode(question.correlationId) : null;
    const words = question.type === 'PROPOSE' ? '--accept' : '"…"';
    const text = `msd answer ${question.id}${code?.ok ? ` --code ${code.value}` : ''} ${words}`;
    this.#commands.set(question.correlationId, text);
    return text;
  }

  /** Plans that wait and were not told to go on. */
  waiting(): readonly PlanId[] {
    return [...this.#waiting.keys()];
  }

  /** Those of them whose question has been answered meanwhile. */
  answered(): readonly PlanId[] {
    return [...this.#waiting].filter(([, one]) => one.answered !== null).map(([plan]) => plan);
  }

  /** Lets a plan go on: with its answer, or without where there is none. */
  goOn(plan: PlanId): void {
    const one = this.#waiting.get(plan);
    one?.goOn(one.answered);
  }

  /** Resolves when a plan began to wait, or its answer came. */
  changed(): Promise<void> {
    return this.#change;
  }

  /** Looks into the ledger for answers. */
  poll(): void {
    for (const one of this.#waiting.values()) {
      if (one.answered !== null) continue;
      const talk = this.#session().world.store.talk(one.asked.dispatch.id);
      const now = talk.ok
        ? talk.value.questions.find((each) => each.correlationId === one.asked.question.correlationId)
        : undefined;
      if (!now?.answer) continue;
      one.answered = now;
      this.#tell();
    }
  }

  /** Nothing else can run: asks at the terminal, one after the other, and lets go what stays unanswered. */
  async lastCall(): Promise<void> {
    const { store } = this.#session().world;
    this.poll();
    for (const [plan, one] of [...this.#waiting]) {
      if (one.answered !== null || this.#session().interrupted.aborted) continue;
      const { text, correlationId } = one.asked.question;
      const answer = (await this.#askPerson?.({ plan, text })) ?? null;
      this.poll();
      if (one.answered === null && answer !== null) {
        store.reply(correlationId, { type: 'RESPONSE', by: 'person', text: answer });
        this.poll();
      }
      if (one.answered === null) one.goOn(null);
    }
  }

  #tell(): void {
    const changed = this.#changed;
    this.#change = this.#nextChange();
    changed();
  }

  #nextChange(): Promise<void> {
    return new Promise((resolve) => {
      this.#changed = resolve;
    });
  }
}
