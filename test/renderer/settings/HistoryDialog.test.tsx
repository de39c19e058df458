import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { HistoryDialog } from '../../../renderer/features/settings/HistoryDialog.tsx'
import { editText, removeEntries } from '../../../shared/story/blockCommands.ts'
import { addChapter } from '../../../shared/story/castCommands.ts'
import { chapterIdSchema } from '../../../shared/story/records.ts'
import { blocksOf } from '../../../shared/story/selectors.ts'
import { id, sketchRecords } from '../support/smallStory.ts'
import { renderInWorld } from '../support/testWorld.tsx'

const CHAPTER = chapterIdSchema.parse('harbour')

it('edits are listed, newest first, with the current one marked, and the chosen one is restored by keyboard', async () => {
  const { user, world, story, block, edits, callsOf } = renderInWorld(<HistoryDialog />, {
    records: sketchRecords([{}]),
  })
  for (const [index, text] of ['One.', 'Two.', 'Three.'].entries())
    act(() => world.edit(index === 1 ? 'edits.split' : 'edits.typing', editText(story(), id('b1'), text)))
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(4))
  await act(() => world.saver.flush())
  const sent = callsOf('project:change').length
  const steps = screen.getAllByRole('option')
  expect(steps.map((step) => step.querySelector('span + span')?.textContent)).toEqual([
    ...['Typed', 'Split', 'Typed', 'Start of the history'],
  ])
  const present = () =>
    screen.getAllByRole('option').findIndex((step) => step.getAttribute('aria-selected') === 'true')
  expect(present()).toBe(0)
  await user.click(screen.getByRole('option', { name: /^Split/ }))
  expect(block('b1').text).toBe('Two.')
  expect(present()).toBe(1)
  await user.keyboard('{End}{Enter}')
  expect(block('b1').text).toBe('Block 1')
  expect([present(), edits()]).toEqual([3, []])
  await user.keyboard('{Home}{Enter}')
  expect(block('b1').text).toBe('Three.')
  await act(() => world.saver.flush())
  expect(callsOf('project:change').length - sent).toBeLessThanOrEqual(3) // at most one step for each place
})

it('each edit is listed with its description and its place', async () => {
  const { world, story } = renderInWorld(<HistoryDialog />, { records: sketchRecords([{}, {}, {}]) })
  const words = (text: string) => ({
    put: blocksOf(story()).map((block) => ({ ...block, text })),
    remove: [],
  })
  act(() => {
    world.edit('edits.typing', editText(story(), id('b2'), 'One.'))
    world.edit('edits.addChapter', addChapter(story(), { id: CHAPTER, title: 'The Harbour' }, id('b2')))
    world.edit('edits.replace', words('Two.'), undefined, 'harbour')
    world.edit('edits.typing', editText(story(), id('b3'), 'Three.'))
    world.edit('edits.delete', removeEntries(story(), [id('b3')]))
  })
  const steps = await screen.findAllByRole('option')
  expect(steps.slice(0, 5).map((step) => step.getAttribute('aria-label') ?? step.textContent)).toEqual([
    expect.stringMatching(/^Deleted.*Block 3 · The Harbour$/),
    expect.stringMatching(/^Typed.*Block 3 · The Harbour$/),
    expect.stringMatching(/^Replaced “harbour”.*3 blocks from block 1$/),
    expect.stringMatching(/^Added a chapter.*The Harbour$/),
    expect.stringMatching(/^Typed.*Block 2$/),
  ])
})
