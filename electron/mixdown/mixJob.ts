/** Requests to the mixing thread, and its answers. */
import type { FileMusic } from '../../shared/export/fileMusic.ts'
import type { ExportSettings } from '../../shared/export/exportSettings.ts'
import type { FileEncoding, SoundMeasures } from '../../shared/export/soundChecks.ts'
import type { ErrorCode } from '../../shared/messages/errors.ts'
import type { MessageParams } from '../../shared/lib/userFacingError.ts'
import type { FileTags } from './formats/audioSink.ts'
import type { Loudness } from '../lib/audio/loudness.ts'

/** A slice of stored audio at a place of a file. */
export interface MixPiece {
  readonly audioId: string
  readonly from: { readonly startMs: number; readonly endMs: number }
  /** Its gain in dB relative to the stored audio, before loudness matching. */
  readonly gainDb: number
  /** In the file. */
  readonly startMs: number
  readonly endMs: number
}

export interface MixFile {
  /** Null if the file is only measured. */
  readonly path: string | null
  /** Speech, in chronological order; pieces do not overlap. */
  readonly speech: readonly MixPiece[]
  /** Music and effects, which are added to the speech. */
  readonly music: readonly FileMusic[]
  readonly durationMs: number
  readonly headMs: number
  readonly tailMs: number
  /** The speed of the finished mix; the times above are at speed 1. */
  readonly speed: number
  readonly tags: FileTags
}

export type MixSound = Pick<
  ExportSettings,
  'format' | 'quality' | 'sampleRate' | 'channels' | 'loudness' | 'peakDb'
>

export interface MixJob {
  readonly files: readonly MixFile[]
  readonly sound: MixSound
  /** The length in bytes of each stored audio that the files use. */
  readonly audioBytes: ReadonlyMap<string, number>
  /** Measurements of earlier mixdowns, by `loudnessKey`. */
  readonly known: ReadonlyMap<string, Loudness>
  readonly encodeWorkerUrl: string
}

/** Stored audio cannot be decoded, or ends before its take or its music does. */
export class DamagedAudio extends Error {
  readonly audioId: string
  constructor(audioId: string, cause?: unknown) {
    super(`The stored audio ${audioId} is damaged`, { cause })
    this.audioId = audioId
  }
}

/** The facts about a mixed file. */
export interface MixedFile {
  /** Of the file's decoded audio. */
  readonly durationMs: number
  readonly encoding: FileEncoding
  readonly measures: SoundMeasures
  /** The highest level of each frame (`FRAMES_PER_SECOND`), 0 to 1; empty for a file that was written. */
  readonly peaks: readonly number[]
  /** How loud each piece of speech is in the file, in LUFS; null if its take was not measured, or is silence. */
  readonly levels: readonly (number | null)[]
}

/** From the thread. */
export type MixAnswer =
  | {
      readonly kind: 'read'
      readonly id: number
      readonly audioId: string
      readonly offset: number
      readonly length: number
    }
  | { readonly kind: 'progress'; readonly fraction: number }
  | { readonly kind: 'measured'; readonly key: string; readonly loudness: Loudness }
  | { readonly kind: 'done'; readonly files: readonly MixedFile[] }
  | { readonly kind: 'damaged'; readonly audioId: string }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly params: MessageParams }
  | { readonly kind: 'failed'; readonly error: unknown }

/** To the thread. */
export type MixRequest =
  { readonly kind: 'bytes'; readonly id: number; readonly bytes: Uint8Array } | { readonly kind: 'abort' }

/** Identifies a measured slice of stored audio, which never changes. */
export function loudnessKey({ audioId, from }: MixPiece, channels: number): string {
  return `${audioId}:${from.startMs}:${from.endMs}:${channels}`
}

/** The stored audio that files use. */
export function audioIdsOf(files: readonly Pick<MixFile, 'speech' | 'music'>[]): ReadonlySet<string> {
  return new Set(files.flatMap(({ speech, music }) => [...speech, ...music].map(({ audioId }) => audioId)))
}
