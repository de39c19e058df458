/**
 * The scripts that the voices on this computer can read, both built-in and natural. A voice spells letters of other scripts by their names,
 * so such a text takes many times as long and is not understood.
 */
import { findVoice, listVoices, type VoiceInfo } from './builtInVoices.ts'
import { baseLanguage, NO_PACKS, type PackLanguages } from './languages.ts'
import { languageWordsOf, otherLanguage, type LanguageWords, type LatinLanguage } from './textLanguage.ts'

/**
 * Scripts by their Unicode names, with the languages (first part of the tag) whose voices read them, the most spoken ones
 * first.
 */
const UNICODE_READERS = {
  Latin: [],
  Cyrillic: ['ru', 'uk', 'be', 'bg', 'sr', 'mk', 'kk', 'ky', 'tt', 'ba', 'cv', 'nog'],
  Greek: ['el', 'grc'],
  Hebrew: ['he'],
  Arabic: ['ar', 'fa', 'ur', 'sd', 'ug'],
  Devanagari: ['hi', 'mr', 'ne', 'kok'],
  Bengali: ['bn', 'as', 'bpy'],
  Gurmukhi: ['pa'],
  Gujarati: ['gu'],
  Oriya: ['or'],
  Tamil: ['ta'],
  Telugu: ['te'],
  Kannada: ['kn'],
  Malayalam: ['ml'],
  Sinhala: ['si'],
  Myanmar: ['my', 'shn'],
  Thai: ['th'],
  Ethiopic: ['am', 'ti'],
  Georgian: ['ka'],
  Armenian: ['hy', 'hyw'],
  Cherokee: ['chr'],
  Hangul: ['ko'],
  Khmer: [],
  Lao: [],
  Tibetan: [],
} as const satisfies Readonly<Record<string, readonly string[]>>

