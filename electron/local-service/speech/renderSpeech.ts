/**
 * Renders blocks to one MP3 file: silences, speech and pauses, written in order as the engines return the pieces. Every
 * block starts and ends on a whole millisecond of the file, so the reported timings are exact.
 */
import type { TextPlace } from '../../../shared/lib/replacedText.ts'
import type { WireTiming } from '../../../shared/speech-api/records.ts'
import { wordAt } from '../../../shared/story/words.ts'
import { joinWords, moveWords, type WordTime } from '../../../shared/story/wordTimes.ts'
import type { Voice } from '../../../shared/voices/voiceCatalogue.ts'
import { createSegmentedMp3File } from '../../lib/audio/mp3Segments.ts'
import { msToSamples, samplesToMs } from '../../lib/audio/pcm.ts'
import { ENGINE_SAMPLE_RATE } from '../engines/engine.ts'
import type { LiveAudio } from './liveAudio.ts'
import type { PieceOwner } from './pieceQueue.ts'
import { saidTextOf, type TextToSay } from './textPieces.ts'
import type { SpokenPiece } from './shapeSpeech.ts'
import {
  planPieces,
  type BlockToSpeak,
  type PlannedPiece,
  type Speaking,
  type SpeechJob,
} from './speechPlan.ts'
import { discardSamples, partsOf } from './spokenSamples.ts'

export interface RenderSpeechOptions {
  readonly blocks: readonly BlockToSpeak[]
  readonly speaking: Speaking
  /** The path of the file, which appears there only when it is complete. */
  readonly path: string
  readonly kbps: number
  /** The owner of the pieces. If its signal is aborted, no more pieces are spoken, and the unfinished file is removed. */
  readonly owner: PieceOwner
  /** Called after each piece with the number of characters spoken so far. */
  onSpoken(characters: number): void
  onPhase(phase: Phase): void
  /** Creates the live audio, for listening while the file is made; absent if there is none. */
  readonly openLive?: (sampleRate: number) => LiveAudio
}

/**
 * `downloading`: the first audio of another engine is requested. `joining`: everything is spoken, and the last audio is written.
 * `merging`: the file is completed.
 */
export type Phase = 'downloading' | 'joining' | 'merging'

export interface RenderedSpeech {
  readonly timings: readonly WireTiming[]
  readonly durationMs: number
}

/** The text has nothing that the chosen voices can speak, and there is no silence either, so the file would be empty. */
export class NothingToSpeakError extends Error {
  constructor() {
    super('The text has nothing in it that the chosen voice can speak')
    this.name = 'NothingToSpeakError'
  }
}

/** The most samples of silence written at a time. */
const SILENCE_CHUNK = 1 << 18

/** Renders the file. Rejects with `NothingToSpeakError`, the signal's reason, or the errors of the engine or the disk. */
export async function renderSpeech(options: RenderSpeechOptions): Promise<RenderedSpeech> {
  const { blocks, speaking, owner } = options
  const { signal } = owner
  signal.throwIfAborted()
  const sampleRate = sampleRateOf(blocks.map(({ voice }) => voice))
  const format = { sampleRate, kbps: options.kbps }
  const file = await createSegmentedMp3File(options.path, format, (segment) =>
    untilAborted(speaking.encode(segment, owner), signal),
  )
  /** Speech that is not part of the file yet; null once the file is finished or aborted. */
  let waiting: Set<SpokenPiece> | null = new Set()
  const keep = async (spoken: SpokenPiece): Promise<SpokenPiece> => {
    if (waiting === null) await discardSamples(spoken.samples)
    else waiting.add(spoken)
    return spoken
  }
  try {
    const live = options.openLive?.(sampleRate)
    const timeline = startTimeline(blocks, sampleRate, async (samples, at) => {
      live?.add(at, samples)
      await file.write(samples)
    })
    const listeners = live === undefined ? null : createPieceListeners(live, timeline.placeOfNext)
    if (live !== undefined) await timeline.goToBlock(0)
    let spokenCharacters = 0
    let isDownloading = false
    const speak = (job: SpeechJob, pieceOwner = owner) =>
      untilAborted(speaking.speak(job, pieceOwner).then(keep), signal)
    const jobs = mapAhead(planPieces(blocks, sampleRate, speak), speaking.size + 2, async (piece) => {
      if ('remote' in piece.job && !isDownloading) {
        isDownloading = true
        options.onPhase('downloading')
      }
      const onSamples = listeners?.next(piece.blockIndex)
      const spoken = await speak(
        piece.job,
        onSamples === undefined
          ? owner
          : {
              ...owner,
              onSamples,
              ...(piece.textStart === 0 && live !== undefined && { awaited: live.heard }),
            },
      )
      spokenCharacters += piece.characters
      options.onSpoken(spokenCharacters)
      return spoken
    })
    for await (const [piece, spoken] of jobs) {
      signal.throwIfAborted()
      await timeline.goToBlock(piece.blockIndex)
      await timeline.addSpeech(spoken, piece)
      listeners?.written()
      await discardSamples(spoken.samples)
      waiting.delete(spoken)
    }
    options.onPhase('joining')
    const timings = await timeline.finish()
    if ((timings.at(-1)?.end_ms ?? 0) === 0) throw new NothingToSpeakError()
    options.onPhase('merging')
    const { durationMs } = await file.finish()
    return { timings: withinAnswer(timings), durationMs }
  } catch (error) {
    await file.abort()
    throw error
  } finally {
    const left = [...waiting]
    waiting = null
    for (const { samples } of left) await discardSamples(samples)
  }
}

