/** Ordinals in German, whose ending depends on the words before them. */
import { BEFORE_E, BEFORE_EN, DATIVE, GENDERS } from './germanWords.ts'
import { germanOrdinalStem } from './numbers.ts'

/** The word before, and the one before that, in small letters. */
export function wordsBefore(before: string): readonly [string, string] {
  const found = /(?:([\p{L}]+)\s+)?([\p{L}]+)\s+$/u.exec(before)
  return [found?.[2]?.toLowerCase() ?? '', found?.[1]?.toLowerCase() ?? '']
}

/** The ending of an ordinal after the words before it. `alone`: after none of those that tell. */
export function endingAfter(before: string, alone: string): string {
  const [last, previous] = wordsBefore(before)
  if (BEFORE_EN.has(last)) return 'en'
  if (last === 'der' && DATIVE.has(previous)) return 'en'
  if (BEFORE_E.has(last)) return 'e'
  return alone
}

export function ordinalAfter(digits: string, before: string, alone: string): string {
  return `${germanOrdinalStem(digits)}${endingAfter(before, alone)}`
}

export function genderOf(noun: string): string | undefined {
  return GENDERS.get(noun) ?? GENDERS.get(noun.slice(0, 1).toUpperCase() + noun.slice(1).toLowerCase())
}
