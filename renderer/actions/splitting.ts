/** Splitting blocks at the playhead and into their parts, and joining them. */
import { joinBlocks, splitBlock, splitBlocks } from '../../shared/story/blockCommands.ts'
import type { SplitPlaces } from '../../shared/story/blockCommands.ts'
import { spanIndexAt } from '../../shared/story/layout.ts'
import type { BlockSpan } from '../../shared/story/layout.ts'
import type { Block } from '../../shared/story/records.ts'
import { blockNumber, blocksOf, findBlock } from '../../shared/story/selectors.ts'
import { shownWords } from '../../shared/story/shownWords.ts'
import type { Story } from '../../shared/story/story.ts'
import { nearestWordStart } from '../../shared/story/words.ts'
import type { WordTime } from '../../shared/story/wordTimes.ts'
import { layoutOf } from '../stores/timing.ts'
import type { Session } from '../stores/app.ts'
import { storyOf } from '../stores/app.ts'
import { noteLocked } from './locks.ts'

/** Splits the block that is heard at the playhead, at the word that is roughly said there. Says so where there is nothing to split. */
export function splitAtPlayhead(session: Session): void {
  const story = storyOf(session)
  const { spans } = layoutOf(story, session.audio.getState().takes)
  const positionMs = session.player.positionMs()
  const index = spanIndexAt(spans, positionMs)
  const [span, block] = [spans[index], blocksOf(story)[index]]
  const isInside = span !== undefined && positionMs > span.startMs && positionMs < span.endMs
  const offset =
    block === undefined || !isInside
      ? null
      : nearestWordStart(block.text, placeSaid(story, block, span, positionMs - span.startMs))
  if (block === undefined || offset === null) {
    session.announce('timeline.nothingToSplit')
    return
  }
  const newId = session.newBlockId()
  session.edit('edits.split', splitBlock(story, block.id, offset, newId))
  const after = storyOf(session)
  noteLocked(session, [block.id])
  if (findBlock(after, newId) === undefined) return
  session.editor.setState({ selection: [newId] })
  session.announce('timeline.split', { number: blockNumber(after, newId) })
}

/** Splits the chosen blocks at the ends of their lines or sentences, as one edit, and chooses all the parts. Says so if there is nothing to split. */
export function splitChosen(session: Session, places: SplitPlaces): void {
  const story = storyOf(session)
  const { selection } = session.editor.getState()
  const change = splitBlocks(story, selection, places, () => session.newBlockId())
  noteLocked(session, selection)
  if (change.put.length === 0) {
    session.announce(`script.nothingToSplit.${places}`)
    return
  }
  session.edit('edits.split', change)
  const parts = new Set([
    ...selection,
    ...change.put.flatMap(({ type, id }) => (type === 'block' ? [id] : [])),
  ])
  const after = storyOf(session)
  session.editor.setState({ selection: blocksOf(after).flatMap(({ id }) => (parts.has(id) ? [id] : [])) })
  session.announce('script.splitInParts', { count: blocksOf(after).length - blocksOf(story).length })
}

/** Joins the chosen blocks that follow each other, as one edit; the blocks that are left stay chosen. Says so if none do. */
export function joinChosen(session: Session): void {
  const story = storyOf(session)
  const { selection } = session.editor.getState()
  const change = joinBlocks(story, selection)
  noteLocked(session, selection)
  const gone = new Set<string>(change.remove)
  const count = selection.filter((id) => gone.has(id)).length
  if (count === 0) {
    session.announce('script.nothingToJoin')
    return
  }
  const left = selection.filter((id) => !gone.has(id))
  session.editor.setState({ selection: left })
  session.edit('edits.merge', change)
  session.announce('script.joinedBlocks', { count: count + left.length, left: left.length })
}

/** Where in a block's text a moment of its speech is: at the word that begins nearest to it, or, where no voice told, at its share of the text. */
function placeSaid(story: Story, block: Block, { take, startMs, endMs }: BlockSpan, atMs: number): number {
  const [first, ...words] = take === null ? [] : shownWords(story, block, take)
  if (first === undefined) return (block.text.length * atMs) / (endMs - startMs)
  const farMs = (word: WordTime) => Math.abs(word.startMs - atMs)
  return words.reduce((best, word) => (farMs(word) < farMs(best) ? word : best), first).from
}
