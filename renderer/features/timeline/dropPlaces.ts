/** Where dragged blocks can be put down: before every entry of the story, and at its end. Found by arithmetic. */
import { spanIndexAt } from '../../../shared/story/layout.ts'
import type { Layout } from '../../../shared/story/layout.ts'
import type { BlockId, SequenceId } from '../../../shared/story/records.ts'
import type { Story } from '../../../shared/story/story.ts'

export interface DropPlace {
  /** The entry that will follow, or null at the end. */
  readonly beforeId: SequenceId | null
  readonly blocksBefore: number
  /** Story time of the place, in ms. */
  readonly atMs: number
  /** The heading right before or right behind the place: it tells the end of one chapter from the start of the next. */
  readonly headingBefore: string | null
  readonly headingAfter: string | null
  /** Whether putting the dragged blocks down here leaves everything as it is. */
  readonly isInPlace: boolean
}

/** Every place of a story for the blocks that are moved, in story order. */
export function dropPlaces(story: Story, layout: Layout, moving: ReadonlySet<BlockId>): readonly DropPlace[] {
  const isMoving = (index: number) => {
    const entry = story.sequence[index]
    return entry?.type === 'block' && moving.has(entry.id)
  }
  let blocksBefore = 0
  return Array.from({ length: story.sequence.length + 1 }, (_, index) => {
    const [before, after] = [story.sequence[index - 1], story.sequence[index]]
    if (before?.type === 'block') blocksBefore += 1
    return {
      beforeId: after?.id ?? null,
      blocksBefore,
      atMs: layout.spans[blocksBefore - 1]?.endMs ?? 0,
      headingBefore: before?.type === 'chapter' ? before.title : null,
      headingAfter: after?.type === 'chapter' ? after.title : null,
      isInPlace: moving.size === 1 && (isMoving(index) || isMoving(index - 1)),
    }
  })
}

/**
 * The place nearest to a time: before the block there in its first half, behind it in its second. Where a heading
 * stands between two blocks, the side that was pointed at decides the chapter.
 */
export function placeAt(places: readonly DropPlace[], layout: Layout, timeMs: number): DropPlace | undefined {
  const index = Math.max(0, spanIndexAt(layout.spans, timeMs))
  const span = layout.spans[index]
  const isBehind = span !== undefined && timeMs > (span.startMs + span.endMs) / 2
  const blocksBefore = index + (isBehind ? 1 : 0)
  return isBehind ? places[firstWith(places, blocksBefore)] : places[firstWith(places, blocksBefore + 1) - 1]
}

/** The next place, to the right (1) or left (−1), where something would change; the same where there is none. */
export function stepPlace(places: readonly DropPlace[], from: DropPlace, direction: -1 | 1): DropPlace {
  let index = places.indexOf(from) + direction
  while (places[index]?.isInPlace === true) index += direction
  return places[index] ?? from
}

/** Index of the first place with at least so many blocks before it: binary search. */
function firstWith(places: readonly DropPlace[], blocksBefore: number): number {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle]?.blocksBefore ?? Infinity) < blocksBefore) low = middle + 1
    else high = middle
  }
  return low
}
