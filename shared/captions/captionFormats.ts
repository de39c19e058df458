/** What can be written beside a finished file of audio: the name's end, and the writer. */
import { toSrt, toVtt } from './captions.ts'
import type { SpokenStory } from './spokenStory.ts'
import { toAudacityLabels, toPodcastChapters, toTimings, toYouTubeChapters } from './timings.ts'

interface CaptionFormat {
  /** Replaces the extension of the audio file's name. */
  readonly ending: string
  readonly write: (story: SpokenStory) => string
}

export const CAPTION_FORMATS = {
  srt: { ending: '.srt', write: toSrt },
  vtt: { ending: '.vtt', write: toVtt },
  json: { ending: '.timings.json', write: toTimings },
  audacity: { ending: '.labels.txt', write: toAudacityLabels },
  youtube: { ending: '.chapters.txt', write: toYouTubeChapters },
  podcast: { ending: '.chapters.json', write: toPodcastChapters },
} as const satisfies Readonly<Record<string, CaptionFormat>>

export type CaptionFormatName = keyof typeof CAPTION_FORMATS
/** The names of the formats, in the order in which they are offered. */
export const CAPTION_FORMAT_NAMES = Object.keys(CAPTION_FORMATS) as CaptionFormatName[] // the keys of the table
