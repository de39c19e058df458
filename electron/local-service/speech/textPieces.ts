/**
 * Divides long text into pieces, so that memory use stays small, all workers are used and progress can be reported. Pieces
 * end at the ends of sentences. The engine leaves no pause at the end of a text, so each piece states the pause after it.
 */
import { setImmediate } from 'node:timers/promises'
import {
  createPlaceBefore,
  type Replacement,
  type TextPlace,
  withReplacements,
} from '../../../shared/lib/replacedText.ts'
import { spokenForms } from '../../../shared/spoken/spokenForms.ts'
import type { Voice } from '../../../shared/voices/voiceCatalogue.ts'
import { sentenceStarts } from '../../../shared/story/sentences.ts'

export interface TextPiece {
  readonly text: string
  /** Its start in the whole text, in UTF-16 units. */
  readonly start: number
  /** The pause between this piece and the next at the engine's normal rate, in milliseconds. */
  readonly pauseAfterMs: number
}

/**
 * Letters and marks that Unicode contains only for old character sets and typesetting: ligatures, full-width and presentation
 * forms, radicals. Engines spell them by name. Superscripts, fractions and signs are excluded, because engines read them better.
 */
const COMPATIBLE_LETTERS = /[[\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{M}\p{Nl}\u2e80-\u2fdf\uff00-\uffef]--[ªº]]+/gv

/** The text as sent to engines: the same words, in ordinary letters (NFKC). */
export function toSpokenText(text: string): string {
  return withReplacements(text, spokenLetters(text))
}

/** The parts of a text that are sent to engines in other letters. */
function spokenLetters(text: string): readonly Replacement[] {
  return Array.from(text.matchAll(COMPATIBLE_LETTERS), ({ index, 0: letters }) => ({
    start: index,
    end: index + letters.length,
    spoken: letters.normalize('NFKC'),
  })).filter(({ start, end, spoken }) => text.slice(start, end) !== spoken)
}

/** Letters, digits, and signs whose names voices say. */
const SAID = /[\p{L}\p{N}\p{S}&%@§]/u

/** Whether a text has only signs that are not spoken, such as “…” and “?!”. */
export function hasNothingToSay(text: string): boolean {
  return !SAID.test(text)
}

/** About half a minute of speech. */
const MAX_PIECE_LENGTH = 400

/** The engine's own pauses at the normal rate, measured: between sentences, and between paragraphs. */
const SENTENCE_PAUSE_MS = 305
const PARAGRAPH_PAUSE_MS = 530

/**
 * Divides text into pieces of at most `maxLength` UTF-16 units (400 by default), which together are the text. Blank pieces
 * are left out.
 */
export function splitIntoPieces(text: string, language: string, maxLength = MAX_PIECE_LENGTH): TextPiece[] {
  const units = splitSentences(text, language).flatMap((sentence) => splitLongSentence(sentence, maxLength))
  const joined: string[] = []
  for (const unit of units) {
    const last = joined.at(-1)
    if (last !== undefined && last.length + unit.length <= maxLength) joined[joined.length - 1] = last + unit
    else joined.push(unit)
  }
  let start = 0
  const pieces = joined.map((piece): TextPiece => {
    const begins = start
    start += piece.length
    return { text: piece, start: begins, pauseAfterMs: pauseAfter(piece) }
  })
  return pieces.filter((piece) => piece.text.trim() !== '')
}

function splitSentences(text: string, language: string): string[] {
  const starts = sentenceStarts(text, language)
  return starts.map((start, index) => text.slice(start, starts[index + 1]))
}

/** A sentence that is too long is cut between words, and a word that is too long between characters. */
function splitLongSentence(sentence: string, maxLength: number): string[] {
  const parts: string[] = []
  let rest = sentence
  while (rest.length > maxLength) {
    const cut = lastGap(rest, maxLength) ?? lastCharacterStart(rest, maxLength)
    parts.push(rest.slice(0, cut))
    rest = rest.slice(cut)
  }
  return [...parts, rest]
}

/** The last place where a piece can end, in the second half of what fits: after punctuation, or else after a space. */
function lastGap(text: string, maxLength: number): number | null {
  const candidate = text.slice(0, maxLength)
  for (const gap of [/[,;:、，；：]\s*(?=[^,;:、，；：]*$)/u, /\s(?=\S*$)/u]) {
    const match = gap.exec(candidate)
    if (match !== null && match.index > maxLength / 2) return match.index + match[0].length
  }
  return null
}

