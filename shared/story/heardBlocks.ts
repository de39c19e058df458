/**
 * The blocks that a listener hears, in order: the opening credits, the title and the blocks of each chapter, and the closing credits. Titles
 * and credits are blocks that are derived from the story and not stored in it. The narrator speaks them, and they have keys, takes, requests and
 * prices like every other block. The id of a title is that of its chapter.
 */
import { derive } from '../lib/derive.ts'
import { isNarrator } from '../import/speakers/speakers.ts'
import { spokenTitle } from '../spoken/titles.ts'
import { creditsTitles } from './credits.ts'
import {
  BLANK_BLOCK,
  blockIdSchema,
  type Block,
  type BlockId,
  type Chapter,
  type ChapterId,
  type Character,
  type CharacterId,
  type RecordId,
} from './records.ts'
import { blocksOf, findBlock, findChapter, sectionsOf, settingsOf } from './selectors.ts'
import type { Credits, Story } from './story.ts'

/** A chapter, or credits, with the blocks that are heard. */
export interface HeardSection {
  /** Null for blocks before the first heading, and for credits. */
  readonly chapter: Chapter | null
  /** The title of the section; null for blocks before the first heading. */
  readonly title: string | null
  /** The block of its title; null if it is not spoken. */
  readonly spokenTitle: Block | null
  /** Preceded by the block of the title, if that is spoken. */
  readonly blocks: readonly Block[]
}

export const OPENING_ID = blockIdSchema.parse('credits-opening')
export const CLOSING_ID = blockIdSchema.parse('credits-closing')

interface Heard {
  readonly sections: readonly HeardSection[]
  readonly blocks: readonly Block[]
}

const heardOf = derive((story: Story): Heard => {
  const sections = newSections(story)
  const isMore = sections.some(({ spokenTitle: title }) => title !== null) || story.credits !== null
  return { sections, blocks: isMore ? sections.flatMap(({ blocks }) => blocks) : blocksOf(story) }
})

function newSections(story: Story): readonly HeardSection[] {
  const chapters = sectionsOf(story).map(({ chapter, blocks }): HeardSection => {
    const title = chapter === null ? null : titleBlockOf(story, chapter)
    return {
      chapter,
      title: chapter?.title ?? null,
      spokenTitle: title,
      blocks: title === null ? blocks : [title, ...blocks],
    }
  })
  if (story.credits === null) return chapters
  const { opening, closing } = creditBlocks(story, story.credits)
  const titles = creditsTitles(story.info.language)
  const ofCredits = (title: string, block: Block): HeardSection[] =>
    block.text === '' ? [] : [{ chapter: null, title, spokenTitle: null, blocks: [block] }]
  return [...ofCredits(titles.opening, opening), ...chapters, ...ofCredits(titles.closing, closing)]
}

/** The chapters with their spoken titles and blocks; credits are separate sections. */
export function heardSectionsOf(story: Story): readonly HeardSection[] {
  return heardOf(story).sections
}

/** All blocks that are heard, in order; `blocksOf(story)` itself if no title and no credits are spoken. */
export function heardBlocksOf(story: Story): readonly Block[] {
  return heardOf(story).blocks
}

/** The ids of the voices that a story is spoken with, the most used first. */
export function voicesOfStory(story: Story): readonly string[] {
  const byVoice = Map.groupBy(heardBlocksOf(story), (block) => settingsOf(story, block).voiceId)
  return [...byVoice].toSorted(([, a], [, b]) => b.length - a.length).map(([voiceId]) => voiceId)
}

/** A block by its id, or the block of a title that is spoken, or of credits; undefined if the story has none. */
export function findHeardBlock(story: Story, id: RecordId | null): Block | undefined {
  const block = findBlock(story, id)
  if (block !== undefined || id === null) return block
  const chapter = findChapter(story, id)
  if (chapter !== undefined) return titleBlockOf(story, chapter) ?? undefined
  if (story.credits === null) return undefined
  const { opening, closing } = creditBlocks(story, story.credits)
  return [opening, closing].find((each) => each.id === id && each.text !== '')
}

/** Whether a block is one of the story's own, and not derived from a title or credits. */
export function isWritten({ rank }: Pick<Block, 'rank'>): boolean {
  return rank !== ''
}

/** Whether the title of a chapter is set to be spoken. A title without words is never spoken. */
export function speaksTitle(story: Story, chapter: Pick<Chapter, 'speaksTitle'>): boolean {
  return chapter.speaksTitle ?? story.info.speaksTitles
}

/** The block of a chapter's title; null if it is not spoken. Returns the same object as long as the title sounds the same. */
export function titleBlockOf(story: Story, chapter: Chapter): Block | null {
  if (!speaksTitle(story, chapter)) return null
  const text = spokenTitle(chapter.title, story.info.language)
  if (text === '') return null
  return titleBlock(chapter, text, narratorIn(story.cast))
}

const titleBlock = derive(({ id, title }: Chapter, text: string, characterId: CharacterId | null) =>
  narrated(titleId(id), title, text, characterId),
)

/** The block id of a chapter's title. */
export function titleId(id: ChapterId): BlockId {
  return blockIdSchema.parse(id)
}

function creditBlocks(story: Story, credits: Credits): CreditBlocks {
  return creditBlocksIn(credits, story.info.language, narratorIn(story.cast))
}

interface CreditBlocks {
  readonly opening: Block
  readonly closing: Block
}

const creditBlocksIn = derive(
  ({ opening, closing }: Credits, language: string | null, characterId: CharacterId | null): CreditBlocks => {
    const names = creditsTitles(language)
    return {
      opening: narrated(OPENING_ID, names.opening, opening, characterId),
      closing: narrated(CLOSING_ID, names.closing, closing, characterId),
    }
  },
)

function narrated(id: BlockId, name: string, text: string, characterId: CharacterId | null): Block {
  return { ...BLANK_BLOCK, type: 'block', id, rank: '', name, text, characterId }
}

/** The id of the character with the name of a narrator; null if there is none, in which case the story's default voice is used. */
const narratorIn = derive(
  (cast: readonly Character[]): CharacterId | null => cast.find(({ name }) => isNarrator(name))?.id ?? null,
)
