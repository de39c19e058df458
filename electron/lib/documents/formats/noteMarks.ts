/** Distinguishes the superscript marks of notes from exponents, by the preceding text. */

const MARK = /^[[(]?(?:\d{1,3}|[ivx]{1,5}|[*†‡§]{1,3})[\])]?$/
const AFTER_WORDS = /[\p{L}\p{M}]{2}$|[\p{Pe}\p{Pf}\p{Po}]$/u
/** Text that takes exponents: a short name, a unit or a function, as in “mc²”, “5 km²”, “sin² x”. */
const HAS_POWERS = /(?:^|\P{L})(?:\p{L}{1,2}|sin|cos|tan|cot|sec|csc|log)$/u
const POWER = /^[2-9]$/

/**
 * Whether a superscript text is the mark of a note: after a word or a sentence, or with an empty `before`, as at the start of the note
 * itself.
 */
export function isRaisedMark(text: string, before: string): boolean {
  const mark = text.trim()
  if (!MARK.test(mark)) return false
  if (before === '') return true
  return AFTER_WORDS.test(before) && !(POWER.test(mark) && HAS_POWERS.test(before))
}
