import { act, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { runCommand } from '../../../renderer/actions/commands.ts'
import { Hints } from '../../../renderer/features/script/Script.tsx'
import { DEFAULT_APP_SETTINGS } from '../../../shared/ipc/views.ts'
import { APP_INFO } from '../support/appInfo.ts'
import { sketchRecords } from '../support/smallStory.ts'
import { renderInWorld } from '../support/testWorld.tsx'

const TWO = sketchRecords([{}, {}])
const show = (records = TWO, dismissedHints: (typeof DEFAULT_APP_SETTINGS)['dismissedHints'] = []) =>
  renderInWorld(<Hints />, {
    records,
    app: { info: APP_INFO, settings: { ...DEFAULT_APP_SETTINGS, dismissedHints } },
  })
const shown = () => screen.queryByRole('complementary', { name: 'Hint' })?.textContent ?? ''

it('hints are shown one after the other, each until it is dismissed, and do not return', async () => {
  const { user, callsOf } = show()
  expect(shown()).toMatch(/^Enter starts the next block/)
  await user.click(screen.getByRole('button', { name: 'Got it' }))
  expect(shown()).toMatch(/^Drag the number of a block/) // the cast is empty
  await user.click(screen.getByRole('button', { name: 'Got it' }))
  expect(shown()).toMatch(/^Ctrl\+K finds/)
  await user.click(screen.getByRole('button', { name: 'Got it' }))
  expect(shown()).toBe('')
  expect(callsOf('settings:update').at(-1)).toEqual({ dismissedHints: ['newBlock', 'drag', 'palette'] })
})

afterEach(() => {
  vi.useRealTimers()
})

it('a hint disappears after half a minute, and no other takes its place', () => {
  vi.useFakeTimers()
  const { callsOf } = show()
  act(() => void vi.advanceTimersByTime(29_000))
  expect(shown()).toMatch(/^Enter starts the next block/)
  act(() => void vi.advanceTimersByTime(1_000))
  expect(shown()).toBe('')
  expect(callsOf('settings:update')).toEqual([{ dismissedHints: ['newBlock'] }])
})

it('all hints are hidden at once, and shown again by a command', async () => {
  const { user, world } = show()
  await user.click(screen.getByRole('button', { name: 'Hide all hints' }))
  expect(shown()).toBe('')
  runCommand(world, 'showHints')
  expect(await screen.findByRole('complementary', { name: 'Hint' })).toBeTruthy()
})

it('a new story, a story of one block, and a small window show no hint that is useless there', () => {
  const { unmount } = show(sketchRecords([{ text: '' }]))
  expect(shown()).toBe('')
  unmount()
  const { world } = show(sketchRecords([{}]), ['newBlock'])
  expect(shown()).toMatch(/^Ctrl\+K finds/)
  act(() => {
    world.view.setState({ windowSize: 'small' })
  })
  expect(shown()).toBe('')
})
