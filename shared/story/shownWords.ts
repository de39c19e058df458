/** The times of words at their places in a block's text: what is spoken may be written differently. */
import { createPlaceBefore } from '../lib/replacedText.ts'
import { blockKeys, type Take } from './takes.ts'
import { isOfTheseWords } from './blockTakes.ts'
import type { Block } from './records.ts'
import { spokenReplacements, spokenTextOf } from './spokenText.ts'
import type { Story } from './story.ts'
import { joinWords, parseWordTimes, type WordTime } from './wordTimes.ts'

const NO_WORDS: readonly WordTime[] = []

/**
 * When each word of a block is heard in a take, in ms from the take's beginning, with its place in the block's text. Empty if no
 * engine reported times, or if the take was made from other words than the block has.
 */
export function shownWords(story: Story, block: Block, take: Take): readonly WordTime[] {
  if (take.words === undefined || !isOfWords(story, block, take)) return NO_WORDS
  const { length } = spokenTextOf(story, block)
  const placeBefore = createPlaceBefore(spokenReplacements(story, block))
  const words = parseWordTimes(take.words).filter(({ from, to }) => from < to && to <= length)
  return joinWords(words.map((word) => ({ ...word, ...placeBefore(word) })))
}

/** For nearly every take the key shows it. */
function isOfWords(story: Story, block: Block, take: Take): boolean {
  return (
    (block.lockedKey === null && blockKeys(story, block).own === take.key) ||
    isOfTheseWords(story, block, take)
  )
}
