import {
  BLANK_BLOCK,
  BUILT_IN_CONNECTION,
  NO_BOOK,
  NO_SILENCES,
  type Block,
  type StoryId,
  type BlockId,
  type StoryRecord,
} from './records.ts'
import type { Story } from './story.ts'
import { rankAtEnd } from './ordering.ts'
import { DEFAULT_SETTINGS } from './speechSettings.ts'

/** The records of a story with one empty block, ready to write in. */
export function newStoryRecords(ids: { story: StoryId; block: BlockId }, title: string): StoryRecord[] {
  const block: Block = { ...BLANK_BLOCK, type: 'block', id: ids.block, rank: rankAtEnd([]) }
  return [
    {
      type: 'story',
      id: ids.story,
      title,
      connectionId: BUILT_IN_CONNECTION,
      defaults: DEFAULT_SETTINGS,
      silenceRules: NO_SILENCES,
      renderWay: null,
      book: NO_BOOK,
      language: null,
      speaksTitles: false,
    },
    block,
  ]
}

/** Whether nothing has been written in a story yet: it has at most one block, and that is empty. */
export function isBlank({ sequence, cast }: Story): boolean {
  const [first] = sequence
  return (
    sequence.length < 2 &&
    cast.length === 0 &&
    (first === undefined || (first.type === 'block' && first.text === ''))
  )
}
