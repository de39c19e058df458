/** Divides blocks of text into pieces for the engines, with their text, their pace and the pauses between them. */
import { countCharacters } from '../../../shared/speech-api/limits.ts'
import type { Mp3Segment } from '../../lib/audio/mp3Segments.ts'
import { msToSamples } from '../../lib/audio/pcm.ts'
import type { SpeakingStyle } from './emotions.ts'
import { lengthAtRate, NORMAL_RATE } from './pace.ts'
import type { NaturalJob } from '../engines/naturalEngine.ts'
import type { RemoteJob } from '../engines/remoteEngine.ts'
import type { PieceOwner } from './pieceQueue.ts'
import type { SpeechLength, SpokenPiece } from './shapeSpeech.ts'
import type { SpeakJob } from './speakPiece.ts'
import { saidTextOf, splitIntoPieces, type TextPiece, type TextToSay } from './textPieces.ts'

/** One block of a request. */
export interface BlockToSpeak extends TextToSay {
  readonly name: string
  readonly style: SpeakingStyle
  /** The words that the style was derived from, for engines that understand them; '' if there are none. */
  readonly instructions: string
  /** The divisor of the natural length; ignored if there is a duration. */
  readonly speed: number
  readonly silenceBeforeMs: number
  /** The required length of the speech, or null for its natural length. */
  readonly durationMs: number | null
}

/** A piece for the built-in engine, for a voice pack, or for another engine. */
export type SpeechJob = SpeakJob | NaturalJob | RemoteJob

/** Speaks pieces of text: the worker threads and the other engines together. */
export interface Speaking {
  /** The number of pieces that can be spoken at the same time. */
  readonly size: number
  speak(job: SpeechJob, owner: PieceOwner): Promise<SpokenPiece>
  encode(segment: Mp3Segment, owner: PieceOwner): Promise<Uint8Array>
}

/** A piece to speak, and its place in the text. */
export interface PlannedPiece {
  readonly blockIndex: number
  readonly job: SpeechJob
  /** The start of its text in the block's text as sent to engines, in UTF-16 units. */
  readonly textStart: number
  /** The silence between this piece and the next audible one of the block. */
  readonly pauseAfterSamples: number
  readonly characters: number
}

/** The highest factor by which speech is slowed down, because more makes it a drone; the rest of the duration is silence. */
const MOST_SLOWING = 8

/** Plans the blocks in order. A block with a duration is first spoken once to measure its natural length. */
export async function* planPieces(
  blocks: readonly BlockToSpeak[],
  sampleRate: number,
  speak: (job: SpeechJob) => Promise<SpokenPiece>,
): AsyncGenerator<PlannedPiece> {
  for (const [blockIndex, block] of blocks.entries()) {
    const pieces = piecesOf(block)
    const planned =
      block.durationMs === null
        ? planPaced(block, pieces, sampleRate)
        : await planTimed(block, pieces, sampleRate, speak)
    for (const piece of planned) yield { blockIndex, ...piece }
  }
}

/** The first piece of a block without a duration; undefined if it has nothing to speak. */
export function firstJobOf(block: BlockToSpeak, sampleRate: number): SpeechJob | undefined {
  return planPaced(block, piecesOf(block), sampleRate)[0]?.job
}

function planPaced(
  block: BlockToSpeak,
  pieces: readonly TextPiece[],
  sampleRate: number,
): Omit<PlannedPiece, 'blockIndex'>[] {
  const isNatural = block.speed === 1
  return pieces.map((piece) => ({
    job: jobOf(
      block,
      piece,
      sampleRate,
      isNatural ? { kind: 'natural' } : { kind: 'divided', by: block.speed },
    ),
    textStart: piece.start,
    pauseAfterSamples: Math.round(naturalPause(block, piece, sampleRate) / block.speed),
    characters: countCharacters(piece.text),
  }))
}

/** Distributes the required length among pieces and pauses, rounded so that the sum is exact. */
async function planTimed(
  block: BlockToSpeak,
  pieces: readonly TextPiece[],
  sampleRate: number,
  speak: (job: SpeechJob) => Promise<SpokenPiece>,
): Promise<Omit<PlannedPiece, 'blockIndex'>[]> {
  const measured = await Promise.all(
    pieces.map(async (piece) => {
      const job = jobOf(block, piece, sampleRate, { kind: 'measured' })
      return { piece, job, naturalSamples: (await speak(job)).naturalSamples }
    }),
  )
  const audible = measured.filter(({ naturalSamples }) => naturalSamples > 0)
  const pauses = audible.map(({ piece }, index) =>
    index < audible.length - 1 ? naturalPause(block, piece, sampleRate) : 0,
  )
  const naturalTotal = audible.reduce(
    (sum, { naturalSamples }, index) => sum + naturalSamples + (pauses[index] ?? 0),
    0,
  )
  const factor = Math.min(MOST_SLOWING, msToSamples(block.durationMs ?? 0, sampleRate) / naturalTotal)

  let position = 0
  return audible.map(({ piece, job, naturalSamples }, index) => {
    const start = Math.round(position * factor)
    const end = Math.round((position + naturalSamples) * factor)
    position += naturalSamples + (pauses[index] ?? 0)
    return {
      job: { ...job, length: { kind: 'exact', samples: end - start, naturalSamples } },
      textStart: piece.start,
      pauseAfterSamples: Math.round(position * factor) - end,
      characters: countCharacters(piece.text),
    }
  })
}

function piecesOf(block: BlockToSpeak): TextPiece[] {
  const { voice } = block
  const maxLength = 'remote' in voice ? voice.remote.maxCharacters : undefined
  return splitIntoPieces(saidTextOf(block).text, voice.language, maxLength)
}

function jobOf(
  { voice, style, instructions }: BlockToSpeak,
  piece: TextPiece,
  sampleRate: number,
  length: SpeechLength,
): SpeechJob {
  const styleGain = 10 ** (style.gainDb / 20)
  const pace = 1 + style.pacePercent / 100
  const paced = { text: piece.text, pace, gain: styleGain, sampleRate, length }
  if ('remote' in voice) {
    const { engine, voice: name } = voice.remote
    return { remote: engine, voice: name, instructions, ...paced }
  }
  if ('natural' in voice) return { ...voice.natural, ...paced }
  const { identifier, pitch, range, gain } = voice.engine
  return {
    text: piece.text,
    identifier,
    pitch: clampSetting(pitch + style.pitch),
    range: clampSetting(range + style.range),
    gain: gain * styleGain,
    wordsPerMinute: naturalRate(style),
    sampleRate,
    length,
  }
}

function naturalRate(style: SpeakingStyle): number {
  return Math.round(NORMAL_RATE * (1 + style.pacePercent / 100))
}

/** The pause after a piece, in samples, at the voice's own rate. */
function naturalPause(block: BlockToSpeak, piece: TextPiece, sampleRate: number): number {
  return msToSamples(piece.pauseAfterMs * lengthAtRate(naturalRate(block.style)), sampleRate)
}

function clampSetting(value: number): number {
  return Math.min(99, Math.max(0, value))
}
