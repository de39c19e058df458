import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { runCommand } from '../../../renderer/actions/commands.ts'
import { undoLast } from '../../../renderer/actions/history.ts'
import { Dialogs } from '../../../renderer/app/Dialogs.tsx'
import type { Version } from '../../../shared/ipc/views.ts'
import { editText, patchBlocks, removeEntries } from '../../../shared/story/blockCommands.ts'
import { addCharacter, removeCharacter } from '../../../shared/story/castCommands.ts'
import { apply } from '../../../shared/story/changes.ts'
import { characterIdSchema } from '../../../shared/story/records.ts'
import { storyFromRecords } from '../../../shared/story/story.ts'
import { DEFAULT_SETTINGS } from '../../../shared/story/speechSettings.ts'
import { id, sketchRecords } from '../support/smallStory.ts'
import { renderIn, testWorld } from '../support/testWorld.tsx'

const FOX = characterIdSchema.parse('fox')
const version = (more: Partial<Version>): Version => ({
  ...{ id: 'v', reason: 'saved', name: '', createdAtMs: 1_700_000_000_000, blocks: 3, bytes: 2_000_000 },
  ...more,
})
const VERSIONS = [
  version({ id: 'v3', reason: 'restore', name: 'Draft' }),
  version({ id: 'v2', reason: 'time' }),
  version({ id: 'v1', name: 'Draft', bytes: 500_000 }),
]

/** A story of three blocks as a version has it: the second is the fox's. */
const before = () => {
  const plain = storyFromRecords(sketchRecords([{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }]))
  const withFox = apply(plain, addCharacter(plain, { id: FOX, name: 'Fox', settings: DEFAULT_SETTINGS }))
  return apply(withFox, patchBlocks(withFox, [id('b2')], { characterId: FOX }))
}

async function showVersions() {
  const records = [...before().records.values()]
  const made = testWorld({
    records,
    answers: { 'project:versions': () => VERSIONS, 'project:readVersion': () => records },
  })
  const { user } = renderIn(made.world, <Dialogs />)
  const open = async () => {
    act(() => runCommand(made.world, 'versions'))
    return within(await screen.findByRole('dialog', { name: 'Versions' }))
  }
  return { ...made, user, open }
}

test('saved versions are distinguished from automatic ones, each with its size, and with the total', async () => {
  const { open } = await showVersions()
  const dialog = await open()
  await dialog.findByText('3 versions · 4.5 MB')
  const group = (name: string) =>
    within(dialog.getByRole('region', { name }))
      .getAllByRole('listitem')
      .map((row) => row.querySelector('b')?.textContent)
  expect(group('Saved by you')).toEqual(['Draft'])
  expect(group('Kept automatically')).toEqual(['Before restoring “Draft”', 'As you worked'])
  within(dialog.getByRole('region', { name: 'Saved by you' })).getByText('500 kB')
  within(dialog.getByRole('region', { name: 'Kept automatically' })).getByText('2 versions · 4.0 MB')
})

test('single blocks are restored from a comparison, one by one, in their places, and undo removes each again', async () => {
  const { world, open, user, story, block, edits } = await showVersions()
  act(() => {
    world.edit('edits.delete', removeEntries(story(), [id('b2')]))
    world.edit('edits.removeCharacter', removeCharacter(story(), FOX))
    world.edit('edits.typing', editText(story(), id('b3'), 'Three, or four.'))
  })
  const dialog = await open()
  await user.click((await dialog.findAllByRole('button', { name: 'View and compare' }))[0] as HTMLElement)
  const comparison = within(await screen.findByRole('dialog', { name: /^Version/ }))
  const rows = comparison.getAllByRole('listitem').map((row) => row.firstElementChild?.textContent)
  expect(rows).toEqual([
    expect.stringMatching(/^Block 2Fox.*Deleted since/),
    expect.stringMatching(/^Block 2Narrator.*Text changed/),
  ])
  const [removed] = comparison.getAllByRole('button', { name: 'Restore block 2' })
  act(() => removed?.focus())
  await user.keyboard('{Enter}')
  expect(story().sequence.map((each) => each.id)).toEqual([id('b1'), id('b2'), id('b3')])
  expect(block('b2')).toMatchObject({ text: 'Two.', characterId: FOX })
  expect(story().cast.map(({ name }) => name)).toEqual(['Fox'])
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/block 3$/))
  await user.click(comparison.getByRole('button', { name: 'Restore block 3' }))
  expect(block('b3').text).toBe('Three.')
  await comparison.findByText('Nothing has changed since this version.')
  expect(edits().slice(-2)).toEqual(['edits.restoreBlock', 'edits.restoreBlock'])
  act(() => {
    undoLast(world)
    undoLast(world)
  })
  expect(story().sequence.map((each) => each.id)).toEqual([id('b1'), id('b3')])
  expect(block('b3').text).toBe('Three, or four.')
})

test('a changed block can be shown in the script', async () => {
  const { world, open, user, story } = await showVersions()
  act(() => world.edit('edits.typing', editText(story(), id('b3'), 'Other words.')))
  const dialog = await open()
  await user.click((await dialog.findAllByRole('button', { name: 'View and compare' }))[0] as HTMLElement)
  await user.click(await screen.findByRole('button', { name: 'Show in the script: block 3' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(world.editor.getState().selection).toEqual([id('b3')])
})
