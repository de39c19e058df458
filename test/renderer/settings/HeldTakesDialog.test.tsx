import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { runCommand } from '../../../renderer/actions/commands.ts'
import { flushDeletes } from '../../../renderer/stores/pendingDeletes.ts'
import { Dialogs } from '../../../renderer/app/Dialogs.tsx'
import { News } from '../../../renderer/features/status/News.tsx'
import type { Output } from '../../../shared/ipc/contract.ts'
import type { ServerView } from '../../../shared/servers/contract.ts'
import { PROJECT, id, sketchRecords } from '../support/smallStory.ts'
import { renderIn, testWorld } from '../support/testWorld.tsx'

const MB = 1e6
const LOCAL = { connectionId: 'built-in', credits: null }
const PAID = { connectionId: 'studio', credits: 2287.5 }
const HELD: Output<'takes:held'> = {
  takes: [
    { ...LOCAL, id: 'one', need: 'used', bytes: 3 * MB },
    { ...LOCAL, id: 'two', need: 'words', bytes: 2 * MB },
    { ...LOCAL, id: 'three', need: 'words', bytes: 1 * MB },
    { ...LOCAL, id: 'four', need: 'reading', bytes: 1 * MB },
    { ...PAID, id: 'five', need: 'service', bytes: 1 * MB },
    { ...PAID, id: 'six', need: 'service', bytes: 1 * MB },
    { connectionId: 'removed', credits: 12, id: 'seven', need: 'service', bytes: 1 * MB },
    { connectionId: null, credits: null, id: 'eight', need: 'unknown', bytes: 1 * MB },
  ],
  fileBytes: 13 * MB,
}
const STUDIO: ServerView<'connection'> = {
  ...{ kind: 'connection', id: 'studio', name: 'Studio', baseUrl: 'https://studio.example' },
  ...{ webhookPublicKey: '', hasKey: true, protection: 'file' },
}

async function showHeld() {
  const made = testWorld({
    records: sketchRecords([{ text: 'Once' }]),
    answers: {
      'takes:held': () => HELD,
      'takes:clean': () => ({ count: 2, freedBytes: 3 * MB }),
      'music:held': () => [],
    },
  })
  made.world.state.setState({
    servers: { keeping: 'file', connection: [STUDIO], engine: [], languageModel: [] },
  })
  const { user } = renderIn(
    made.world,
    <>
      <Dialogs />
      <News />
    </>,
  )
  act(() => runCommand(made.world, 'heldTakes'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Storage' }))
  await dialog.findByText('8 takes. The file is 13 MB.')
  const group = (name: string) => within(dialog.getByRole('region', { name }))
  return { ...made, user, dialog, group }
}

const messages = () => within(screen.getByRole('region', { name: 'Messages', hidden: true }))

test('the takes of a story are listed with sizes, and unneeded ones are deleted by a second click', async () => {
  const { dialog, group, user, world, callsOf } = await showHeld()
  group('Not used now · Local voice').getByText('2 · 3.0 MB')
  expect(group('Used · Local voice').queryByRole('switch')).toBeNull()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete…' }).disabled).toBe(true)
  await user.click(
    dialog.getByRole('switch', { name: /^Delete these 2 takes If Undo brings this text back/ }),
  )
  await user.click(dialog.getByRole('button', { name: 'Delete 2 takes · 3.0 MB' }))
  expect(world.audio.getState().removing.size).toBe(0)
  await user.click(dialog.getByRole('button', { name: 'Press again to delete for good' }))
  expect(dialog.queryByRole('region', { name: 'Not used now · Local voice' })).toBeNull()
  await act(() => flushDeletes(world.audio))
  expect(callsOf('takes:clean')).toEqual([{ projectId: PROJECT.projectId, takeIds: ['two', 'three'] }])
  messages().getByText('Deleted 2 takes. The file is 3.0 MB smaller.')
})

test('each group names the service that made its takes and the price paid, even if the service was removed', async () => {
  const { group } = await showHeld()
  group('Rendered by Studio').getByText('2 · 2.0 MB · 4,575 credits')
  group('Rendered by a service that is no longer set up').getByText('1 · 1.0 MB · 12 credits')
  group('Unknown origin').getByText('1 · 1.0 MB')
})

test('paid takes are deleted after a confirmation with their price, and undo keeps all of them', async () => {
  const { dialog, group, user, world, callsOf } = await showHeld()
  await user.click(group('Rendered by Studio').getByRole('switch', { name: /^Delete these 2 takes/ }))
  await user.click(dialog.getByRole('button', { name: 'Delete 2 takes · 2.0 MB' }))
  expect(dialog.getByRole('alert').textContent).toBe(
    'These 2 takes cost 4,575 credits. Rendering them again costs credits again.',
  )
  await user.click(dialog.getByRole('button', { name: 'Delete audio worth 4,575 credits' }))
  expect([...world.audio.getState().removing.keys()]).toEqual(['five', 'six'])
  await user.click(messages().getByRole('button', { name: 'Undo', hidden: true }))
  expect(world.audio.getState().removing.size).toBe(0)
  group('Rendered by Studio').getByText('2 · 2.0 MB · 4,575 credits')
  await act(() => flushDeletes(world.audio))
  expect(callsOf('takes:clean')).toEqual([])
})

test('unneeded music is deleted by pressing the same key again, which keeps the focus', async () => {
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

test('R asks with the price if a block costs credits, and reads it again after one more key', async () => {
  const made = testWorld({
    records: sketchRecords([{ text: 'Once upon a time' }]).map((record) =>
      record.type === 'story' ? { ...record, connectionId: 'hosted' } : record,
    ),
    answers: { 'takes:readAgain': () => [] },
  })
  const { user } = renderIn(made.world, <Dialogs />)
  act(() => made.world.editor.setState({ selection: [id('b1')] }))
  act(() => runCommand(made.world, 'readAgain', 'R'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Read block 1 again?' }))
  const button = dialog.getByRole('button', { name: /Read again.*16 credits/ })
  expect(made.callsOf('takes:readAgain')).toEqual([])
  await waitFor(() => expect(document.activeElement).toBe(button))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(made.callsOf('takes:readAgain')).toMatchObject([{ blockId: 'b1', times: 1 }]))
  expect(screen.queryByRole('dialog')).toBeNull()
})
