/**
 * Which letters the built-in voices read. Letters that a voice does not read it spells one by one, by their names, so
 * a text in them takes many times as long and says nothing.
 */
import { findVoice, listVoices } from './builtInVoices.ts'
import type { VoiceInfo } from './builtInVoices.ts'

/** Scripts by their Unicode names, with the languages (first part of the tag) whose voices read them. */
const READERS = {
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
  Hiragana: ['ja'],
  Katakana: ['ja'],
  /** Not Japanese: its voice reads kana, and spells kanji. */
  Han: ['cmn', 'yue', 'hak'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type Script = keyof typeof READERS

const LETTERS = (Object.keys(READERS) as Script[]).map(
  // The keys of an object written out in full.
  (script) => ({ script, pattern: new RegExp(`\\p{Script=${script}}`, 'gu') }),
)

/** Enough of a text to tell its letters. */
const SAMPLE_LENGTH = 4_000
/** A name or a quotation in other letters is no reason for another voice. */
const LEAST_SHARE = 0.2

/**
 * The script that most of a text's unreadable letters have, where they are a fifth of its letters or more; null where the
 * voice reads the text, and for voices that are not built in, of which nothing is known.
 */
export function unreadScript(text: string, voiceId: string): Script | null {
  const voice = findVoice(voiceId)
  if (voice === null) return null
  const sample = text.slice(0, SAMPLE_LENGTH)
  const counts = LETTERS.map(({ script, pattern }) => ({ script, count: sample.match(pattern)?.length ?? 0 }))
  const letters = counts.reduce((sum, { count }) => sum + count, 0)
  const unread = counts.filter(({ script, count }) => count > 0 && !reads(voice, script))
  const unreadLetters = unread.reduce((sum, { count }) => sum + count, 0)
  if (unreadLetters === 0 || unreadLetters < letters * LEAST_SHARE) return null
  return unread.reduce((most, one) => (one.count > most.count ? one : most)).script
}

/** The built-in voices that read a script, the most spoken languages first. */
export function voicesReading(script: Script): VoiceInfo[] {
  const voices = listVoices()
  return READERS[script].flatMap((language) => voices.filter((voice) => languageOf(voice) === language))
}

function reads(voice: VoiceInfo, script: Script): boolean {
  // Voices of other scripts read Latin letters, too, as English or by their own rules.
  const languages: readonly string[] = READERS[script]
  return script === 'Latin' || languages.includes(languageOf(voice))
}

function languageOf({ language }: VoiceInfo): string {
  return language.split('-')[0] ?? ''
}
