/**
 * When music is heard, in integer milliseconds of the story, from the layout of the speech. Timeline, player and mixdown use it. Music
 * begins and ends within the story, and is silent if its anchor was removed.
 */
import { derive } from '../lib/derive.ts'
import { type Change, sequenceIndexOf } from './changes.ts'
import type { Layout } from './layout.ts'
import type { BlockId, Music, MusicPlace, RecordId } from './records.ts'
import { blockNumber, blocksOf, findBlock, sectionsOf } from './selectors.ts'
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

/** The audible music of a story, ordered by start. `layout` is the layout of the story. */
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
 * ends may be outside of it: their ranks still determine which blocks are between. Null if an end is gone or nothing is between.
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

/** For each block that is joined to another, the block that takes over its music. */
type Heirs = ReadonlyMap<BlockId, BlockId>
const NO_HEIRS: Heirs = new Map()

/**
 * Adds the consequences for music to a change that removes entries. A bed that loses its first or last block ends at the remaining blocks;
 * a bed of a chapter that loses its heading plays under the same blocks; music without any block left is removed. `heirs` maps
 * blocks that are joined to another to the block that takes over their music.
 */
export function withMusic(story: Story, change: Change, heirs: Heirs = NO_HEIRS): Change {
  const { music } = story
  if (music.length === 0 || change.remove.length === 0) return change
  const removed = new Set<RecordId>(change.remove)
  for (const { id } of change.put) removed.delete(id)
  const put: Music[] = []
  const remove: Music['id'][] = []
  for (const each of music) {
    const place = placeAfter(story, removed, each.place, heirs)
    if (place === null) remove.push(each.id)
    else if (place !== each.place) put.push({ ...each, place })
  }
  return { put: [...change.put, ...put], remove: [...change.remove, ...remove] }
}

/** The anchor of music after these entries are removed; null if nothing is left. */
function placeAfter(
  story: Story,
  removed: ReadonlySet<RecordId>,
  place: MusicPlace,
  heirs: Heirs,
): MusicPlace | null {
  switch (place.kind) {
    case 'story':
      return place
    case 'block': {
      if (!removed.has(place.blockId)) return place
      const heir = heirs.get(place.blockId)
      return heir === undefined ? null : { ...place, blockId: heir }
    }
    case 'chapter': {
      if (!removed.has(place.chapterId)) return place
      const section = sectionsOf(story).find(({ chapter }) => chapter?.id === place.chapterId)
      const left = section?.blocks.filter(({ id }) => !removed.has(id)) ?? []
      const [first, last] = [left[0], left.at(-1)]
      if (first === undefined || last === undefined) return null
      return { kind: 'range', fromId: first.id, toId: last.id, startMs: place.startMs, endMs: place.endMs }
    }
    case 'range': {
      if (!removed.has(place.fromId) && !removed.has(place.toId)) return place
      const range = rangeOf(story, place.fromId, place.toId)
      if (range === null) return place
      const left = blocksOf(story)
        .slice(range.first, range.last + 1)
        .filter(({ id }) => !removed.has(id))
        .map(({ id }) => id)
      const heir = heirs.get(place.fromId)
      const [first = heir, last = heir] = [left[0], left.at(-1)]
      return first === undefined || last === undefined ? null : { ...place, fromId: first, toId: last }
    }
  }
}
