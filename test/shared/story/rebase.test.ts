import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addBlocks,
  assignCharacter,
  editText,
  moveEntriesBy,
  patchBlocks,
  removeEntries,
  splitBlock,
} from '../../../shared/story/blockCommands.ts'
import {
  addCharacter,
  mergeCharacters,
  patchCharacter,
  removeCharacter,
  renameStory,
} from '../../../shared/story/castCommands.ts'
import { apply, invert, type Change, type ReversibleChange } from '../../../shared/story/changes.ts'
import { applyBelow, rebase } from '../../../shared/story/rebase.ts'
import { blockSchema, lexiconEntryIdSchema, type LexiconEntry } from '../../../shared/story/records.ts'
import { blocksOf, findBlock, findCharacter } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { blockId, characterId, freshNumbers, intent, storyOfBlocks } from './randomStories.ts'

const [first, second] = [blockId(0), blockId(1)]
const fox = characterId('fox')

/** The fields of a block that hold any text. */
const TEXTS = Object.entries(blockSchema.shape).flatMap(([name, schema]) =>
  ['', 'Any words.'].every((text) => schema.safeParse(text).success) && !schema.safeParse(null).success
    ? [name]
    : [],
)

const edit = (story: Story, change: Change): ReversibleChange => ({ change, inverse: invert(story, change) })
const sequence =
  (...changes: ((story: Story) => Change)[]) =>
  (story: Story) =>
    changes.reduce((now, make) => apply(now, make(now)), story)

/** A story after a change of another page, and then the page's own edit of the story as it was before. */
function met(start: Story, theirs: (story: Story) => Change, mine: (story: Story) => Change) {
  const rebased = rebase(edit(start, mine(start)), sequence(theirs)(start))
  return { ...rebased, story: apply(sequence(theirs)(start), rebased.change) }
}

describe('an edit of a record that has changed meanwhile', () => {
  test('keeps the fields that the other page changed', () => {
    const { story, toReread } = met(
      storyOfBlocks(2),
      (now) => patchBlocks(now, [first], { voiceId: 'OA002', silenceBeforeMs: 200 }),
      (now) => patchBlocks(now, [first], { text: 'Mine.', speed: 2 }),
    )
    expect(findBlock(story, first)).toMatchObject({
      voiceId: 'OA002',
      silenceBeforeMs: 200,
      text: 'Mine.',
      speed: 2,
    })
    expect(toReread).toEqual([])
  })

  test.each(TEXTS)('keeps the words of both pages in the field %s of a block', (name) => {
    const { story } = met(
      storyOfBlocks(1, { [name]: 'The fox.' }),
      (now) => patchBlocks(now, [first], { [name]: 'The fox. A' }),
      (now) => patchBlocks(now, [first], { [name]: 'B The fox.' }),
    )
    expect(findBlock(story, first)).toMatchObject({ [name]: 'B The fox. A' })
  })

  test('keeps the words of both pages', () => {
    const { story } = met(
      storyOfBlocks(2, { text: 'The fox.' }),
      (now) => editText(now, first, 'The fox. A'),
      (now) => editText(now, first, 'The fox. B'),
    )
    expect(findBlock(story, first)?.text).toBe('The fox. A B')
  })

  test('keeps both words if both pages changed the same word, and reports the block', () => {
    const { story, toReread } = met(
      storyOfBlocks(1, { text: 'A cat.' }),
      (now) => editText(now, first, 'A cow.'),
      (now) => editText(now, first, 'A dog.'),
    )
    expect(findBlock(story, first)?.text).toBe('A cow dog.')
    expect(toReread).toEqual([first])
  })

  test('merges the settings of a character one by one', () => {
    const start = sequence((now) => addCharacter(now, { id: fox, name: 'Fox' }))(storyOfBlocks(1))
    const { story } = met(
      start,
      (now) => patchCharacter(now, fox, { settings: { voiceId: 'OA005' } }),
      (now) => patchCharacter(now, fox, { name: 'Vixen', settings: { speed: 1.5 } }),
    )
    expect(findCharacter(story, fox)).toMatchObject({
      name: 'Vixen',
      settings: { voiceId: 'OA005', speed: 1.5 },
    })
  })

  test('keeps both titles of a story', () => {
    const { story } = met(
      storyOfBlocks(1),
      (now) => renameStory(now, 'Story of the fox'),
      (now) => renameStory(now, 'My Story'),
    )
    expect(story.info.title).toBe('My Story of the fox')
  })

  test('moves a block to its latest place', () => {
    const { story } = met(
      storyOfBlocks(3),
      (now) => moveEntriesBy(now, [first], 2),
      (now) => moveEntriesBy(now, [first], 1),
    )
    expect(blocksOf(story).map(({ id }) => id)).toEqual([blockId(1), blockId(0), blockId(2)])
  })
})

