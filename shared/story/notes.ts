/** Notes and marks of blocks: what a writer or a director wants to remember or still has to do. They do not change audio. */
import type { Block, BlockId } from './records.ts'
import { blocksOf } from './selectors.ts'
import type { Story } from './story.ts'

/** Whether a block belongs in the list of notes: it has a note or a mark. */
export function isNoted({ notes, mark }: Pick<Block, 'notes' | 'mark'>): boolean {
  return notes !== '' || mark !== null
}

/** The blocks with a note or a mark, in story order; with `isOpen`, only those that are not marked as done. */
export function notedBlocks(story: Story, { isOpen }: { readonly isOpen: boolean }): readonly Block[] {
  return blocksOf(story).filter((block) => isNoted(block) && !(isOpen && block.mark === 'done'))
}

/**
 * The next (1) or previous (-1) noted block from a block of the story, wrapping around at the ends; from the story's beginning if `from` is
 * null. Null if no block is noted.
 */
export function nextNoted(
  story: Story,
  from: BlockId | null,
  direction: 1 | -1,
  only: { readonly isOpen: boolean },
): Block | null {
  const blocks = blocksOf(story)
  const noted = new Set<Block>(notedBlocks(story, only))
  const at = blocks.findIndex(({ id }) => id === from)
  const start = at < 0 && direction < 0 ? blocks.length : at
  for (let step = 1; step <= blocks.length; step++) {
    const block = blocks[(start + direction * step + 2 * blocks.length) % blocks.length]
    if (block !== undefined && noted.has(block)) return block
  }
  return null
}
