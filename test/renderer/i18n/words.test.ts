/** Texts use a writer's words: no terms of speech services or of the code, and no riddles. */
import { expect, test } from 'vitest'
import { de } from '../../../renderer/i18n/de.ts'
import { en } from '../../../renderer/i18n/en.ts'
import { es } from '../../../renderer/i18n/es.ts'

/** Rejected wordings of all texts, with replacements. */
const UNKNOWN_WORDS: readonly [words: RegExp, instead: string][] = [
  [/tts-1|audio_stable|emotion model/i, 'Standard, High quality, Expressive'],
  [/built-in voice/i, 'local voice'],
  [/\bengines?\b|better voices/i, 'voice server'],
  [/stop (?:following|waiting)|does not wait/i, 'stop watching, running at the service'],
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
  // One verb for each thing: blocks are rendered.
  [
    /\b(?:not|all|never|is|being) made\b|\bto make\b(?! another)|^Make\b|\bmade again\b/i,
    'render, rendered, to render',
  ],
  [/\bcaps?\b/i, 'credit limit'],
  [/\bhits?\b/i, 'match'],
  [/^gives? to\b|\bgiven to\b/i, 'assign to'],
  [/all the same\b|^as it is$|\bwhat you get\b|\bby ear\b/i, 'anyway, unchanged, output, listen'],
  [/\b(?:see|look) whether\b/i, 'check that'],
  [/\bany more\b/i, 'no longer'],
  [/\bthere is none\b|\bholds? “/i, 'no … yet, contains'],
  // The app's English is American: its dates and numbers are, too.
  [
    /colour|licence|favourite|recogni[s]e|catalogue|cancelled|spelt|ticked|normalise|centre|\bgrey\b|analyse/i,
    'American spelling',
  ],
]

/** Rejected wordings of the German and Spanish texts, with replacements. */
const UNKNOWN_GERMAN: typeof UNKNOWN_WORDS = [
  [/\b(?:nicht|nie|alles|wird|werden) erzeugt\b|\bzu erzeugen\b/i, 'rendern, gerendert'],
  [/\bAufnahmen?\b(?! (?:eines|aus|läuft|entfällt))(?=.*Credits)/, 'Take'],
  [/Genommen|Nimmt? den Take|sprechen lassen…/, 'Verwendet, vorlesen'],
  [/\bGrenzen?\b/, 'Limit'],
  [/\s…/, 'no space before …'],
]
const UNKNOWN_SPANISH: typeof UNKNOWN_WORDS = [
  [/\b(?:sin|por|todo) (?:generar|generado|hacer|hecho|crear|creado)\b/i, 'renderizar, renderizado'],
  [/\b[Bb]orra(?:r|do|da)?\b|Ajustes listos|Lo que obtienes/, 'eliminar, preajustes, resultado'],
  [/\s…/, 'no space before …'],
]

function textsOf(value: unknown, path: string): { path: string; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value.replaceAll(/\{\{\w+\}\}/g, '{{}}') }]
  return Object.entries(value ?? {}).flatMap(([key, inner]) =>
    textsOf(inner, path === '' ? key : `${path}.${key}`),
  )
}

/** Outside of a render, a service generates audio: of a vibe to compare, or of a voice to hear. */
const GENERATED = /^(?:vibes|voices)\.(?:making|notMade|toMake|cost)/

test.each([
  ['English', en, UNKNOWN_WORDS],
  ['German', de, UNKNOWN_GERMAN],
  ['Spanish', es, UNKNOWN_SPANISH],
] as const)('the %s texts contain no rejected wording', (_, catalog, unknown) => {
  const texts = textsOf(catalog, '').filter(
    ({ path }) => !path.startsWith('palette.words.') && !GENERATED.test(path),
  )
  expect(texts.length).toBeGreaterThan(500)
  const wrong = texts.flatMap(({ path, text }) =>
    unknown.filter(([words]) => words.test(text)).map(([, instead]) => `${path}: ${text} (${instead})`),
  )
  expect(wrong).toEqual([])
})
