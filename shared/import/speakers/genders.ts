/**
 * The gender of speakers, by which a voice is chosen: from titles and names, and from the pronouns that refer to them. It stays open if the
 * text does not indicate it.
 */
import { folded } from '../../lib/folded.ts'
import type { Gender } from '../../story/records.ts'
import { genderNamed } from '../../voices/casting.ts'
import { genderOfFirstName } from './firstNames.ts'
import { genderOfDescribed } from './englishWords.ts'
import { genderOfTitle, type Gender as NameGender } from './names.ts'

/** The weight of each sign; a gender is assigned from LEAST on. No number of pronouns outweighs “Mrs.”. */
const TITLE = 1e6
const FIRST_NAME = 4
const USUAL = 1.5
const LEAST = 1
/** Pronouns that refer to others are counted as well, so those of one gender must outnumber the others by this factor. */
const TIMES = 2

/** Ranks that men have in most stories, if there is no other sign; without diacritics. */
const RANKS_OF_MEN = new Set(
  'general major colonel captain admiral lieutenant sergeant inspector reverend kapitan hauptmann oberst leutnant coronel sargento'.split(
    ' ',
  ),
)

/** Pronouns of men and of women in each language. */
const PRONOUNS: readonly (readonly [men: ReadonlySet<string>, women: ReadonlySet<string>])[] = [
  [new Set(['he', 'him', 'his', 'himself']), new Set(['she', 'her', 'hers', 'herself'])],
  [
    new Set(['er', 'ihm', 'ihn', 'seine', 'seiner', 'seinen', 'seinem']),
    new Set(['sie', 'ihr', 'ihre', 'ihrer', 'ihren', 'ihrem']),
  ],
  [new Set(['él']), new Set(['ella'])],
  [new Set(['il', 'lui']), new Set(['elle'])],
  [new Set(['egli']), new Set(['lei', 'ella'])],
  [new Set(['ele', 'dele', 'nele']), new Set(['ela', 'dela', 'nela'])],
]

