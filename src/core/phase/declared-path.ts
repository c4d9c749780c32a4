/**
 * What an entry of `files_modified` means, whatever its spelling. Paths are relative to the project's root with forward
 * slashes, in Unicode form NFC, without `.` and `..`; the root itself is the empty path.
 */
export type DeclaredPath =
  | {
      readonly kind: 'path';
      readonly path: string;
      /** It is written as a directory. (Every path covers what lies below it.) */
      readonly directory: boolean;
      /** `*` and `?` stand for others. */
      readonly glob: boolean;
    }
  /** Outside the root: above it, absolute elsewhere, on another drive, in a home directory, a URL. */
  | { readonly kind: 'outside' }
  /** Not a path: prose or a word that stands for one. */
  | { readonly kind: 'prose' };

/** An entry that means what is written: most are. */
const PLAIN = /^(?:[A-Za-z0-9_-][A-Za-z0-9_.-]*\/|\.[A-Za-z0-9_-]+\/)*(?:[A-Za-z0-9_-]+\.)+[A-Za-z][A-Za-z0-9]*$/;

/** More spellings of one entry than this become a wildcard. */
const BRACES_LIMIT = 64;
/** Characters of an entry that are looked at. */
const ENTRY_LIMIT = 1024;

const PLACEHOLDER = /^(?:tbd|todo|tba|various|unknown|multiple|several|all|any|none|n\/a|see .*|\?+|\.{3}|…)$/i;
const QUOTED = /^(["'`])(.*)\1$/;
/** What prose about files begins with. */
const PROSE_START =
  /^(?:create|created|update|updated|modif(?:y|ied|ies)|edit|add|added|new|delete|deleted|remove|removed|rename|all|any|every|various|see|maybe|possibly|potentially|optionally|files?|the|other|existing|and|or|if)[\s:]/i;
/** `old → new`: both are touched. */
const RENAMED = /^(\S+)\s+(?:→|->|=>)\s+(\S*[./]\S*)$/;
/** What opens a note behind a path. */
const NOTE = /\s+(?:#|—|–|--|->|→|=>|\/\/|\[[^\]/]*\]$)|\s+[-:|]\s|:\s|#L[0-9]|:[0-9]+(?:[-:,][0-9]+)*$/;

/**
 * Reads one entry; braces make several of it.
 * @param root absolute path of the project's root, forward slashes, without a slash at its end
 */
export function readDeclaredPaths(entry: string, root: string): readonly DeclaredPath[] {
  if (PLAIN.test(entry)) return [{ kind: 'path', path: entry, directory: false, glob: false }];
  const written = unmarked(entry.slice(0, ENTRY_LIMIT)).normalize('NFC').replaceAll('\\', '/');
  const renamed = RENAMED.exec(written);
  if (renamed && !isProse(renamed[2] ?? ''))
    return [...readOne(renamed[1] ?? '', root), ...readOne(renamed[2] ?? '', root)];
  return readOne(written, root);
}

function readOne(written: string, root: string): readonly DeclaredPath[] {
  const text = withoutNote(written);
  if (isProse(text)) return [{ kind: 'prose' }];
  return expandBraces(text.replace(/<[^<>/]*>/g, '*')).map((path) => place(path, root.normalize('NFC')));
}

function place(text: string, root: string): DeclaredPath {
  let path = text;
  const drive = /^[A-Za-z]:\//.test(path);
  if (path.startsWith('/') || drive) {
    const inside = drive ? path.toLowerCase().startsWith(`${root.toLowerCase()}/`) : path.startsWith(`${root}/`);
    if (path === root || path === `${root}/`) path = '.';
    else if (!inside) return { kind: 'outside' };
    else path = path.slice(root.length + 1);
  }
  if (/^~|^[A-Za-z][A-Za-z0-9+.-]*:\/\/|^\$(?:HOME|\{HOME\})|^[A-Za-z]:/.test(path)) return { kind: 'outside' };
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return { kind: 'outside' };
  }
  const clean = segments.join('/');
  return { kind: 'path', path: clean, directory: clean === '' || path.endsWith('/'), glob: /[*?]/.test(clean) };
}

/** Without what Markdown puts around an entry of a list: a bullet, a box to tick, bold. */
function unmarked(text: string): string {
  const bare = text.trim().replace(/^(?:[-*+] +)?(?:\[[ xX]\] +)?/, '');
  return unquote(bare.replace(/^(\*\*|__)(.+)\1$/, '$2'));
}

function unquote(text: string): string {
  const quoted = QUOTED.exec(text);
  return quoted ? (quoted[2] ?? '').trim() : text;
}

/** Cuts off `(NEW)`, `# why`, `— why`, `:12-40`. `(group)` and `[slug]` inside a path are part of it. */
function withoutNote(text: string): string {
  let path = text;
  const note = NOTE.exec(path);
  if (note && note.index > 0) path = path.slice(0, note.index);
  const open = /\s\(/.exec(path);
  if (open && open.index > 0 && !path.slice(Math.max(open.index, path.lastIndexOf(')'))).includes('/'))
    path = path.slice(0, open.index);
  return unquote(path.trim());
}

/** Blanks may stand in a path only where the rest looks like one. */
function isProse(text: string): boolean {
  if (text === '' || PLACEHOLDER.test(text)) return true;
  if (!/\s/.test(text)) return false;
  if (PROSE_START.test(text)) return true;
  return !/(?:\.[A-Za-z0-9]{1,10}|\/)$/.test(text) || text.split(/\s+/).length > 6 || /[,;]\s/.test(text);
}

/** `src/{a,b}.ts` → both; braces without a comma, and too many, are wildcards. */
function expandBraces(text: string): readonly string[] {
  let done: string[] = [text];
  for (let round = 0; round < 8; round++) {
    const next: string[] = [];
    let found = false;
    for (const one of done) {
      const inner = /\{([^{}]*)\}/.exec(one);
      if (inner === null) {
        next.push(one);
        continue;
      }
      found = true;
      const choices = inner[1]?.includes(',') ? inner[1].split(',').map((choice) => choice.trim()) : ['*'];
      for (const choice of choices)
        next.push(one.slice(0, inner.index) + choice + one.slice(inner.index + inner[0].length));
    }
    if (!found) return done;
    if (next.length > BRACES_LIMIT) break;
    done = next;
  }
  return [text.replace(/\{.*\}/, '*')];
}
