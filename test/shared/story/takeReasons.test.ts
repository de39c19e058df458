import { expect, test } from 'vitest'
import { editText, patchBlocks } from '../../../shared/story/blockCommands.ts'
import { apply } from '../../../shared/story/changes.ts'
import { lexiconEntryIdSchema, type LexiconEntry } from '../../../shared/story/records.ts'
import { findBlock, settingsOf } from '../../../shared/story/selectors.ts'
import { spokenTextOf } from '../../../shared/story/spokenText.ts'
import type { Story } from '../../../shared/story/story.ts'
import { misfitOf } from '../../../shared/story/blockTakes.ts'
import { blockKeys, recordingKey, type Take } from '../../../shared/story/takes.ts'
import { blockId, storyOfBlocks } from './randomStories.ts'

const FIRST = blockId(1)
const story = storyOfBlocks(2, { text: 'The lamp is lit.' })
const speaking = (connectionId: string): Story => ({ ...story, info: { ...story.info, connectionId } })
const studio = speaking('studio')

function blockIn(now: Story) {
  const block = findBlock(now, FIRST)
  if (block === undefined) throw new Error('There is no block')
  return block
}

/** The take that a story's service makes of the current first block. */
function takeIn(now: Story, fields: Partial<Take> = {}): Take {
  const { voiceId, model, speed } = settingsOf(now, blockIn(now))
  const { own: key } = blockKeys(now, blockIn(now))
  const facts = {
    kind: 'speech',
    name: '',
    audioId: 'audio',
    startMs: 0,
    endMs: 1000,
    createdAtMs: 1,
  } as const
  return { id: 'take', key, blockId: FIRST, voiceId, model, speed, ...facts, ...fields }
}

const NOTHING = { connectionId: null, words: null }
/** The job record of the take that a story's service makes. */
const askedIn = (now: Story) => ({
  connectionId: now.info.connectionId,
  words: spokenTextOf(now, blockIn(now)),
})
const reason = (
  now: Story,
  take: Take,
  facts: Parameters<typeof misfitOf>[3] = NOTHING,
  known = ['built-in'],
) => misfitOf(now, blockIn(now), take, facts, known)?.reason ?? null

const otherWords = apply(story, editText(story, FIRST, 'The lamp is out.'))
const otherVoice = apply(story, patchBlocks(story, [FIRST], { voiceId: 'OA002', speed: 1.5 }))
const sad = apply(story, patchBlocks(story, [FIRST], { model: 'audio_stable', emotion: 'sad' }))
const longer = apply(story, patchBlocks(story, [FIRST], { durationMs: 4000 }))

test('a take that fits has no reason, locked or not', () => {
  expect(reason(story, takeIn(story))).toBeNull()
  const locked = apply(story, { put: [{ ...blockIn(story), lockedKey: 'a-key-of-before' }], remove: [] })
  expect(reason(locked, takeIn(story))).toBeNull()
  expect(reason(locked, takeIn(story, { key: 'a-key-of-before' }))).toBeNull()
})

test('a take of the same words by another service has the service as the reason, by its request or by its key', () => {
  expect(reason(story, takeIn(studio), askedIn(studio))).toBe('service')
  expect(reason(story, takeIn(studio), NOTHING, ['built-in', 'studio'])).toBe('service')
  expect(reason(studio, takeIn(story), askedIn(story))).toBe('service')
  expect(reason(studio, takeIn(story))).toBe('service')
})

test('a take by another service in another voice has the service as the reason, not older words', () => {
  const voiceThere = { ...otherVoice, info: { ...otherVoice.info, connectionId: 'studio' } }
  expect(reason(story, takeIn(voiceThere), askedIn(voiceThere))).toBe('service')
  expect(reason(story, takeIn(voiceThere), NOTHING, ['studio'])).toBe('service')
})

test.each([
  ['voice and speed', otherVoice],
  ['emotion', sad],
  ['length', longer],
])('a take of the same words with another %s has other settings', (_, before) => {
  expect(reason(story, takeIn(before), askedIn(before))).toBe('settings')
  expect(reason(before, takeIn(story), askedIn(story))).not.toBe('words')
})

test('a take has older words only if its request says so', () => {
  expect(reason(otherWords, takeIn(story), askedIn(story))).toBe('words')
  expect(reason(otherWords, takeIn(story))).toBe('unknown')
  // By a service that was removed, from a file that does not keep the request.
  expect(reason(story, takeIn(studio))).toBe('unknown')
})

test('words whose spoken form was changed in the lexicon are the same words', () => {
  const entry: LexiconEntry = {
    ...{ type: 'lexiconEntry', characterId: null, match: 'word', isCaseSensitive: false, language: null },
    ...{ id: lexiconEntryIdSchema.parse('entry'), written: 'lamp', spoken: 'lantern' },
  }
  const withEntry = apply(story, { put: [entry], remove: [] })
  expect(reason(withEntry, takeIn(story), askedIn(story))).toBe('settings')
})

test('the key of a recording decides whether it has the words of the block, whatever the voice and the service', () => {
  const recorded = takeIn(story, { key: recordingKey(story, blockIn(story)), kind: 'recording' })
  expect(reason(story, recorded)).toBeNull()
  expect(reason(otherVoice, recorded)).toBeNull()
  expect(reason(studio, recorded)).toBeNull()
  expect(reason(otherWords, recorded)).toBe('words')
})

test('a recording of an older file is recognized by the request in its key, and is unknown otherwise', () => {
  const recorded = takeIn(story, { key: `recording-${takeIn(story).key}`, kind: 'recording' })
  expect(reason(story, recorded)).toBeNull()
  expect(reason(studio, recorded)).toBeNull()
  expect(reason(otherWords, recorded)).toBe('unknown')
  expect(reason(otherVoice, recorded)).toBe('unknown')
})
