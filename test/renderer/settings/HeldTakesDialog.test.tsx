import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { runCommand } from '../../../renderer/actions/commands.ts'
import { Dialogs } from '../../../renderer/app/Dialogs.tsx'
import type { Output } from '../../../shared/ipc/contract.ts'
import { PROJECT, id, sketchRecords } from '../support/smallStory.ts'
import { renderIn, testWorld } from '../support/testWorld.tsx'

const MB = 1e6
const HELD: Output<'takes:held'> = {
  takes: [
    { id: 'one', need: 'used', bytes: 3 * MB },
    { id: 'two', need: 'older', bytes: 2 * MB },
    { id: 'three', need: 'older', bytes: 1 * MB },
    { id: 'four', need: 'reading', bytes: 1 * MB },
  ],
  fileBytes: 9 * MB,
}

test('what the story holds is listed with sizes, and what nothing needs is deleted by a second press', async () => {
  const made = testWorld({
    records: sketchRecords([{ text: 'Once' }]),
    answers: {
      'takes:held': () => HELD,
      'takes:clean': () => ({ count: 2, freedBytes: 3 * MB }),
      'music:held': () => [],
    },
  })
  const { user } = renderIn(made.world, <Dialogs />)
  act(() => runCommand(made.world, 'heldTakes'))
  const dialog = within(await screen.findByRole('dialog', { name: 'What the story holds' }))
  await dialog.findByText('4 takes. The file has 9.0 MB.')
  const group = (name: string) => within(dialog.getByRole('region', { name }))
  group('Of older words').getByText('2 · 3.0 MB')
  expect(group('Used').queryByRole('switch')).toBeNull()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete…' }).disabled).toBe(true)
  await user.click(dialog.getByRole('switch', { name: /Delete these 2 takes/ }))
  await user.click(dialog.getByRole('button', { name: 'Delete 2 takes · 3.0 MB' }))
  expect(made.callsOf('takes:clean')).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Press again to delete for good' }))
  await waitFor(() =>
    expect(made.callsOf('takes:clean')).toEqual([{ projectId: PROJECT.projectId, needs: ['older'] }]),
  )
})

test('music that nothing needs is deleted by a second press of the same key, which keeps the focus', async () => {
  const made = testWorld({
    records: sketchRecords([{ text: 'Once' }]),
    answers: {
      'takes:held': () => HELD,
      'music:held': () => [{ audioId: 'rain', name: 'Rain', need: 'spare', bytes: 2 * MB, durationMs: 5000 }],
      'music:clean': () => ({ count: 1, freedBytes: 2 * MB }),
    },
  })
  const { user } = renderIn(made.world, <Dialogs />)
  act(() => runCommand(made.world, 'heldTakes'))
  const music = within(await screen.findByRole('region', { name: 'Music' }))
  act(() => music.getByRole('button').focus())
  await user.keyboard('{Enter}')
  expect(made.callsOf('music:clean')).toEqual([])
  await user.keyboard('{Enter}')
  expect(made.callsOf('music:clean')).toEqual([{ projectId: PROJECT.projectId }])
})

test('R asks with the price where a block costs credits, and reads it by one more key', async () => {
  const made = testWorld({
    records: sketchRecords([{ text: 'Once upon a time' }]).map((record) =>
      record.type === 'story' ? { ...record, connectionId: 'hosted' } : record,
    ),
    answers: { 'takes:readAgain': () => [] },
  })
  const { user } = renderIn(made.world, <Dialogs />)
  act(() => made.world.view.setState({ selection: [id('b1')] }))
  act(() => runCommand(made.world, 'readAgain', 'R'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Read block 1 again?' }))
  const button = dialog.getByRole('button', { name: /Read again.*16 credits/ })
  expect(made.callsOf('takes:readAgain')).toEqual([])
  await waitFor(() => expect(document.activeElement).toBe(button))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(made.callsOf('takes:readAgain')).toMatchObject([{ blockId: 'b1', times: 1 }]))
  expect(screen.queryByRole('dialog')).toBeNull()
})
