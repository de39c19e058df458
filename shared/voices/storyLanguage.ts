/** The language that a story is written in: as its file states it, or as its words show. */
import { baseLanguage } from './languages.ts'
import { lettersOf } from './scripts.ts'
import { SMALL_WORDS } from './textLanguage.ts'

/** Small words of languages that are recognised here, but not warned about. */
const MORE_WORDS = {
  da: 'og i at det er en til af på som med for den de ikke der han hun var jeg et har om vi min havde meget men blev dig mig sig noget efter nu kunne ville skulle sagde hvad hvor fra ved over også mod selv',
  nb: 'og i det er på som en for med av til han hun at var jeg ikke den de har om vi et men seg meg deg så hadde etter nå kunne ville skulle sa hva hvor fra ved over også mot selv noe bare ble da opp',
  fi: 'ja on ei että oli hän se mutta niin kun minä mitä sen olen joka tämä sinä myös kuin nyt hänen sitä olisi vain jos ovat he me te ole oli ollut sitten kaikki mikä sanoi vielä jo minun häntä',
  cs: 'a se na je že to v s z do i ale jak za by jsem jsi jeho byl byla bylo když co tak ten ta už jen po si mi jako k o ve není nebo její řekl řekla mu ho pak ještě pro při než kde',
  hu: 'a az és hogy nem is egy van volt meg csak mint ha de még már azt ezt mondta vagy ki mit én ő te ez mi nagyon olyan el fel ott itt majd minden így úgy aki ami kell neki',
  ro: 'și în de la a cu că nu o pe să din care un este pentru mai se era ce au fost dar sau el ea eu lui îi îl mi te am ai fi spus când unde foarte după prin această sunt',
  tr: 'bir ve bu da de için ne çok o gibi daha ama var ben mi sen kadar sonra olan olarak değil dedi onu ona ki her şey diye en mı yok biri bana beni hiç ile zaman nasıl içinde',
  ca: 'i de la el que en a els les per amb no una es un del al va és són com més però seva seu ser hi ha aquest aquesta jo tu ell ella molt quan si què em et li ho també ni havia dir tot',
} as const

const LANGUAGES = Object.entries({ ...SMALL_WORDS, ...MORE_WORDS }).map(([language, words]) => ({
  language,
  words: words.split(' '),
}))
/** Each word is evidence for the languages that have it, weaker the more there are. */
const WEIGHTS = new Map<string, { readonly languages: readonly string[]; readonly weight: number }>()
for (const [word, rows] of Map.groupBy(
  LANGUAGES.flatMap(({ language, words }) => [...new Set(words)].map((word) => ({ language, word }))),
  ({ word }) => word,
))
  WEIGHTS.set(word, { languages: rows.map(({ language }) => language), weight: 1 / Math.sqrt(rows.length) })

/** Letters that only some languages use: a word with one counts as much as a small word. */
const OWN_LETTERS: readonly (readonly [letters: RegExp, languages: readonly string[]])[] = [
  [/[ñ¿¡]/, ['es']],
  [/ß/, ['de']],
  [/[ãõ]/, ['pt']],
  [/[êèùœ]/, ['fr']],
  [/[ìò]/, ['it']],
  [/[őű]/, ['hu']],
  [/[łżźśćńąę]/, ['pl']],
  [/[řěů]/, ['cs']],
  [/[ğış]/, ['tr']],
  [/[țșă]/, ['ro']],
  [/å/, ['sv', 'da', 'nb']],
  [/[æø]/, ['da', 'nb']],
  [/ä/, ['de', 'sv', 'fi']],
]
/** A word without letters of any row. */
const PLAIN_WORD = /^[a-z]+$/

/** The number of texts examined, from throughout a story. */
const MOST_TEXTS = 300
/** How much of each text is examined. */
const SAMPLE_LENGTH = 400
/** The thresholds for a language: the weight of its small words, as a share of all words, and relative to the next language. */
const LEAST_WEIGHT = 1.2
const LEAST_SHARE = 0.1
const LEAST_TIMES = 1.5
/** The least share of non-Latin letters. */
const LEAST_LETTERS_SHARE = 0.4
/** From this many words on, a stated language is overruled if the words show another one. */
const MANY_WORDS = 100

