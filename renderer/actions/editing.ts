/** Edits of the story that script, timeline and commands share. */
import {
  addBlocks,
  duplicateBlocks,
  moveEntries,
  moveEntriesBy,
  removeEntries,
} from '../../shared/story/blockCommands.ts'
import {
  addChapter as addChapterChange,
  addCharacter as addCharacterChange,
} from '../../shared/story/castCommands.ts'
import type { BlockId, ChapterId, CharacterId, RecordId, SequenceId } from '../../shared/story/records.ts'
import { blockNumber, blocksOf, findBlock, sectionsOf } from '../../shared/story/selectors.ts'
import type { Story } from '../../shared/story/story.ts'
import { placePlayhead } from './choosing.ts'
import type { Reveal } from '../stores/viewStore.ts'
import type { World } from '../stores/world.ts'
import { noteLocked } from './locks.ts'
import { focusedInScript } from './regions.ts'
import { nextVoice } from './voices.ts'

/** The block that the inspector shows, if any is chosen. */
export function chosenBlock(world: World): BlockId | null {
  return world.view.getState().selection.at(-1) ?? null
}

/** Chooses a block alone, brings it into view, and has playback begin there. */
export function revealBlock(world: World, blockId: BlockId, focusText = false, isAtTop = false): void {
  show(world, blockId, { focusText, ...(isAtTop && { isAtTop }) })
}

/** Chooses a block alone, and puts the cursor into its text: at an offset, or at the end. */
export function writeIn(world: World, blockId: BlockId, caret?: number): void {
  show(world, blockId, { focusText: true, ...(caret !== undefined && { caret }) })
}

function show(world: World, blockId: BlockId, how: Omit<Reveal, 'blockId' | 'count'>): void {
  const before = chosenBlock(world)
  world.view.setState((state) => ({
    selection: [blockId],
    reveal: { blockId, count: (state.reveal?.count ?? 0) + 1, ...how },
  }))
  if (before !== blockId) placePlayhead(world, blockId)
}

/** Leaves a field for the row below a heading, or else for that of the chosen block or of the first one: keys are commands then. */
export function leaveForRow(world: World, field: HTMLElement, heading: ChapterId | null = null): void {
  field.blur()
  const story = openStory(world)
  if (story === null) return
  const blockId =
    heading === null ? (chosenBlock(world) ?? blocksOf(story)[0]?.id) : blockBelow(story, heading)
  if (blockId !== undefined) focusRow(world, blockId)
}

/** Brings a block into view, and gives the focus to its row, without choosing it. */
function focusRow(world: World, blockId: BlockId): void {
  world.view.setState(({ reveal }) => ({
    reveal: { blockId, focusText: false, focusRow: true, count: (reveal?.count ?? 0) + 1 },
  }))
}

/** Chooses these blocks, and brings the first of them into view. */
export function selectBlocks(world: World, ids: readonly BlockId[]): void {
  const [first, ...others] = ids
  if (first === undefined) return
  revealBlock(world, first)
  world.view.setState({ selection: [...others, first] }) // the inspector shows the last
}

/** Adds an empty block after the given one (or at the end), in the same voice, and puts the cursor there. */
export function addBlockAfter(world: World, afterId: SequenceId | null): void {
  const story = openStory(world)
  if (story === null) return
  const index = story.sequence.findIndex((entry) => entry.id === afterId)
  const before = afterId === null || index < 0 ? null : (story.sequence[index + 1]?.id ?? null)
  const model = findBlock(story, afterId) ?? blocksOf(story).at(-1)
  const id = world.newBlockId()
  world.edit('edits.addBlock', addBlocks(story, [{ id, characterId: model?.characterId ?? null }], before))
  revealBlock(world, id, true)
  world.announce('script.added', { number: blockNumber(openStory(world) ?? story, id) })
}

/** Adds a chapter heading right before the chosen block, or at the end of the story, and puts the cursor into its title. */
export function addChapter(world: World, title: string, place: 'chosen' | 'end' = 'chosen'): void {
  const story = openStory(world)
  if (story === null) return
  const before = place === 'end' ? null : chosenBlock(world)
  const id = world.newChapterId()
  world.view.setState({ namingId: id })
  world.edit('edits.addChapter', addChapterChange(story, { id, title }, before))
  if (before !== null) revealBlock(world, before)
}

/**
 * Adds a character to the cast with a voice that no other has, and gives its id. Puts the cursor into its name, unless the
 * writer has named it already.
 */
export function addCharacter(world: World, name: string, isNamed = false): CharacterId | null {
  const story = openStory(world)
  if (story === null) return null
  const id = world.newCharacterId()
  const used = [story.info.defaults.voiceId, ...story.cast.map(({ settings }) => settings.voiceId)]
  const voiceId = nextVoice(world, used) ?? story.info.defaults.voiceId
  if (!isNamed) world.view.setState({ namingId: id })
  world.edit(
    'edits.addCharacter',
    addCharacterChange(story, { id, name, settings: { ...story.info.defaults, voiceId } }),
  )
  return id
}

