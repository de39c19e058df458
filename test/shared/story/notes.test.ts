import { describe, expect, it } from 'vitest'
import { writeNotes } from '../../../shared/export/notes.ts'
import {
  joinBlocks,
  mergeWithPrevious,
  patchBlocks,
  splitBlock,
  splitBlocks,
} from '../../../shared/story/blockCommands.ts'
import { apply, invert } from '../../../shared/story/changes.ts'
import { MAX_NOTES } from '../../../shared/story/limits.ts'
import { nextNoted, notedBlocks } from '../../../shared/story/notes.ts'
import { rebase } from '../../../shared/story/rebase.ts'
import type { Block } from '../../../shared/story/records.ts'
import { blocksOf } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { blockKeys } from '../../../shared/story/takes.ts'
import { id, sketchStory, type BlockSketch } from '../../renderer/support/smallStory.ts'

type Sketch = BlockSketch & Partial<Pick<Block, 'notes' | 'mark' | 'lockedKey' | 'breakBefore' | 'name'>>

function storyOf(...sketches: readonly Sketch[]): Story {
  const story = sketchStory(sketches)
  const put = blocksOf(story).map((block, index) => {
    const { text: _text, silenceMs: _silence, heading: _heading, ...fields } = sketches[index] ?? {}
    return { ...block, ...fields }
  })
  return apply(story, { put, remove: [] })
}

const facts = (story: Story) => blocksOf(story).map(({ text, notes, mark }) => [text, notes, mark])

describe('notes and marks of blocks', () => {
  it('change neither what is sent nor what a locked block keeps', () => {
    const story = storyOf({ lockedKey: 'key' })
    const noted = apply(story, patchBlocks(story, [id('b1')], { notes: 'Slower.', mark: 'retake' }))
    expect(facts(noted)).toEqual([['Block 1', 'Slower.', 'retake']])
    const keys = [story, noted].map((each) => blocksOf(each).map((block) => blockKeys(each, block)))
    expect(keys[0]).toEqual(keys[1])
  })

  it('stay with the first part of a split block, and all of its parts keep the mark', () => {
    const story = storyOf({ text: 'One. Two.', notes: 'Breath', mark: 'retake' })
    const split = apply(story, splitBlock(story, id('b1'), 5, id('new')))
    expect(facts(split)).toEqual([
      ['One.', 'Breath', 'retake'],
      ['Two.', '', 'retake'],
    ])
  })

  it.each([
    ['retake', 'done', 'retake'],
    ['done', 'done', 'done'],
    ['done', null, null],
    [null, 'retake', 'retake'],
  ] as const)('are combined when blocks are joined: %s and %s make %s', (first, second, mark) => {
    const story = storyOf({ notes: 'One', mark: first }, { notes: 'Two', mark: second })
    expect(facts(apply(story, mergeWithPrevious(story, id('b2'))))).toEqual([
      ['Block 1 Block 2', 'One\nTwo', mark],
    ])
  })

  it('prevent joining if they would be too long for one note', () => {
    const story = storyOf({ notes: 'x'.repeat(MAX_NOTES) }, { notes: 'y' })
    expect(apply(story, mergeWithPrevious(story, id('b2')))).toBe(story)
  })

  it('are both kept if two pages write them at the same time', () => {
    const base = storyOf({ notes: 'Slow.' })
    const write = (notes: string) => patchBlocks(base, [id('b1')], { notes })
    const now = apply(base, write('Slow. And low.'))
    const change = write('Too slow.')
    const merged = apply(now, rebase({ change, inverse: invert(base, change) }, now).change)
    expect(facts(merged)).toEqual([['Block 1', 'Too slow. And low.', null]])
  })

  it('are listed in story order, and can be stepped through from any block, wrapping around at the ends', () => {
    const story = storyOf({ mark: 'done' }, { notes: 'a' }, {}, { mark: 'retake' })
    const numbers = (isOpen: boolean) => notedBlocks(story, { isOpen }).map((block) => block.id)
    expect(numbers(true)).toEqual(['b2', 'b4'])
    expect(numbers(false)).toEqual(['b1', 'b2', 'b4'])
    const from = (at: string | null, direction: 1 | -1) =>
      nextNoted(story, at === null ? null : id(at), direction, { isOpen: true })?.id
    expect([from(null, 1), from('b2', 1), from('b3', 1), from('b4', 1)]).toEqual(['b2', 'b4', 'b4', 'b2'])
    expect([from(null, -1), from('b2', -1), from('b3', -1)]).toEqual(['b4', 'b4', 'b2'])
    expect(nextNoted(storyOf({}), null, 1, { isOpen: true })).toBeNull()
  })

  it('are written as a table that a spreadsheet opens without running formulas', () => {
    const story = storyOf(
      { heading: 'One', text: 'A\nb', notes: '=1+1', mark: 'done', name: 'Q1' },
      { text: 'Not noted' },
      { heading: 'Two', mark: 'retake' },
    )
    expect(writeNotes(story, { narrator: 'Narrator' })).toBe(
      '\uFEFFnumber,id,chapter,speaker,line,notes,mark\r\n' +
        `1,Q1,One,Narrator,"A\nb","'=1+1",done\r\n` +
        '3,,Two,Narrator,Block 3,,retake\r\n',
    )
  })
})

describe('joining a selection', () => {
  it('joins each run of consecutive blocks; headings and locked blocks end a run', () => {
    const story = storyOf(
      { text: 'One.' },
      { text: 'Two.', breakBefore: 'sentence' },
      { text: 'Three.' },
      { text: 'Left.' },
      { text: 'Four.', lockedKey: 'key' },
      { text: 'Five.' },
      { heading: 'Next', text: 'Six.' },
      { text: 'Seven.' },
    )
    const ids = ['b1', 'b2', 'b3', 'b5', 'b6', 'b7', 'b8'].map(id)
    expect(facts(apply(story, joinBlocks(story, ids))).map(([text]) => text)).toEqual([
      'One. Two.\nThree.',
      'Left.',
      'Four.',
      'Five.',
      'Six.\nSeven.',
    ])
  })

  it('can be reversed by splitting at line ends or sentences', () => {
    const story = storyOf({ text: 'One. Two.' }, { text: 'Mr. Wren left.\nThree.' })
    let next = 0
    const newId = () => id(`n${(next += 1)}`)
    const texts = (places: 'lines' | 'sentences') =>
      facts(apply(story, splitBlocks(story, [id('b1'), id('b2')], places, newId))).map(([text]) => text)
    expect(texts('lines')).toEqual(['One. Two.', 'Mr. Wren left.', 'Three.'])
    expect(texts('sentences')).toEqual(['One.', 'Two.', 'Mr. Wren left.', 'Three.'])
  })
})
