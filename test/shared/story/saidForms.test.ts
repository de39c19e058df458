import { describe, expect, test } from 'vitest'
import { editText } from '../../../shared/story/blockCommands.ts'
import { chooseConnection, patchDefaults } from '../../../shared/story/castCommands.ts'
import { apply } from '../../../shared/story/changes.ts'
import { lexiconEntryIdSchema, type LexiconEntry } from '../../../shared/story/records.ts'
import { saidFormsOf, saidLineOf } from '../../../shared/story/saidForms.ts'
import { findBlock } from '../../../shared/story/selectors.ts'
import { hasSpeech } from '../../../shared/story/spokenText.ts'
import type { Story } from '../../../shared/story/story.ts'
import { blockRequestOf, storyMakerRequestOf } from '../../../shared/story/storyRequest.ts'
import { blockKeys } from '../../../shared/story/takes.ts'
import { blockId, emptyStory } from './randomStories.ts'

const entry = (written: string, spoken: string): LexiconEntry => ({
  ...{ type: 'lexiconEntry', characterId: null, match: 'word', isCaseSensitive: false, language: null },
  ...{ id: lexiconEntryIdSchema.parse(`entry-${written.length}`), written, spoken },
})

function storyWith(text: string, ...entries: LexiconEntry[]): Story {
  const written = apply(emptyStory(), editText(emptyStory(), blockId(0), text))
  return apply(written, { put: entries, remove: [] })
}

function blockIn(story: Story) {
  const block = findBlock(story, blockId(0))
  if (block === undefined) throw new Error('The story has a block')
  return block
}

const formsIn = (story: Story) =>
  saidFormsOf(story, blockIn(story)).map(({ start, end, spoken, isEntry }) => [
    blockIn(story).text.slice(start, end),
    spoken,
    isEntry,
  ])
const lineIn = (story: Story) => saidLineOf(story, blockIn(story))

describe('the said forms of a text', () => {
  test('are listed in the order of the text, by the rules and by the lexicon, which takes precedence', () => {
    const story = storyWith('Dr. Quill met St. John at No. 7.', entry('St. John', 'Sinjin'))
    expect(formsIn(story)).toEqual([
      ['Dr.', 'Doctor', false],
      ['St. John', 'Sinjin', true],
      ['No. ', 'Number ', false],
      ['7', 'seven', false],
    ])
    expect(lineIn(story)).toBe('Doctor Quill met Sinjin at Number seven.')
  })

  test('leave the words of the lexicon unchanged', () => {
    const story = storyWith('It was room 101, Dr. Quill.', entry('room 101', 'room 1 0 1'))
    expect(lineIn(story)).toBe('It was room 1 0 1, Doctor Quill.')
    const asIs = [{ from: 7, to: 17 }]
    expect(JSON.parse(blockRequestOf(story, blockIn(story)).body)).toMatchObject({ as_is: asIs })
    expect(storyMakerRequestOf(story, { exactMs: true }).blocks).toMatchObject([{ as_is: asIs }])
  })

  test('have places in the text of a block with pauses', () => {
    const story = storyWith('He paid £5 [pause 1 s] to\nMrs. Quill.')
    expect(formsIn(story)).toEqual([
      ['£5', 'five pounds', false],
      ['Mrs.', 'Misses', false],
    ])
    expect(lineIn(story)).toBe('He paid five pounds to Misses Quill.')
  })

  test('follow the language of the voice', () => {
    const story = storyWith('Am 3. Mai 1914')
    const german = apply(story, patchDefaults(story, { voiceId: 'ES-de' }))
    expect(lineIn(german)).toBe('Am dritten Mai neunzehnhundert vierzehn')
    const british = apply(story, patchDefaults(story, { voiceId: 'ES-en-gb' }))
    expect(saidLineOf(british, { ...blockIn(british), text: '123,456' })).toContain('one hundred and twenty')
  })

  test('are left to a hosted service, which gets the words as written', () => {
    const story = storyWith('Dr. Quill met St. John.', entry('St. John', 'Sinjin'))
    const hosted = apply(story, chooseConnection(story, 'connection-1'))
    expect(formsIn(hosted)).toEqual([['St. John', 'Sinjin', true]])
    expect(lineIn(hosted)).toBe('Dr. Quill met Sinjin.')
    expect(blockRequestOf(hosted, blockIn(hosted)).body).not.toContain('as_is')
    expect(storyMakerRequestOf(hosted, { exactMs: false }).blocks[0]).not.toHaveProperty('as_is')
  })

  test('do not change the key of a take, so existing takes still fit', () => {
    const key = (story: Story) => blockKeys(story, blockIn(story)).own
    const story = storyWith('Dr. Quill.')
    expect(key(story)).toBe(key(storyWith('Doctor Quill.', entry('Doctor', 'Dr.'))))
  })
})

test.each([
  ['***', false],
  ['* * *', false],
  ['—', false],
  ['⁂\n', false],
  ['* a *', true],
  ['#1', true],
])('whether “%s” has anything to say: %s', (text, isSaid) => {
  const story = storyWith(text)
  expect(hasSpeech(story, blockIn(story))).toBe(isSaid)
})
