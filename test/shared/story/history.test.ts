import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { derive } from '../../../shared/lib/derive.ts'
import { addBlocks, editText, moveEntriesBy } from '../../../shared/story/blockCommands.ts'
import { apply, type Change } from '../../../shared/story/changes.ts'
import {
  EMPTY_HISTORY,
  execute,
  redo,
  travel,
  undo,
  type Edit,
  type History,
} from '../../../shared/story/history.ts'
import { findBlock } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { storyContent } from '../../support/storyContent.ts'
import { blockId, emptyStory, freshNumbers, intent, storyOfBlocks } from './randomStories.ts'

let steps = 0
const edit = (change: Change, more: Partial<Edit> = {}): Edit => ({
  id: `step-${String((steps += 1))}`,
  label: 'edit',
  change,
  coalesceKey: null,
  atMs: 0,
  ...more,
})

interface State {
  readonly story: Story
  readonly history: History
}

/** Makes an edit and, like the app, continues from the result. */
function done(state: State, next: Edit): State {
  return execute(state.story, state.history, next) ?? state
}

/** Types a text letter by letter, one keystroke every `everyMs`. */
function type(state: State, text: string, { everyMs = 100, fromMs = 0, id = blockId(0) } = {}): State {
  return [...text].reduce((now, _, index) => {
    const change = editText(now.story, id, text.slice(0, index + 1))
    return done(
      now,
      edit(change, { label: 'typing', coalesceKey: `text ${id}`, atMs: fromMs + index * everyMs }),
    )
  }, state)
}

const start = (): State => ({ story: storyOfBlocks(3), history: EMPTY_HISTORY })
const textOf = ({ story }: State) => findBlock(story, blockId(0))?.text

describe('undo and redo', () => {
  test('undo and redo everything, and keep the copy on disk in step', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(intent, fc.nat(3)), { maxLength: 150, size: 'max' }), (intents) => {
        const fresh = freshNumbers()
        const first: State = { story: emptyStory(), history: EMPTY_HISTORY }
        let state = first
        let onDisk = first.story
        for (const [index, [intend, place]] of intents.entries()) {
          const coalesceKey = place === 0 ? null : `place ${place}`
          const step = execute(
            state.story,
            state.history,
            edit(intend(state.story, fresh), { coalesceKey, atMs: index }),
          )
          if (step === null) continue
          onDisk = apply(onDisk, step.change)
          state = step
        }
        const last = state
        for (
          let step = undo(state.story, state.history);
          step !== null;
          step = undo(state.story, state.history)
        ) {
          onDisk = apply(onDisk, step.change)
          state = step
        }
        expect(storyContent(state.story)).toEqual(first.story)
        expect(new Map(onDisk.records)).toEqual(new Map(first.story.records))
        for (
          let step = redo(state.story, state.history);
          step !== null;
          step = redo(state.story, state.history)
        ) {
          onDisk = apply(onDisk, step.change)
          state = step
        }
        expect(state.story.sequence).toEqual(last.story.sequence)
        expect(state.story.cast).toEqual(last.story.cast)
        expect(new Map(onDisk.records)).toEqual(new Map(last.story.records))
        expect(state.history.past).toHaveLength(last.history.past.length)
      }),
    )
  })

  test('return null if there is nothing to undo or redo', () => {
    const { story, history } = start()
    expect(undo(story, history)).toBeNull()
    expect(redo(story, history)).toBeNull()
  })

  test('drop the edits to redo after another edit', () => {
    let state = done(start(), edit(editText(start().story, blockId(0), 'One')))
    state = undo(state.story, state.history) ?? state
    expect(state.history.future).toHaveLength(1)
    state = done(state, edit(editText(state.story, blockId(0), 'Two')))
    expect(redo(state.story, state.history)).toBeNull()
  })

  test('keep the edits to redo if an edit has no effect', () => {
    let state = done(start(), edit(editText(start().story, blockId(0), 'One')))
    state = undo(state.story, state.history) ?? state
    expect(execute(state.story, state.history, edit(moveEntriesBy(state.story, [blockId(0)], -1)))).toBeNull()
    expect(redo(state.story, state.history)).not.toBeNull()
  })

  test('reach back a thousand edits', () => {
    let state = start()
    for (let n = 0; n < 1100; n += 1)
      state = done(state, edit(editText(state.story, blockId(0), `Text ${n}`)))
    expect(state.history.past).toHaveLength(1000)
  })
})