describe('a deletion and an edit at the same time', () => {
  test('restore a block in which words were written', () => {
    const { story, toReread } = met(
      storyOfBlocks(2),
      (now) => removeEntries(now, [first]),
      (now) => editText(now, first, 'Still here.'),
    )
    expect(findBlock(story, first)?.text).toBe('Still here.')
    expect(toReread).toEqual([first])
  })

  test('leave a block deleted if it was only moved', () => {
    const { story } = met(
      storyOfBlocks(2),
      (now) => removeEntries(now, [first]),
      (now) => moveEntriesBy(now, [first], 1),
    )
    expect(findBlock(story, first)).toBeUndefined()
  })

  test('keep a block in which the other page has written', () => {
    const { story, toReread } = met(
      storyOfBlocks(2),
      (now) => editText(now, first, 'Their words.'),
      (now) => removeEntries(now, [first, second]),
    )
    expect(findBlock(story, first)?.text).toBe('Their words.')
    expect(findBlock(story, second)).toBeUndefined()
    expect(toReread).toEqual([first])
  })

  test('keep the words that were written in the second part of a split block', () => {
    const { story } = met(
      storyOfBlocks(1, { text: 'Before and after' }),
      (now) => splitBlock(now, first, 7, blockId('tail')),
      (now) => editText(now, first, 'Before and after midnight'),
    )
    expect(blocksOf(story).map(({ text }) => text)).toEqual(['Before midnight', 'and after'])
  })
})

describe('a character that one page deletes while the other assigns it to a block', () => {
  const start = sequence((now) => addCharacter(now, { id: fox, name: 'Fox' }))(storyOfBlocks(2))

  test('stays if the assignment came first', () => {
    const { story } = met(
      start,
      (now) => assignCharacter(now, [first], fox),
      (now) => removeCharacter(now, fox),
    )
    expect(findCharacter(story, fox)).toBeDefined()
  })

  test('is not assigned to any block if the deletion came first', () => {
    const { story } = met(
      start,
      (now) => removeCharacter(now, fox),
      (now) => assignCharacter(now, [first], fox),
    )
    expect(findBlock(story, first)?.characterId).toBeNull()
  })
})

