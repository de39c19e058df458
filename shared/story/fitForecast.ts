/**
 * Whether words will sound rushed or dragged, predicted before they are rendered: the pace that a target length or a speed asks for,
 * compared with the pace at which the voice speaks in the takes of the story.
 */
import { estimatedSpeechMs } from './layout.ts'
import { pauseMsOf, speechMsWithin } from './pauses.ts'
import type { Block } from './records.ts'
import { blocksOf, settingsOf } from './selectors.ts'
import { hasSpeech, spokenTextOf } from './spokenText.ts'
import type { Story } from './story.ts'
import { blockKeys, type TakeIndex } from './takes.ts'

/** Words sound rushed from this multiple of the usual pace on. */
const RUSHED = 1.5
/** Words sound dragged up to this multiple of the usual pace. */
const DRAGGED = 1 / RUSHED

/** How long each voice speaks one character at speed 1, in ms: the median of its takes. */
export type VoicePaces = ReadonlyMap<string, number>

export interface FitForecast {
  readonly kind: 'rushed' | 'dragged'
  /** How long the words take at the usual pace. */
  readonly wordsMs: number
  /** The time available for them. */
  readonly spokenMs: number
  /** The pace that is asked for, as a multiple of the usual pace. */
  readonly timesAsFast: number
  /** Whether the usual pace is an estimate, because the story has no takes of the voice. */
  readonly isEstimate: boolean
}

interface Words {
  /** Characters of the text that is sent, without white space at its ends. */
  readonly characters: number
  /** Their estimated duration at speed 1. */
  readonly estimatedMs: number
  readonly voiceId: string
  readonly speed: number
  /** The target length in ms, which takes precedence over the speed; null for "as long as it takes". */
  readonly durationMs: number | null
}

/** The pace of each voice that has takes of blocks in their current state. A take that was fitted to a target length does not show the pace. */
export function pacesByVoice(story: Story, takes: TakeIndex): VoicePaces {
  const samples = new Map<string, number[]>()
  if (takes.byKey.size === 0) return new Map()
  for (const block of blocksOf(story)) {
    if (!hasSpeech(story, block)) continue
    const take = takes.byKey.get(blockKeys(story, block).unfitted)
    const speechMs = take === undefined ? 0 : take.endMs - take.startMs - pauseMsOf(block)
    if (speechMs <= 0) continue
    const { voiceId, speed } = settingsOf(story, block)
    const sample = (speechMs * speed) / charactersOf(story, block)
    const known = samples.get(voiceId)
    if (known === undefined) samples.set(voiceId, [sample])
    else known.push(sample)
  }
  return new Map([...samples].map(([voiceId, each]) => [voiceId, median(each)]))
}

/** How words will sound if that is unusual; null if they sound as usual, or if there are none. */
export function fitForecast(
  { characters, estimatedMs, voiceId, speed, durationMs }: Words,
  paces: VoicePaces,
): FitForecast | null {
  if (characters === 0) return null
  const pace = paces.get(voiceId)
  const wordsMs = pace === undefined ? estimatedMs : characters * pace
  return paceForecast({ wordsMs, spokenMs: durationMs ?? wordsMs / speed, isEstimate: pace === undefined })
}

/** 'rushed' or 'dragged' if words that take `wordsMs` at the usual pace must fit into `spokenMs`; null if they sound as usual. */
export function paceForecast(
  lengths: Pick<FitForecast, 'wordsMs' | 'spokenMs' | 'isEstimate'>,
): FitForecast | null {
  const timesAsFast = lengths.wordsMs / lengths.spokenMs
  if (Number.isNaN(timesAsFast) || (timesAsFast > DRAGGED && timesAsFast < RUSHED)) return null
  return { kind: timesAsFast >= RUSHED ? 'rushed' : 'dragged', ...lengths, timesAsFast }
}

/**
 * The forecast of a block with its own length or speed; null for every other block, whose pace is its character's.
 * `paces` is called for such blocks only.
 */
export function forecastOf(story: Story, block: Block, paces: () => VoicePaces): FitForecast | null {
  if (!hasOwnPace(block)) return null
  const { voiceId, speed } = settingsOf(story, block)
  const durationMs = block.durationMs === null ? null : speechMsWithin(block.durationMs, block)
  const words = spokenTextOf(story, block).trim()
  const counts = { characters: words.length, estimatedMs: estimatedSpeechMs(words) }
  return fitForecast({ ...counts, voiceId, speed, durationMs }, paces())
}

/** Whether a block has its own length or speed. */
export function hasOwnPace({ durationMs, speed }: Pick<Block, 'durationMs' | 'speed'>): boolean {
  return durationMs !== null || speed !== null
}

function charactersOf(story: Story, block: Block): number {
  return spokenTextOf(story, block).trim().length
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low = 0, high = low] = sorted.length % 2 === 0 ? sorted.slice(middle - 1) : sorted.slice(middle)
  return sorted.length % 2 === 0 ? (low + high) / 2 : low
}
