/** The music that goes with copies of blocks and chapters, within a story and to another one. */
import type { Change } from './changes.ts'
import { MAX_MUSIC } from './limits.ts'
import { clampMusic } from './musicCommands.ts'
import { rangeOf } from './musicLayout.ts'
import {
  musicIdSchema,
  type BlockId,
  type ChapterId,
  type Music,
  type MusicPlace,
  type StoryRecord,
} from './records.ts'
import { blocksOf } from './selectors.ts'
import type { Story } from './story.ts'

/** What is copied, and its copies. */
export interface EntryCopies {
  /** The blocks of the source story, by chapter, in order. */
  readonly sections: readonly {
    readonly chapterId: ChapterId | null
    readonly blockIds: readonly BlockId[]
  }[]
  readonly blocks: ReadonlyMap<BlockId, BlockId>
  readonly chapters: ReadonlyMap<ChapterId, ChapterId>
}

/** The music that plays only under these entries: under a chapter if its heading is among them, and under blocks if all of them are. */
export function musicWithin(story: Story, ids: ReadonlySet<string>): readonly Music[] {
  return story.music.filter(({ place }) => {
    switch (place.kind) {
      case 'story':
        return false
      case 'chapter':
        return ids.has(place.chapterId)
      case 'block':
        return ids.has(place.blockId)
      case 'range': {
        const range = rangeOf(story, place.fromId, place.toId)
        if (range === null) return false
        return blocksOf(story)
          .slice(range.first, range.last + 1)
          .every(({ id }) => ids.has(id))
      }
    }
  })
}

/**
 * Copies of music, anchored to the copies of its anchors. Music under a chapter or a story that is not copied as such is anchored to the
 * copied blocks. Music without any copied block is left out, and so is what would exceed the limit of `story`.
 */
export function copiesOfMusic(
  music: readonly Music[],
  copies: EntryCopies,
  story: Story,
  newId: () => string,
): Music[] {
  return music
    .flatMap((each) => {
      const place = placeOfCopy(each.place, copies)
      return place === null ? [] : [{ ...each, id: musicIdSchema.parse(newId()), place }]
    })
    .slice(0, MAX_MUSIC - story.music.length)
}

/** The change without music whose audio is not in `stored`, which has the length in ms of each audio by its id. */
export function withStoredMusic(change: Change, stored: ReadonlyMap<string, number>): Change {
  const put = change.put.flatMap((record): StoryRecord[] => {
    if (record.type !== 'music') return [record]
    const audioMs = stored.get(record.audioId)
    return audioMs === undefined ? [] : [clampMusic({ ...record, audioMs })]
  })
  return { ...change, put }
}

/** The music that a change puts. */
export function musicOfChange({ put }: Change): readonly Music[] {
  return put.filter((record): record is Music => record.type === 'music')
}

function placeOfCopy(place: MusicPlace, { sections, blocks, chapters }: EntryCopies): MusicPlace | null {
  const all = sections.flatMap(({ blockIds }) => blockIds)
  const under = (ids: readonly BlockId[]): MusicPlace | null => {
    const copied = ids.flatMap((id) => blocks.get(id) ?? [])
    const [first, last] = [copied[0], copied.at(-1)]
    if (place.kind === 'block' || first === undefined || last === undefined) return null
    return { kind: 'range', fromId: first, toId: last, startMs: place.startMs, endMs: place.endMs }
  }
  switch (place.kind) {
    case 'story':
      return under(all)
    case 'chapter': {
      const chapterId = chapters.get(place.chapterId)
      if (chapterId !== undefined) return { ...place, chapterId }
      return under(sections.find((section) => section.chapterId === place.chapterId)?.blockIds ?? [])
    }
    case 'range': {
      const [from, to] = [all.indexOf(place.fromId), all.indexOf(place.toId)]
      return from < 0 || to < 0 ? null : under(all.slice(Math.min(from, to), Math.max(from, to) + 1))
    }
    case 'block': {
      const blockId = blocks.get(place.blockId)
      return blockId === undefined ? null : { ...place, blockId }
    }
  }
}
