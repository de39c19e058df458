/**
 * The language of a text in Latin letters, judged by the small words found in every sentence. It is reported only if it is certain: a name, a
 * foreign word or a short cry proves nothing (docs/decisions/024-language-of-a-text.md).
 */

/** Small words by language (first part of the tag), each of them frequent in prose and dialogue. */
export const SMALL_WORDS = {
  en: 'the and of to in is was that it he she you for on with as at his her they had not be this have from but by are were we an or will would there their what been when who said my me your do did if them then could out up down how very just',
  de: 'der die das und ist nicht ein eine einen einem einer ich du er sie es wir ihr den dem des zu mit auf für von war hat im am auch sich als wie aber oder noch nur so was bei nach aus wenn mich mir dich dir ihm ihn kein keine doch schon hatte wird sind dass über vor hatte haben wer sagte bevor jetzt mehr man ja nein hier da',
  es: 'el la los las de que y en un una por con no se su al lo del es como más pero sus le ya o este sí porque esta entre cuando muy sin sobre también me hasta hay donde quien desde todo nos era fue había está te ni qué yo tú ella él mi dijo',
  fr: 'le la les de des du un une et est que qui dans pour pas sur au avec ce il elle ne se plus par je tu nous vous ils son sa ses mais ou où on lui leur été était cette être avait comme tout dit mon ma moi toi fait à',
  it: 'il lo la i gli le di che e è un una per con non si da del della nel nella al alla sono era ma come più anche se mi ti ci lui lei io tu questo questa quando dove chi ha aveva suo sua disse dei delle cosa',
  pt: 'o a os as de que e em um uma do da dos das para por com não se na no nas nos ao mais mas como foi era ele ela eu você seu sua está isso este esta quando muito já também só me lhe disse ou tinha são',
  nl: 'de het een en van ik te dat die in je niet zijn is was op aan met als voor er maar om hem dan zou of wat mijn men dit zo door over ze zich bij ook tot haar naar heb hoe heeft nog deze nu had wij hij zei geen',
  sv: 'och att det i en jag som han på är av för med till den har de inte om ett men var sig så från när hon hade vi du min då kan nu över blev sa ut upp mig dig här vid ingen skulle efter där vad',
  pl: 'i w nie na się z do to że jest o co jak po ale ja tak za od czy był była było ty on ona mi mnie ma już by dla tylko jego jej gdy przez kiedy być może sobie są ten tego tu bardzo powiedział',
} as const

export type LatinLanguage = keyof typeof SMALL_WORDS

const LANGUAGES = Object.keys(SMALL_WORDS) as LatinLanguage[] // the keys of the table

/** The languages of each small word, by their places in `LANGUAGES`. */
const LANGUAGES_OF = new Map<string, number[]>()
for (const [place, language] of LANGUAGES.entries())
  for (const word of SMALL_WORDS[language].split(' '))
    LANGUAGES_OF.set(word, [...(LANGUAGES_OF.get(word) ?? []), place])

/** The facts about a text that show its language. */
export interface LanguageWords {
  readonly letters: number
  readonly words: number
  /** How many of the words are small words of each of `LANGUAGES`. */
  readonly small: readonly number[]
}

/** Enough of a text to recognise its language. */
const SAMPLE_LENGTH = 400
/** A text with fewer letters shows too little. */
export const LEAST_LETTERS = 40
/**
 * The least number of small words of another language, and of those for each small word of the voice's own language. In prose a third of
 * the words are small.
 */
const LEAST_SMALL = 4
const LEAST_TIMES = 3
const LEAST_SHARE = 0.2

/** The characters between words of Latin letters. Letter ranges are faster than Unicode classes. */
const BETWEEN = /[^a-z\u00df-\u024f]+/

/** Counts the words at the start of a text. */
export function languageWordsOf(text: string): LanguageWords {
  const small = LANGUAGES.map(() => 0)
  let [letters, words] = [0, 0]
  for (const word of text.slice(0, SAMPLE_LENGTH).toLowerCase().split(BETWEEN)) {
    if (word === '') continue
    letters += word.length
    words += 1
    const places = LANGUAGES_OF.get(word)
    if (places !== undefined) for (const place of places) small[place] = (small[place] ?? 0) + 1
  }
  return { letters, words, small }
}

/** The words of several texts together. */
export function joinedWords(texts: readonly LanguageWords[]): LanguageWords {
  const small = LANGUAGES.map((_, place) => texts.reduce((sum, text) => sum + (text.small[place] ?? 0), 0))
  return {
    letters: texts.reduce((sum, text) => sum + text.letters, 0),
    words: texts.reduce((sum, text) => sum + text.words, 0),
    small,
  }
}

/** The language of a text if it is certainly not `spoken` (first part of a tag); null if not certain. */
export function otherLanguage(
  { letters, words, small }: LanguageWords,
  spoken: string,
): LatinLanguage | null {
  const own = LANGUAGES.findIndex((language) => language === spoken)
  // Languages without small words here cannot be judged: a text may look like a related language.
  if (own === -1 || letters < LEAST_LETTERS) return null
  const others = small.map((count, place) => (place === own ? 0 : count))
  const most = Math.max(...others)
  const isSure = most >= LEAST_SMALL && most >= (small[own] ?? 0) * LEAST_TIMES && most >= words * LEAST_SHARE
  return isSure ? (LANGUAGES[others.indexOf(most)] ?? null) : null
}

/** Whether a text has at least as many small words of a language as of any other: nothing in it indicates another. */
export function isOwnLanguage({ small }: LanguageWords, spoken: string | undefined): boolean {
  const own = LANGUAGES.findIndex((language) => language === spoken)
  return small.every((count) => count <= (small[own] ?? 0))
}
