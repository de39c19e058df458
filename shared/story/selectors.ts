/** Queries of a story. */
import { derive } from '../lib/derive.ts'
import {
  type Block,
  type BlockId,
  type Chapter,
  type ChapterId,
  type Character,
  type CharacterId,
  COVER_ID,
  type Picture,
  type RecordId,
} from './records.ts'
import { hasOwnSettings, resolveSettings, type SpeechSettings } from './speechSettings.ts'
import type { Story } from './story.ts'
import { romanNumber } from '../spoken/numbers.ts'

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
  /** The same object as long as the order of blocks and chapters does not change. */
  readonly order: object
}

/** While a text is being typed, all other sections keep their identity. */
const viewOfSequence = derive(newView, ({ value }, sequence) => viewAfter(value, sequence))

const viewOf = ({ sequence }: Story) => viewOfSequence(sequence)

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
function viewAfter(before: SequenceView, sequence: Story['sequence']): SequenceView | undefined {
  const changed = changedPlaces(sequence, before.sequence)
  if (changed === null) return undefined
  const blocks = [...before.blocks]
  const sections = [...before.sections]
  const ownBlocks = new Map<number, Block[]>() // of the sections in which blocks changed
  const leading = sections[0]?.chapter === null ? 1 : 0
  for (const place of changed) {
    const entry = sequence[place]
    if (entry === undefined) continue
    const index = entry.type === 'block' ? (before.numbers.get(entry.id) ?? NaN) - 1 : -1
    // The number of chapters before a block is its place minus its index.
    const at =
      index < 0 ? sections.findIndex(({ chapter }) => chapter?.id === entry.id) : place - index - 1 + leading
    const section = sections[at]
    if (section === undefined) return undefined
    if (entry.type === 'chapter') {
      sections[at] = { ...section, chapter: entry }
      continue
    }
    blocks[index] = entry
    const own = ownBlocks.get(at) ?? [...section.blocks]
    const first = own[0]
    if (first === undefined) return undefined
    own[index - (before.numbers.get(first.id) ?? NaN) + 1] = entry
    ownBlocks.set(at, own)
    sections[at] = { ...section, blocks: own }
  }
  return { ...before, sequence, blocks, sections }
}

/** With more changes, such as after opening another story, comparing takes longer than making a new view. */
const MOST_CHANGED = 1_000

/**
 * The positions in a sequence at which records differ from those of an earlier one; null if the ids or their number differ (blocks or
 * chapters were added, moved or removed), or if too many records changed.
 */
export function changedPlaces(
  sequence: Story['sequence'],
  before: Story['sequence'],
): readonly number[] | null {
  if (sequence.length !== before.length) return null
  const places: number[] = []
  for (let place = 0; place < sequence.length; place += 1) {
    if (sequence[place] !== before[place]) places.push(place)
    if (places.length > MOST_CHANGED) return null
  }
  const isSame = (place: number) =>
    sequence[place]?.id === before[place]?.id && sequence[place]?.type === before[place]?.type
  return places.every(isSame) ? places : null
}

/** A value that stays the same as long as the order of blocks and chapters does not change, regardless of their content. */
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

/** A block by id, or undefined. */
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

const resolvedSettings = derive((block: Block, inherited: SpeechSettings) =>
  resolveSettings(block, inherited),
)

/** The settings of a block, with its own overrides applied. */
export function settingsOf(story: Story, block: Block): SpeechSettings {
  const inherited = inheritedSettings(story, block)
  return hasOwnSettings(block) ? resolvedSettings(block, inherited) : inherited
}

/** The cover picture of a story; null if it has none. */
export function coverOf({ records }: Pick<Story, 'records'>): Picture | null {
  const record = records.get(COVER_ID)
  if (record?.type !== 'cover') return null
  const { mimeType, base64 } = record
  return { mimeType, base64 }
}

/** Chapter titles as shown beside their number. */
const NUMBERED =
  /^(?:chapter|kapitel|cap[ií]tulo|chapitre|capitolo)\s+(\d{1,4}|[ivxlc]{1,9})\s*[:.–—-]\s*(\S.*)$/iu
const ONLY_NUMBER = /^(\d{1,4}|[IVXLC]{1,9})\s*[:.–—-]\s+(\S.*)$/u

/** A chapter's title without the number that is shown beside it: “The Door” for “Chapter 3: The Door” of chapter 3. */
export function titleBesideNumber(title: string, number: number): string {
  const found = NUMBERED.exec(title.trim()) ?? ONLY_NUMBER.exec(title.trim())
  const [, written = '', rest = title] = found ?? []
  return (romanNumber(written.toUpperCase()) ?? Number(written)) === number ? rest : title
}
