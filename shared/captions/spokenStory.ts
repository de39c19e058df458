/** A story as in a finished file: who says what, and when. Captions, chapter lists and labels are written from it. */
import { heardSectionsOf } from '../story/heardBlocks.ts'
import { chapterStretches } from '../story/layout.ts'
import { pausedBlockOf, pauseMsOf, shareOut } from '../story/pauses.ts'
import type { Block, BlockId } from '../story/records.ts'
import { blockNumber, findCharacter } from '../story/selectors.ts'
import { shownWords } from '../story/shownWords.ts'
import type { Story } from '../story/story.ts'
import type { Take } from '../story/takes.ts'

/** The time of a block's words, in ms from the start of the file. */
export interface SpokenTime {
  readonly startMs: number
  readonly endMs: number
}

export interface SpokenWord extends SpokenTime {
  readonly text: string
}

export interface SpokenBlock extends SpokenTime {
  /** The block's number in the story; 0 for a chapter title or credits. */
  readonly number: number
  readonly name: string
  /** The name of the character; empty if the block has none. */
  readonly speaker: string
  /** The words as written, without pause markers. */
  readonly text: string
  /** Each word, if the engine reported its time. */
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
 * Combines a story with the times of its blocks in a file of `durationMs`, and with the words of their takes. A chapter begins at its
 * title, or at its first words. Blocks without words, which have no time, are left out; so are chapters without speech.
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
      // A title may be spoken differently than it is written.
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

/** The story with its times at another speed. */
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

/** A time at another speed. */
export function timeAtSpeed({ startMs, endMs }: SpokenTime, speed: number): SpokenTime {
  return speed === 1
    ? { startMs, endMs }
    : { startMs: Math.round(startMs / speed), endMs: Math.round(endMs / speed) }
}

/** A word, and its position in the block's text. */
interface PlacedWord extends SpokenWord {
  readonly place: number
}

/** The words with their times in the file. */
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
 * The parts between a block's pauses, in the file's time: from the first word of each to its last, if the engine reported word times;
 * otherwise in proportion to their characters.
 */
function partsIn(
  block: Block,
  { startMs, endMs }: SpokenTime,
  words: readonly PlacedWord[],
): readonly SpokenWord[] {
  const parts = pausedBlockOf(block)?.parts ?? []
  const lengthMs = endMs - startMs
  const silenceMs = Math.min(pauseMsOf(block), lengthMs)
  // A block fitted to a length may be shorter than its pauses, which then shrink as well.
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
