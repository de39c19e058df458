/** A writer's words: terms of speech services, of the code, and riddles stay out of what people read. */
import { expect, test } from 'vitest'
import { en } from '../../../renderer/i18n/en/index.ts'

/** What no text says, and what texts say instead. */
const UNKNOWN_WORDS: readonly [words: RegExp, instead: string][] = [
  [/tts-1|audio_stable|emotion model/i, 'Standard, High quality, Expressive'],
  [/built-in voice/i, 'local voice'],
  [/\bengines?\b|better voices/i, 'voice server'],
  [/stop following/i, 'stop waiting'],
  [/\bspeak as\b/i, 'reset to …’s settings'],
  [/off this list|\bforget\b/i, 'remove from list, delete'],
  [/put aside/i, 'ignore'],
  [/outcome unknown|unknown outcome/i, 'no answer yet'],
  [/go back to it/i, 'restore'],
  [/\bseal(?:ed|s)?\b/i, 'protected, stored unencrypted'],
  [/master vibe/i, 'ready-made vibe'],
  [/kept nowhere/i, 'never stored'],
  [/lead a tunnel/i, 'point a tunnel at'],
  [/with the ending/i, 'as an .mp3 file'],
  [/view broke|\btrouble\b/i, 'something went wrong, error'],
  [/audition|\bvariants?\b/i, 'compare voices, version'],
  [/\bmend(?:ed|s)?\b/i, 'repair, correct'],
  [/coming soon/i, 'what there is'],
  [/credits? (?:a|per|for each) character/i, 'credit a letter: a character is a part of the story'],
]

function textsOf(value: unknown, path: string): { path: string; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }]
  return Object.entries(value ?? {}).flatMap(([key, inner]) =>
    textsOf(inner, path === '' ? key : `${path}.${key}`),
  )
}

test('every text is in a writer’s words', () => {
  const texts = textsOf(en, '')
  expect(texts.length).toBeGreaterThan(500)
  const wrong = texts.flatMap(({ path, text }) =>
    UNKNOWN_WORDS.filter(([words]) => words.test(text)).map(([, instead]) => `${path}: ${text} (${instead})`),
  )
  expect(wrong).toEqual([])
})
