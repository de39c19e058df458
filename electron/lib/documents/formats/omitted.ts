import type { Omitted } from './documentText.ts'

/** Holds the place of something omitted while a part is written; Unicode has no such character. */
export const OMITTED = '\ufdd0'

/** A text without the places of what is omitted, which are told instead. A space is left only where words need it. */
export function takeOmitted(
  text: string,
  omitted: readonly Omit<Omitted, 'at'>[],
): { readonly text: string; readonly found: readonly Omitted[] } {
  if (omitted.length === 0) return { text, found: [] }
  const found: Omitted[] = []
  const pieces = text.split(OMITTED)
  let words = ''
  for (const [index, piece] of pieces.entries()) {
    words += /(?:^|\s)$/.test(words.slice(-1)) ? piece.trimStart() : piece
    const what = omitted[index]
    if (index < pieces.length - 1 && what !== undefined) found.push({ ...what, at: words.length })
  }
  const trimmed = words.trimEnd()
  return { text: trimmed, found: found.map((each) => ({ ...each, at: Math.min(each.at, trimmed.length) })) }
}
