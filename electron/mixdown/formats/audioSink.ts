import type { Planes } from '../../lib/audio/pcm.ts'

/** The metadata of an audio file. Empty texts are left out. */
export interface FileTags {
  readonly title: string
  readonly artist: string
  /** The album artist; players list audiobooks by it. */
  readonly albumArtist: string
  readonly album: string
  /** Four digits. */
  readonly year: string
  /** The reader. */
  readonly narrator: string
  readonly genre: Genre
  /** A BCP 47 tag. */
  readonly language: string
  readonly series: { readonly name: string; readonly number: string } | null
  readonly description: string
  /** The file's number among the files of an export, and how many there are. */
  readonly track: { readonly number: number; readonly of: number } | null
  readonly cover: Cover | null
  /** Empty if the file has none. */
  readonly chapters: readonly ChapterMark[]
}

/** `Audiobook` for a book or its chapters, `Speech` for the rest. */
export type Genre = 'Audiobook' | 'Speech'

export interface Cover {
  readonly mimeType: 'image/jpeg' | 'image/png'
  readonly bytes: Uint8Array
}

export interface ChapterMark {
  readonly title: string
  readonly startMs: number
  readonly endMs: number
}

/** A file that is written as its audio arrives, and appears under its name only once it is complete. */
export interface AudioSink {
  write(planes: Planes): Promise<void>
  finish(): Promise<void>
  /** Removes the unfinished file. */
  abort(): Promise<void>
}

/** The audio format of a file. */
export interface SinkFormat {
  readonly sampleRate: number
  readonly channels: 1 | 2
}
