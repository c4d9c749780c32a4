/** Reads a list: one book a line, `finished | title | author | tags`; lines that begin with # are notes. */
export function parseList(text) {
  return text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map(parseBook);
}

function parseBook(line) {
  const [finished, title, author, tags = ''] = line.split('|').map((part) => part.trim());
  return {
    finished,
    title,
    author,
    tags: tags
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  };
}

export function formatBook(book) {
  return `${book.title}, by ${book.author}`;
}
