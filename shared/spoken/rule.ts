/** A rule for reading aloud: a pattern, and the spoken form of its matches. */

import { isSentenceStarter } from '../story/abbreviations.ts'

/**
 * The features that a text must contain for a rule to be tried: most paragraphs of a novel have neither digits nor signs. `roman` includes
 * the pronoun “I” and `numeral` does not; `initial` is a letter alone or an acronym. A rule needs the rarest feature that all its matches have.
 */
export type Need =
  | 'letter'
  | 'digit'
  | 'period'
  | 'periodNumber'
  | 'roman'
  | 'numeral'
  | 'smallNumeral'
  | 'capitals'
  | 'initial'
  | 'sign'
  | 'mail'
  | 'web'
  | 'dash'

/** The text around a match: at most `NEAR` UTF-16 units on each side. */
export interface Around {
  readonly before: string
  readonly after: string
}

/** One rule. Its pattern has the flag `g`, and is matched against the original text, regardless of other rules. */
export interface SpokenRule {
  /** Identifies the rule in tests. */
  readonly name: string
  readonly needs: Need
  readonly pattern: RegExp
  /** The spoken words; null if the rule does not apply. Returning the match itself keeps it from later rules. */
  say(found: RegExpExecArray, around: Around): string | null
}

/** The words of a table as a pattern `a|b|c`, the longest first. */
export function anyOf(words: Iterable<string>): string {
  return [...words]
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&'))
    .join('|')
}

/** Splits words separated by spaces. */
export function listOf(words: string): string[] {
  return words.split(' ').filter((word) => word !== '')
}

/** Not preceded by a letter or a digit. */
export const START = String.raw`(?<![\p{L}\p{M}\p{N}])`
/** Not followed by a letter or a digit. */
export const END = String.raw`(?![\p{L}\p{M}\p{N}])`
/** An ordinary space or a non-breaking or thin space. */
export const SPACE = '[ \u00a0\u2009\u202f]'

/** A hyphen or a dash between the ends of a range. */
export const DASH = '[-–—]'

/** Makes a rule from a pattern, in Unicode mode with the flag `u`. */
export function rule(
  name: string,
  needs: Need,
  pattern: string,
  say: SpokenRule['say'],
  flags = '',
): SpokenRule {
  return { name, needs, pattern: new RegExp(pattern, `gu${flags}`), say }
}

/** Whether a sentence ends here: nothing follows, or the next word begins another. */
export function endsSentence(after: string): boolean {
  if (AT_END.test(after)) return true
  const word = NEXT_WORD.exec(after)?.[1]
  return word !== undefined && isSentenceStarter(word)
}

const AT_END = /^[\p{Pe}\p{Pf}"'’”]*\s*(?:\n|$)/u
const NEXT_WORD = /^[\p{Pe}\p{Pf}"'’”]*\s+[\p{Ps}\p{Pi}"'‘“¿¡—–-]*([\p{L}\p{M}]+)/u

/** The spoken form of words that end with a period, which is kept if it also ends the sentence. */
export function withPeriod(said: string, after: string): string {
  return endsSentence(after) ? `${said}.` : said
}

/** “J. R. Quill”, but not the end of a sentence before “The”. */
export const INITIALS = rule(
  'initials',
  'initial',
  String.raw`(?<![\p{L}\p{N}.])(?:\p{Lu}\.(?:${SPACE}|-)?){1,4}(?=(?:(?:v\.|von|van|de|du|da|del|dos) )?\p{Lu}[\p{Ll}’'-]+)`,
  ([all], { after }) => {
    const letters = all.match(/\p{Lu}/gu) ?? []
    const next = /^[\p{L}]+/u.exec(after)?.[0] ?? ''
    return letters.length === 1 && isSentenceStarter(next) ? null : `${letters.join(' ')} `
  },
)