describe('two characters that one page merges', () => {
  const owl = characterId('owl')
  const start = sequence(
    (now) => addCharacter(now, { id: fox, name: 'Fox' }),
    (now) => addCharacter(now, { id: owl, name: 'Owl' }),
    (now) => assignCharacter(now, [first], owl),
  )(storyOfBlocks(2))
  const merging = (now: Story) => mergeCharacters(now, { from: owl, into: fox, settingsOf: fox })
  const added = { id: blockId('new'), text: 'Who?', characterId: owl }
  const entry: LexiconEntry = {
    ...{ type: 'lexiconEntry', id: lexiconEntryIdSchema.parse('entry'), characterId: owl },
    ...{ written: 'wood', spoken: 'wud', match: 'word', isCaseSensitive: false, language: null },
  }
  const theirs = (now: Story): Change => ({
    put: [...addBlocks(now, [added], null).put, ...assignCharacter(now, [second], owl).put, entry],
    remove: [],
  })
  const speakers = (story: Story) => blocksOf(story).map(({ characterId }) => characterId)

  test('include what the other page has assigned to the merged character meanwhile', () => {
    const { story } = met(start, theirs, merging)
    expect(findCharacter(story, owl)).toBeUndefined()
    expect(speakers(story)).toEqual([fox, fox, fox])
    expect(story.records.get(entry.id)).toMatchObject({ characterId: fox })
  })

  test('include what the other page assigns to the merged character afterwards', () => {
    const mine = edit(start, theirs(start))
    const { story, edits } = applyBelow(apply(start, mine.change), [mine], merging)
    expect(findCharacter(story, owl)).toBeUndefined()
    expect(speakers(story)).toEqual([fox, fox, fox])
    expect(story.records.get(entry.id)).toMatchObject({ characterId: fox })
    const back = edits.reduceRight((now, { inverse }) => apply(now, inverse), story)
    expect(speakers(back)).toEqual([fox, null])
  })

  test('stay separate if the other page merges them in the other direction', () => {
    const other = edit(start, mergeCharacters(start, { from: fox, into: owl, settingsOf: owl }))
    const { story } = applyBelow(apply(start, other.change), [other], merging)
    for (const id of speakers(story)) if (id !== null) expect(findCharacter(story, id)).toBeDefined()
    expect(speakers(story)[0]).not.toBeNull()
  })

  test('leave the merged character if the other page has written its notes', () => {
    const { story, toReread } = met(start, (now) => patchCharacter(now, owl, { notes: 'Hoots.' }), merging)
    expect(findCharacter(story, owl)?.notes).toBe('Hoots.')
    expect(toReread).toEqual([owl])
  })
})

describe('edits reapplied after a change by another page', () => {
  test('are unchanged if the change is one of their own, sent back', () => {
    const start = storyOfBlocks(2)
    const mine = edit(start, addBlocks(start, [{ id: blockId('new'), text: 'New.' }], null))
    const story = apply(start, mine.change)
    const again = applyBelow(story, [mine], () => mine.change)
    expect(new Map(again.story.records)).toEqual(new Map(story.records))
    expect(again.toReread).toEqual([])
  })

  test('can be undone and redone exactly, if nobody else changed anything', () => {
    fc.assert(
      fc.property(fc.array(intent, { maxLength: 20 }), (intents) => {
        const fresh = freshNumbers()
        const start = storyOfBlocks(3)
        const edits: ReversibleChange[] = []
        const end = intents.reduce((now, intend) => {
          const made = edit(now, intend(now, fresh))
          edits.push(made)
          return apply(now, made.change)
        }, start)
        const again = applyBelow(end, edits, (below) => {
          expect(new Map(below.records)).toEqual(new Map(start.records))
          return { put: [], remove: [] }
        })
        expect(new Map(again.story.records)).toEqual(new Map(end.records))
      }),
    )
  })

  test('always result in a story whose edits can be undone', () => {
    fc.assert(
      fc.property(fc.array(intent, { maxLength: 8 }), fc.array(intent, { maxLength: 8 }), (ours, others) => {
        const fresh = freshNumbers()
        const start = storyOfBlocks(4)
        const make = (intents: typeof ours) => {
          let now = start
          const edits = intents.map((intend) => {
            const made = edit(now, intend(now, fresh))
            now = apply(now, made.change)
            return made
          })
          return { now, edits }
        }
        const [mine, theirs] = [make(ours), make(others)]
        const after = applyBelow(mine.now, mine.edits, () => ({
          put: [...theirs.now.records.values()],
          remove: [...start.records.keys()].filter((id) => !theirs.now.records.has(id)) as never[],
        }))
        const below = after.edits.reduceRight((now, { inverse }) => apply(now, inverse), after.story)
        expect(new Map(below.records)).toEqual(new Map(theirs.now.records))
        for (const block of blocksOf(after.story)) {
          if (block.characterId !== null) expect(after.story.records.has(block.characterId)).toBe(true)
        }
      }),
    )
  })
})
