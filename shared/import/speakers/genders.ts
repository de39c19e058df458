/**
 * Whether a woman or a man speaks, by which a voice is chosen: by titles and names, and by the pronouns that stand for somebody. What a text does not
 * tell stays open.
 */
import { folded } from '../../lib/folded.ts'
import type { Gender } from '../../story/records.ts'
import { genderNamed } from '../../voices/casting.ts'
import { genderOfFirstName } from './firstNames.ts'
import { genderOfDescribed } from './englishWords.ts'
import { genderOfTitle, type Gender as NameGender } from './names.ts'

/** How much each sign counts; a gender is told from LEAST on. */
const TITLE = 20
const FIRST_NAME = 4
const USUAL = 1.5
const LEAST = 1
/** Pronouns that stand for somebody else count as well, so that those of one gender have to be so many times as many as the others. */
const TIMES = 2

/** Ranks that men have in most stories, if nothing else tells; without marks on letters. */
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

/** Words that begin with a capital, and pronouns. */
const TELLING_WORDS = new RegExp(
  `(?<![\\p{L}\\p{M}])(?:\\p{Lu}[\\p{L}\\p{M}]*|(?:${PRONOUNS.flatMap(([men, women]) => [...men, ...women]).join('|')})(?![\\p{L}\\p{M}]))`,
  'gu',
)

/** What a name alone says of somebody: more than 0 for a man, less for a woman. */
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

/** What is known of those who speak, beside their names. */
export interface GenderSigns {
  /** The names by key. */
  readonly names: ReadonlyMap<string, string>
  /** By key, as the attribution knows them by titles and pronouns. */
  readonly known?: ReadonlyMap<string, NameGender>
  /** How often “he said” rather than “she said” stands beside the lines of each, by key. */
  readonly said?: ReadonlyMap<string, number>
  /** Narration, without the words that somebody speaks. */
  readonly narration?: readonly string[]
}

/** The genders of those who speak, by key, without those of whom nothing tells it. */
export function gendersOf({ names, known, said, narration = [] }: GenderSigns): Map<string, Gender> {
  const near = signsNear(narration, names)
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

/** By the pronouns that follow each name in a narration, with no other name between. */
function signsNear(narration: readonly string[], names: ReadonlyMap<string, string>): Map<string, number> {
  /** By word of a name; null for a word of several names. A title names nobody alone. */
  const keys = new Map<string, string | null>()
  for (const [key, name] of names)
    for (const word of name.toLowerCase().split(/\s+/u))
      if (word.length > 2 && genderOfTitle(word) === null && genderOfDescribed(word) === undefined)
        keys.set(word, keys.has(word) && keys.get(word) !== key ? null : key)
  const counts = new Map<string, [men: number, women: number]>()
  for (const text of narration) {
    let named: string | undefined
    for (const [word] of text.matchAll(TELLING_WORDS)) {
      const small = word.toLowerCase()
      const key = word === small ? undefined : keys.get(small)
      if (key !== undefined) named = key ?? undefined
      if (named === undefined) continue
      const isMan = PRONOUNS.some(([men]) => men.has(small))
      if (!isMan && !PRONOUNS.some(([, women]) => women.has(small))) continue
      const own = counts.get(named) ?? [0, 0]
      own[isMan ? 0 : 1] += 1
      counts.set(named, own)
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
