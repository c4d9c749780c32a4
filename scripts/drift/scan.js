// @ts-check
import { foldTexts } from './fold.js';
import { HOLE } from './sources.js';
import { scanJs } from './scan-js.js';
import { scanMarkdown } from './scan-markdown.js';
import { scanShell } from './scan-shell.js';

/**
 * One file, taken apart for all rules at once.
 * @typedef {object} Document
 * @property {string} path below the root, with `/`
 * @property {string} text
 * @property {import('./walk.js').Language} language
 * @property {boolean} manual words for people (`docs/`, a README), not for models and shells
 * @property {Text[]} texts everything that stands for text, as long as it can be made
 * @property {Code[]} code its JavaScript, or the JavaScript of its fences
 * @property {Shell[]} shells its shell script, or those of its fences
 * @property {import('./scan-markdown.js').Block[]} blocks of Markdown and of text that is not code
 * @property {Remark[]} remarks its comments
 */

/**
 * `emit`: ends up in a prompt or a file; `parse`: a pattern that reads; `quote`: words for people.
 * @typedef {'emit' | 'parse' | 'quote'} Half
 */
/** @typedef {{text: string, form: 'text' | 'regex', half: Half, language: import('./walk.js').Language, spans: import('./fold.js').Span[]}} Text */
/** @typedef {{tokens: import('./scan-js.js').Token[]}} Code */
/** @typedef {{script: import('./scan-shell.js').ShellScript, start: number, end: number}} Shell */
/** A comment; `block`: one of several lines. @typedef {{start: number, end: number, text: string, language: import('./walk.js').Language}} Remark */

const MANUAL = /(?:^|\/)(?:docs|\.changeset)\/|(?:^|\/)(?:README|CHANGELOG|CONTRIBUTING|ARCHITECTURE|LICENSE)[^/]*$/i;

/**
 * @param {string} path @param {string} text @param {import('./walk.js').Language} language
 * @param {boolean} fold expressions are worked out; else each literal stands for itself
 * @returns {Document}
 */
export function scan(path, text, language, fold) {
  /** @type {Document} */
  const document = {
    path,
    text,
    language,
    manual: MANUAL.test(path),
    texts: [],
    code: [],
    shells: [],
    blocks: [],
    remarks: [],
  };
  if (language === 'js') addCode(document, 0, text.length, fold);
  else if (language === 'shell') addShell(document, 0, text.length);
  else if (language !== 'binary') addBlocks(document, fold);
  return document;
}

/** @param {Document} document @param {number} from @param {number} to @param {boolean} fold */
function addCode(document, from, to, fold) {
  const { tokens, comments } = scanJs(document.text.slice(from, to), from);
  document.code.push({ tokens });
  for (const folded of fold ? foldTexts(tokens) : literals(tokens)) {
    document.texts.push({ ...folded, half: folded.form === 'regex' ? 'parse' : halfOf(document), language: 'js' });
  }
  for (const comment of comments) addRemark(document, comment, 'js');
}

/** @param {Document} document @param {number} from @param {number} to */
function addShell(document, from, to) {
  const script = scanShell(document.text.slice(from, to), from);
  document.shells.push({ script, start: from, end: to });
  for (const { words } of script.commands) {
    let text = '';
    /** @type {import('./fold.js').Span[]} */
    const spans = [];
    for (const word of words) {
      if (text !== '') text += ' ';
      spans.push({ at: text.length, from: word.start, moves: false });
      text += word.text;
    }
    const half = halfOf(document);
    document.texts.push({ text, form: 'text', half, language: 'shell', spans });
    const printed = formatted(words);
    if (printed !== '') document.texts.push({ text: printed, form: 'text', half, language: 'shell', spans });
  }
  for (const body of script.documents) addProse(document, body.start, body.end, 'shell');
  for (const comment of script.comments) addRemark(document, comment, 'shell');
}

/** What `printf` prints. @param {import('./scan-shell.js').Piece[]} words */
function formatted(words) {
  if (words[0]?.text !== 'printf') return '';
  let next = 2;
  return (words[1]?.text ?? '').replace(/%[-0-9.]*[sbqd]/g, () => words[next++]?.text ?? '');
}

/**
 * Each literal by itself; a template with a hole for each expression, whose own literals follow.
 * @param {readonly import('./scan-js.js').Token[]} tokens
 */
