/** Bytes of an index entry before its object name, and where its mode is among them. */
const STAT_BYTES = 40;
const MODE_AT = 24;
/** Of an entry's flags: two more bytes of flags follow. */
const EXTENDED = 0x4000;
const GITLINK = 0o160000;

/**
 * Paths that a git index holds as links to other repositories (git's own index format, versions 2 to 4).
 * @param idBytes length of an object name: 20 for SHA-1, 32 for SHA-256
 * @returns null where the bytes are no such index
 */
export function gitlinks(index: Buffer, idBytes: 20 | 32): readonly string[] | null {
  if (index.length < 12 || index.toString('latin1', 0, 4) !== 'DIRC') return null;
  const version = index.readUInt32BE(4);
  if (version < 2 || version > 4) return null;
  const found: string[] = [];
  let name = Buffer.alloc(0) as Buffer;
  let at = 12;
  for (let left = index.readUInt32BE(8); left > 0; left--) {
    const flagsAt = at + STAT_BYTES + idBytes;
    if (flagsAt + 2 > index.length) return null;
    let nameAt = flagsAt + ((index.readUInt16BE(flagsAt) & EXTENDED) === 0 ? 2 : 4);
    let prefix = 0;
    if (version === 4) {
      const cut = readVarint(index, nameAt);
      prefix = name.length - cut.value;
      nameAt = cut.next;
    }
    const end = index.indexOf(0, nameAt);
    if (end < 0 || prefix < 0) return null;
    const link = index.readUInt32BE(at + MODE_AT) === GITLINK;
    if (version === 4) name = Buffer.concat([name.subarray(0, prefix), index.subarray(nameAt, end)]);
    if (link) found.push(version === 4 ? name.toString() : index.toString('utf8', nameAt, end));
    // Up to version 3 an entry is padded with one to eight NULs to a multiple of eight bytes.
    at = version === 4 ? end + 1 : at + ((end - at + 8) & ~7);
  }
  return found;
}

/** git's variable-length number: seven bits a byte, each continuation adding one. */
function readVarint(data: Buffer, at: number): { value: number; next: number } {
  let byte = data[at++] ?? 0;
  let value = byte & 0x7f;
  while ((byte & 0x80) !== 0) {
    byte = data[at++] ?? 0;
    value = (value + 1) * 128 + (byte & 0x7f);
  }
  return { value, next: at };
}
