/** Edits of blocks and their order: pure functions from a story and an intent to a `Change`. */
import { EMPTY_CHANGE, type Change } from './changes.ts'
import { copiesOfMusic, musicWithin } from './musicCommands.ts'
import { isLocked, withoutSpeech } from './locks.ts'
import { withMusic } from './musicLayout.ts'
import { ranksBefore } from './ordering.ts'
import { MAX_NOTES, MAX_SPAN_MS, MAX_STORED_TEXT } from './limits.ts'
import {
  BLANK_BLOCK,
  type Block,
  type BlockId,
  type CharacterId,
  type Music,
  type SequenceEntry,
  type SequenceId,
} from './records.ts'
import { findBlock, findCharacter } from './selectors.ts'
import { sentenceStarts } from './sentences.ts'
import { clampSettings, INHERITED_SETTINGS } from './speechSettings.ts'
import { clampSpeechGain } from './gain.ts'
import type { Story } from './story.ts'

/** Fields of a block that can be set for several blocks at once. */
export type BlockPatch = Partial<Omit<Block, 'type' | 'id' | 'rank' | 'lockedKey'>>

/** A new block's id, and the fields that differ from a blank block. */
export interface NewBlock extends BlockPatch {
  readonly id: BlockId
}

/** Puts new blocks right before `beforeId`, or at the end. */
export function addBlocks(story: Story, blocks: readonly NewBlock[], beforeId: SequenceId | null): Change {
  const ranks = ranksBefore(story.sequence, beforeId, blocks.length)
  const put = blocks.flatMap((block, index): Block[] => {
    const rank = ranks[index]
    return rank === undefined ? [] : [{ ...BLANK_BLOCK, ...block, type: 'block', rank }]
  })
  return { put, remove: [] }
}

/**
 * Sets fields of blocks. Clamps numbers to their ranges; skips blocks that are gone. Locked blocks accept only what does not
 * change their speech: name, silence and break.
 */
export function patchBlocks(story: Story, ids: readonly BlockId[], patch: BlockPatch): Change {
  const clean = clampPatch(patch)
  const apart = withoutSpeech(clean)
  const put = ids.flatMap((id) => {
    const block = findBlock(story, id)
    return block === undefined ? [] : [{ ...block, ...(isLocked(block) ? apart : clean) }]
  })
  return { put, remove: [] }
}

/** Sets a block's words. */
export function editText(story: Story, id: BlockId, text: string): Change {
  return patchBlocks(story, [id], { text })
}

/** Assigns blocks to a character and drops their overrides: they inherit all of its settings. Does nothing if the character is gone. */
export function assignCharacter(
  story: Story,
  ids: readonly BlockId[],
  characterId: CharacterId | null,
): Change {
  if (characterId !== null && findCharacter(story, characterId) === undefined) return EMPTY_CHANGE
  return patchBlocks(story, ids, { ...INHERITED_SETTINGS, characterId })
}

/** Moves blocks and chapters, in their order, to right before `beforeId`, or to the end. */
export function moveEntries(story: Story, ids: readonly SequenceId[], beforeId: SequenceId | null): Change {
  const wanted = new Set<string>(ids)
  const moving = story.sequence.filter((entry) => wanted.has(entry.id))
  const anchor = anchorOutside(story.sequence, beforeId, wanted)
  if (moving.length === 0 || isInPlace(story.sequence, moving, anchor)) return EMPTY_CHANGE
  const ranks = ranksBefore(story.sequence, anchor, moving.length, wanted)
  const put = moving.flatMap((entry, index) => {
    const rank = ranks[index]
    return rank === undefined ? [] : [{ ...entry, rank }]
  })
  return { put, remove: [] }
}

/** Moves entries together by a number of places, up (negative) from the first of them or down from the last; they stop at the ends. */
export function moveEntriesBy(story: Story, ids: readonly SequenceId[], places: number): Change {
  const wanted = new Set<string>(ids)
  const from = story.sequence.flatMap((entry, index) => (wanted.has(entry.id) ? [index] : []))
  const [first, last] = [from[0], from.at(-1)]
  if (first === undefined || last === undefined || places === 0) return EMPTY_CHANGE
  const before = story.sequence[places > 0 ? last + places + 1 : Math.max(0, first + places)]
  return moveEntries(story, ids, before?.id ?? null)
}

/**
 * Copies blocks, unlocked, and the music that plays under nothing else, to right before `beforeId` (null for the end), by default right
 * after the last of them; `newIds` names the copies of blocks in order.
 */
