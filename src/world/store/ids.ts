import { createHash, hash, randomBytes } from 'node:crypto';

/** What a new id is for: its first letter. */
export type IdKind = 'message' | 'commitment' | 'correlation' | 'agent' | 'entry' | 'notice';

const PREFIX: Readonly<Record<IdKind, string>> = {
  message: 'm',
  commitment: 'o',
  correlation: 'c',
  agent: 'a',
  entry: 'e',
  notice: 'n',
};

/** A random id (80 bits), e.g. `m-3fq2k9v0w8s1t7xa`: lower case, safe in file names and shells. */
export function newId(kind: IdKind): string {
  if (left.length < ID_BYTES) left = randomBytes(ID_BYTES * 64);
  const id = left.subarray(0, ID_BYTES);
  left = left.subarray(ID_BYTES);
  return `${PREFIX[kind]}-${base32(id)}`;
}

const ID_BYTES = 10;
/** Chance fetched ahead, since asking for a little costs as much as asking for more. Never for secrets. */
let left: Uint8Array = new Uint8Array(0);

/** The id of what follows from something else: the same for the same (80 bits of a hash). */
export function idOf(kind: IdKind, ...from: readonly string[]): string {
  const digest = createHash('sha256').update(JSON.stringify(from)).digest();
  return `${PREFIX[kind]}-${base32(digest.subarray(0, 10))}`;
}

/** What the store keeps of a text to know it again (132 bits of its hash, 22 characters). */
export const fingerprint = (text: string): string => hash('sha256', text, 'base64url').slice(0, 22);

/** A secret for an agent's environment (160 bits), and what the store keeps of it. */
export function newToken(): { readonly token: string; readonly hash: string } {
  const token = `msd_${base32(randomBytes(20))}`;
  return { token, hash: tokenHash(token) };
}

/** A code that a person types or pastes (80 bits). */
export const newCode = (): string => base32(randomBytes(10));

export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

function base32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += ALPHABET[(held >> (bits - 5)) & 31];
    held &= (1 << bits) - 1;
  }
  return text;
}
