import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editText, moveEntries, patchBlocks, removeEntries } from '../../../shared/story/blockCommands.ts'
import {
  addCharacter,
  patchCharacter,
  patchDefaults,
  renameStory,
} from '../../../shared/story/castCommands.ts'
import { apply, changeSchema, composeChanges, invert, type Change } from '../../../shared/story/changes.ts'
import { blockIdSchema } from '../../../shared/story/records.ts'
import { storyFromRecords, type Story } from '../../../shared/story/story.ts'
import { blockId, characterId, emptyStory, freshNumbers, intent, storyOfBlocks } from './randomStories.ts'

/** The content of a story, for comparison: its records by id and its orders. */
function contentOf(story: Story) {
  return {
    info: story.info,
    records: new Map([...story.records].sort(([a], [b]) => (a < b ? -1 : 1))),
    sequence: story.sequence,
    cast: story.cast,
  }
}

/** Plays intentions one after the other. */
function play(intents: readonly ((story: Story, fresh: () => number) => Change)[]) {
  const fresh = freshNumbers()
  const steps: { before: Story; change: Change; after: Story }[] = []
  let story = emptyStory()
  for (const intend of intents) {
    const change = intend(story, fresh)
    const after = apply(story, change)
    steps.push({ before: story, change, after })
    story = after
  }
  return { steps, last: story }
}

describe('a change and its inverse', () => {
  test('cancel each other out, for any thousand commands', () => {
    fc.assert(
      fc.property(fc.array(intent, { minLength: 1000, maxLength: 1000 }), (intents) => {
        const { steps, last } = play(intents)
        let story = last
        for (const { before, change, after } of steps.toReversed()) {
          expect(contentOf(story)).toEqual(contentOf(after))
          story = apply(story, invert(before, change))
        }
        expect(contentOf(story)).toEqual(contentOf(emptyStory()))
      }),
      { numRuns: 6 },
    )
  })

  test('keep the same orders as a story read again from its records', () => {
    fc.assert(
      fc.property(fc.array(intent, { maxLength: 120, size: 'max' }), (intents) => {
        for (const { after } of play(intents).steps) {
          const anew = storyFromRecords(after.records.values())
          expect(after.sequence).toEqual(anew.sequence)
          expect(after.cast).toEqual(anew.cast)
          expect(after.info).toBe(after.records.get(after.info.id))
        }
      }),
    )
  })

  test('match the schema of stored changes, whatever the command', () => {
    fc.assert(
      fc.property(fc.array(intent, { maxLength: 80, size: 'max' }), (intents) => {
        for (const { before, change } of play(intents).steps) {
          expect(changeSchema.safeParse(change).error).toBeUndefined()
          expect(changeSchema.safeParse(invert(before, change)).error).toBeUndefined()
        }
      }),
    )
  })
})

describe('composed changes', () => {
  test('have the effect of the first and then the second', () => {
    fc.assert(
      fc.property(
        fc.array(intent, { minLength: 2, maxLength: 60, size: 'max' }),
        fc.nat(58),
        (intents, at) => {
          const { steps, last } = play(intents)
          const start = steps[Math.min(at, steps.length - 1)]?.before ?? emptyStory()
          const rest = steps.slice(Math.min(at, steps.length - 1))
          const composed = rest.map(({ change }) => change).reduce(composeChanges)
          expect(contentOf(apply(start, composed))).toEqual(contentOf(last))
        },
      ),
    )
  })

  test('are associative', () => {
    fc.assert(
      fc.property(fc.array(intent, { minLength: 3, maxLength: 40, size: 'max' }), (intents) => {
        const { steps } = play(intents)
        const [c, b, a] = steps.toReversed()
        if (a === undefined || b === undefined || c === undefined) throw new Error('There are three steps')
        const left = composeChanges(composeChanges(a.change, b.change), c.change)
        const right = composeChanges(a.change, composeChanges(b.change, c.change))
        expect(contentOf(apply(a.before, left))).toEqual(contentOf(c.after))
        expect(contentOf(apply(a.before, right))).toEqual(contentOf(c.after))
      }),
    )
  })
})

describe('a change without effect', () => {
  const story = storyOfBlocks(3)
  const [first] = story.sequence
  test.each<[string, Change]>([
    ['the same text', editText(story, blockId(1), 'Text 1.')],
    ['the same fields', patchBlocks(story, [blockId(1)], { speed: null, silenceBeforeMs: null })],
    ['a move to where it is', moveEntries(story, [blockId(1)], blockId(2))],
    ['a move of nothing', moveEntries(story, [], blockId(2))],
    ['an edit of a block that is gone', editText(story, blockId('gone'), 'x')],
    ['a removal of a block that is gone', removeEntries(story, [blockId('gone')])],
    ['the same title', renameStory(story, 'Story')],
    ['the same defaults', patchDefaults(story, { speed: 1 })],
    ['a removal of the story record', { put: [], remove: [blockIdSchema.parse(story.info.id)] }],
    [
      'a put that wins over its removal',
      { put: first === undefined ? [] : [{ ...first }], remove: [blockId(0)] },
    ],
  ])('returns the same story object: %s', (_, change) => {
    expect(apply(story, change)).toBe(story)
  })

  test('returns the same story object: an unchanged character', () => {
    const cast = apply(story, addCharacter(story, { id: characterId(1), name: 'Fox' }))
    expect(cast).not.toBe(story)
    expect(apply(cast, patchCharacter(cast, characterId(1), { name: 'Fox', settings: { speed: 1 } }))).toBe(
      cast,
    )
  })
})

describe('a record that a change does not touch', () => {
  test('stays the same object, so that it is not drawn again', () => {
    const story = storyOfBlocks(100)
    const next = apply(story, editText(story, blockId(50), 'New.'))
    expect(next.cast).toBe(story.cast)
    expect(next.info).toBe(story.info)
    expect(next.sequence.filter((entry, index) => entry !== story.sequence[index])).toHaveLength(1)
    const renamed = apply(story, renameStory(story, 'Other'))
    expect(renamed.sequence).toBe(story.sequence)
    expect(renamed.info.title).toBe('Other')
  })
})
