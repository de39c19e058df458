/**
 * The audio of segments, prepared before it is due. Short takes at their own speed are decoded whole; long audio, and every other speed,
 * is streamed from the host.
 */
import { isMakingAudio } from '../../shared/story/takes.ts'
import { factorOf } from '../../shared/story/gain.ts'
import { LONGEST_READ_MS, type MediaPlaying, type MediaStream } from '../bridge/bridge.ts'
import type { AudioSegment } from './segments.ts'
import type { ScheduledSound, SoundGraph } from './soundGraph.ts'
import { createStreamedSound, type StreamedSound } from './streamedSound.ts'

/** A segment's audio from a position in its file on, at a speed. */
export interface PlayedAudio {
  readonly segment: AudioSegment
  readonly fileMs: number
  readonly rate: number
}

/** A sound with its own level. */
export interface LevelledSound extends ScheduledSound {
  /** Sets its gain relative to its audio from a time of the clock on. */
  gainFrom(gainDb: number, atS: number): void
}

export interface SegmentAudio {
  isReady(played: PlayedAudio): boolean
  /** Prepares audio. Rejects if it cannot be read or decoded; the next call tries again. */
  load(played: PlayedAudio): Promise<void>
  /** Plays prepared audio between two times of the clock. `onLate`: see `StreamedSound`. */
  schedule(played: PlayedAudio, startS: number, endS: number, onLate: () => void): LevelledSound
  /** Whether the sound of audio continues into what follows it in the file, so that only its end has to be moved. */
  goesOn(played: PlayedAudio): boolean
  /** Drops all audio except this and what is sounding. */
  keepOnly(wanted: readonly PlayedAudio[]): void
}

export function createSegmentAudio(options: {
  graph: SoundGraph
  /** The bytes of a stored audio. */
  read: (audioId: string) => Promise<ArrayBuffer>
  /** The audio, decoded by the host. */
  open: (audioId: string, playing: MediaPlaying) => Promise<MediaStream>
  /** The length of a stored audio in ms, as far as it is known. */
  lengthOf: (audioId: string) => number
}): SegmentAudio {
  const { graph } = options
  const decoded = createDecodedAudio({ read: options.read, decode: graph.decode })
  /** The streams that have not begun to sound. */
  const streams = new Map<string, { readonly sound: StreamedSound; readonly level: GainNode }>()

  const isStreamed = ({ segment, rate }: PlayedAudio) =>
    rate !== 1 ||
    isMakingAudio(segment.audioId) ||
    Math.max(segment.fileEndMs, options.lengthOf(segment.audioId)) > LONGEST_READ_MS
  const nameOf = ({ segment, fileMs, rate }: PlayedAudio) => JSON.stringify([segment.audioId, fileMs, rate])

  function openLevel(): GainNode {
    const { context, parts } = graph.open()
    const level = context.createGain()
    level.connect(parts.voices)
    return level
  }

  function levelled(sound: ScheduledSound, level: GainNode, { segment }: PlayedAudio): LevelledSound {
    level.gain.value = factorOf(segment.gainDb)
    return { ...sound, gainFrom: (gainDb, atS) => level.gain.setValueAtTime(factorOf(gainDb), atS) }
  }

  function streamOf(played: PlayedAudio) {
    const name = nameOf(played)
    const known = streams.get(name)
    if (known !== undefined) return known
    const { segment, fileMs: fromMs, rate } = played
    const level = openLevel()
    const sound = createStreamedSound(
      graph,
      (sampleRate) => options.open(segment.audioId, { fromMs, rate, sampleRate }),
      level,
    )
    const stream = { sound, level }
    streams.set(name, stream)
    return stream
  }

  return {
    isReady: (played) =>
      isStreamed(played)
        ? streams.get(nameOf(played))?.sound.isReady() === true
        : decoded.ready(played.segment.audioId) !== undefined,
    async load(played) {
      if (!isStreamed(played)) {
        await decoded.load(played.segment.audioId)
        return
      }
      const stream = streamOf(played)
      try {
        await stream.sound.whenReady()
      } catch (cause) {
        stream.sound.close()
        if (streams.get(nameOf(played)) === stream) streams.delete(nameOf(played))
        throw cause
      }
    },
    schedule(played, startS, endS, onLate) {
      if (isStreamed(played)) {
        const stream = streamOf(played)
        streams.delete(nameOf(played))
        return levelled(stream.sound.schedule(startS, endS, onLate), stream.level, played)
      }
      const buffer = decoded.ready(played.segment.audioId)
      if (buffer === undefined) throw new Error('Audio is scheduled when it is ready')
      const level = openLevel()
      return levelled(graph.schedule(buffer, played.fileMs / 1000, startS, endS, level), level, played)
    },
    goesOn: isStreamed,
    keepOnly(wanted) {
      decoded.keepOnly(
        new Set(wanted.filter((each) => !isStreamed(each)).map(({ segment }) => segment.audioId)),
      )
      const names = new Set(wanted.map(nameOf))
      for (const [name, stream] of streams)
        if (!names.has(name)) {
          stream.sound.close()
          streams.delete(name)
        }
    },
  }
}

/** Stored audio that is decoded before it is due. A few are kept at a time, because decoded audio is large. */
interface DecodedAudio {
  /** The decoded audio, if it is ready. */
  ready(audioId: string): AudioBuffer | undefined
  /** Reads and decodes audio once. Rejects if it cannot be read or decoded; the next call tries again. */
  load(audioId: string): Promise<AudioBuffer>
  /** Drops all audio except these. */
  keepOnly(audioIds: ReadonlySet<string>): void
}

/** Creates a cache of audio read with `read` and decoded with `decode`. */
function createDecodedAudio(options: {
  read: (audioId: string) => Promise<ArrayBuffer>
  decode: (bytes: ArrayBuffer) => Promise<AudioBuffer>
}): DecodedAudio {
  const loads = new Map<string, { promise: Promise<AudioBuffer>; buffer?: AudioBuffer }>()

  return {
    ready: (audioId) => loads.get(audioId)?.buffer,
    load(audioId) {
      const known = loads.get(audioId)
      if (known !== undefined) return known.promise
      const load: { promise: Promise<AudioBuffer>; buffer?: AudioBuffer } = {
        promise: options
          .read(audioId)
          .then(options.decode)
          .then(
            (buffer) => {
              load.buffer = buffer
              return buffer
            },
            (error: unknown) => {
              if (loads.get(audioId) === load) loads.delete(audioId)
              throw error
            },
          ),
      }
      loads.set(audioId, load)
      return load.promise
    },
    keepOnly(audioIds) {
      for (const audioId of loads.keys()) if (!audioIds.has(audioId)) loads.delete(audioId)
    },
  }
}
