import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Palette } from '../../../renderer/features/palette/Palette.tsx'
import { COMMAND_IDS } from '../../../shared/commands/commands.ts'
import { commands as names } from '../../../shared/messages/commands.ts'
import { id, sketchRecords } from '../support/smallStory.ts'
import { renderInWorld } from '../support/testWorld.tsx'

it.each([
  ['without a chosen block', []],
  ['with a chosen block', [id('b1')]],
])('the palette has every command of the table after > %s, but for itself', async (_, selection) => {
  const { user, world } = renderInWorld(<Palette />, { records: sketchRecords([{}]) })
  world.view.setState({ selection })
  await user.type(await screen.findByRole('searchbox'), '>')
  const shown = screen.getAllByRole('menuitem').map((item) => item.textContent)
  for (const command of COMMAND_IDS) {
    const isThere = shown.some((text) => text.startsWith(names[command]))
    expect([command, isThere]).toEqual([command, command !== 'palette'])
  }
})
