import { copiesOfMusic } from '../story/musicCommands.ts'
import type { BlockId, ChapterId, Music, SequenceEntry } from '../story/records.ts'
import type { Story } from '../story/story.ts'
import type { Planned } from './planned.ts'

/**
 * The music of an imported story, anchored to the new entries in `sequence`, which are the entries of the plan in order. A bed under the whole
 * story, or under a chapter that was joined to another or has no heading, is anchored to the blocks.
 */
export function musicFromPlan(
  { source, chapters, options }: Planned,
  sequence: readonly SequenceEntry[],
  story: Story,
  newId: () => string,
): Music[] {
  if (source.music.length === 0) return []
  const blockCopies = new Map<BlockId, BlockId>()
  const chapterCopies = new Map<ChapterId, ChapterId>()
  const made = sequence.values()
  for (const [index, { title, isIncluded, entries }] of chapters.entries()) {
    if (!isIncluded) continue
    const [section, ...joined] = options.chapters[index]?.sections ?? []
    const from = section === undefined ? null : (source.sections[section]?.chapterId ?? null)
    if (title !== null) {
      const heading = made.next().value
      if (heading?.type === 'chapter' && from !== null && joined.length === 0)
        chapterCopies.set(from, heading.id)
    }
    for (const entry of entries) {
      if (entry.kind !== 'block') continue
      const block = made.next().value
      if (block?.type === 'block' && entry.stored !== null) blockCopies.set(entry.stored.id, block.id)
    }
  }
  const sections = source.sections.map(({ chapterId, start, end }) => ({
    chapterId,
    blockIds: source.paragraphs.slice(start, end).flatMap(({ block }) => block?.id ?? []),
  }))
  return copiesOfMusic(source.music, { sections, blocks: blockCopies, chapters: chapterCopies }, story, newId)
}
