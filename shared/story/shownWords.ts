/** Maps the times of words to the words' positions in a block's text, because spoken and written words may differ. */
import { createPlaceBefore } from '../lib/replacedText.ts'
import { blockKeys, type Take } from './takes.ts'
import { isOfTheseWords } from './blockTakes.ts'
import type { Block } from './records.ts'
import { spokenReplacements, spokenTextOf } from './spokenText.ts'
import type { Story } from './story.ts'
import { joinWords, parseWordTimes, type WordTime } from './wordTimes.ts'

const NO_WORDS: readonly WordTime[] = []

/**
 * When each word of a block is heard in a take, in ms from the start of the take, with its position in the block's text. Empty if the
 * engine did not report times, or if the take was made from other words.
 */
export function shownWords(story: Story, block: Block, take: Take): readonly WordTime[] {
  if (take.words === undefined || !isOfWords(story, block, take)) return NO_WORDS
  const { length } = spokenTextOf(story, block)
  const placeBefore = createPlaceBefore(spokenReplacements(story, block))
  const words = parseWordTimes(take.words).filter(({ from, to }) => from < to && to <= length)
  return joinWords(words.map((word) => ({ ...word, ...placeBefore(word) })))
}

/** Whether a take was made from the words of a block. For nearly every take, its key shows that. */
function isOfWords(story: Story, block: Block, take: Take): boolean {
  return (
    (block.lockedKey === null && blockKeys(story, block).own === take.key) ||
    isOfTheseWords(story, block, take)
  )
}
