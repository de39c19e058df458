import { entryUses } from '../../../shared/story/lexiconCommands.ts'
import type { Block, LexiconEntryId } from '../../../shared/story/records.ts'
import { blocksOf, settingsOf } from '../../../shared/story/selectors.ts'
import { sentenceStarts } from '../../../shared/story/sentences.ts'
import { hasSpeech, lexiconHitsOf, spokenTextOf } from '../../../shared/story/spokenText.ts'
import type { Story } from '../../../shared/story/story.ts'
import type { SpokenLine } from '../../hooks/hearing.ts'

/**
 * The first sentence in which an entry is used in the story `used`, which has the entry, as spoken by the story
 * `said`. If there is none, the word alone, in the voice of the first block that speaks; null if no block does.
 */
export function entryLine(used: Story, said: Story, id: LexiconEntryId, word: string): SpokenLine | null {
  const block = entryUses(used).get(id)?.first
  if (block === undefined) {
    const any = blocksOf(used).find((each) => hasSpeech(used, each))
    return any === undefined || word.trim() === '' ? null : asSaid(said, { ...any, text: word })
  }
  const at = lexiconHitsOf(used, block).find(({ entry }) => entry.id === id)?.start ?? 0
  const starts = sentenceStarts(block.text)
  const from = starts.findLast((start) => start <= at) ?? 0
  const to = starts.find((start) => start > at) ?? block.text.length
  return asSaid(said, { ...block, text: block.text.slice(from, to).trim() })
}

/** The words of a block as sent. */
function asSaid(story: Story, block: Block): SpokenLine | null {
  const text = spokenTextOf(story, block)
  return text.trim() === ''
    ? null
    : { blockId: block.id, text, settings: settingsOf(story, block), isSpoken: true }
}
