import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SettingsPage } from '../../../renderer/features/settings/SettingsPage.tsx'
import { DEFAULT_APP_SETTINGS } from '../../../shared/ipc/views.ts'
import { APP_INFO } from '../support/appInfo.ts'
import { renderInWorld } from '../support/testWorld.tsx'

const settings = { ...DEFAULT_APP_SETTINGS, ownWords: ['zorbl', 'Quenn'] }
const show = (host: 'desktop' | 'browser') =>
  renderInWorld(<SettingsPage start="general" />, { app: { settings, info: { ...APP_INFO, host } } })

test('spell checking can be switched off, and the writer’s own words can be removed', async () => {
  const { user, callsOf } = show('desktop')
  await user.click(screen.getByRole('switch', { name: /^Check the spelling/ }))
  await user.click(screen.getByRole('button', { name: 'Remove “zorbl”' }))
  expect(callsOf('settings:update')).toEqual([{ checksSpelling: false }, { ownWords: ['Quenn'] }])
  await user.click(screen.getByRole('button', { name: 'Remove “Quenn”' }))
  expect(screen.getByText('None yet.')).toBeDefined()
})

test('a word added in another window is shown, and settings that are being changed here stay', async () => {
  const stored = Promise.withResolvers<typeof settings>()
  const { user, emit, world, answer } = show('desktop')
  answer({ 'settings:update': () => stored.promise })
  await user.click(screen.getByRole('switch', { name: /^Check the spelling/ }))
  act(() => emit('settings:changed', { settings: { ...settings, ownWords: ['zorbl', 'Quenn', 'Füxin'] } }))
  expect(screen.getByRole('button', { name: 'Remove “Füxin”' })).toBeDefined()
  expect(world.state.getState().settings.checksSpelling).toBe(false)
  stored.resolve({ ...settings, checksSpelling: false })
  await waitFor(() => {
    emit('settings:changed', { settings })
    expect(world.state.getState().settings.checksSpelling).toBe(true)
  })
})

test('the look of a window is not changed by another window', () => {
  const { emit, world } = show('desktop')
  act(() =>
    emit('settings:changed', {
      settings: { ...settings, rows: 'roomy', openSections: [], playbackRate: 1.5 },
    }),
  )
  const { rows, openSections, playbackRate } = world.state.getState().settings
  expect([rows, openSections, playbackRate]).toEqual(['roomy', settings.openSections, 1])
})

test('the settings are not shown in a browser, which has its own', () => {
  show('browser')
  expect(screen.queryByRole('switch', { name: /^Check the spelling/ })).toBeNull()
})
