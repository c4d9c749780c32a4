import * as z from 'zod/mini';
import { parseDuration } from '../../core/duration.js';
import type { UsageFailure } from '../../core/failure.js';
import { fail, ok, type Result } from '../../core/result.js';

/**
 * What the verbs of the ledger take, defined once: a command reads its options by it, and a tool of `msd mcp` shows it to
 * its client (ADR 0012, DESIGN §9). Descriptions are part of that: changing one changes what agents are shown.
 */
export type InputSchema = z.ZodMiniObject<Record<string, z.ZodMiniType>>;

/** Words that say what is accepted, for people and for clients alike. */
const described = <S extends z.ZodMiniType>(schema: S, words: string): S => {
  z.globalRegistry.add(schema, { description: words });
  return schema;
};

export const text = (words: string) => described(z.string().check(z.minLength(1)), words);
export const anyText = (words: string) => described(z.string(), words);
export const texts = (words: string) =>
  described(z.array(z.string().check(z.minLength(1))).check(z.minLength(1), z.maxLength(1000)), words);
export const flag = (words: string) => described(z.boolean(), words);
const isDuration = (value: string): boolean => parseDuration(value) !== null;
export const duration = (words: string) =>
  described(
    z.string().check(z.regex(/^\d{1,9}(?:ms|s|m|h|d)$/), z.refine(isDuration)),
    `${words}: a duration such as 90s, 10m or 2h`,
  );
export const count = (words: string, least: number, most: number) =>
  described(z.int().check(z.minimum(least), z.maximum(most)), `${words}: a whole number from ${least} to ${most}`);
export const place = (words: string) => described(z.string().check(z.regex(/^\d{1,15}$/)), `${words}: digits`);
export const word = (words: string) =>
  described(z.string().check(z.regex(/^\w[\w-]{0,127}$/)), `${words}: at most 128 letters, digits, _ and -`);
export const choice = <T extends string>(accepted: readonly T[], words: string) =>
  described(z.enum(accepted as readonly [T, ...T[]]), `${words}: one of ${accepted.join(', ')}`);
export const choices = <T extends string>(accepted: readonly T[], words: string) =>
  described(z.array(z.enum(accepted as readonly [T, ...T[]])), `${words}: of ${accepted.join(', ')}`);

/** The words of a field, for a command's help. */
export function words(schema: InputSchema, field: string): string {
  const found = schema.shape[field];
  return (found && descriptionOf(found)) ?? '';
}

function descriptionOf(schema: z.ZodMiniType): string | null {
  const own = z.globalRegistry.get(schema)?.description;
  if (own !== undefined) return own;
  const inner = (schema._zod.def as { innerType?: z.ZodMiniType }).innerType;
  return inner === undefined ? null : descriptionOf(inner);
}

/**
 * The input as the verb takes it, or what is wrong with it: which field, what was found, what is accepted.
 * @param raw fields that are undefined count as absent
 */
export function readInput<S extends InputSchema>(
  schema: S,
  raw: Readonly<Record<string, unknown>>,
  command: string,
): Result<z.infer<S>, UsageFailure> {
  const given = Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== undefined));
  const parsed = schema.safeParse(given);
  if (parsed.success) return ok(parsed.data);
  const field = String(parsed.error.issues[0]?.path[0] ?? '');
  const found = given[field] === undefined ? 'nothing' : JSON.stringify(given[field]);
  const message = `${optionName(field)}: found ${found}, accepted: ${words(schema, field)}`;
  return fail({ reason: 'usage', message, command });
}

/** `reply_to` is `--reply-to` on the command line. */
export const optionName = (field: string): string => `--${field.replaceAll('_', '-')}`;

/** A number where the word is one; anything else is left for the schema to refuse. */
export function numberOf(word: unknown): unknown {
  return typeof word === 'string' && /^\d{1,15}$/.test(word) ? Number(word) : word;
}

/** Words between commas, in the case the list is written in; undefined where the option was not given. */
export function listOf(word: unknown, spelled: (part: string) => string): unknown {
  if (typeof word !== 'string') return word;
  return word
    .split(',')
    .map((part) => spelled(part.trim()))
    .filter((part) => part !== '');
}
