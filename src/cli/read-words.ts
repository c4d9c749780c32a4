import { parseMessageType, TYPE_NAMES, type MessageType } from '../core/channels/message-type.js';
import type { UsageFailure } from '../core/failure.js';
import { fail, ok, type Result } from '../core/result.js';

/** Reads the values of options; what cannot be read is a usage failure that says what is accepted. */

const wrong = (command: string, message: string) => fail<UsageFailure>({ reason: 'usage', message, command });

export function readType(text: string, command: string): Result<MessageType, UsageFailure> {
  const type = parseMessageType(text);
  return type === null
    ? wrong(command, `"${text}" is not a message type; accepted: ${TYPE_NAMES.join(', ')}`)
    : ok(type);
}

/** `T,T`; null where the option was not given or names none. */
export function readTypes(
  text: string | undefined,
  command: string,
): Result<readonly MessageType[] | null, UsageFailure> {
  const types: MessageType[] = [];
  for (const word of readList(text) ?? []) {
    const type = readType(word, command);
    if (!type.ok) return type;
    if (!types.includes(type.value)) types.push(type.value);
  }
  return ok(types.length === 0 ? null : types);
}

/** Words between commas; null where the option was not given, empty where it was given empty. */
export function readList(text: string | undefined): readonly string[] | null {
  if (text === undefined) return null;
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/** One of a closed list; null where the option was not given. */
export function readChoice<T extends string>(
  text: string | undefined,
  name: string,
  accepted: readonly T[],
  command: string,
): Result<T | null, UsageFailure> {
  if (text === undefined) return ok(null);
  const found = accepted.find((choice) => choice === text.toLowerCase());
  return found === undefined ? wrong(command, `${name} is one of ${accepted.join(', ')}, not "${text}"`) : ok(found);
}
