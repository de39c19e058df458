import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { runCommand, shownKeys } from '../../../renderer/actions/commands.ts'
import { Dialogs } from '../../../renderer/app/Dialogs.tsx'
import { COMMAND_IDS, PLACE_KEYS, PLACE_KEYS_IDS } from '../../../shared/commands/commands.ts'
import { DEFAULT_APP_SETTINGS } from '../../../shared/ipc/views.ts'
import { commands as names } from '../../../shared/messages/commands.ts'
import { showKeys } from '../../../renderer/ui/keys.ts'
import { APP_INFO } from '../support/appInfo.ts'
import { renderInWorld } from '../support/testWorld.tsx'

describe.each(['desktop', 'browser'] as const)('the list of shortcuts in the %s host', (host) => {
  it('has every command that has keys, with the keys that work there, and the keys of places', async () => {
    const { world } = renderInWorld(<Dialogs />, { app: { info: { ...APP_INFO, host } } })
    runCommand(world, 'shortcuts')
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    const rows = [...dialog.querySelectorAll('dl > div')].map((row) => [
      row.querySelector('dt')?.textContent,
      row.querySelector('kbd')?.textContent,
    ])
    const ofCommands = COMMAND_IDS.flatMap((id) => {
      const keys = shownKeys(world, id)
      return keys === undefined ? [] : [[names[id], keys]]
    })
    expect(rows).toEqual([
      ...ofCommands,
      ...PLACE_KEYS_IDS.map((id) => [names[id], showKeys(PLACE_KEYS[id])]),
    ])
    expect(rows).toContainEqual(['New story', host === 'desktop' ? 'Ctrl+N' : 'Ctrl+Alt+N'])
    expect(rows).toContainEqual(['Previous block', 'Ctrl+←'])
    expect(rows).toContainEqual(['Pick up a block at its handle', 'Space'])
  })
})

describe('the settings', () => {
  const open = async (theme: 'system' | 'light' | 'dark' = 'system') => {
    const made = renderInWorld(<Dialogs />, {
      app: { info: APP_INFO, settings: { ...DEFAULT_APP_SETTINGS, theme } },
    })
    runCommand(made.world, 'settings')
    await screen.findByRole('dialog', { name: 'Settings' })
    return made
  }
  const chosen = () =>
    screen.getAllByRole<HTMLInputElement>('radio').flatMap((radio) => (radio.checked ? [radio.value] : []))

  it('show the theme that is chosen, and what Fabula is', async () => {
    await open('dark')
    expect(chosen()).toEqual(['dark'])
    expect(screen.getByText(/^Fabula 1\.2\.3, in the browser\./)).toBeDefined()
  })

  it('keep a theme at the host, and show it at once', async () => {
    const { user, world, callsOf } = await open()
    expect(chosen()).toEqual(['system'])
    for (const [name, theme] of [
      ['Light', 'light'],
      ['Dark', 'dark'],
      ['System', 'system'],
    ] as const) {
      await user.click(screen.getByRole('radio', { name }))
      expect(chosen()).toEqual([theme])
      expect(world.app.getState().settings.theme).toBe(theme)
      expect(callsOf('settings:update').at(-1)).toEqual({ theme })
    }
  })

  it('lead to the servers of better voices', async () => {
    const { user, world } = await open()
    await user.click(screen.getByRole('button', { name: 'Use a voice server…' }))
    await waitFor(() => expect(world.view.getState().dialog).toEqual({ kind: 'servers', of: 'engine' }))
  })
})