export function duplicateBlocks(
  story: Story,
  ids: readonly BlockId[],
  newIds: readonly BlockId[],
  newMusicId: () => string,
  beforeId?: SequenceId | null,
): Change {
  const wanted = new Set<string>(ids)
  const originals = story.sequence.filter(
    (entry): entry is Block => entry.type === 'block' && wanted.has(entry.id),
  )
  const last = originals.at(-1)
  if (last === undefined) return EMPTY_CHANGE
  const afterLast = story.sequence[story.sequence.indexOf(last) + 1]?.id ?? null
  const ranks = ranksBefore(story.sequence, beforeId === undefined ? afterLast : beforeId, originals.length)
  const put = originals.flatMap((block, index) => {
    const [id, rank] = [newIds[index], ranks[index]]
    return id === undefined || rank === undefined ? [] : [{ ...block, id, rank, lockedKey: null }]
  })
  const music = musicWithin(story, wanted)
  if (music.length === 0) return { put, remove: [] }
  const copies = new Map(originals.flatMap(({ id }, index) => [[id, newIds[index] ?? id] as const]))
  const sections = [{ chapterId: null, blockIds: originals.map(({ id }) => id) }]
  const added = copiesOfMusic(music, { sections, blocks: copies, chapters: new Map() }, story, newMusicId)
  return { put: [...put, ...added], remove: [] }
}

/**
 * Removes chapter headings, and blocks that are not locked; a removed heading leaves its blocks to the chapter before. Music follows
 * `withMusic`.
 */
export function removeEntries(story: Story, ids: readonly SequenceId[]): Change {
  const isFree = (id: SequenceId) => {
    const block = findBlock(story, id)
    return block === undefined || !isLocked(block)
  }
  const remove = ids.filter((id) => story.records.has(id) && isFree(id))
  return withMusic(story, { put: [], remove })
}

/**
 * Splits a block's text at a character offset; the second part becomes a new block, with the silence of the rules. A
 * paragraph ends at the split if a line does, otherwise a sentence ends there. A locked block stays whole.
 */
export function splitBlock(story: Story, id: BlockId, offset: number, newId: BlockId): Change {
  return splitAtOffsets(story, id, [offset], () => newId)
}

/** Where blocks are split: at the ends of their lines, or of their sentences. */
export type SplitPlaces = 'lines' | 'sentences'

/** Splits blocks at the ends of their lines or sentences, as `splitBlock` does. Blocks of one part and locked blocks stay whole. */
export function splitBlocks(
  story: Story,
  ids: readonly BlockId[],
  places: SplitPlaces,
  newId: () => BlockId,
): Change {
  const changes = ids.map((id) => {
    const { text } = findBlock(story, id) ?? BLANK_BLOCK
    const offsets =
      places === 'lines'
        ? Array.from(text.matchAll(/\n/g), ({ index }) => index)
        : sentenceStarts(text, story.info.language ?? undefined).slice(1)
    return splitAtOffsets(story, id, offsets, newId)
  })
  return { put: changes.flatMap(({ put }) => put), remove: [] }
}

/** Splits a block at ascending offsets; parts without words are dropped. */
function splitAtOffsets(story: Story, id: BlockId, offsets: readonly number[], newId: () => BlockId): Change {
  const block = findBlock(story, id)
  if (block === undefined || isLocked(block)) return EMPTY_CHANGE
  const parts = [0, ...offsets].flatMap((start, index) => {
    const written = block.text.slice(start, offsets[index])
    const text = written.trim()
    return text === '' ? [] : [{ text, at: start + written.indexOf(text) }]
  })
  const [head, ...tails] = parts
  if (head === undefined || tails.length === 0) return EMPTY_CHANGE
  const next = story.sequence[story.sequence.findIndex((entry) => entry.id === id) + 1]
  const ranks = ranksBefore(story.sequence, next?.id ?? null, tails.length)
  const others = tails.map(({ text, at }, index): Block => {
    const { text: before, at: beforeAt } = parts[index] ?? head
    return {
      ...block,
      id: newId(),
      rank: ranks[index] ?? '',
      name: '',
      text,
      silenceBeforeMs: null,
      breakBefore: block.text.slice(beforeAt + before.length, at).includes('\n') ? 'paragraph' : 'sentence',
      durationMs: null,
      notes: '',
    }
  })
  const lastId = others.at(-1)?.id ?? id
  // A music bed that ended with the block ends with its last part.
  const beds = story.music.flatMap(({ place, ...music }): Music[] =>
    place.kind === 'range' && place.toId === id ? [{ ...music, place: { ...place, toId: lastId } }] : [],
  )
  const first = { ...block, text: block.text.slice(0, head.at + head.text.length), durationMs: null }
  return { put: [first, ...others, ...beds], remove: [] }
}