function lastCharacterStart(text: string, maxLength: number): number {
  const isInsidePair = /[\ud800-\udbff]/.test(text[maxLength - 1] ?? '')
  return isInsidePair ? maxLength - 1 : maxLength
}

function pauseAfter(piece: string): number {
  if (/\n\s*\n\s*$/.test(piece)) return PARAGRAPH_PAUSE_MS
  if (/[.!?…。！？।]["'”’»)\]]*\s*$/u.test(piece) || /\n\s*$/.test(piece)) return SENTENCE_PAUSE_MS
  return /[,;:、，；：]\s*$/u.test(piece) ? SENTENCE_PAUSE_MS / 2 : 0
}

/** The properties of a block that determine its spoken words. */
export interface TextToSay {
  readonly text: string
  /** The parts of the text that are spoken as written. */
  readonly asIs: readonly TextPlace[]
  readonly voice: Voice
}

interface SaidText {
  readonly text: string
  /** The place before replacement; a replaced part counts as one place. */
  placeBefore(place: TextPlace): TextPlace
}

/**
 * The spoken text of a block: numbers, titles, signs and the like are written out in the voice's language, except in parts that the
 * request marks to be spoken as written. An engine that is reached over HTTP receives the original words, and writes them out itself.
 */
export function saidTextOf({ text, voice, asIs }: TextToSay): SaidText {
  const letters = spokenLetters(text)
  const plain = withReplacements(text, letters)
  const beforeLetters = createPlaceBefore(letters)
  if ('remote' in voice) return { text: plain, placeBefore: beforeLetters }
  // Typesetting letters are rare; if there are any, the places in `asIs` no longer fit, and are ignored.
  const forms = spokenForms(plain, voice.language, letters.length === 0 ? asIs : [])
  const beforeForms = createPlaceBefore(forms)
  return {
    text: withReplacements(plain, forms),
    placeBefore: (place) => beforeLetters(beforeForms(place)),
  }
}

/** A first sentence shorter than this, about three seconds of speech, is not divided: it is heard soon enough. */
const SHORT_SENTENCE = 48
/** The shortest opening: a clause that sounds complete on its own. */
const SHORTEST_OPENING = 16
/** The longest opening; a longer one would save no time. */
const LONGEST_OPENING = 64

/**
 * The length in UTF-16 units of the opening that is spoken before the rest of a long first sentence, so that speech is heard early. It
 * ends at the end of a clause; 0 if the sentence is short or has no such clause.
 */
export function openingLength(text: string): number {
  const sentenceEnd = /[.!?…]["”’»)]*(?:\s|$)/u.exec(text)?.index ?? text.length
  if (sentenceEnd < SHORT_SENTENCE) return 0
  const first = text.slice(0, Math.min(LONGEST_OPENING, sentenceEnd))
  const ends = [...first.matchAll(/(?:[,;:]["”’»)]*| [–—])\s+(?=\S)/gu)].map(
    ({ index, 0: gap }) => index + gap.length,
  )
  return ends.find((end) => end >= SHORTEST_OPENING && end <= LONGEST_OPENING) ?? 0
}

/** A text in the parts that a natural voice speaks one after another: its sentences, and the opening of the first if somebody waits to hear it. */
export function partsToSpeak(text: string, language: string, isAwaited: boolean): string[] {
  const [first = '', ...others] = splitSentences(text, language)
  const opening = isAwaited ? openingLength(text) : 0
  return [first.slice(0, opening), first.slice(opening), ...others].filter((part) => part !== '')
}

/** A text for which most rules of a language are tried. */
const EVERY_KIND = 'Mr. A. Fox, No. 1, ch. iv & Henry II at www.fabula.example, a@b.example.'
/** Patterns are compiled separately for Latin-1 and for other text, and again at their second use. */
const TO_PREPARE = [EVERY_KIND, EVERY_KIND, `${EVERY_KIND}…`, `${EVERY_KIND}…`]

/** Reads texts in advance, so that the rules of the language are compiled: the first text of a language takes half a second longer. */
export async function prepareRules(language: string): Promise<void> {
  for (const text of TO_PREPARE) {
    splitIntoPieces(withReplacements(text, spokenForms(text, language)), language)
    await setImmediate()
  }
}
