import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Outline } from '../../../renderer/features/outline/Outline.tsx'
import { chapterIdSchema } from '../../../shared/story/records.ts'
import { sectionsOf } from '../../../shared/story/selectors.ts'
import { giveBoxes } from '../support/boxes.ts'
import { id, sketchRecords, sketchStory, takeOf } from '../support/smallStory.ts'
import { renderInWorld } from '../support/testWorld.tsx'

giveBoxes({ width: 600, height: 2000 })

const SKETCH = [{}, { heading: 'Dusk' }, {}, { heading: 'Night' }, { heading: 'Dawn' }]

function open() {
  const story = sketchStory(SKETCH)
  const takes = [takeOf(story, id('b2'), 'one', 0, 1000), takeOf(story, id('b5'), 'two', 0, 2000)]
  const made = renderInWorld(<Outline />, { records: sketchRecords(SKETCH), takes })
  const titles = () => sectionsOf(made.story()).map(({ chapter }) => chapter?.title ?? null)
  return { ...made, titles }
}

const rows = () => screen.getAllByRole('row').map((row) => row.getAttribute('aria-label'))
const row = (name: string) => screen.getByRole('row', { name })

it('lists chapters with their numbers and lengths, and the rendered share of each until all is rendered', () => {
  open()
  expect(rows()).toEqual(['Opening', '1 · Dusk', '2 · Night', '3 · Dawn'])
  within(row('1 · Dusk')).getByRole('img', { name: '50 % rendered' })
  within(row('2 · Night')).getByRole('img', { name: '0 % rendered' })
  expect(within(row('3 · Dawn')).queryByRole('img')).toBeNull()
  expect(row('3 · Dawn').textContent).toContain('0:02')
})

it('goes to a chapter on Enter', async () => {
  const { user, world } = open()
  await user.click(row('Opening'))
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(world.editor.getState().selection).toEqual([id('b4')])
})

it('moves a chapter with its blocks by Alt and an arrow key, announces it, and keeps the focus on it', async () => {
  const { user, titles, edits, story } = open()
  await user.click(row('2 · Night'))
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect(titles()).toEqual([null, 'Night', 'Dusk', 'Dawn'])
  expect(sectionsOf(story())[1]?.blocks.map((block) => block.id)).toEqual([id('b4')])
  expect(edits()).toEqual(['edits.moveChapter'])
  expect(document.activeElement?.getAttribute('data-key')).toBe(chapterIdSchema.parse('c4'))
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect(titles()).toEqual([null, 'Night', 'Dusk', 'Dawn']) // the opening stays first
})

it('moves a chapter with its blocks by dragging its handle, but not by clicking it', () => {
  const { titles, edits, world } = open()
  const { selection } = world.editor.getState()
  const handle = (name: string) => row(name).querySelector('[aria-hidden="true"]') ?? row(name)
  const drag = (name: string, toY: number) => {
    fireEvent.pointerDown(handle(name), { pointerId: 1, button: 0, clientX: 8, clientY: 200 })
    fireEvent.pointerMove(window, { pointerId: 1, clientX: 8, clientY: toY })
    fireEvent.pointerUp(window, { pointerId: 1, clientX: 8, clientY: toY })
  }
  drag('3 · Dawn', 0) // to the top, where the opening stays
  expect(titles()).toEqual([null, 'Dawn', 'Dusk', 'Night'])
  drag('1 · Dawn', 500)
  expect(titles()).toEqual([null, 'Dusk', 'Night', 'Dawn'])
  expect(edits()).toEqual(['edits.moveChapter', 'edits.moveChapter'])
  fireEvent.pointerDown(handle('1 · Dusk'), { pointerId: 1, button: 0 })
  fireEvent.pointerUp(window, { pointerId: 1 })
  fireEvent.click(handle('1 · Dusk'))
  expect(edits()).toHaveLength(2)
  expect(world.editor.getState().selection).toBe(selection)
})

it('explains an empty outline in one line, and adds a chapter', async () => {
  const { user, story, world } = renderInWorld(<Outline />, { records: sketchRecords([{}]) })
  screen.getByText('No chapters yet. Add one with +.')
  await user.click(screen.getByRole('button', { name: 'Add a chapter at the end' }))
  expect(sectionsOf(story()).at(-1)?.chapter?.id).toBe(world.editor.getState().namingId)
  act(() => world.editor.setState({ namingId: null }))
})

it('folds, and stays folded', async () => {
  const { user, callsOf } = open()
  await user.click(screen.getByRole('button', { name: 'Outline' }))
  expect(screen.queryByRole('row')).toBeNull()
  expect(callsOf('settings:update')).toEqual([{ openSections: ['cast'] }])
  await user.click(screen.getByRole('button', { name: 'Outline', expanded: false }))
  expect(rows()).toHaveLength(4)
})
