/** Bytes of a whole branch name, so that its ref file and lock fit every file system. */
const MAX_BYTES = 100;

/**
 * The branch of one attempt at a plan in a run, `PREFIX/RUN/PLAN`, from the second attempt on with `@N`: bounded, legal for git on every file system, and different for
 * different plans. What git or a case-insensitive disk could not tell apart is rewritten, and whatever is rewritten carries
 * a fingerprint of the original, so two plans never share a name.
 */
export function branchName(run: string, plan: string, attempt = 1, prefix = 'msd'): string {
  const again = attempt > 1 ? `@${attempt}` : '';
  return `${prefix}/${segment(run, 40)}/${segment(plan, MAX_BYTES - 42 - prefix.length - again.length)}${again}`;
}

function segment(text: string, maxBytes: number): string {
  const plain = text
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/\.{2,}/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .replace(/\.lock$/, '-lock');
  if (plain === text && plain.length <= maxBytes && !/^(head|integration)$/.test(plain)) return plain;
  const cut = plain.slice(0, maxBytes - 12).replace(/[-.]+$/, '');
  return `${cut === '' ? 'x' : cut}-${fingerprint(text)}`;
}

/** 55 bits of FNV-1a over the UTF-16 units, as eleven letters and digits. */
function fingerprint(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    for (const byte of [unit & 0xff, unit >> 8]) hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  }
  return (hash & ((1n << 55n) - 1n)).toString(36).padStart(11, '0');
}
