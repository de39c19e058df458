/** The words by which people look for voices of women and men, in every language of the app: whichever is shown, all are understood. */
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
/** Words that say nothing of a voice beside others: “a woman”, “una voz de mujer”. */
const FILLERS = new Set(['a', 'an', 'the', 'of', 'voice', 'ein', 'eine', 'stimme', 'un', 'una', 'de', 'voz'])

/** The gender that a word of a search names; undefined for other words. `word` is folded. */
export const genderNamed = (word: string): Gender | undefined => GENDERS.get(word)

/** The words of a search that say something; all of them where none does. They are folded. */
export function tellingWords(text: string): readonly string[] {
  const words = folded(text)
    .split(/\s+/)
    .filter((word) => word !== '')
  const telling = words.filter((word) => !FILLERS.has(word))
  return telling.length === 0 ? words : telling
}
