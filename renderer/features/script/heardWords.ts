/** The word and sentence of a block at a playback position, and the highlight of the word being spoken. */
import { estimateMs } from '../../../shared/story/layout.ts'
import type { Block, BlockId } from '../../../shared/story/records.ts'
import { findBlock } from '../../../shared/story/selectors.ts'
import { sentenceStarts } from '../../../shared/story/sentences.ts'
import { shownWords } from '../../../shared/story/shownWords.ts'
import type { Story } from '../../../shared/story/story.ts'
import { heardTake } from '../../../shared/story/takeCuts.ts'
import type { TakeIndex } from '../../../shared/story/takes.ts'
import { lastWordBegun, wordAtTime, type WordTime } from '../../../shared/story/wordTimes.ts'
import type { TextPlace } from '../../../shared/lib/replacedText.ts'

/** What is being said of a block at a position in ms. */
export interface HeardWords {
  /** The beginning of the sentence being spoken: from the word, if the voice reported word times, otherwise proportionally. */
  sentenceAt(ms: number): number
  /** The word that is being said; null between words, and without word times. */
  wordAt(ms: number): WordTime | null
}

/** A block as spoken by its take. Times are in ms from the beginning of its speech. */
export function heardWordsOf(story: Story, block: Block, takes: TakeIndex): HeardWords {
  const take = heardTake(story, block, takes)
  const words = take === undefined ? [] : shownWords(story, block, take)
  const lengthMs = take === undefined ? estimateMs(story, block) : take.endMs - take.startMs
  const starts = sentenceStarts(block.text)
  const placeAt = (ms: number) =>
    words.length > 0
      ? (lastWordBegun(words, ms)?.from ?? 0)
      : (block.text.length * ms) / Math.max(1, lengthMs)
  return {
    sentenceAt(ms) {
      const at = placeAt(ms)
      return starts.findLast((start) => start <= at) ?? 0
    },
    wordAt: (ms) => wordAtTime(words, ms),
  }
}

/** Returns a function for the words of a block with its audio, recomputed only if one of its inputs changed. */
export function createHeardWords(
  id: BlockId,
): (story: Story, takes: TakeIndex) => { readonly block: Block; readonly words: HeardWords } | null {
  let known: { story: Story; takes: TakeIndex; block: Block; words: HeardWords } | null = null
  return (story, takes) => {
    if (known?.story === story && known.takes === takes) return known
    const block = findBlock(story, id)
    known = block === undefined ? null : { story, takes, block, words: heardWordsOf(story, block, takes) }
    return known
  }
}

/** The name in style sheets, in `::highlight()`. */
const NAME = 'spoken-word'

/** Marks a place of a text, in UTF-16 units, and nothing else; null marks nothing. Does nothing in a browser without support. */
export function markSpoken(text: Text, place: TextPlace | null): void {
  if (typeof Highlight === 'undefined') return
  if (place === null || place.to > text.length) {
    CSS.highlights.delete(NAME)
    return
  }
  const range = new Range()
  range.setStart(text, place.from)
  range.setEnd(text, place.to)
  CSS.highlights.set(NAME, new Highlight(range))
}