/** Languages by their letters, for scripts that several languages share: the first whose letters occur in the text, or the last. */
const LETTERS: Readonly<Record<string, readonly (readonly [letters: RegExp, language: string])[]>> = {
  Cyrillic: [
    [/[ўЎ]/u, 'be'],
    [/[іїєґІЇЄҐ]/u, 'uk'],
    [/[ѓќѕЃЌЅ]/u, 'mk'],
    [/[ђћџјљњЂЋЏЈЉЊ]/u, 'sr'],
    [/[әғқңөұүһ]/u, 'kk'],
    [/[ыэёЫЭЁ]/u, 'ru'],
    [/ъ/u, 'bg'],
    [/(?:)/u, 'ru'],
  ],
  Arabic: [
    [/[ٹڈڑےں]/u, 'ur'],
    [/[پچژگ]/u, 'fa'],
    [/(?:)/u, 'ar'],
  ],
  Hiragana: [[/(?:)/u, 'ja']],
  Katakana: [[/(?:)/u, 'ja']],
  Han: [
    [/[ぁ-ヿ]/u, 'ja'],
    [/(?:)/u, 'zh'],
  ],
  Hangul: [[/(?:)/u, 'ko']],
  Greek: [[/(?:)/u, 'el']],
  Hebrew: [[/(?:)/u, 'he']],
  Devanagari: [[/(?:)/u, 'hi']],
  Bengali: [[/(?:)/u, 'bn']],
  Gurmukhi: [[/(?:)/u, 'pa']],
  Gujarati: [[/(?:)/u, 'gu']],
  Tamil: [[/(?:)/u, 'ta']],
  Telugu: [[/(?:)/u, 'te']],
  Kannada: [[/(?:)/u, 'kn']],
  Malayalam: [[/(?:)/u, 'ml']],
  Sinhala: [[/(?:)/u, 'si']],
  Thai: [[/(?:)/u, 'th']],
  Ethiopic: [[/(?:)/u, 'am']],
  Georgian: [[/(?:)/u, 'ka']],
  Armenian: [[/(?:)/u, 'hy']],
}

/** The language of texts judged by their words and letters, such as `de`; null if there are too few, or several languages. */
export function languageOfTexts(texts: readonly string[]): string | null {
  const sample = sampleOf(texts)
  const joined = sample.join('\n')
  return languageByLetters(joined) ?? tellLanguage(sample)?.language ?? null
}

/**
 * The language of a story. `stated` is the language in its file, '' if none: it is trusted, unless many words of the text are certainly in
 * another language, because editors write their own language into files in which nobody set one. Null if it cannot be determined.
 */
export function languageOfStory(stated: string, texts: readonly string[]): string | null {
  if (stated === '') return languageOfTexts(texts)
  const base = baseLanguage(stated)
  const sample = sampleOf(texts)
  const other = languageByLetters(sample.join('\n'))
  if (other !== null) return baseLanguage(other) === base || !isWritten(base) ? stated : other
  const told = tellLanguage(sample)
  const isOther = told !== null && told.words >= MANY_WORDS && isWritten(base) && told.language !== base
  return isOther ? told.language : stated
}

/** Whether texts in a language are recognised by their small words. */
const isWritten = (base: string) => LANGUAGES.some(({ language }) => language === base)

function sampleOf(texts: readonly string[]): string[] {
  const step = Math.max(1, Math.floor(texts.length / MOST_TEXTS))
  return texts.flatMap((text, index) => (index % step === 0 ? [text.slice(0, SAMPLE_LENGTH)] : []))
}

function languageByLetters(text: string): string | null {
  const letters = lettersOf(text)
  if (letters === null) return null
  const others = [...letters].filter(([script]) => script !== 'Latin').toSorted(([, a], [, b]) => b - a)
  const [most] = others
  const sum = others.reduce((before, [, count]) => before + count, 0)
  if (most === undefined || sum < LEAST_LETTERS_SHARE * (sum + (letters.get('Latin') ?? 0))) return null
  return LETTERS[most[0]]?.find(([own]) => own.test(text))?.[1] ?? null
}

function tellLanguage(
  texts: readonly string[],
): { readonly language: string; readonly words: number } | null {
  const sums = new Map<string, number>()
  let words = 0
  const add = (language: string, weight: number) => sums.set(language, (sums.get(language) ?? 0) + weight)
  for (const text of texts)
    for (const word of text.toLowerCase().split(/[^\p{L}\p{M}¿¡]+/u)) {
      if (word === '') continue
      words += 1
      if (!PLAIN_WORD.test(word))
        for (const [letters, languages] of OWN_LETTERS)
          if (letters.test(word)) for (const language of languages) add(language, 1 / languages.length)
      const found = WEIGHTS.get(word)
      if (found === undefined) continue
      for (const language of found.languages) add(language, found.weight)
    }
  const [most, next] = [...sums].toSorted(([, a], [, b]) => b - a)
  if (most === undefined) return null
  const [language, weight] = most
  const isTold =
    weight >= LEAST_WEIGHT && weight >= words * LEAST_SHARE && weight >= LEAST_TIMES * (next?.[1] ?? 0)
  return isTold ? { language, words } : null
}
