/** What a rule of speaking is: a pattern, and what is said for what it finds. */

/** What a text must have for a rule to be tried: most paragraphs of a novel have neither digits nor signs. */
export type Need = 'digit' | 'period' | 'capitals' | 'sign' | 'letter'

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
  /** What is said; null where the words are not what the rule is for. The words themselves, to keep them from later rules. */
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

/** Whether a sentence ends here: nothing follows, or the next word begins another. `isStarter`: whether a word begins sentences. */
export function endsSentence(after: string, isStarter: (word: string) => boolean): boolean {
  const next = /^[\p{Pe}\p{Pf}"'’”]*(?:\s+(?:[\p{Ps}\p{Pi}"'‘“¿¡—–-]*)([\p{L}\p{M}]+))?/u.exec(after)
  if (/^[\p{Pe}\p{Pf}"'’”]*\s*$/u.test(after)) return true
  if (/^[\p{Pe}\p{Pf}"'’”]*\s*\n/u.test(after)) return true
  const word = next?.[1]
  return word !== undefined && isStarter(word)
}
