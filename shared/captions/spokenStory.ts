/** A story as a finished file has it: who says what, and when. Captions, chapter lists and labels are written from it. */
import { pausedBlockOf } from '../story/pauses.ts'
import type { Block, BlockId } from '../story/records.ts'
import { blockNumber, findCharacter, sectionsOf } from '../story/selectors.ts'
import type { Story } from '../story/story.ts'

/** When a block's words are heard, in ms from the beginning of the file. */
export interface SpokenTime {
  readonly startMs: number
  readonly endMs: number
}

export interface SpokenBlock extends SpokenTime {
  /** The block's number in the story. */
  readonly number: number
  readonly name: string
  /** The name of the character; empty where the block has none. */
  readonly speaker: string
  /** The words as they are written, without the markers of pauses. */
  readonly text: string
}

export interface SpokenChapter extends SpokenTime {
  readonly title: string
  readonly blocks: readonly SpokenBlock[]
}

export interface SpokenStory {
  readonly title: string
  readonly durationMs: number
  /** Blocks before the first heading are a chapter with the story's title. */
  readonly chapters: readonly SpokenChapter[]
}

/**
 * Joins a story with the times of its words in a file of `durationMs`. A chapter begins where the words before it end. Blocks
 * without words, and so without a time, are left out; so are chapters without any block that speaks.
 */
export function spokenStoryOf(
  story: Story,
  times: ReadonlyMap<BlockId, SpokenTime>,
  durationMs: number,
): SpokenStory {
  const { title } = story.info
  const spoken = sectionsOf(story).flatMap(({ chapter, blocks }) => {
    const inFile = blocks.flatMap((block): SpokenBlock[] => {
      const time = times.get(block.id)
      if (time === undefined) return []
      const { startMs, endMs } = time
      const speaker = findCharacter(story, block.characterId)?.name ?? ''
      const number = blockNumber(story, block.id)
      return [{ startMs, endMs, number, name: block.name, speaker, text: spokenWords(block) }]
    })
    return inFile.length === 0 ? [] : [{ title: chapter?.title ?? title, blocks: inFile }]
  })
  const starts = spoken.map((_, index) => spoken[index - 1]?.blocks.at(-1)?.endMs ?? 0)
  const chapters = spoken.map((chapter, index) => ({
    ...chapter,
    startMs: starts[index] ?? 0,
    endMs: starts[index + 1] ?? durationMs,
  }))
  return { title, durationMs, chapters }
}

function spokenWords(block: Block): string {
  const paused = pausedBlockOf(block)
  return paused === null ? block.text : paused.parts.map((part) => part.block.text).join(' ')
}
