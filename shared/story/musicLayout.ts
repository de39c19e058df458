/**
 * Where music is heard, in integer milliseconds of the story, from the layout of the speech. Timeline, player and mixdown use it.
 * Music begins and ends within the story, and is silent if its anchor is gone.
 */
import { derive } from '../lib/derive.ts'
import { sequenceIndexOf } from './changes.ts'
import type { Layout } from './layout.ts'
import type { BlockId, Music, MusicPlace } from './records.ts'
import { blockNumber, blocksOf, findBlock } from './selectors.ts'
import type { Story } from './story.ts'

/** Music with its place. */
export interface PlacedMusic {
  readonly music: Music
  readonly startMs: number
  readonly endMs: number
}

interface Stretch {
  readonly startMs: number
  readonly endMs: number
}

/** The music of a story that is heard, ordered by start. `layout` is the layout of the story. */
export function musicLayout(story: Story, layout: Layout): readonly PlacedMusic[] {
  return placedIn(layout, story)
}

const placedIn = derive((layout: Layout, story: Story) =>
  story.music
    .flatMap((music) => placedMusic(story, layout, music) ?? [])
    .sort((a, b) => a.startMs - b.startMs),
)

/** Where in the audio of music a pass of its loop ends, in ms: the next pass begins at its first sample. */
export function loopEndOf({ loopEndMs, audioMs }: Pick<Music, 'loopEndMs' | 'audioMs'>): number {
  return loopEndMs ?? audioMs
}

/** A piece of music with its place; null if it is not heard. */
export function placedMusic(story: Story, layout: Layout, music: Music): PlacedMusic | null {
  const tied = stretchOf(story, layout, music.place)
  if (tied === null) return null
  const startMs = Math.max(0, tied.startMs + music.place.startMs)
  const heardMs = music.isLooped ? Infinity : music.audioMs - music.fromMs
  const wantedEndMs =
    music.place.kind === 'block'
      ? startMs + (music.place.lengthMs ?? music.audioMs - music.fromMs)
      : tied.endMs + music.place.endMs
  const endMs = Math.min(layout.totalMs, wantedEndMs, startMs + heardMs)
  return endMs > startMs ? { music, startMs, endMs } : null
}

/** Start and end of music's anchor; null if it is gone. */
export function stretchOf(story: Story, layout: Layout, place: MusicPlace): Stretch | null {
  switch (place.kind) {
    case 'story':
      return { startMs: 0, endMs: layout.totalMs }
    case 'chapter': {
      // From the silence before its words, in which the music can begin, to the last of them.
      const chapter = layout.chapters.find(({ id }) => id === place.chapterId)
      return chapter === undefined ? null : { startMs: chapter.silenceStartMs, endMs: chapter.wordsEndMs }
    }
    case 'block':
      return layout.spans[blockNumber(story, place.blockId) - 1] ?? null
    case 'range': {
      const range = rangeOf(story, place.fromId, place.toId)
      const first = range === null ? undefined : layout.spans[range.first]
      const last = range === null ? undefined : layout.spans[range.last]
      return first === undefined || last === undefined ? null : { startMs: first.startMs, endMs: last.endMs }
    }
  }
}

/**
 * The indices of the first and last block of a range, whichever end comes first. If the story is a part of another, the
 * ends may be outside of it: their ranks still say which blocks are between. Null if an end is gone or nothing is between.
 */
export function rangeOf(
  story: Story,
  fromId: BlockId,
  toId: BlockId,
): { readonly first: number; readonly last: number } | null {
  const [from, to] = [findBlock(story, fromId), findBlock(story, toId)]
  if (from === undefined || to === undefined) return null
  const [low, high] =
    sequenceIndexOf(story.sequence, from) <= sequenceIndexOf(story.sequence, to) ? [from, to] : [to, from]
  const blocks = blocksOf(story)
  const first = sequenceIndexOf(blocks, low)
  const after = sequenceIndexOf(blocks, high)
  const last = blocks[after]?.id === high.id ? after : after - 1
  return last < first ? null : { first, last }
}
