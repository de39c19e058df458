/** What happens to music when its anchor is removed from the story. */
import type { Change } from './changes.ts'
import type { BlockId, Music, MusicPlace, RecordId } from './records.ts'
import { rangeOf } from './musicLayout.ts'
import { blocksOf, sectionsOf } from './selectors.ts'
import type { Story } from './story.ts'

type Heirs = ReadonlyMap<BlockId, BlockId>
const NO_HEIRS: Heirs = new Map()

/**
 * Adds the consequences for music to a change that removes entries. A bed that loses its first or last block ends at the remaining blocks;
 * a bed of a chapter that loses its heading plays under the same blocks; music without any block left is removed. `heirs` says,
 * for blocks that are joined to another, which one takes over their music.
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
