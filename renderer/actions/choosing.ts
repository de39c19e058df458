/** Selecting blocks, in both script and timeline, and the filter of the script. */
import type { Block, BlockId, ChapterId } from '../../shared/story/records.ts'
import { blockNumber, blocksOf, findBlock, sectionsOf } from '../../shared/story/selectors.ts'
import type { Story } from '../../shared/story/story.ts'
import { filterBlocks, reveal, select } from '../stores/editorStore.ts'
import { blockStatesOf } from '../stores/blockState.ts'
import { layoutOf } from '../stores/timing.ts'
import { type Session, storyOf } from '../stores/app.ts'
import { type BlockCondition, type BlockFilter, shownBlocks, withToggled } from '../stores/blockFilter.ts'

/** How a click or key press selects: one alone, added or removed, or everything from the last selected one on. */
export type Choice = 'alone' | 'toggle' | 'range'

/** The choice for the modifier keys. */
export function choiceOf(event: {
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}): Choice {
  if (event.shiftKey) return 'range'
  return event.ctrlKey || event.metaKey ? 'toggle' : 'alone'
}

/** The selection after selecting one more block; the inspector shows the last one. */
export function choose(
  story: Story,
  selection: readonly BlockId[],
  id: BlockId,
  choice: Choice,
): readonly BlockId[] {
  const anchor = anchorOf(story, selection)
  if (choice === 'alone' || anchor === undefined || (choice === 'range' && anchor === id)) return [id]
  if (choice === 'toggle')
    return selection.includes(id) ? selection.filter((other) => other !== id) : [...selection, id]
  const [from, to] = [blockNumber(story, anchor), blockNumber(story, id)]
  const range = blocksOf(story)
    .slice(Math.min(from, to) - 1, Math.max(from, to))
    .map((block) => block.id)
  // The anchor comes first, and the block that the inspector shows last.
  return [anchor, ...range.filter((other) => other !== id && other !== anchor), id]
}

