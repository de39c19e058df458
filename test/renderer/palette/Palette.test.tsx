import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { runCommand } from '../../../renderer/actions/commands.ts'
import { Dialogs } from '../../../renderer/app/Dialogs.tsx'
import { Palette } from '../../../renderer/features/palette/Palette.tsx'
import { COMMAND_IDS } from '../../../shared/commands/commands.ts'
import { commands as names } from '../../../shared/messages/names.ts'
import { id, sketchRecords } from '../support/smallStory.ts'
import { renderInWorld } from '../support/testWorld.tsx'

it.each([
  ['without a chosen block', []],
  ['with a chosen block', [id('b1')]],
])('the palette lists every command of the table except itself after > %s', async (_, selection) => {
  const { user, world } = renderInWorld(<Palette />, { records: sketchRecords([{}]) })
  world.editor.setState({ selection })
  await user.type(await screen.findByRole('searchbox'), '>')
  const shown = screen.getAllByRole('menuitem').map((item) => item.textContent)
  for (const command of COMMAND_IDS) {
    const isThere = shown.some((text) => text.startsWith(names[command]))
    expect([command, isThere]).toEqual([command, command !== 'palette'])
  }
})

it('the palette leads to a row of the settings, and to a part of the export page', async () => {
  const { user, world } = renderInWorld(<Dialogs />, { records: sketchRecords([{ text: 'Once.' }]) })
  const search = async (text: string) => {
    act(() => runCommand(world, 'palette'))
    await user.type(
      await screen.findByRole('searchbox', { name: 'Find or do anything' }),
      `${text}{ArrowDown}{Enter}`,
    )
  }
  await search('dark')
  const settings = await screen.findByRole('dialog', { name: 'Settings' })
  within(settings).getByRole('radiogroup', { name: 'Appearance' })
  expect(within(settings).queryByRole('radiogroup', { name: 'Language' })).toBeNull()
  await user.keyboard('{Escape}{Escape}')
  await search('subtitles')
  const page = await screen.findByRole('dialog', { name: 'Export the story' })
  const extras = within(page).getByRole('region', { name: 'Extras' })
  await waitFor(() => expect(extras.contains(document.activeElement)).toBe(true))
})
