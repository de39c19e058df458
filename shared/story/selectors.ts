/** Queries of a story. Answers are cached per sequence or record. */
import { createBlockMemo } from './blockMemo.ts'
import {
  COVER_ID,
  type Block,
  type BlockId,
  type Chapter,
  type ChapterId,
  type Character,
  type CharacterId,
  type Picture,
  type RecordId,
} from './records.ts'
import { hasOwnSettings, resolveSettings, type SpeechSettings } from './speechSettings.ts'
import type { Story } from './story.ts'

/** A chapter and its blocks; `chapter` is null for blocks before the first heading. */
export interface ChapterSection {
  readonly chapter: Chapter | null
  /** Counts from 1; 0 for the blocks before the first heading. */
  readonly number: number
  readonly blocks: readonly Block[]
}

interface SequenceView {
  readonly sequence: Story['sequence']
  readonly blocks: readonly Block[]
  readonly numbers: ReadonlyMap<BlockId, number>
  readonly sections: readonly ChapterSection[]
  /** The same object as long as blocks and chapters keep the same order. */
  readonly order: object
}

const views = new WeakMap<Story['sequence'], SequenceView>()

/** The latest view: while the writer types, all sections except one stay the same. */
let latest: SequenceView | undefined

function viewOf({ sequence }: Story): SequenceView {
  const known = views.get(sequence)
  if (known !== undefined) return known
  latest = viewAfter(latest, sequence) ?? newView(sequence)
  views.set(sequence, latest)
  return latest
}

function newView(sequence: Story['sequence']): SequenceView {
  const blocks: Block[] = []
  const sections: { chapter: Chapter | null; number: number; blocks: Block[] }[] = []
  let chapters = 0
  for (const entry of sequence) {
    if (entry.type === 'chapter') {
      chapters += 1
      sections.push({ chapter: entry, number: chapters, blocks: [] })
      continue
    }
    blocks.push(entry)
    if (sections.length === 0) sections.push({ chapter: null, number: 0, blocks: [] })
    sections.at(-1)?.blocks.push(entry)
  }
  const numbers = new Map(blocks.map((block, index) => [block.id, index + 1]))
  return { sequence, blocks, numbers, sections, order: {} }
}

/** The view of a sequence in which records changed but kept their positions; otherwise undefined. */
function viewAfter(before: SequenceView | undefined, sequence: Story['sequence']): SequenceView | undefined {
  if (before?.sequence.length !== sequence.length) return undefined
  const blocks = [...before.blocks]
  const sections = [...before.sections]
  let block = -1
  let section = sections[0]?.chapter === null ? 0 : -1
  let sectionStart = 0
  for (let index = 0; index < sequence.length; index += 1) {
    const entry = sequence[index]
    const old = before.sequence[index]
    if (entry?.type === 'chapter') {
      section += 1
      sectionStart = block + 1
    } else block += 1
    if (entry === old) continue
    const changed = sections[section]
    if (entry === undefined || entry.id !== old?.id || entry.type !== old.type || changed === undefined)
      return undefined
    if (entry.type === 'chapter') sections[section] = { ...changed, chapter: entry }
    else {
      blocks[block] = entry
      sections[section] = { ...changed, blocks: changed.blocks.with(block - sectionStart, entry) }
    }
  }
  return { ...before, sequence, blocks, sections }
}

/** A value that stays the same while blocks and chapters keep the same order, regardless of their content. */
export function orderOf(story: Story): object {
  return viewOf(story).order
}

/** The blocks in story order. */
export function blocksOf(story: Story): readonly Block[] {
  return viewOf(story).blocks
}

/** A block's number, counting from 1; 0 if the story has no such block, as for the title of a chapter. */
export function blockNumber(story: Story, id: BlockId): number {
  return viewOf(story).numbers.get(id) ?? 0
}

/** The chapters with their blocks, in story order. */
export function sectionsOf(story: Story): readonly ChapterSection[] {
  return viewOf(story).sections
}

/** The story reduced to one chapter, as if it began with it; empty if the chapter is gone. */
export function chapterStory(story: Story, id: ChapterId): Story {
  const section = sectionsOf(story).find(({ chapter }) => chapter?.id === id)
  if (section === undefined) return { ...story, sequence: [] }
  return {
    ...story,
    sequence: section.chapter === null ? section.blocks : [section.chapter, ...section.blocks],
  }
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

const resolvedByBlock = createBlockMemo<{
  readonly inherited: SpeechSettings
  readonly settings: SpeechSettings
}>()

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

/** The picture on the front of a story; null if it has none. */
export function coverOf({ records }: Pick<Story, 'records'>): Picture | null {
  const record = records.get(COVER_ID)
  if (record?.type !== 'cover') return null
  const { mimeType, base64 } = record
  return { mimeType, base64 }
}
