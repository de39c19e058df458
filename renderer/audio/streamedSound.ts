/**
 * Audio that is scheduled on the clock of the sound graph while it comes from the host: long audio, and audio at another speed. A
 * few seconds of it are held, however long it is.
 */
import type { MediaStream } from '../bridge/mediaStream.ts'
import type { ScheduledSound, SoundGraph } from './soundGraph.ts'

/** Audio is scheduled in pieces of this length. */
const PIECE_S = 0.25
/** A sound can begin when so much of it is there: it is decoded far faster than it plays. */
const BEGINS_WITH_S = 0.5
/** So much is read ahead of what is heard: a busy page has to be late by more until it is heard. */
const AHEAD_S = 8
/** How often the sound looks whether it can read on. */
const LOOK_EVERY_MS = 500

export interface StreamedSound {
  isReady(): boolean
  /** Waits until the sound can begin. Rejects where the audio cannot be read. */
  whenReady(): Promise<void>
  /**
   * Lets it sound from its start on, between two times of the clock, or from where it is when it can begin. `onLate` is called where
   * audio does not come in time after that: what follows is silent then.
   */
  schedule(startS: number, endS: number, onLate: () => void): ScheduledSound
  close(): void
}

interface Piece {
  readonly buffer: AudioBuffer
  /** Where it begins, in s of the sound. */
  readonly atS: number
}

/** Starts to read what `open` gives, at the sample rate of the graph. It sounds into `to` or, without it, among the voices. */
export function createStreamedSound(
  graph: SoundGraph,
  open: (sampleRate: number) => Promise<MediaStream>,
  to?: AudioNode,
): StreamedSound {
  /** What has come and is not scheduled. */
  let waiting: Piece[] = []
  let scheduled: (Piece & { readonly sound: ScheduledSound })[] = []
  let readS = 0
  let isOver = false
  let isClosed = false
  let place: { readonly startS: number; endS: number; readonly onLate: () => void } | null = null
  let stream: MediaStream | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const first = Promise.withResolvers<undefined>()
  first.promise.catch(() => undefined) // whoever waits for it hears of it

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
      // The file may be longer than what is heard of it.
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
        waiting.shift() // it joins in where it is by then
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

  /** What was read before is heard. */
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