/** The most words in a record, those of about twenty hours of speech: with more, the response would be too long. */
const MOST_WORDS = 250_000

function withinAnswer(timings: readonly WireTiming[]): readonly WireTiming[] {
  const count = timings.reduce((sum, { words = [] }) => sum + words.length, 0)
  return count <= MOST_WORDS ? timings : timings.map(({ words: _, ...timing }) => timing)
}

/** Adds the speech of pieces to the live audio while they are spoken: first that of the next piece of the file, then that of others. */
function createPieceListeners(live: LiveAudio, placeOfNext: (block: number) => number | null) {
  let planned = 0
  let current = 0
  /** The received samples of pieces, by the number of the piece, and how many were passed on. */
  const heard = new Map<number, { readonly block: number; waiting: Int16Array[]; passed: number }>()

  function passOn(): void {
    const piece = heard.get(current)
    const place = piece === undefined ? null : placeOfNext(piece.block)
    if (piece === undefined || place === null) return
    for (const samples of piece.waiting.splice(0)) {
      live.add(place + piece.passed, samples)
      piece.passed += samples.length
    }
  }

  return {
    /** Returns the listener for the samples of the next planned piece. */
    next(block: number) {
      const number = planned++
      return (samples: Int16Array) => {
        const piece = heard.get(number) ?? { block, waiting: [], passed: 0 }
        heard.set(number, piece)
        piece.waiting.push(samples)
        passOn()
      }
    },
    /** Called after each piece is written to the file, in order. */
    written() {
      heard.delete(current)
      current += 1
      passOn()
    },
  }
}

/** Writes the blocks in order, and keeps track of their times. */
function startTimeline(
  blocks: readonly BlockToSpeak[],
  sampleRate: number,
  write: (samples: Int16Array<ArrayBuffer>, at: number) => Promise<void>,
) {
  /** Half a sample, so that an empty block does not become 1 ms long because its start was rounded to a sample. */
  const roundingMs = 500 / sampleRate
  const timings: WireTiming[] = []
  let writtenSamples = 0
  let openBlock = -1
  let startMs = 0
  let pendingPause = 0
  let words: BlockWords | null = null

  async function padTo(sample: number): Promise<void> {
    while (writtenSamples < sample) {
      const count = Math.min(SILENCE_CHUNK, sample - writtenSamples)
      await write(new Int16Array(count), writtenSamples)
      writtenSamples += count
    }
  }

  /** Ends the open block, padded to its duration or to the next whole millisecond. */
  async function closeBlock(): Promise<void> {
    const block = blocks[openBlock]
    if (block === undefined) return
    const endMs =
      block.durationMs === null
        ? Math.max(startMs, Math.ceil(samplesToMs(writtenSamples, sampleRate) - roundingMs))
        : startMs + block.durationMs
    await padTo(msToSamples(endMs, sampleRate))
    const told = words?.finish(endMs - startMs) ?? []
    timings.push({
      index: openBlock,
      name: block.name,
      start_ms: startMs,
      end_ms: endMs,
      ...(told.length > 0 && { words: told }),
    })
  }

  async function goToBlock(index: number): Promise<void> {
    while (openBlock < index) {
      await closeBlock()
      openBlock++
      pendingPause = 0
      startMs = (timings.at(-1)?.end_ms ?? 0) + (blocks[openBlock]?.silenceBeforeMs ?? 0)
      await padTo(msToSamples(startMs, sampleRate))
      const block = blocks[openBlock]
      words = block === undefined ? null : createBlockWords(block)
    }
  }

  /** The samples that still fit into the open block: speech can be a sample too long if the block's end in ms is between two samples. */
  function room(): number {
    const durationMs = blocks[openBlock]?.durationMs ?? null
    return durationMs === null ? Infinity : msToSamples(startMs + durationMs, sampleRate) - writtenSamples
  }

  return {
    goToBlock,
    /** The start of a block's next piece in the file, in samples; null if it is not known yet, or if the block has a duration. */
    placeOfNext(index: number): number | null {
      const isOpen = index === openBlock && blocks[index]?.durationMs === null
      return isOpen ? writtenSamples + pendingPause : null
    },
    async addSpeech(spoken: SpokenPiece, { textStart, pauseAfterSamples }: PlannedPiece): Promise<void> {
      const { samples } = spoken
      if (samples.length === 0) return
      await padTo(writtenSamples + pendingPause)
      words?.add(spoken.words, textStart, samplesToMs(writtenSamples, sampleRate) - startMs)
      for await (const part of partsOf(samples)) {
        const fitting = part.subarray(0, Math.max(0, room()))
        const { length } = fitting
        if (length === 0) break
        await write(fitting, writtenSamples)
        writtenSamples += length
      }
      pendingPause = pauseAfterSamples
    },
    async finish(): Promise<WireTiming[]> {
      await goToBlock(blocks.length - 1)
      await closeBlock()
      return timings
    },
  }
}

