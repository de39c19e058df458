/** Queries of a story. Answers are cached per sequence or record. */
import type { Block, BlockId, Chapter, ChapterId, Character, CharacterId, RecordId } from './records.ts'
import { hasOwnSettings, resolveSettings } from './speechSettings.ts'
import type { SpeechSettings } from './speechSettings.ts'
import type { Story } from './story.ts'

/** A chapter and its blocks; `chapter` is null for blocks before the first heading. */
export interface ChapterSection {
  readonly chapter: Chapter | null
  /** Counts from 1; 0 for the blocks before the first heading. */
  readonly number: number
  readonly blocks: readonly Block[]
}

interface SequenceView {
  readonly blocks: readonly Block[]
  readonly numbers: ReadonlyMap<BlockId, number>
  readonly sections: readonly ChapterSection[]
}

const views = new WeakMap<Story['sequence'], SequenceView>()

function viewOf(story: Story): SequenceView {
  const known = views.get(story.sequence)
  if (known !== undefined) return known
  const blocks: Block[] = []
  const sections: { chapter: Chapter | null; number: number; blocks: Block[] }[] = []
  let chapters = 0
  for (const entry of story.sequence) {
    if (entry.type === 'chapter') {
      chapters += 1
      sections.push({ chapter: entry, number: chapters, blocks: [] })
      continue
    }
    blocks.push(entry)
    if (sections.length === 0) sections.push({ chapter: null, number: 0, blocks: [] })
    sections.at(-1)?.blocks.push(entry)
  }
  const view = { blocks, numbers: numbersOf(blocks), sections }
  views.set(story.sequence, view)
  latest = view
  return view
}

/** The view made last: while a text is written the blocks stay in order, and their numbers need no new map. */
let latest: SequenceView | undefined

function numbersOf(blocks: readonly Block[]): ReadonlyMap<BlockId, number> {
  const before = latest
  const isSameOrder =
    before?.blocks.length === blocks.length &&
    blocks.every((block, index) => block.id === before.blocks[index]?.id)
  return isSameOrder ? before.numbers : new Map(blocks.map((block, index) => [block.id, index + 1]))
}

/** The blocks in story order. */
export function blocksOf(story: Story): readonly Block[] {
  return viewOf(story).blocks
}

/** A block's number, counting from 1; 0 where the story has no such block. */
export function blockNumber(story: Story, id: BlockId): number {
  return viewOf(story).numbers.get(id) ?? 0
}

/** The chapters with their blocks, in story order. */
export function sectionsOf(story: Story): readonly ChapterSection[] {
  return viewOf(story).sections
}

/** A story that has the blocks of one chapter only, as if it began with it; without any where the chapter is gone. */
export function chapterStory(story: Story, id: ChapterId): Story {
  const section = sectionsOf(story).find(({ chapter }) => chapter?.id === id)
  return { ...story, sequence: section?.blocks ?? [] }
}

/** A record of the given type, or undefined. */
export function findBlock(story: Story, id: RecordId | null): Block | undefined {
  const record = id === null ? undefined : story.records.get(id)
  return record?.type === 'block' ? record : undefined
}

/** A chapter by id, or undefined. */
export function findChapter(story: Story, id: RecordId | null): Chapter | undefined {
  const record = id === null ? undefined : story.records.get(id)
  return record?.type === 'chapter' ? record : undefined
}

/** A character by id, or undefined. */
export function findCharacter(story: Story, id: CharacterId | null): Character | undefined {
  const record = id === null ? undefined : story.records.get(id)
  return record?.type === 'character' ? record : undefined
}

/** The settings that a block inherits: its character's, or the story's defaults. */
export function inheritedSettings(story: Story, block: Block): SpeechSettings {
  return findCharacter(story, block.characterId)?.settings ?? story.info.defaults
}

const resolvedByBlock = new WeakMap<
  Block,
  { readonly inherited: SpeechSettings; readonly settings: SpeechSettings }
>()

/** The settings of a block, with its own overrides applied. */
export function settingsOf(story: Story, block: Block): SpeechSettings {
  const inherited = inheritedSettings(story, block)
  if (!hasOwnSettings(block)) return inherited
  const known = resolvedByBlock.get(block)
  if (known?.inherited === inherited) return known.settings
  const settings = resolveSettings(block, inherited)
  resolvedByBlock.set(block, { inherited, settings })
  return settings
}
