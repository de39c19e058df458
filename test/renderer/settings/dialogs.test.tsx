import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { runCommand, shownKeys } from '../../../renderer/actions/commands.ts'
import { Dialogs } from '../../../renderer/app/Dialogs.tsx'
import {
  COMMAND_IDS,
  COMMANDS,
  PLACE_KEYS,
  PLACE_KEYS_IDS,
  type CommandId,
} from '../../../shared/commands/commands.ts'
import { DEFAULT_APP_SETTINGS } from '../../../shared/ipc/views.ts'
import { commands as names } from '../../../shared/messages/names.ts'
import { showKeys } from '../../../renderer/ui/Kbd.tsx'
import { APP_INFO } from '../support/appInfo.ts'
import { renderInWorld } from '../support/testWorld.tsx'

describe.each(['desktop', 'browser'] as const)('the list of shortcuts in the %s host', (host) => {
  const open = async () => {
    const made = renderInWorld(<Dialogs />, { app: { info: { ...APP_INFO, host } } })
    runCommand(made.world, 'shortcuts')
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    return made
  }
  const row = (name: string) => {
    const found = screen
      .getAllByRole('listitem')
      .find((each) => each.querySelector('span')?.textContent === name)
    if (found === undefined) throw new Error(`There is no row ${name}`)
    return within(found)
  }
  const keysOfRow = (name: string) => {
    return row(name)
      .getAllByRole('button', { name: /, keys of/ })
      .map(({ firstChild }) => firstChild?.textContent)
      .join(' ')
  }

  it('contains every command, with the keys that work there, and the keys of places', async () => {
    const { world } = await open()
    const hasOwnKeys = (id: CommandId) => COMMANDS[id].systemKeys === undefined
    for (const id of COMMAND_IDS.filter(hasOwnKeys))
      expect(keysOfRow(names[id])).toContain(shownKeys(world, id) ?? 'None')
    expect(row('Cut').getByText('Ctrl+X')).toBeTruthy()
    expect(keysOfRow('New story')).toBe(host === 'desktop' ? 'Ctrl+N' : 'Ctrl+Alt+N')
    for (const id of PLACE_KEYS_IDS) expect(row(names[id]).getByText(showKeys(PLACE_KEYS[id]))).toBeTruthy()
  })

  it('assigns pressed keys to a command, by keyboard alone, and resets them', async () => {
    const { user, world } = await open()
    row('Export').getByRole('button').focus()
    await user.keyboard('{Enter}')
    expect(row('Export').getByText('Press keys…')).toBeTruthy()
    await user.keyboard('{Control>}g{/Control}')
    expect(keysOfRow('Export')).toBe('Ctrl+G')
    expect(shownKeys(world, 'export')).toBe('Ctrl+G')
    await user.click(row('Export').getByRole('button', { name: 'Reset the keys of Export' }))
    expect(keysOfRow('Export')).toBe('Ctrl+E')
    expect(world.state.getState().settings.ownKeys).toEqual({})
  })

  it('does not reassign keys that the system runs', async () => {
    const { user, world } = await open()
    await user.click(row('Export').getByRole('button'))
    await user.keyboard('{Control>}x{/Control}')
    expect(screen.getByRole('alert').textContent).toContain('Ctrl+X is used by Cut')
    expect(screen.queryByRole('button', { name: 'Swap' })).toBeNull()
    expect(keysOfRow('Export')).toBe('Ctrl+E')
    expect(world.state.getState().settings.ownKeys).toEqual({})
  })

  it('shows which command has the keys, and swaps them', async () => {
    const { user, world } = await open()
    await user.click(row('Export').getByRole('button'))
    await user.keyboard('{Control>}d{/Control}')
    expect(screen.getByRole('alert').textContent).toContain('Ctrl+D is used by Duplicate')
    expect(keysOfRow('Export')).toBe('Ctrl+E')
    await user.click(screen.getByRole('button', { name: 'Swap' }))
    expect([keysOfRow('Export'), keysOfRow('Duplicate')]).toEqual(['Ctrl+D', 'Ctrl+E'])
    expect(document.activeElement).toBe(row('Export').getByRole('button', { name: /, keys of/ }))
    await user.click(screen.getByRole('button', { name: 'Reset all' }))
    expect([shownKeys(world, 'export'), shownKeys(world, 'duplicateBlocks')]).toEqual(['Ctrl+E', 'Ctrl+D'])
  })

  it('leaves the keys unchanged on Escape, and stays open', async () => {
    const { user } = await open()
    await user.click(row('Export').getByRole('button'))
    await user.keyboard('{Escape}')
    expect(keysOfRow('Export')).toBe('Ctrl+E')
  })

  it('gives a command more keys, removes one of several, and moves the focus to a remaining one', async () => {
    const { user } = await open()
    const first = () => row('Redo').getAllByRole('button', { name: /, keys of/ })[0]
    expect(keysOfRow('Redo')).toBe('Ctrl+Shift+Z Ctrl+Y')
    first()?.focus()
    await user.keyboard('{Enter}')
    await user.click(row('Redo').getByRole('button', { name: 'Add other keys for Redo' }))
    expect(document.activeElement?.textContent).toContain('Press keys…')
    await user.keyboard('{Control>}g{/Control}')
    expect(keysOfRow('Redo')).toBe('Ctrl+Shift+Z Ctrl+Y Ctrl+G')
    expect(document.activeElement).toBe(first())
    await user.keyboard('{Enter}')
    await user.click(row('Redo').getByRole('button', { name: 'Remove Ctrl+Shift+Z from Redo' }))
    expect(keysOfRow('Redo')).toBe('Ctrl+Y Ctrl+G')
    expect(document.activeElement).toBe(first())
  })

  it('finds a command by its pressed keys, by a letter, and by its name', async () => {
    const { user } = await open()
    const found = () => screen.queryAllByRole('button', { name: /, keys of/ }).map((each) => each.textContent)
    const search = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Name, or press the keys' })
    await user.click(search)
    await user.keyboard('{Control>}e{/Control}')
    expect([search.value, found()]).toEqual(['Ctrl+E', ['Ctrl+E, keys of Export']])
    await user.keyboard('redo')
    expect(search.value).toBe('redo')
    expect(found()).toEqual(['Ctrl+Shift+Z, keys of Redo', 'Ctrl+Y, keys of Redo'])
    await user.clear(search)
    await user.keyboard('v')
    expect(found()).toContain('V, keys of Choose a voice…')
    await user.keyboard('{Control>}{F9}{/Control}')
    expect(found()).toEqual([])
    screen.getByText('No command has these keys or this name.')
  })

  it('switches single-letter keys off', async () => {
    const { user, world } = await open()
    await user.click(screen.getByRole('checkbox', { name: 'Single letters run commands' }))
    expect([shownKeys(world, 'chooseVoice'), shownKeys(world, 'export')]).toEqual([undefined, 'Ctrl+E'])
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
  const themes = () => within(screen.getByRole('radiogroup', { name: 'Appearance' }))
  const chosen = () =>
    themes()
      .getAllByRole<HTMLInputElement>('radio')
      .flatMap((radio) => (radio.checked ? [radio.value] : []))

  it('show the chosen theme, and information about Fabula', async () => {
    await open('dark')
    expect(chosen()).toEqual(['dark'])
    expect(screen.getByText(/^Fabula 1\.2\.3, in the browser\./)).toBeDefined()
  })

  it('save a theme at the host, and apply it at once', async () => {
    const { user, world, callsOf } = await open()
    expect(chosen()).toEqual(['system'])
    for (const [name, theme] of [
      ['Light', 'light'],
      ['Dark', 'dark'],
      ['System', 'system'],
    ] as const) {
      await user.click(themes().getByRole('radio', { name }))
      expect(chosen()).toEqual([theme])
      expect(world.state.getState().settings.theme).toBe(theme)
      expect(callsOf('settings:update').at(-1)).toEqual({ theme })
    }
  })

  it('include a search for rows of all sections and commands by name', async () => {
    const { user } = await open()
    await user.type(screen.getByRole('searchbox', { name: 'Search settings' }), 'voice')
    expect(screen.getByRole('button', { name: 'Voices…' })).toBeTruthy()
    expect(screen.getByRole('button', { name: /keys of Choose a voice/ })).toBeTruthy()
    expect(screen.queryByRole('radio', { name: 'Light' })).toBeNull()
    await user.type(screen.getByRole('searchbox'), 'xyz')
    expect(screen.getByText('No setting matches.')).toBeTruthy()
  })

  it('set the caps on credits, and are closed by Escape', async () => {
    const { user, world, callsOf } = await open()
    await user.click(screen.getByRole('tab', { name: 'Spending' }))
    await user.type(screen.getByRole('textbox', { name: 'Daily credit limit' }), '9')
    expect(callsOf('settings:update')).toEqual([{ creditsPerDay: 9 }])
    await user.keyboard('{Escape}')
    expect(world.view.getState().dialog).toBeNull()
  })

  it('lead to the voice servers', async () => {
    const { user, world } = await open()
    await user.click(screen.getByRole('tab', { name: 'Voices' }))
    await user.click(screen.getByRole('button', { name: 'Use a voice server…' }))
    await waitFor(() => expect(world.view.getState().dialog).toEqual({ kind: 'servers', of: 'engine' }))
  })
})