/** The pronouns that begin a sentence about the last speaker: others, as in “Kisses her.”, are about somebody else. */
const SUBJECTS = new Set('he she er sie él ella il elle egli ele ela'.split(' '))
const SENTENCE_START = /(?:^|[.!?;,:([]\s*)$/
/** The direction may be about the next speaker instead. */
const LAST = 0.5

/** Whether a pronoun refers to a man. */
const IS_MALE: ReadonlyMap<string, boolean> = new Map(
  PRONOUNS.flatMap(([men, women]) => [
    ...Array.from(women, (word) => [word, false] as const),
    ...Array.from(men, (word) => [word, true] as const),
  ]),
)

/** The articles before the names of men and of women, by language. In Italian, “il” is no pronoun. */
const ARTICLES: Readonly<Record<string, readonly [men: RegExp, women: RegExp]>> = {
  it: [/\b(?:il|lo|un|[dn]el(?:lo)?|al(?:lo)?|dal(?:lo)?)\s$/i, /\b(?:la|una|[dn]ella|alla|dalla)\s$/i],
  fr: [/\b(?:le|du|au|un)\s$/i, /\b(?:la|une)\s$/i],
  es: [/\b(?:el|del|al|un)\s$/i, /\b(?:la|una)\s$/i],
}
const LONGEST_ARTICLE = 7

/** Capitalised words, and pronouns. */
const TELLING_WORDS = new RegExp(
  `(?<![\\p{L}\\p{M}])(?:\\p{Lu}[\\p{L}\\p{M}]*|(?:${PRONOUNS.flatMap(([men, women]) => [...men, ...women]).join('|')})(?![\\p{L}\\p{M}]))`,
  'gu',
)

/** The gender indicated by a name alone: positive for a man, negative for a woman. */
function signOfName(name: string): number {
  const words = folded(name)
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '')
  const [first = '', ...others] = name.toLowerCase().split(/[\s.]+/u)
  const title = others.length === 0 ? null : genderOfTitle(first)
  if (title !== null) return TITLE * signOf(title)
  for (const word of words) {
    const gender = genderNamed(word) ?? genderOfDescribed(word)
    if (gender === 'male' || gender === 'female') return TITLE * signOf(gender)
  }
  const firstName = genderOfFirstName(first)
  if (firstName !== null) return FIRST_NAME * signOf(firstName)
  if (words.some((word) => RANKS_OF_MEN.has(word))) return USUAL
  return /^\p{Lu}[\p{L}]+a$/u.test(name.split(/\s/u)[0] ?? '') ? -USUAL : 0
}

/** What is known about speakers, besides their names. */
export interface GenderSigns {
  /** The names by key. */
  readonly names: ReadonlyMap<string, string>
  /** By key, as determined by the attribution from titles and pronouns. */
  readonly known?: ReadonlyMap<string, NameGender>
  /** How much more often “he said” than “she said” is beside the lines of each, by key. */
  readonly said?: ReadonlyMap<string, number>
  /** Narration, without the spoken words. */
  readonly narration?: readonly string[]
  readonly directions?: readonly Direction[]
  /** BCP 47; '' if it is not known. */
  readonly language?: string
}

/** Narration of a play. After somebody's words, “He rises.” is about that person. */
export interface Direction {
  readonly text: string
  /** The key of the last speaker. */
  readonly after: string | null
}

/** The genders of speakers, by key, except those without any sign. */
export function gendersOf({
  names,
  known,
  said,
  narration = [],
  directions = narration.map((text) => ({ text, after: null })),
  language = '',
}: GenderSigns): Map<string, Gender> {
  const near = signsNear(directions, names, language.slice(0, 2))
  const found = new Map<string, Gender>()
  for (const [key, name] of names) {
    const told = known?.get(key)
    const sum =
      told === undefined
        ? signOfName(name) + (said?.get(key) ?? 0) + (near.get(key) ?? 0)
        : signOf(told) * LEAST
    if (Math.abs(sum) >= LEAST) found.set(key, sum > 0 ? 'man' : 'woman')
  }
  return found
}

/** From the articles before each name in narration, and the pronouns that follow it without another name in between. */
function signsNear(
  narration: readonly Direction[],
  names: ReadonlyMap<string, string>,
  language: string,
): Map<string, number> {
  /** By word of a name; null for a word in several names. A title alone does not identify a person. */
  const keys = new Map<string, string | null>()
  for (const [key, name] of names)
    for (const word of name.toLowerCase().split(/\s+/u))
      if (word.length > 2 && genderOfTitle(word) === null && genderOfDescribed(word) === undefined)
        keys.set(word, keys.has(word) && keys.get(word) !== key ? null : key)
  const counts = new Map<string, [men: number, women: number]>()
  const add = (key: string, isMan: boolean, weight = 1) => {
    const own = counts.get(key) ?? [0, 0]
    own[isMan ? 0 : 1] += weight
    counts.set(key, own)
  }
  const [ofMen, ofWomen] = ARTICLES[language] ?? []
  for (const { text, after } of narration) {
    let named = after ?? undefined
    let isLast = after !== null
    for (const { 0: word, index } of text.matchAll(TELLING_WORDS)) {
      const small = word.toLowerCase()
      const key = word === small ? undefined : keys.get(small)
      if (key !== undefined) {
        named = key ?? undefined
        isLast = false
        const before = text.slice(Math.max(0, index - LONGEST_ARTICLE), index)
        if (named !== undefined && ofMen?.test(before) === true) add(named, true)
        if (named !== undefined && ofWomen?.test(before) === true) add(named, false)
      }
      if (named === undefined) continue
      const isMan = IS_MALE.get(small)
      if (isMan === undefined || (small === 'il' && language === 'it')) continue
      if (isLast && !(SUBJECTS.has(small) && SENTENCE_START.test(text.slice(0, index)))) break
      add(named, isMan, isLast ? LAST : 1)
      named = undefined
    }
  }
  return new Map(
    Array.from(counts, ([key, [men, women]]) => {
      const isTold = Math.max(men, women) >= TIMES * Math.min(men, women)
      return [key, isTold ? men - women : 0] as const
    }),
  )
}

function signOf(gender: NameGender): number {
  return gender === 'male' ? 1 : -1
}