/** Copies the given blocks to right after them, and chooses the copies. */
export function duplicate(world: World, ids: readonly BlockId[]): void {
  const story = openStory(world)
  if (story === null || ids.length === 0) return
  const copies = ids.map(() => world.newBlockId())
  world.edit('edits.duplicate', duplicateBlocks(story, ids, copies, world.newMusicId))
  world.view.setState((state) => {
    const last = copies.at(-1)
    const reveal =
      last === undefined
        ? state.reveal
        : { blockId: last, focusText: false, count: (state.reveal?.count ?? 0) + 1 }
    return { selection: copies, reveal }
  })
  world.announce('script.duplicated', { count: copies.length })
}

/**
 * Removes blocks or a heading, and chooses the block that takes their place. Its row gets the focus that a block or the menu of a
 * heading had.
 */
export function remove(world: World, ids: readonly SequenceId[]): void {
  const story = openStory(world)
  if (story === null || ids.length === 0) return
  const isInScript = focusedInScript() !== null
  const change = removeEntries(story, ids)
  const gone = new Set<string>(change.remove)
  const blocks = blocksOf(story)
  const first = blocks.findIndex((block) => gone.has(block.id))
  const next = blocks.slice(first).find((block) => !gone.has(block.id)) ?? blocks[first - 1]
  world.edit('edits.delete', change)
  noteLocked(world, ids)
  if (first >= 0) {
    if (next === undefined) world.view.setState({ selection: [] })
    else show(world, next.id, { focusText: false, ...(isInScript && { focusRow: true }) })
  } else if (gone.size > 0 && ids[0] !== undefined) {
    const below = blockBelow(story, ids[0])
    if (below !== undefined) focusRow(world, below)
  }
  if (gone.size > 0) world.announce('script.removed', { count: gone.size })
}

/** The first block below an entry. */
function blockBelow(story: Story, id: SequenceId): BlockId | undefined {
  const from = story.sequence.findIndex((entry) => entry.id === id)
  return story.sequence.slice(from).find((entry) => entry.type === 'block')?.id
}

/** Moves blocks together past the entry before or after them, chooses them, and says where the last of them is then. */
export function moveBy(world: World, ids: readonly BlockId[], direction: -1 | 1): void {
  const story = openStory(world)
  const shown = ids.at(-1)
  if (story === null || shown === undefined) return
  world.edit('edits.move', moveEntriesBy(story, ids, direction))
  world.view.setState(({ reveal }) => ({
    selection: ids,
    reveal: { blockId: shown, focusText: false, count: (reveal?.count ?? 0) + 1 },
  }))
  const after = openStory(world) ?? story
  world.announce('script.movedTo', { number: blockNumber(after, shown), count: blocksOf(after).length })
}

/** Moves a chapter with its blocks to before the chapter above it, or to after the one below. */
export function moveChapter(world: World, id: ChapterId, direction: -1 | 1): void {
  const story = openStory(world)
  if (story === null) return
  const sections = sectionsOf(story)
  const index = sections.findIndex((section) => section.chapter?.id === id)
  const heading = sections[index + direction]?.chapter ?? null
  if (index < 0 || heading === null) return
  placeChapter(world, id, direction < 0 ? heading.id : (sections[index + 2]?.chapter?.id ?? null))
}

/** Moves a chapter with its blocks to before another chapter, or to the end of the story. */
export function placeChapter(world: World, id: ChapterId, before: ChapterId | null): void {
  const story = openStory(world)
  const section = story === null ? undefined : sectionsOf(story).find(({ chapter }) => chapter?.id === id)
  if (story === null || section === undefined || before === id) return
  const ids = [id, ...section.blocks.map((block) => block.id)]
  world.edit('edits.moveChapter', moveEntries(story, ids, before))
  const after = sectionsOf(openStory(world) ?? story)
  const number = after.find(({ chapter }) => chapter?.id === id)?.number ?? section.number
  world.announce('script.chapterMoved', { number })
}

/** The records of the open story, or null. */
export function openStory(world: World): Story | null {
  return world.story.getState().open?.story ?? null
}

/** Returns a function that tells whether the story that is open now is still open: for what is asked or read in between. */
export function storyStays(world: World): () => boolean {
  const session = world.story.getState().open?.session
  return () => world.story.getState().open?.session === session
}

/** Drops blocks that are gone from the selection; where none is left, the block above them is chosen, else the first one. */
export function keepSelectionValid(world: World, before: Story, story: Story): void {
  const { selection } = world.view.getState()
  const kept = selection.filter((id) => story.records.has(id))
  if (kept.length === selection.length) return
  const blocks = blocksOf(before)
  const chosen = blocks.findIndex(({ id }) => selection.includes(id))
  const above = blocks.slice(0, Math.max(0, chosen)).findLast(({ id }) => story.records.has(id))
  const next = above ?? blocksOf(story)[0]
  world.view.setState({ selection: kept.length > 0 || next === undefined ? kept : [next.id] })
}

/** Tells the writer which records two pages have changed in a way that a person should read again. */
export function noteToReread(world: World, story: Story, ids: readonly RecordId[]): void {
  for (const id of ids) {
    const number = findBlock(story, id) === undefined ? 0 : blockNumber(story, id as BlockId) // found as a block
    if (number > 0) world.warn('app.mergedBlock', { number })
    else world.warn('app.mergedWords')
  }
}