/** Where a range begins: at the first block if the selection is a range, so that it can shrink; otherwise at the last. */
function anchorOf(story: Story, selection: readonly BlockId[]): BlockId | undefined {
  const [first, last] = [selection[0], selection.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const [from, to] = [blockNumber(story, first), blockNumber(story, last)].toSorted((a, b) => a - b)
  const isRange = selection.every((id) => {
    const number = blockNumber(story, id)
    return number >= (from ?? 0) && number <= (to ?? 0)
  })
  return isRange && selection.length === (to ?? 0) - (from ?? 0) + 1 ? first : last
}

/** Selects a block. `reveals` brings it into view in script and timeline; with `focusesRow`, its row gets the focus. */
export function chooseBlock(
  session: Session,
  id: BlockId,
  choice: Choice,
  { reveals, focusesRow = false }: { readonly reveals: boolean; readonly focusesRow?: boolean },
): void {
  const story = storyOf(session)
  const before = session.editor.getState().selection
  const selection = choose(story, before, id, choice)
  if (reveals)
    reveal(
      session.editor,
      { blockId: id, focusText: false, ...(focusesRow && { focusRow: true }) },
      selection,
    )
  else select(session.editor, selection)
  if (choice === 'alone' && before.at(-1) !== id) placePlayhead(session, id)
}

/**
 * Selects all blocks of the selected block's chapter; all blocks of the story if that chapter is already selected, or no
 * block is.
 */
export function chooseAll(session: Session): void {
  const story = storyOf(session)
  const { selection } = session.editor.getState()
  const shown = selection.at(-1)
  const chosen = new Set(selection)
  const chapter = sectionsOf(story).find(({ blocks }) => blocks.some(({ id }) => id === shown))
  const isChapterChosen = chapter?.blocks.every(({ id }) => chosen.has(id)) ?? true
  const blocks = isChapterChosen ? blocksOf(story) : (chapter?.blocks ?? [])
  chooseAllOf(
    session,
    blocks.map(({ id }) => id),
  )
}

/** Selects all blocks of a chapter. */
export function chooseChapter(session: Session, id: ChapterId): void {
  const story = storyOf(session)
  const section = sectionsOf(story).find(({ chapter }) => chapter?.id === id)
  if (section !== undefined) chooseAndSay(session, section.blocks)
}

/** Selects all blocks like the selected one: of its character, of its chapter, or in its state. */
export function chooseAlike(session: Session, by: 'character' | 'chapter' | 'state'): void {
  const open = session.story.getState()
  const shown = session.editor.getState().selection.at(-1)
  if (shown === undefined) return
  const { story } = open
  const block = findBlock(story, shown)
  if (by === 'chapter')
    chooseAndSay(
      session,
      sectionsOf(story).find(({ blocks }) => blocks.some(({ id }) => id === shown))?.blocks ?? [],
    )
  else if (by === 'character')
    chooseAndSay(
      session,
      blocksOf(story).filter(({ characterId }) => characterId === block?.characterId),
    )
  else {
    const { projectId } = open.project
    const states = blockStatesOf({
      story,
      projectId,
      audio: session.audio.getState(),
      jobs: session.jobs.getState().jobs,
    })
    chooseAndSay(
      session,
      blocksOf(story).filter(({ id }) => states.get(id)?.kind === states.get(shown)?.kind),
    )
  }
}

/** Selects these blocks, and announces how many. */
export function chooseAndSay(session: Session, blocks: readonly Block[]): void {
  chooseAllOf(
    session,
    blocks.map(({ id }) => id),
  )
  session.announce('script.selection.chosen', { count: blocks.length })
}

/** Selects these blocks; the inspector keeps showing its block if it is one of them. */
export function chooseAllOf(session: Session, ids: readonly BlockId[]): void {
  const shown = session.editor.getState().selection.at(-1)
  const others = ids.filter((id) => id !== shown)
  select(session.editor, shown === undefined || others.length === ids.length ? ids : [...others, shown])
}

/** Moves the resting playhead to a block, so that playback begins there. Does not affect running playback. */
export function placePlayhead(session: Session, id: BlockId): void {
  const story = storyOf(session)
  if (session.playback.getState().status !== 'stopped') return
  const span = layoutOf(story, session.audio.getState().takes).spans[blockNumber(story, id) - 1]
  if (span !== undefined) session.player.seek(span.startMs)
}

/** The blocks that a drag of this block moves: all selected blocks if it is one of them, in story order, otherwise itself. */
export function draggedWith(story: Story, selection: readonly BlockId[], id: BlockId): readonly BlockId[] {
  if (!selection.includes(id)) return [id]
  const chosen = new Set(selection)
  return blocksOf(story).flatMap((block) => (chosen.has(block.id) ? [block.id] : []))
}

/** Applies a filter, and announces how many blocks it shows. */
export function setFilter(session: Session, filter: BlockFilter): void {
  filterBlocks(session.editor, filter)
  const count = shownNow(session).length
  if (filter.length === 0) session.announce('script.filter.allShown', { count })
  else session.announce('script.filter.shown', { count })
}

/** Adds a condition to the filter, or removes it. */
export function toggleCondition(session: Session, condition: BlockCondition): void {
  setFilter(session, withToggled(session.editor.getState().filter, condition))
}

/** Selects the blocks that the filter shows. */
export function chooseShown(session: Session): void {
  chooseAndSay(session, shownNow(session))
}

/** The blocks that the filter shows, in the order of the story. */
function shownNow(session: Session) {
  const { story, project } = session.story.getState()
  const sources = {
    story,
    projectId: project.projectId,
    audio: session.audio.getState(),
    jobs: session.jobs.getState().jobs,
  }
  const { filter } = session.editor.getState()
  const shown = shownBlocks(filter, { story, states: blockStatesOf(sources) }, new Set())
  return blocksOf(story).filter(({ id }) => shown === null || shown.has(id))
}
