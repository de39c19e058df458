/** A story from somebody else whose lexicon takes more than any story may. */
import { addBlocks } from '../../shared/story/blockCommands.ts'
import { apply } from '../../shared/story/changes.ts'
import { newStoryRecords } from '../../shared/story/newStory.ts'
import {
  blockIdSchema,
  lexiconEntryIdSchema,
  storyIdSchema,
  type LexiconEntry,
  type StoryRecord,
} from '../../shared/story/records.ts'
import { storyFromRecords } from '../../shared/story/story.ts'

const PROSE = 'In 1847 Dr. Quill said: “It is 12 km to Saltmarsh, and the ferry left at noon.” '

/** The records of a story called “A gift”, of blocks with some 4,300 letters each, with patterns as entries of its lexicon. */
export function giftStory(blocks: number, patterns: readonly string[]): StoryRecord[] {
  const ids = { story: storyIdSchema.parse('gift'), block: blockIdSchema.parse('first') }
  const start = storyFromRecords(newStoryRecords(ids, 'A gift'))
  const added = Array.from({ length: blocks }, (_, block) => ({
    id: blockIdSchema.parse(`block ${block}`),
    text: PROSE.repeat(54),
  }))
  const entries = patterns.map((written, index): LexiconEntry => ({
    ...{ type: 'lexiconEntry', characterId: null, match: 'pattern', isCaseSensitive: false, language: null },
    ...{ id: lexiconEntryIdSchema.parse(`entry ${index}`), written, spoken: 'x' },
  }))
  return [...apply(start, addBlocks(start, added, null)).records.values(), ...entries]
}
