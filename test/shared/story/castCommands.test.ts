import { describe, expect, test } from 'vitest'
import { assignCharacter, patchBlocks } from '../../../shared/story/blockCommands.ts'
import {
  addCharacter,
  mergeCharacters,
  patchCharacter,
  removeCharacter,
} from '../../../shared/story/castCommands.ts'
import { apply, invert, type Change } from '../../../shared/story/changes.ts'
import { MAX_NOTES } from '../../../shared/story/limits.ts'
import { lexiconEntryIdSchema, type LexiconEntry } from '../../../shared/story/records.ts'
import { blocksOf, findBlock, findCharacter, settingsOf } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { blockId, characterId, storyOfBlocks } from './randomStories.ts'

const [fox, owl] = [characterId('fox'), characterId('owl')]
const entry: LexiconEntry = {
  ...{ type: 'lexiconEntry', id: lexiconEntryIdSchema.parse('entry'), characterId: owl },
  ...{ written: 'wood', spoken: 'wud', match: 'word', isCaseSensitive: false, language: null },
}
const after = (start: Story, ...changes: ((story: Story) => Change)[]) =>
  changes.reduce((now, make) => apply(now, make(now)), start)

/** Fox speaks block 0 and Owl blocks 1 and 2; block 2 has its own speed. */
const start = after(
  storyOfBlocks(4),
  (now) => addCharacter(now, { id: fox, name: 'Fox' }),
  (now) => addCharacter(now, { id: owl, name: 'Owl' }),
  (now) => patchCharacter(now, fox, { settings: { voiceId: 'OA003' }, notes: 'Sly.' }),
  (now) => patchCharacter(now, owl, { settings: { voiceId: 'OA004' }, notes: 'Old.' }),
  (now) => assignCharacter(now, [blockId(0)], fox),
  (now) => assignCharacter(now, [blockId(1), blockId(2)], owl),
  (now) => patchBlocks(now, [blockId(2)], { speed: 1.5 }),
  () => ({ put: [entry], remove: [] }),
)
const soundOf = (story: Story, n: number) => {
  const block = findBlock(story, blockId(n))
  return block && { who: block.characterId, ...settingsOf(story, block) }
}

describe('merged characters', () => {
  test('have the blocks, the lexicon entries and the notes of both, and the settings of the chosen character', () => {
    for (const [settingsOf, voiceId] of [
      [fox, 'OA003'],
      [owl, 'OA004'],
    ] as const) {
      const story = after(start, (now) => mergeCharacters(now, { from: owl, into: fox, settingsOf }))
      expect(findCharacter(story, owl)).toBeUndefined()
      expect(findCharacter(story, fox)).toMatchObject({
        name: 'Fox',
        notes: 'Sly.\n\nOld.',
        settings: { voiceId },
      })
      for (const n of [0, 1, 2]) expect(soundOf(story, n)).toMatchObject({ who: fox, voiceId })
      expect(soundOf(story, 2)).toMatchObject({ speed: 1.5 })
      expect(soundOf(story, 3)).toMatchObject({ who: null })
      expect(story.records.get(entry.id)).toMatchObject({ characterId: fox })
    }
  })

  test('do not change the sound of locked blocks', () => {
    const put = blocksOf(start).map((block) =>
      block.id === blockId(1) ? block : { ...block, lockedKey: 'kept' },
    )
    const locked = apply(start, { put, remove: [] })
    for (const settingsOf of [fox, owl]) {
      const story = after(locked, (now) => mergeCharacters(now, { from: owl, into: fox, settingsOf }))
      for (const n of [0, 2]) expect(soundOf(story, n)).toEqual({ ...soundOf(locked, n), who: fox })
    }
  })

  test('are separated by one undo', () => {
    const change = mergeCharacters(start, { from: owl, into: fox, settingsOf: owl })
    const back = apply(apply(start, change), invert(start, change))
    expect(new Map(back.records)).toEqual(new Map(start.records))
  })

  test('never have notes longer than a story can store', () => {
    const long = after(start, (now) => patchCharacter(now, owl, { notes: 'x'.repeat(MAX_NOTES) }))
    const story = after(long, (now) => mergeCharacters(now, { from: owl, into: fox, settingsOf: fox }))
    expect(findCharacter(story, fox)?.notes).toHaveLength(MAX_NOTES)
  })

  test('must be two characters of the story', () => {
    for (const [from, into] of [
      [fox, fox],
      [characterId('gone'), fox],
      [fox, characterId('gone')],
    ] as const)
      expect(after(start, (now) => mergeCharacters(now, { from, into, settingsOf: into }))).toBe(start)
  })
})

test('removing a character removes its lexicon entries', () => {
  expect(after(start, (now) => removeCharacter(now, owl)).records.has(entry.id)).toBe(false)
  expect(after(start, (now) => removeCharacter(now, fox)).records.has(entry.id)).toBe(true)
})
