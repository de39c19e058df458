/** A story as a finished file has it: who says what, and when. Captions, chapter lists and labels are written from it. */
import { chapterStretches } from '../story/layout.ts'
import { pausedBlockOf } from '../story/pauses.ts'
import type { Block, BlockId } from '../story/records.ts'
import { blockNumber, findCharacter, sectionsOf } from '../story/selectors.ts'
import { shownWords } from '../story/shownWords.ts'
import type { Story } from '../story/story.ts'
import type { Take } from '../story/takes.ts'

/** When a block's words are heard, in ms from the beginning of the file. */
export interface SpokenTime {
  readonly startMs: number
  readonly endMs: number
}

export interface SpokenWord extends SpokenTime {
  readonly text: string
}

export interface SpokenBlock extends SpokenTime {
  /** The block's number in the story. */
  readonly number: number
  readonly name: string
  /** The name of the character; empty where the block has none. */
  readonly speaker: string
  /** The words as they are written, without the markers of pauses. */
  readonly text: string
  /** Each word, where the engine told when it is heard. */
  readonly words?: readonly SpokenWord[]
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
 * Joins a story with the times of its blocks in a file of `durationMs`, and with the words of their takes. A chapter begins at its first words. Blocks
 * without words, and so without a time, are left out; so are chapters without any block that speaks.
 */
export function spokenStoryOf(
  story: Story,
  times: ReadonlyMap<BlockId, SpokenTime>,
  durationMs: number,
  takes: ReadonlyMap<BlockId, Take>,
): SpokenStory {
  const { title } = story.info
  const spoken = sectionsOf(story).flatMap(({ chapter, blocks }) => {
    const inFile = blocks.flatMap((block): SpokenBlock[] => {
      const time = times.get(block.id)
      if (time === undefined) return []
      const { startMs, endMs } = time
      const speaker = findCharacter(story, block.characterId)?.name ?? ''
      const number = blockNumber(story, block.id)
      const words = wordsIn(story, block, time, takes.get(block.id))
      return [
        {
          startMs,
          endMs,
          number,
          name: block.name,
          speaker,
          text: spokenWords(block),
          ...(words.length > 0 && { words }),
        },
      ]
    })
    return inFile.length === 0 ? [] : [{ title: chapter?.title ?? title, blocks: inFile }]
  })
  const heard = spoken.map(({ blocks }) => blocks[0]?.startMs ?? null)
  const stretches = chapterStretches(heard, durationMs)
  const chapters = spoken.map((chapter, index) => ({
    ...chapter,
    ...(stretches[index] ?? { startMs: 0, endMs: durationMs }),
  }))
  return { title, durationMs, chapters }
}

/** The words in the file's time. */
function wordsIn(
  story: Story,
  block: Block,
  { startMs, endMs }: SpokenTime,
  take?: Take,
): readonly SpokenWord[] {
  if (take === undefined) return []
  const within = (ms: number) => Math.min(endMs, startMs + ms)
  return shownWords(story, block, take).map((word) => ({
    text: block.text.slice(word.from, word.to),
    startMs: within(word.startMs),
    endMs: within(word.endMs),
  }))
}

function spokenWords(block: Block): string {
  const paused = pausedBlockOf(block)
  return paused === null ? block.text : paused.parts.map((part) => part.block.text).join(' ')
}
