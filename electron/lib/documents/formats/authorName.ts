/** What programs write if nobody told them an author: the name of an account, or that there is none. */
const NO_AUTHOR = /^(?:admin(?:istrator)?|default|desconocido|owner|root|unbekannt|unknown|user)$/i

/** The author that a document states; null if a person gave none. */
export function toAuthor(stated: unknown): string | null {
  const author = typeof stated === 'string' ? stated.replaceAll(/\s+/g, ' ').trim() : ''
  return author === '' || NO_AUTHOR.test(author) ? null : author
}
