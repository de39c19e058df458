import { expect, test } from 'vitest'
import { createHeardWords, heardWordsOf } from '../../../renderer/features/script/heardWords.ts'
import { editText } from '../../../shared/story/blockCommands.ts'
import { apply } from '../../../shared/story/changes.ts'
import { findBlock } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { blockKeys, indexTakes, NO_TAKES, type Take } from '../../../shared/story/takes.ts'
import { id, sketchStory } from '../support/smallStory.ts'

const TEXT = 'Who? Nobody, he said at once.'
const story = sketchStory([{ text: TEXT }, {}])

function blockOf(of: Story) {
  const block = findBlock(of, id('b1'))
  if (block === undefined) throw new Error('The story has a block')
  return block
}

/** “Who?” takes most of the time, and half a second of silence follows it. */
const take: Take = {
  ...{ id: 'take', key: blockKeys(story, blockOf(story)).own, kind: 'speech', name: '', audioId: 'audio' },
  ...{ startMs: 7000, endMs: 9000, blockId: id('b1'), createdAtMs: 0 },
  ...{ voiceId: 'OA001', model: 'tts-1', speed: 1 },
  words: '0-900:0-3 1400-1600:5-11 1600-2000:13-15',
}

test('the spoken word and its sentence are found from the take', () => {
  const heard = heardWordsOf(story, blockOf(story), indexTakes([take]))
  const wordAt = (ms: number) => {
    const word = heard.wordAt(ms)
    return word === null ? null : TEXT.slice(word.from, word.to)
  }
  expect([0, 899, 900, 1399, 1400, 1599, 1600, 1999, 2000].map(wordAt)).toEqual([
    ...['Who', 'Who', null, null],
    ...['Nobody', 'Nobody', 'he', 'he', null],
  ])
  expect([0, 1399, 1400, 2000].map(heard.sentenceAt)).toEqual([0, 0, 5, 5])
})

test('without word times, the sentence is estimated by its share of the characters, and no word is found', () => {
  const { words: _, ...untold } = take
  const heard = heardWordsOf(story, blockOf(story), indexTakes([untold]))
  expect([0, 300, 400, 1999].map(heard.sentenceAt)).toEqual([0, 0, 5, 5])
  expect(heard.wordAt(0)).toBeNull()
  expect(heardWordsOf(story, blockOf(story), NO_TAKES).wordAt(0)).toBeNull()
})

test('words are computed again only for another story or other audio, and changed words are not found', () => {
  const heardIn = createHeardWords(id('b1'))
  const takes = indexTakes([take])
  const before = heardIn(story, takes)
  expect(heardIn(story, takes)).toBe(before)
  const changed = apply(story, editText(story, id('b1'), `${TEXT} Always.`))
  expect(heardIn(changed, takes)?.words.wordAt(0)).toBeNull()
  expect(heardIn(story, takes)?.words.wordAt(0)).toEqual(before?.words.wordAt(0))
  expect(createHeardWords(id('gone'))(story, takes)).toBeNull()
})
