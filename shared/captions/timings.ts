/** Lists of times for other programs: all of them as JSON, labels for Audacity, chapters for YouTube and for podcasts. */
import { formatClock } from '../lib/formatClock.ts'
import type { SpokenStory } from './spokenStory.ts'

/**
 * `{title, durationMs, chapters: [{title, startMs, endMs, blocks: [{number, name, speaker, text, startMs, endMs, words, parts}]}]}`. A block
 * has `words: [{text, startMs, endMs}]` if the voice told when each is heard, and `parts`, which look the same, if it has pauses between its
 * words. All times are those of the file.
 */
export function toTimings(story: SpokenStory): string {
  return `${JSON.stringify(story, null, 2)}\n`
}

/** Start, end and text of each block (https://manual.audacityteam.org/man/importing_and_exporting_labels.html), in seconds. */
export function toAudacityLabels({ chapters }: SpokenStory): string {
  const seconds = (ms: number) => (ms / 1000).toFixed(6)
  return chapters
    .flatMap(({ blocks }) => blocks)
    .map(({ startMs, endMs, speaker, text }) => {
      const label = `${speaker === '' ? '' : `${speaker}: `}${text}`.replace(/\s+/g, ' ').trim()
      return `${seconds(startMs)}\t${seconds(endMs)}\t${label}\n`
    })
    .join('')
}

/** Lines such as `12:34 Title` for a video's description. YouTube shows chapters from three on, each of ten seconds at least. */
export function toYouTubeChapters({ chapters }: SpokenStory): string {
  return chapters.map(({ startMs, title }) => `${formatClock(startMs)} ${oneLine(title)}\n`).join('')
}

/** Chapters of Podcasting 2.0 (https://github.com/Podcastindex-org/podcast-namespace/blob/main/chapters/jsonChapters.md). */
export function toPodcastChapters({ title, chapters }: SpokenStory): string {
  const list = chapters.map((chapter) => ({
    startTime: chapter.startMs / 1000,
    title: oneLine(chapter.title),
    endTime: chapter.endMs / 1000,
  }))
  return `${JSON.stringify({ version: '1.2.0', title, chapters: list }, null, 2)}\n`
}

const oneLine = (title: string) => title.replace(/\s+/g, ' ').trim()
