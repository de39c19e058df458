/** What becomes of music when what it is tied to leaves the story. */
import type { Change } from './changes.ts'
import type { BlockId, Music, MusicPlace, RecordId } from './records.ts'
import { rangeOf } from './musicLayout.ts'
import { blocksOf, sectionsOf } from './selectors.ts'
import type { Story } from './story.ts'

/**
 * A change that takes entries away, with what it does to music. A bed whose first or last block goes ends at the blocks that stay;
 * a bed of a chapter whose heading goes lies under the same blocks; music without any block left goes, too. `heir` takes the music
 * of a block that is joined to it.
 */
export function withMusic(story: Story, change: Change, heir: BlockId | null = null): Change {
  const { music } = story
  if (music.length === 0 || change.remove.length === 0) return change
  const removed = new Set<RecordId>(change.remove)
  for (const { id } of change.put) removed.delete(id)
  const put: Music[] = []
  const remove: Music['id'][] = []
  for (const each of music) {
    const place = placeAfter(story, removed, each.place, heir)
    if (place === null) remove.push(each.id)
    else if (place !== each.place) put.push({ ...each, place })
  }
  return { put: [...change.put, ...put], remove: [...change.remove, ...remove] }
}

/** Where music is tied to, after these entries are gone; null where nothing is left. */
function placeAfter(
  story: Story,
  removed: ReadonlySet<RecordId>,
  place: MusicPlace,
  heir: BlockId | null,
): MusicPlace | null {
  switch (place.kind) {
    case 'story':
      return place
    case 'block':
      if (!removed.has(place.blockId)) return place
      return heir === null ? null : { ...place, blockId: heir }
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
      const [first = heir, last = heir] = [left[0], left.at(-1)]
      return first === null || last === null ? null : { ...place, fromId: first, toId: last }
    }
  }
}
