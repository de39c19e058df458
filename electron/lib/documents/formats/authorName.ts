/** Placeholders that programs write if no author is set: the name of an account, or a word for “unknown”. */
const NO_AUTHOR = /^(?:admin(?:istrator)?|default|desconocido|owner|root|unbekannt|unknown|user)$/i

/** The author that a document states; null if it is missing or a placeholder. */
export function toAuthor(stated: unknown): string | null {
  const author = typeof stated === 'string' ? stated.replaceAll(/\s+/g, ' ').trim() : ''
  return author === '' || NO_AUTHOR.test(author) ? null : author
}
