/** The words by which people look for voices of women and men, in every language of the app: all are understood in every language of the app. */
import { folded } from '../lib/folded.ts'

const WORDS = {
  female: [
    ...['woman', 'women', 'female', 'feminine', 'lady', 'girl'],
    ...['frau', 'frauen', 'frauenstimme', 'weiblich', 'weibliche', 'dame', 'mädchen'],
    ...['mujer', 'mujeres', 'femenino', 'femenina', 'señora', 'chica'],
  ],
  male: [
    ...['man', 'men', 'male', 'masculine', 'gentleman', 'boy'],
    ...['mann', 'männer', 'männerstimme', 'männlich', 'männliche', 'herr', 'junge'],
    ...['hombre', 'hombres', 'masculino', 'masculina', 'varón', 'señor', 'chico'],
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>

type Gender = keyof typeof WORDS
const GENDERS = new Map<string, Gender>(
  (['female', 'male'] as const).flatMap((gender) =>
    WORDS[gender].map((word) => [folded(word), gender] as const),
  ),
)
/** Words that add nothing to a search: “a woman”, “una voz de mujer”. */
const FILLERS = new Set(['a', 'an', 'the', 'of', 'voice', 'ein', 'eine', 'stimme', 'un', 'una', 'de', 'voz'])

/** The gender that a word of a search names; undefined for other words. `word` is folded. */
export const genderNamed = (word: string): Gender | undefined => GENDERS.get(word)

/** The meaningful words of a search, folded; all of them if none is meaningful. */
export function tellingWords(text: string): readonly string[] {
  const words = folded(text)
    .split(/\s+/)
    .filter((word) => word !== '')
  const telling = words.filter((word) => !FILLERS.has(word))
  return telling.length === 0 ? words : telling
}