/** Settles like `work`, or rejects with the signal's reason as soon as it is aborted. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** The built-in voice's own rate in Hz; another would take a third more time (decision 17). */
const BUILT_IN_RATE = ENGINE_SAMPLE_RATE
/** At least the rate of most natural voices. */
const NATURAL_RATE = 24_000
/** Other engines may return audio of a higher rate. */
const OTHER_ENGINES_RATE = 48_000

/** The sample rate of audio with these voices, in Hz. */
export function sampleRateOf(voices: readonly Voice[]): number {
  if (voices.some((voice) => 'remote' in voice)) return OTHER_ENGINES_RATE
  return voices.some((voice) => 'natural' in voice) ? NATURAL_RATE : BUILT_IN_RATE
}

/**
 * Maps a sequence in order, with up to `window` items at a time, so that memory stays bounded regardless of the length of
 * the sequence. The first failure ends it; the results of other running items are ignored.
 */
export async function* mapAhead<Item, Result>(
  items: AsyncIterable<Item>,
  window: number,
  map: (item: Item) => Promise<Result>,
): AsyncGenerator<readonly [Item, Result]> {
  const underWay: { item: Item; result: Promise<Result> }[] = []
  const iterator = items[Symbol.asyncIterator]()
  let isExhausted = false
  try {
    while (!isExhausted || underWay.length > 0) {
      while (!isExhausted && underWay.length < window) {
        const next = await iterator.next()
        if (next.done === true) {
          isExhausted = true
          break
        }
        const result = map(next.value)
        // Rejections are handled when the item's turn comes, and must not count as unhandled until then.
        result.catch(() => {})
        underWay.push({ item: next.value, result })
      }
      const first = underWay.shift()
      if (first !== undefined) yield [first.item, await first.result]
    }
  } finally {
    await iterator.return?.()
  }
}

// The times of a block's words, from those of its pieces.

type BlockWords = ReturnType<typeof createBlockWords>

/** Collects the words of a block. */
export function createBlockWords(block: TextToSay) {
  const { text } = block
  const { text: said, placeBefore } = saidTextOf(block)
  const words: WordTime[] = []
  let isTold = true

  /** Adds a spoken word. If it begins between two words of the text, like the end of a sign's name, it extends the previous word. */
  function add(word: WordTime): void {
    const place = placeBefore(word)
    const found = wordAt(text, place)
    const last = words.at(-1)
    if (found !== null) words.push({ ...word, from: found.from, to: endOf(word, place, found) })
    else if (last !== undefined) words[words.length - 1] = { ...last, endMs: word.endMs }
  }

  /** The end of the place in the text: a replacement for several words, such as “May fifth” for “May 5”, stands for all of them. */
  function endOf(word: TextPlace, place: TextPlace, found: TextPlace): number {
    if (text.slice(place.from, place.to) === said.slice(word.from, word.to)) return found.to
    let at = place.to - 1
    while (at > found.to && !/[\p{L}\p{N}]/u.test(text[at] ?? '')) at -= 1
    const last = at > found.to ? wordAt(text, { from: at, to: at + 1 }) : null
    return Math.max(found.to, last?.to ?? 0)
  }

  return {
    /** Adds the words of the next piece. `textStart` and `startMs` are the start of its text and its audio in the block. */
    add(told: readonly WordTime[] | undefined, textStart: number, startMs: number): void {
      isTold &&= told !== undefined
      for (const word of moveWords(told ?? [], startMs))
        add({ ...word, from: word.from + textStart, to: word.to + textStart })
    },
    /** Returns the words in the format of a record; empty if an engine did not report them. No word ends after `lengthMs`. */
    finish(lengthMs: number): NonNullable<WireTiming['words']> {
      if (!isTold) return []
      const inside = (ms: number) => Math.min(lengthMs, Math.max(0, ms))
      return joinWords(words).map(({ startMs, endMs, from, to }) => [
        inside(startMs),
        inside(endMs),
        from,
        to,
      ])
    },
  }
}