const READERS = {
  ...UNICODE_READERS,
  /** Kana, and the kanji between them. */
  Japanese: ['ja'],
  /** The part of Japanese that the Japanese voice cannot read: it reads kana only. No voice reads kanji. */
  Kanji: [],
  /** The characters of a Chinese text. */
  Chinese: ['cmn', 'yue', 'hak'],
  /** Texts in Latin letters that another language’s voice would mispronounce. */
  English: ['en'],
  German: ['de'],
  Spanish: ['es'],
  French: ['fr'],
  Italian: ['it'],
  Portuguese: ['pt'],
  Dutch: ['nl'],
  Swedish: ['sv'],
  Polish: ['pl'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** A script that a voice cannot read, or a language in Latin letters that it mispronounces. */
export type Script = keyof typeof READERS
/** A language in Latin letters, which some voices cannot read. */
export const LATIN_LANGUAGES = {
  en: 'English',
  de: 'German',
  es: 'Spanish',
  fr: 'French',
  it: 'Italian',
  pt: 'Portuguese',
  nl: 'Dutch',
  sv: 'Swedish',
  pl: 'Polish',
} as const satisfies Readonly<Record<LatinLanguage, Script>>
/** Whether it is a language, which a voice mispronounces rather than spells. */
export const isLatinLanguage = (script: Script): boolean =>
  Object.values<Script>(LATIN_LANGUAGES).includes(script)
/** The script of a single letter. Whether Han characters are Chinese or Japanese is known only from the whole text. */
type LetterScript = keyof typeof UNICODE_READERS | 'Hiragana' | 'Katakana' | 'Han'

const PATTERNS = ([...Object.keys(UNICODE_READERS), 'Hiragana', 'Katakana', 'Han'] as LetterScript[]).map(
  // The keys of an object literal.
  (script): [LetterScript, RegExp] => [script, new RegExp(`\\p{Script=${script}}`, 'gu')],
)
/** A letter of a script other than Latin, which all voices read. */
const OTHER_LETTER = /[^\p{Script=Latin}\P{L}]/u

/** Anything except Latin letters and punctuation. Most texts have none, and this test is faster than matching scripts. */
const FAR_ON = /[^\0-\u024f\u2000-\u206f]/

/** Enough of a text to recognise its script. */
const SAMPLE_LENGTH = 4_000
/** A name or a quotation in other letters does not call for another voice. */
const LEAST_SHARE = 0.2

/** How many letters of each script a text has. Null if all letters are Latin. */
export type Letters = ReadonlyMap<LetterScript, number> | null

/** Counts the letters at the start of a text. */
export function lettersOf(text: string): Letters {
  const sample = text.slice(0, SAMPLE_LENGTH)
  if (!FAR_ON.test(sample) || !OTHER_LETTER.test(sample)) return null
  return new Map(PATTERNS.map(([script, pattern]) => [script, sample.match(pattern)?.length ?? 0]))
}

/**
 * The script of most of a text's unreadable letters, if they are at least a fifth of its letters; null if the voice reads the text, and for
 * voices of servers, about which nothing is known. `packs` has the natural voices.
 */
export function unreadScript(
  letters: Letters,
  voiceId: string,
  packs: PackLanguages = NO_PACKS,
): Script | null {
  const language = letters === null ? undefined : languageOfVoice(voiceId, packs)
  if (letters === null || language === undefined) return null
  const counts = new Map<Script, number>()
  let total = 0
  let unread = 0
  for (const [letter, count] of letters) {
    const script = scriptOf(letter, letters, language)
    total += count
    if (count === 0 || reads(language, script)) continue
    unread += count
    counts.set(script, (counts.get(script) ?? 0) + count)
  }
  if (unread === 0 || unread < total * LEAST_SHARE) return null
  return [...counts].reduce((most, each) => (each[1] > most[1] ? each : most))[0]
}

/** What a voice cannot read in a text: a script, or the text's language, if it is certain; null if it reads the text, and for voices of servers. */
export function unreadIn(text: string, voiceId: string, packs: PackLanguages = NO_PACKS): Script | null {
  const script = unreadScript(lettersOf(text), voiceId, packs)
  return script ?? unreadLanguage(languageWordsOf(text), voiceId, packs)
}

/** The language of a text in Latin letters, if it is certainly not that of the voice. */
export function unreadLanguage(words: LanguageWords, voiceId: string, packs: PackLanguages): Script | null {
  const spoken = languageOfVoice(voiceId, packs)
  const other = spoken === undefined ? null : otherLanguage(words, spoken)
  return other === null ? null : LATIN_LANGUAGES[other]
}

/** The language of a voice of this computer, without its region; undefined for a voice of a server. */
export function languageOfVoice(voiceId: string, packs: PackLanguages): string | undefined {
  const tag = findVoice(voiceId)?.language ?? packs.get(voiceId)
  return tag === undefined ? undefined : baseLanguage(tag)
}

/** Han characters are kanji for the Japanese voice; otherwise they are Japanese if there are kana among them, or Chinese. */
function scriptOf(
  letter: LetterScript,
  letters: ReadonlyMap<LetterScript, number>,
  language: string,
): Script {
  if (letter === 'Hiragana' || letter === 'Katakana') return 'Japanese'
  if (letter !== 'Han') return letter
  if (language === 'ja') return 'Kanji'
  const kana = (letters.get('Hiragana') ?? 0) + (letters.get('Katakana') ?? 0)
  return kana > 0 && kana >= (kana + (letters.get('Han') ?? 0)) * LEAST_SHARE ? 'Japanese' : 'Chinese'
}

/** The facts about a voice offered for a script. */
type OfferedVoice = Pick<VoiceInfo, 'id' | 'name' | 'language'>

/**
 * Voices that read a script, those of the most widely spoken languages first: for each language the natural voices among `listed`, and a
 * built-in voice.
 */
export function voicesReading(
  script: Script,
  listed: readonly (OfferedVoice & { readonly pack: object | null })[] = [],
): OfferedVoice[] {
  const voices = listVoices()
  const isOf = (language: string) => (voice: OfferedVoice) => baseLanguage(voice.language) === language
  return READERS[script].flatMap((language) => [
    ...listed.filter((voice) => voice.pack !== null && isOf(language)(voice)),
    ...[voices.find(isOf(language)) ?? []].flat(),
  ])
}

function reads(language: string, script: Script): boolean {
  // Voices of other scripts also read Latin letters, as English or by their own rules.
  const languages: readonly string[] = READERS[script]
  return script === 'Latin' || languages.includes(language)
}