describe('undo after a change by another page', () => {
  const typed = () => {
    let state = type(start(), 'Once')
    state = type(state, 'Once upon', { fromMs: 5_000 })
    return state
  }
  const theirs = (state: State, text: string): State => ({
    ...state,
    story: apply(state.story, editText(state.story, blockId(0), text)),
  })

  test('reverts the page’s own words, and none of the other page’s', () => {
    let state = theirs(typed(), 'Oh! Once upon a time')
    state = undo(state.story, state.history) ?? state
    expect(textOf(state)).toBe('Oh! Once a time')
    state = undo(state.story, state.history) ?? state
    expect(textOf(state)).toContain('Oh!')
    expect(textOf(state)).toContain('a time')
    expect(textOf(state)).not.toContain('Once')
  })

  test('can be redone', () => {
    let state = theirs(typed(), 'Oh! Once upon')
    state = undo(state.story, state.history) ?? state
    state = redo(state.story, state.history) ?? state
    expect(textOf(state)).toBe('Oh! Once upon')
  })

  test('keeps a block that this page added and the other page has written in since', () => {
    const added = blockId('added')
    let state = done(start(), edit(addBlocks(start().story, [{ id: added }], null)))
    state = { ...state, story: apply(state.story, editText(state.story, added, 'Theirs.')) }
    state = undo(state.story, state.history) ?? state
    expect(findBlock(state.story, added)?.text).toBe('Theirs.')
  })
})

describe('going through several steps at once', () => {
  const three = ['One.', 'Two.', 'Three.'].reduce(
    (state, text) => done(state, edit(editText(state.story, blockId(0), text))),
    start(),
  )

  test('returns to the story of that step in one change, and keeps later edits until the next edit', () => {
    const back = travel(three.story, three.history, -2)
    if (back === null) throw new Error('There are two steps back')
    expect(textOf(back)).toBe('One.')
    expect(storyContent(apply(three.story, back.change))).toEqual(storyContent(back.story))
    expect(storyContent(apply(back.story, back.inverse))).toEqual(storyContent(three.story))
    expect([back.history.past.length, back.history.future.length]).toEqual([1, 2])
    const forth = travel(back.story, back.history, 2)
    expect(forth && storyContent(forth.story)).toEqual(storyContent(three.story))
    const edited = done(back, edit(editText(back.story, blockId(0), 'Other.')))
    expect(travel(edited.story, edited.history, 1)).toBeNull()
  })

  test('does nothing if there are fewer steps, or none are requested', () => {
    for (const steps of [-4, 1, 0]) expect(travel(three.story, three.history, steps)).toBeNull()
  })
})

describe('typing', () => {
  test('is one entry as long as it continues', () => {
    const state = type(start(), 'Once upon a time')
    expect(state.history.past).toHaveLength(1)
    const undone = undo(state.story, state.history)
    expect(undone && storyContent(undone.story)).toEqual(start().story)
    expect(textOf(redo(undone?.story ?? state.story, undone?.history ?? state.history) ?? start())).toBe(
      'Once upon a time',
    )
  })

  test('starts a new entry after a pause, in another block, and after another edit', () => {
    let state = type(start(), 'One')
    state = type(state, 'One two', { fromMs: 5_000 })
    expect(state.history.past).toHaveLength(2)
    state = type(state, 'Else', { fromMs: 6_000, id: blockId(1) })
    expect(state.history.past).toHaveLength(3)
    state = done(state, edit(addBlocks(state.story, [{ id: blockId(9) }], null), { atMs: 6_500 }))
    state = type(state, 'Elsewhere', { fromMs: 6_600, id: blockId(1) })
    expect(state.history.past).toHaveLength(5)
  })

  test('starts a new entry after an undo, and after a redo', () => {
    let state = type(start(), 'One')
    state = undo(state.story, state.history) ?? state
    state = redo(state.story, state.history) ?? state
    state = type(state, 'One two', { fromMs: 400 })
    expect(state.history.past).toHaveLength(2)
    state = undo(state.story, state.history) ?? state
    expect(textOf(state)).toBe('One')
  })

  test('leaves no entry if the text ends as it began, but can be undone to it', () => {
    let state = type(start(), 'x')
    state = done(
      state,
      edit(editText(state.story, blockId(0), ''), { coalesceKey: `text ${blockId(0)}`, atMs: 50 }),
    )
    expect(storyContent(state.story)).toEqual(start().story)
    const undone = undo(state.story, state.history)
    expect(undone && storyContent(undone.story)).toEqual(start().story)
  })
})

test('values derived from a block are freed when an edit replaces the block, although undo keeps its words', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void // the flag makes it available in new contexts
  const wordsOf = derive((block: object) => ({ block }))
  let state = start()
  const write = (text: string) => {
    state = done(state, edit(editText(state.story, blockId(0), text)))
    return new WeakRef(wordsOf(findBlock(state.story, blockId(0)) ?? {}))
  }
  const replaced = ['First words', 'Second words', 'Third words'].map(write)
  write('Last words') // a function derived by makeAfter holds the story before the last one
  write('Very last words')
  await setImmediate() // a weak reference holds until the end of its turn
  collectGarbage()
  expect(replaced.filter((value) => value.deref() !== undefined)).toEqual([])
  const { story } = travel(state.story, state.history, -3) ?? state
  expect(findBlock(story, blockId(0))?.text).toBe('Second words')
})
