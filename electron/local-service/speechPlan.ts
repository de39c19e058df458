/** From blocks of text to pieces for the workers: what is said, at what pace, and what pause comes between. */
import { countCharacters } from '../../shared/speech-api/limits.ts'
import { msToSamples } from '../audio/pcm.ts'
import type { SpeakingStyle } from './emotions.ts'
import { SPEECH_SAMPLE_RATE } from './sampleRate.ts'
import { lengthAtRate, NORMAL_RATE } from './pace.ts'
import type { SpeakJob } from './speakPiece.ts'
import type { Speakers } from './speakers.ts'
import { splitIntoPieces } from './textPieces.ts'
import type { TextPiece } from './textPieces.ts'
import type { Voice } from './voices.ts'

/** One block as the service was asked to speak it. */
export interface BlockToSpeak {
  readonly name: string
  readonly text: string
  readonly voice: Voice
  readonly style: SpeakingStyle
  /** Divides the natural length; not used where there is a duration. */
  readonly speed: number
  readonly silenceBeforeMs: number
  /** Length that the speech must have, or null for the length that it takes. */
  readonly durationMs: number | null
}

/** A piece for a worker, and where it belongs. */
export interface PlannedPiece {
  readonly blockIndex: number
  readonly job: SpeakJob
  /** Silence between this piece and the next one of the block that can be heard. */
  readonly pauseAfterSamples: number
  readonly characters: number
}

/** More than this and speech turns into a drone: what is left of the duration is silence after it. */
const MOST_SLOWING = 8

/** Plans block after block. Where a duration is wanted, the block is first spoken once to know its natural length. */
export async function* planPieces(
  blocks: readonly BlockToSpeak[],
  speakers: Speakers,
): AsyncGenerator<PlannedPiece> {
  for (const [blockIndex, block] of blocks.entries()) {
    const pieces = splitIntoPieces(block.text, block.voice.language)
    const planned =
      block.durationMs === null ? planPaced(block, pieces) : await planTimed(block, pieces, speakers)
    for (const piece of planned) yield { blockIndex, ...piece }
  }
}

function planPaced(block: BlockToSpeak, pieces: readonly TextPiece[]): Omit<PlannedPiece, 'blockIndex'>[] {
  const isNatural = block.speed === 1
  return pieces.map((piece) => ({
    job: {
      ...voiceSettings(block, piece),
      length: isNatural ? { kind: 'natural' } : { kind: 'divided', by: block.speed },
    },
    pauseAfterSamples: Math.round(naturalPause(block, piece) / block.speed),
    characters: countCharacters(piece.text),
  }))
}

/** Shares the wanted length out among pieces and pauses, rounding so that the sum is exact. */
async function planTimed(
  block: BlockToSpeak,
  pieces: readonly TextPiece[],
  speakers: Speakers,
): Promise<Omit<PlannedPiece, 'blockIndex'>[]> {
  const measured = await Promise.all(
    pieces.map(async (piece) => {
      const job: SpeakJob = { ...voiceSettings(block, piece), length: { kind: 'measured' } }
      return { piece, job, naturalSamples: (await speakers.speak(job)).naturalSamples }
    }),
  )
  const audible = measured.filter(({ naturalSamples }) => naturalSamples > 0)
  const pauses = audible.map(({ piece }, index) =>
    index < audible.length - 1 ? naturalPause(block, piece) : 0,
  )
  const naturalTotal = audible.reduce(
    (sum, { naturalSamples }, index) => sum + naturalSamples + (pauses[index] ?? 0),
    0,
  )
  const factor = Math.min(MOST_SLOWING, msToSamples(block.durationMs ?? 0, SPEECH_SAMPLE_RATE) / naturalTotal)

  let position = 0
  return audible.map(({ piece, job, naturalSamples }, index) => {
    const start = Math.round(position * factor)
    const end = Math.round((position + naturalSamples) * factor)
    position += naturalSamples + (pauses[index] ?? 0)
    return {
      job: { ...job, length: { kind: 'exact', samples: end - start, naturalSamples } },
      pauseAfterSamples: Math.round(position * factor) - end,
      characters: countCharacters(piece.text),
    }
  })
}

function voiceSettings(block: BlockToSpeak, piece: TextPiece): Omit<SpeakJob, 'length'> {
  const { engine } = block.voice
  return {
    text: piece.text,
    identifier: engine.identifier,
    pitch: clampSetting(engine.pitch + block.style.pitch),
    range: clampSetting(engine.range + block.style.range),
    gain: engine.gain * 10 ** (block.style.gainDb / 20),
    wordsPerMinute: naturalRate(block.style),
  }
}

function naturalRate(style: SpeakingStyle): number {
  return Math.round(NORMAL_RATE * (1 + style.pacePercent / 100))
}

/** The pause after a piece, in samples, at the voice's own rate. */
function naturalPause(block: BlockToSpeak, piece: TextPiece): number {
  return msToSamples(piece.pauseAfterMs * lengthAtRate(naturalRate(block.style)), SPEECH_SAMPLE_RATE)
}

function clampSetting(value: number): number {
  return Math.min(99, Math.max(0, value))
}
