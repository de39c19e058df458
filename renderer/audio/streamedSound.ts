/**
 * Audio that is scheduled on the clock of the sound graph while it streams from the host: long audio, and audio at another speed. Only a
 * few seconds are held in memory, however long it is.
 */
import type { MediaStream } from '../bridge/bridge.ts'
import type { ScheduledSound, SoundGraph } from './soundGraph.ts'

/** The length of the pieces in which audio is scheduled. */
const PIECE_S = 0.25
/** A sound can begin once this much has arrived: decoding is far faster than playback. */
const BEGINS_WITH_S = 0.5
/** How far ahead of playback audio is read: a busy page is audible only if it is later than this. */
const AHEAD_S = 8
/** How often to check whether more can be read. */
const LOOK_EVERY_MS = 500

export interface StreamedSound {
  isReady(): boolean
  /** Waits until the sound can begin. Rejects if the audio cannot be read. */
  whenReady(): Promise<void>
  /**
   * Plays it from its start between two times of the clock, or from the current place once it can begin. `onLate` is called if
   * audio does not arrive in time after that: the rest is then silent.
   */
  schedule(startS: number, endS: number, onLate: () => void): ScheduledSound
  close(): void
}

interface Piece {
  readonly buffer: AudioBuffer
  /** Where it begins, in s of the sound. */
  readonly atS: number
}

/** Starts reading the stream from `open`, at the sample rate of the graph. It plays into `to`, by default among the voices. */
export function createStreamedSound(
  graph: SoundGraph,
  open: (sampleRate: number) => Promise<MediaStream>,
  to?: AudioNode,
): StreamedSound {
  /** Pieces that have arrived but are not scheduled. */
  let waiting: Piece[] = []
  let scheduled: (Piece & { readonly sound: ScheduledSound })[] = []
  let readS = 0
  let isOver = false
  let isClosed = false
  let place: { readonly startS: number; endS: number; readonly onLate: () => void } | null = null
  let stream: MediaStream | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const first = Promise.withResolvers<undefined>()
  first.promise.catch(() => undefined) // its rejection reaches those who await it

  const heardS = () => (place === null ? 0 : Math.max(0, graph.nowS() - place.startS))
  const isDone = () => isOver || isClosed
  const isReady = () => isOver || readS >= BEGINS_WITH_S

  async function start(): Promise<void> {
    const { sampleRate } = graph.open().context
    stream = await open(sampleRate)
    if (isClosed) stream.close()
    else await readOn(stream, sampleRate)
  }

  function later(): Promise<void> {
    return new Promise((resolve) => (timer = setTimeout(resolve, LOOK_EVERY_MS)))
  }

  async function readOn(from: MediaStream, sampleRate: number): Promise<void> {
    const { context } = graph.open()
    while (!isDone()) {
      // The file may be longer than the part that plays.
      if (place !== null && graph.nowS() > place.endS) close()
      else if (readS >= heardS() + AHEAD_S) await later()
      else take(await from.read(Math.round(PIECE_S * sampleRate)))
    }

    function take(samples: Int16Array | null): void {
      if (isClosed) return
      if (samples === null) isOver = true
      else {
        const buffer = bufferOf(context, samples, from.channels)
        waiting.push({ buffer, atS: readS })
        readS += buffer.length / sampleRate
      }
      scheduleWaiting()
      if (isReady()) first.resolve(undefined)
    }
  }

  function scheduleWaiting(): void {
    if (place === null) return
    const { startS, endS, onLate } = place
    while (waiting[0] !== undefined && startS + waiting[0].atS < endS) {
      const [piece] = waiting
      const pieceS = startS + piece.atS
      if (scheduled.length === 0 && pieceS < graph.nowS()) {
        waiting.shift() // the sound joins in at the current place
        continue
      }
      if (scheduled.length > 0 && pieceS < graph.soonS()) {
        close()
        onLate()
        return
      }
      waiting.shift()
      const untilS = Math.min(endS, pieceS + piece.buffer.duration)
      scheduled.push({ ...piece, sound: graph.schedule(piece.buffer, 0, pieceS, untilS, to) })
    }
    scheduled = scheduled.filter((piece) => startS + piece.atS + piece.buffer.duration > graph.nowS() - 1)
  }

  function close(): void {
    isClosed = true
    clearTimeout(timer)
    stream?.close()
    waiting = []
  }

  /** Plays what was read before the failure, then ends. */
  async function endEarly(cause: unknown): Promise<void> {
    first.reject(cause)
    while (!isClosed && isReady()) {
      if (place !== null && graph.nowS() >= place.startS + readS) {
        close()
        if (graph.nowS() < place.endS) place.onLate()
      } else await later()
    }
  }

  start().catch(endEarly)

  return {
    isReady,
    whenReady: () => first.promise,
    schedule(startS, endS, onLate) {
      place = { startS, endS, onLate }
      scheduleWaiting()
      return {
        endAt(timeS) {
          if (place === null) return
          place.endS = timeS
          const [kept, dropped] = [
            scheduled.filter(({ atS }) => startS + atS < timeS),
            scheduled.filter(({ atS }) => startS + atS >= timeS),
          ]
          for (const { sound, atS, buffer } of kept)
            sound.endAt(Math.min(timeS, startS + atS + buffer.duration))
          for (const { sound } of dropped) sound.cancel()
          scheduled = kept
          waiting = [...dropped, ...waiting]
          scheduleWaiting()
        },
        cancel() {
          close()
          for (const { sound } of scheduled) sound.cancel()
          scheduled = []
        },
      }
    },
    close,
  }
}

function bufferOf(context: AudioContext, samples: Int16Array, channels: number): AudioBuffer {
  const frames = samples.length / channels
  const buffer = context.createBuffer(channels, frames, context.sampleRate)
  for (let channel = 0; channel < channels; channel++) {
    const plane = buffer.getChannelData(channel)
    for (let i = 0; i < frames; i++) plane[i] = (samples[i * channels + channel] ?? 0) / 32768
  }
  return buffer
}
