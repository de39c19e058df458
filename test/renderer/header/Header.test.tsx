import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { isEnabled, runCommand, shownKeys } from '../../../renderer/actions/commands.ts'
import { Header } from '../../../renderer/features/header/Header.tsx'
import { pageGroups } from '../../../shared/commands/commands.ts'
import { commands as names } from '../../../shared/messages/names.ts'
import { APP_INFO } from '../support/appInfo.ts'
import { sketchRecords } from '../support/smallStory.ts'
import { renderInWorld } from '../support/testWorld.tsx'

const open = (host: 'desktop' | 'browser' = 'browser') =>
  renderInWorld(<Header />, { records: sketchRecords([{}]), app: { info: { ...APP_INFO, host } } })

describe('the menu of the page', () => {
  it.each(['desktop', 'browser'] as const)(
    'shows the table’s commands in order, with their keys, in the %s host',
    async (host) => {
      const { user, world } = open(host)
      await user.click(screen.getByRole('button', { name: 'More' }))
      const menu = await screen.findByRole('menu')
      const items = within(menu).getAllByRole('menuitem')
      const ids = pageGroups().flat()
      expect(items.map((item) => item.textContent)).toEqual(
        ids.map((id) => `${names[id]}${shownKeys(world, id) ?? ''}`),
      )
      expect(items.map((item) => item.getAttribute('aria-disabled') !== 'true')).toEqual(
        ids.map((id) => isEnabled(world, id)),
      )
      expect(within(menu).getAllByRole('separator')).toHaveLength(pageGroups().length - 1)
      expect(items[0]?.textContent).toBe(host === 'desktop' ? 'New storyCtrl+N' : 'New storyCtrl+Alt+N')
    },
  )

  it('runs the chosen command', async () => {
    const { user, world } = open()
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: /^Settings/ }))
    await waitFor(() => expect(world.view.getState().dialog).toEqual({ kind: 'settings' }))
  })
})

describe('undo and redo', () => {
  it('name the edit and their keys in their tooltips, and are disabled without an edit', async () => {
    const { user, world, edits } = open()
    const undo = screen.getByRole('button', { name: 'Undo' })
    const redo = screen.getByRole('button', { name: 'Redo' })
    expect(undo.matches(':disabled')).toBe(true)
    runCommand(world, 'addBlock')
    await waitFor(() => expect(undo.matches(':disabled')).toBe(false))
    await user.tab() // a tip comes on focus at once
    while (document.activeElement !== undo) await user.tab()
    expect((await screen.findByRole('tooltip')).textContent).toBe('Undo adding a block (Ctrl+Z)')
    await user.click(undo)
    expect(edits()).toEqual([])
    await waitFor(() => expect(redo.matches(':disabled')).toBe(false))
    await user.click(redo)
    expect(edits()).toEqual(['edits.addBlock'])
  })
})

it('the title of the story can be changed', async () => {
  const { user, story } = open()
  const title = screen.getByRole('textbox', { name: 'Title of the story' })
  await user.clear(title)
  await user.type(title, 'The fox')
  expect(story().info.title).toBe('The fox')
})

describe('the amount to render', () => {
  const price = () => {
    const described = screen.getByRole('button', { name: 'Render story' }).getAttribute('aria-describedby')
    return document.getElementById(described ?? '')?.textContent
  }
  const show = (connectionId?: string) =>
    renderInWorld(<Header />, { records: sketchRecords([{}, {}], connectionId), app: { info: APP_INFO } })

  it('is counted in blocks on the button, and is free if the local voice speaks', () => {
    show()
    expect(price()).toBe('2 blocks, free')
  })

  it('is estimated in credits if a hosted service speaks', () => {
    show('hosted')
    expect(price()).toBe('2 blocks, ≈\u00a014 credits')
  })
})
