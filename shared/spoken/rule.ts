/** What a rule of speaking is: a pattern, and what is said for what it finds. */

import { isSentenceStarter } from '../story/abbreviations.ts'

/** What a text must have for a rule to be tried: most paragraphs of a novel have neither digits nor signs. */
export type Need =
  'digit' | 'period' | 'periodNumber' | 'roman' | 'capitals' | 'sign' | 'mail' | 'web' | 'letter'

/** What stands around a match: at most `NEAR` UTF-16 units on each side. */
export interface Around {
  readonly before: string
  readonly after: string
}

/** One rule. Its pattern has the flag `g`, and is found in the text as it is written, whatever other rules say. */
export interface SpokenRule {
  /** What it is for, in tests and when rules are looked for. */
  readonly name: string
  readonly needs: Need
  readonly pattern: RegExp
  /** What is said; null if the words are not what the rule is for. The words themselves, to keep them from later rules. */
  say(found: RegExpExecArray, around: Around): string | null
}

/** The words of a table: `a|b|c`, the longest first, for a pattern. */
export function anyOf(words: Iterable<string>): string {
  return [...words]
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&'))
    .join('|')
}

/** Words that stand in one text, with spaces between. */
export function listOf(words: string): string[] {
  return words.split(' ').filter((word) => word !== '')
}

/** Neither a letter nor a digit stands before. */
export const START = String.raw`(?<![\p{L}\p{M}\p{N}])`
/** Neither a letter nor a digit stands after. */
export const END = String.raw`(?![\p{L}\p{M}\p{N}])`
/** A space, and those that do not break a line. */
export const SPACE = '[ \u00a0\u2009\u202f]'

/** Makes a rule of a pattern in `v`-less Unicode mode. */
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

/** What is said for words that end with a period, which ends the sentence as well if nothing goes on after it. */
export function withPeriod(said: string, after: string): string {
  return endsSentence(after) ? `${said}.` : said
}
