import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { HistoryDialog } from '../../../renderer/features/settings/HistoryDialog.tsx'
import { editText } from '../../../shared/story/blockCommands.ts'
import { id, sketchRecords } from '../support/smallStory.ts'
import { renderInWorld } from '../support/testWorld.tsx'

it('lists the edits, the newest first, marks the present one, and goes to the chosen one by keyboard', async () => {
  const { user, world, story, block, edits, callsOf } = renderInWorld(<HistoryDialog />, {
    records: sketchRecords([{}]),
  })
  for (const [index, text] of ['One.', 'Two.', 'Three.'].entries())
    act(() => world.edit(index === 1 ? 'edits.split' : 'edits.typing', editText(story(), id('b1'), text)))
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(4))
  const steps = screen.getAllByRole('option')
  expect(steps.map((step) => step.querySelector('span + span')?.textContent)).toEqual([
    ...['typing', 'splitting', 'typing', 'When opened'],
  ])
  const present = () =>
    screen.getAllByRole('option').findIndex((step) => step.getAttribute('aria-selected') === 'true')
  expect(present()).toBe(0)
  await user.click(screen.getByRole('option', { name: /splitting/ }))
  expect(block('b1').text).toBe('Two.')
  expect(present()).toBe(1)
  await user.keyboard('{End}{Enter}')
  expect(block('b1').text).toBe('Block 1')
  expect([present(), edits()]).toEqual([3, []])
  await user.keyboard('{Home}{Enter}')
  expect(block('b1').text).toBe('Three.')
  expect(callsOf('project:change').length).toBeLessThanOrEqual(3)
})
