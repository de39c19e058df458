/** Splitting a block at the playhead. */
import { splitBlock } from '../../shared/story/blockCommands.ts'
import { spanIndexAt } from '../../shared/story/layout.ts'
import { blockNumber, blocksOf, findBlock } from '../../shared/story/selectors.ts'
import { nearestWordStart } from '../../shared/story/words.ts'
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
  // No service tells when each word is said: a word is where its share of the text is.
  const share = isInside ? (positionMs - span.startMs) / (span.endMs - span.startMs) : 0
  const offset =
    block === undefined || !isInside ? null : nearestWordStart(block.text, share * block.text.length)
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
