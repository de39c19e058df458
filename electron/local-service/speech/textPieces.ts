/**
 * Long text is spoken in pieces, so that memory stays small, both workers have something to do and progress is real.
 * Pieces end where sentences end; the engine leaves no pause at the end of a text, so each piece says what pause follows.
 */
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
  /** Where it begins in the whole text, in UTF-16 units. */
  readonly start: number
  /** Pause between this piece and the next at the engine's normal rate, in milliseconds. */
  readonly pauseAfterMs: number
}

/**
 * Letters and marks that Unicode has only for old character sets and typesetting: ligatures, full-width and presentation
 * forms, radicals. Engines spell them by name. Superscripts, fractions and signs are left out: engines read them better.
 */
const COMPATIBLE_LETTERS = /[[\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{M}\p{Nl}\u2e80-\u2fdf\uff00-\uffef]--[ªº]]+/gv

/** The text as engines are given it: the same words, in ordinary letters (NFKC). */
export function toSpokenText(text: string): string {
  return withReplacements(text, spokenLetters(text))
}

/** The stretches of a text that are given to engines in other letters. */
function spokenLetters(text: string): readonly Replacement[] {
  return Array.from(text.matchAll(COMPATIBLE_LETTERS), ({ index, 0: letters }) => ({
    start: index,
    end: index + letters.length,
    spoken: letters.normalize('NFKC'),
  })).filter(({ start, end, spoken }) => text.slice(start, end) !== spoken)
}

/** Signs that have names, which voices say. */
const SAID = /[\p{L}\p{N}\p{S}&%@§]/u

/** Whether a text is signs alone that nobody says, such as “…” and “?!”. */
export function hasNothingToSay(text: string): boolean {
  return !SAID.test(text)
}

/** About half a minute of speech. */
const MAX_PIECE_LENGTH = 400

/** What the engine itself leaves at the normal rate, measured: between sentences, and between paragraphs. */
const SENTENCE_PAUSE_MS = 305
const PARAGRAPH_PAUSE_MS = 530

/**
 * Cuts text into pieces of at most `maxLength` UTF-16 units (400 by default); together they are the text. Blank text gives
 * no pieces.
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

/** Where a piece can end after punctuation, or else after a space, in the second half of what fits. */
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

/** What of a block its words depend on. */
export interface TextToSay {
  readonly text: string
  /** Stretches of the text that are said as they are written. */
  readonly asIs: readonly TextPlace[]
  readonly voice: Voice
}

interface SaidText {
  readonly text: string
  /** A stretch that is said in other words is one place. */
  placeBefore(place: TextPlace): TextPlace
}

/**
 * Numbers, titles, signs and the like are written out as a reader of the voice's language says them, except if the request says that the
 * words are said as they are. An engine that is reached over HTTP gets the words themselves: it writes them out in its own way.
 */
export function saidTextOf({ text, voice, asIs }: TextToSay): SaidText {
  const letters = spokenLetters(text)
  const plain = withReplacements(text, letters)
  const beforeLetters = createPlaceBefore(letters)
  if ('remote' in voice) return { text: plain, placeBefore: beforeLetters }
  // Letters of typesetting are rare, and no place of a lexicon's words is kept through them.
  const forms = spokenForms(plain, voice.language, letters.length === 0 ? asIs : [])
  const beforeForms = createPlaceBefore(forms)
  return {
    text: withReplacements(plain, forms),
    placeBefore: (place) => beforeLetters(beforeForms(place)),
  }
}

/** A first sentence of this length, some three seconds of speech, is heard soon enough in one piece. */
const SHORT_SENTENCE = 48
/** An opening is a clause that sounds whole. */
const SHORTEST_OPENING = 16
/** The longest opening: a longer one would save no time. */
const LONGEST_OPENING = 64

/**
 * How many UTF-16 units of a text are spoken before the rest of its long first sentence, so that it is heard early: to the end of a clause.
 * 0 if the sentence is short, or has no such clause.
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
