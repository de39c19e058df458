/** A story as a finished file has it: who says what, and when. Captions, chapter lists and labels are written from it. */
import { heardSectionsOf } from '../story/heardBlocks.ts'
import { chapterStretches } from '../story/layout.ts'
import { pausedBlockOf, pauseMsOf, shareOut } from '../story/pauses.ts'
import type { Block, BlockId } from '../story/records.ts'
import { blockNumber, findCharacter } from '../story/selectors.ts'
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
  /** The block's number in the story; 0 for the title of a chapter, and for credits. */
  readonly number: number
  readonly name: string
  /** The name of the character; empty where the block has none. */
  readonly speaker: string
  /** The words as they are written, without the markers of pauses. */
  readonly text: string
  /** Each word, if the engine told when it is heard. */
  readonly words?: readonly SpokenWord[]
  /** The words between pauses, if the block has pauses between words. */
  readonly parts?: readonly SpokenWord[]
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
 * Joins a story with the times of its blocks in a file of `durationMs`, and with the words of their takes. A chapter begins at its title, or at its first words. Blocks
 * without words, and so without a time, are left out; so are chapters without any block that speaks.
 */
export function spokenStoryOf(
  story: Story,
  times: ReadonlyMap<BlockId, SpokenTime>,
  durationMs: number,
  takes: ReadonlyMap<BlockId, Take>,
): SpokenStory {
  const { title } = story.info
  const spoken = heardSectionsOf(story).flatMap((section) => {
    const inFile = section.blocks.flatMap((block): SpokenBlock[] => {
      const time = times.get(block.id)
      if (time === undefined) return []
      const { startMs, endMs } = time
      const speaker = findCharacter(story, block.characterId)?.name ?? ''
      const number = blockNumber(story, block.id)
      const names = { number, name: block.name, speaker }
      // A title is said in other words than it is written.
      if (block === section.spokenTitle) return [{ startMs, endMs, ...names, text: section.title ?? '' }]
      const words = wordsIn(story, block, time, takes.get(block.id))
      const parts = partsIn(block, time, words)
      return [
        {
          startMs,
          endMs,
          ...names,
          text: spokenWords(block),
          ...(words.length > 0 && { words: words.map(({ place: _place, ...word }) => word) }),
          ...(parts.length > 1 && { parts }),
        },
      ]
    })
    return inFile.length === 0 ? [] : [{ title: section.title ?? title, blocks: inFile }]
  })
  const heard = spoken.map(({ blocks }) => blocks[0]?.startMs ?? null)
  const stretches = chapterStretches(heard, durationMs)
  const chapters = spoken.map((chapter, index) => ({
    ...chapter,
    ...(stretches[index] ?? { startMs: 0, endMs: durationMs }),
  }))
  return { title, durationMs, chapters }
}

/** A story that is heard so many times as fast. */
export function atSpeed(spoken: SpokenStory, speed: number): SpokenStory {
  if (speed === 1) return spoken
  const timed = <T extends SpokenTime>(each: T): T => ({ ...each, ...timeAtSpeed(each, speed) })
  const chapters = spoken.chapters.map((chapter) => ({
    ...timed(chapter),
    blocks: chapter.blocks.map((block) => ({
      ...timed(block),
      ...(block.words && { words: block.words.map(timed) }),
      ...(block.parts && { parts: block.parts.map(timed) }),
    })),
  }))
  return { ...spoken, durationMs: Math.round(spoken.durationMs / speed), chapters }
}

/** A time of a file that is heard so many times as fast. */
export function timeAtSpeed({ startMs, endMs }: SpokenTime, speed: number): SpokenTime {
  return speed === 1
    ? { startMs, endMs }
    : { startMs: Math.round(startMs / speed), endMs: Math.round(endMs / speed) }
}

/** A word, and where it begins in the block's text. */
interface PlacedWord extends SpokenWord {
  readonly place: number
}

/** The words in the file's time. */
function wordsIn(
  story: Story,
  block: Block,
  { startMs, endMs }: SpokenTime,
  take?: Take,
): readonly PlacedWord[] {
  if (take === undefined) return []
  const within = (ms: number) => Math.min(endMs, startMs + ms)
  return shownWords(story, block, take).map((word) => ({
    text: block.text.slice(word.from, word.to),
    startMs: within(word.startMs),
    endMs: within(word.endMs),
    place: word.from,
  }))
}

/**
 * The parts between a block's pauses in the file's time: from the first word of each to its last, if the engine told when these are heard; else each
 * has the share of the speech that it has of the characters.
 */
function partsIn(
  block: Block,
  { startMs, endMs }: SpokenTime,
  words: readonly PlacedWord[],
): readonly SpokenWord[] {
  const parts = pausedBlockOf(block)?.parts ?? []
  const lengthMs = endMs - startMs
  const silenceMs = Math.min(pauseMsOf(block), lengthMs)
  // A fitted block can be shorter than its pauses: they then shrink, too.
  const factor = silenceMs / Math.max(1, pauseMsOf(block))
  const shares = shareOut(
    lengthMs - silenceMs,
    parts.map((part) => part.block.text.length),
  )
  let at = startMs
  return parts.map((part, index) => {
    const heard = words.filter(({ place }) =>
      part.stretches.some(({ start, end }) => start <= place && place < end),
    )
    const from = at + Math.round(part.silenceBeforeMs * factor)
    const to = from + (shares[index] ?? 0)
    at = to
    return {
      text: part.block.text,
      startMs: heard[0]?.startMs ?? Math.min(from, endMs),
      endMs: heard.at(-1)?.endMs ?? Math.min(to, endMs),
    }
  })
}

function spokenWords(block: Block): string {
  const paused = pausedBlockOf(block)
  return paused === null ? block.text : paused.parts.map((part) => part.block.text).join(' ')
}