/** Joins a block to the block right before it, whose voice it takes. Does nothing after a heading, at the start, or if either block is locked. */
export function mergeWithPrevious(story: Story, id: BlockId): Change {
  const index = story.sequence.findIndex((entry) => entry.id === id)
  const [previous, block] = [story.sequence[index - 1], story.sequence[index]]
  return previous?.type === 'block' && block?.type === 'block'
    ? joinRuns(story, [[previous, block]], () => ' ')
    : EMPTY_CHANGE
}

/**
 * Joins runs of adjacent blocks, each into its first block, whose voice it takes. Each paragraph keeps its own
 * lines. A heading, a block that is not in `ids`, or a locked block ends a run.
 */
export function joinBlocks(story: Story, ids: readonly BlockId[]): Change {
  const wanted = new Set<string>(ids)
  const runs: Block[][] = []
  let run: Block[] = []
  for (const entry of story.sequence) {
    if (entry.type === 'block' && wanted.has(entry.id) && !isLocked(entry)) {
      if (run.length === 0) runs.push(run)
      run.push(entry)
    } else run = []
  }
  return joinRuns(story, runs, ({ breakBefore }) => (breakBefore === 'sentence' ? ' ' : '\n'))
}

/** Joins each run of blocks to its first one. A run is left unchanged if one of its blocks is locked, or the result would be too long. */
function joinRuns(
  story: Story,
  runs: readonly (readonly Block[])[],
  betweenBefore: (block: Block) => string,
): Change {
  const heirs = new Map<BlockId, BlockId>()
  const put = runs.flatMap((blocks): Block[] => {
    const [first, ...others] = blocks
    if (first === undefined || others.length === 0 || blocks.some(isLocked)) return []
    const parts = blocks.flatMap((block, index) => {
      const start = index === 0 ? block.text : block.text.trimStart()
      const text = index === blocks.length - 1 ? start : start.trimEnd()
      return text === '' ? [] : [{ text, between: betweenBefore(block) }]
    })
    const text = parts.map((part, index) => (index === 0 ? part.text : part.between + part.text)).join('')
    const notes = joinNotes(...blocks.map((block) => block.notes))
    if (text.length > MAX_STORED_TEXT || notes.length > MAX_NOTES) return []
    for (const { id } of others) heirs.set(id, first.id)
    const marks = blocks.map(({ mark }) => mark)
    const mark = marks.includes('retake') ? 'retake' : marks.includes(null) ? null : 'done'
    return [{ ...first, text, notes, mark, durationMs: null }]
  })
  return withMusic(story, { put, remove: [...heirs.keys()] }, heirs)
}

/** Joins notes, each on its own line. */
export function joinNotes(...notes: readonly string[]): string {
  return notes.filter((each) => each !== '').join('\n')
}

function clampPatch(patch: BlockPatch): BlockPatch {
  const clean = clampSettings(patch)
  if (typeof clean.silenceBeforeMs === 'number') clean.silenceBeforeMs = clampSpan(clean.silenceBeforeMs, 0)
  if (clean.gainDb !== undefined) clean.gainDb = clampSpeechGain(clean.gainDb)
  if (typeof clean.durationMs === 'number') clean.durationMs = clampSpan(clean.durationMs, 1)
  return clean
}

function clampSpan(ms: number, least: number): number {
  return Math.round(Math.max(least, Math.min(MAX_SPAN_MS, ms)))
}

/** The first entry from `beforeId` on that is not itself being moved; null for the end. */
function anchorOutside(
  sequence: readonly SequenceEntry[],
  beforeId: SequenceId | null,
  moving: ReadonlySet<string>,
): SequenceId | null {
  const from = sequence.findIndex((entry) => entry.id === beforeId)
  if (from < 0) return null
  return sequence.slice(from).find((entry) => !moving.has(entry.id))?.id ?? null
}

function isInPlace(
  sequence: readonly SequenceEntry[],
  moving: readonly SequenceEntry[],
  anchor: SequenceId | null,
): boolean {
  const end = anchor === null ? sequence.length : sequence.findIndex((entry) => entry.id === anchor)
  return moving.every((entry, index) => sequence[end - moving.length + index] === entry)
}
