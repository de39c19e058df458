/** Splitting a block at the playhead. */
import { splitAtLineEnds, splitBlock } from '../../shared/story/blockCommands.ts'
import { spanIndexAt } from '../../shared/story/layout.ts'
import type { BlockSpan } from '../../shared/story/layout.ts'
import type { Block } from '../../shared/story/records.ts'
import { blockNumber, blocksOf, findBlock } from '../../shared/story/selectors.ts'
import { shownWords } from '../../shared/story/shownWords.ts'
import type { Story } from '../../shared/story/story.ts'
import { nearestWordStart } from '../../shared/story/words.ts'
import type { WordTime } from '../../shared/story/wordTimes.ts'
import { layoutOf } from '../stores/timing.ts'
import type { World } from '../stores/world.ts'
import { openStory } from './editing.ts'
import { noteLocked } from './locks.ts'

/** Splits the block that is heard at the playhead, at the word that is roughly said there. Says so where there is nothing to split. */
export function splitAtPlayhead(world: World): void {
  const story = openStory(world)
  if (story === null) return
  const { spans } = layoutOf(story, world.audio.getState().takes)
  const positionMs = world.player.positionMs()
  const index = spanIndexAt(spans, positionMs)
  const [span, block] = [spans[index], blocksOf(story)[index]]
  const isInside = span !== undefined && positionMs > span.startMs && positionMs < span.endMs
  const offset =
    block === undefined || !isInside
      ? null
      : nearestWordStart(block.text, placeSaid(story, block, span, positionMs - span.startMs))
  if (block === undefined || offset === null) {
    world.announce('timeline.nothingToSplit')
    return
  }
  const newId = world.newBlockId()
  world.edit('edits.split', splitBlock(story, block.id, offset, newId))
  const after = openStory(world) ?? story
  noteLocked(world, [block.id])
  if (findBlock(after, newId) === undefined) return
  world.view.setState({ selection: [newId] })
  world.announce('timeline.split', { number: blockNumber(after, newId) })
}

/** Splits the chosen blocks at the ends of their lines, as one edit, and chooses all the parts. Says so if there is nothing to split. */
export function splitChosenAtLineEnds(world: World): void {
  const story = openStory(world)
  if (story === null) return
  const { selection } = world.view.getState()
  const change = splitAtLineEnds(story, selection, () => world.newBlockId())
  noteLocked(world, selection)
  if (change.put.length === 0) {
    world.announce('script.noLineEnds')
    return
  }
  world.edit('edits.split', change)
  const parts = new Set([
    ...selection,
    ...change.put.flatMap(({ type, id }) => (type === 'block' ? [id] : [])),
  ])
  const after = openStory(world) ?? story
  world.view.setState({ selection: blocksOf(after).flatMap(({ id }) => (parts.has(id) ? [id] : [])) })
  world.announce('script.splitAtLineEnds', { count: blocksOf(after).length - blocksOf(story).length })
}

/** Where in a block's text a moment of its speech is: at the word that begins nearest to it, or, where no voice told, at its share of the text. */
function placeSaid(story: Story, block: Block, { take, startMs, endMs }: BlockSpan, atMs: number): number {
  const [first, ...words] = take === null ? [] : shownWords(story, block, take)
  if (first === undefined) return (block.text.length * atMs) / (endMs - startMs)
  const farMs = (word: WordTime) => Math.abs(word.startMs - atMs)
  return words.reduce((best, word) => (farMs(word) < farMs(best) ? word : best), first).from
}