function literals(tokens) {
  /** @type {import('./fold.js').Folded[]} */
  const texts = [];
  /** Templates that are open, the innermost last. @type {import('./fold.js').Folded[]} */
  const open = [];
  /** The argument of `RegExp(` is a pattern. */
  let pattern = false;
  for (let i = 0; i < tokens.length; i++) {
    const { type, value, start } = /** @type {import('./scan-js.js').Token} */ (tokens[i]);
    const spans = [{ at: 0, from: start, moves: true }];
    const form = pattern || type === 'regex' ? 'regex' : 'text';
    if (value === '(') pattern = tokens[i - 1]?.value === 'RegExp';
    else if (value === ')' || value === ',') pattern = false;
    if (type === 'string' || type === 'regex') texts.push({ text: value, form, spans });
    else if (type === 'template') open.push({ text: '', form, spans });
    else if (type === 'template-end') texts.push(.../** @type {typeof texts} */ (open.splice(-1)));
    else if (type === 'chunk') {
      const template = open.at(-1);
      template?.spans.push({ at: template.text.length, from: start, moves: true });
      if (template) template.text += value;
    } else if (value === '${') {
      const template = open.at(-1);
      if (template) template.text += HOLE;
    }
  }
  return [...texts, ...open];
}

/** @param {Document} document @param {boolean} fold */
function addBlocks(document, fold) {
  document.blocks = scanMarkdown(document.text, document.language === 'markdown');
  for (const block of document.blocks) {
    const inner = block.type === 'fence' ? languageOfFence(block.info) : 'text';
    if (block.type === 'comment')
      addRemark(document, { ...block, text: document.text.slice(block.start, block.end) }, 'markdown');
    else if (inner === 'js') addCode(document, block.from, block.to, fold);
    else if (inner === 'shell') addShell(document, block.from, block.to);
    else {
      addProse(document, block.from, block.to, 'markdown');
      if (document.language === 'text') addJoined(document, block.from, block.to);
    }
  }
}

/** @param {Document} document @returns {Half} */
function halfOf(document) {
  return document.manual ? 'quote' : 'emit';
}

/** @param {Document} document @param {number} from @param {number} to @param {import('./walk.js').Language} language */
function addProse(document, from, to, language) {
  const spans = [{ at: 0, from, moves: true }];
  const text = document.text.slice(from, to);
  document.texts.push({ text, form: 'text', half: halfOf(document), language, spans });
}

/** Of languages without a scanner here: literals beside each other as one. @param {Document} document @param {number} from @param {number} to */
function addJoined(document, from, to) {
  const text = document.text.slice(from, to);
  const pieces = text.split(/(["']\s*\+?\s*[bfru]{0,2}["'])/);
  if (pieces.length < 3 || pieces.length > 2000) return;
  /** @type {import('./fold.js').Span[]} */
  const spans = [];
  let joined = '';
  let at = from;
  pieces.forEach((piece, i) => {
    if (i % 2 === 0) {
      spans.push({ at: joined.length, from: at, moves: true });
      joined += piece;
    }
    at += piece.length;
  });
  document.texts.push({ text: joined, form: 'text', half: halfOf(document), language: 'text', spans });
}

/** @param {Document} document @param {{start: number, end: number, text: string}} comment @param {import('./walk.js').Language} language */
function addRemark(document, { start, end, text }, language) {
  document.remarks.push({ start, end, text, language });
  const spans = [{ at: 0, from: start, moves: true }];
  document.texts.push({ text, form: 'text', half: 'quote', language, spans });
}

/** Offset in the file of a place in a text. @param {Text} text @param {number} at */
export function offsetOf(text, at) {
  let span = text.spans[0];
  for (const next of text.spans) {
    if (next.at > at) break;
    span = next;
  }
  return span === undefined ? 0 : span.from + (span.moves ? at - span.at : 0);
}

/** A file without a telling name, by its first line. @param {import('./walk.js').Language} language @param {string} text @returns {import('./walk.js').Language} */
export function languageByContent(language, text) {
  if (language !== 'text') return language;
  const first = text.slice(0, 120).split('\n', 1)[0] ?? '';
  if (!first.startsWith('#!')) return text.slice(0, 8000).includes('\0') ? 'binary' : language;
  if (/\b(?:ba|z|k|da)?sh\b/.test(first)) return 'shell';
  return /\b(?:node|bun|deno)\b/.test(first) ? 'js' : language;
}

/** What a Markdown fence holds. @param {string} info @returns {import('./walk.js').Language} */
export function languageOfFence(info) {
  const word = /^[{.]*(\w+)/.exec(info)?.[1]?.toLowerCase() ?? '';
  if (/^(?:sh|bash|zsh|shell|console|shellsession|terminal)$/.test(word)) return 'shell';
  return /^(?:[cm]?[jt]sx?|javascript|typescript|jsonc?|node)$/.test(word) ? 'js' : 'text';
}
