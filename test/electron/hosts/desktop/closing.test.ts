import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClosing } from '../../../../electron/hosts/desktop/closing.ts'
import { followLifecycle } from '../../../../electron/hosts/desktop/lifecycle.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function guardedWindow() {
  const askPage = vi.fn()
  const closing = createClosing(askPage)
  let isDestroyed = false
  const window = Object.assign(new EventEmitter(), {
    destroy: vi.fn(() => void (isDestroyed = true)),
    isDestroyed: () => isDestroyed,
  })
  closing.guard(window as unknown as Parameters<typeof closing.guard>[0]) // an emitter with what is used of a window
  return { window, closing, askPage, close: () => window.emit('close', { preventDefault: vi.fn() }) }
}

test('a window closes when its page has brought everything to disk', () => {
  const { window, closing, askPage, close } = guardedWindow()
  close()
  expect(askPage).toHaveBeenCalledOnce()
  expect(window.destroy).not.toHaveBeenCalled()
  closing.confirm()
  expect(window.destroy).toHaveBeenCalledOnce()
})

test('a page that hangs keeps its window open for a second and no longer', () => {
  const { window, close } = guardedWindow()
  close()
  vi.advanceTimersByTime(999)
  expect(window.destroy).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(window.destroy).toHaveBeenCalledOnce()
})

test('closing twice asks once, and a page that nobody asked closes nothing', () => {
  const { window, closing, askPage, close } = guardedWindow()
  closing.confirm()
  expect(window.destroy).not.toHaveBeenCalled()
  close()
  close()
  expect(askPage).toHaveBeenCalledOnce()
  closing.confirm()
  closing.confirm()
  vi.runAllTimers()
  expect(window.destroy).toHaveBeenCalledOnce()
})

function app(isMac: boolean) {
  const app = Object.assign(new EventEmitter(), { quit: vi.fn() })
  const closed = Promise.withResolvers<undefined>()
  const options = {
    isMac,
    show: vi.fn(),
    openFromArguments: vi.fn(),
    close: vi.fn(() => closed.promise),
    report: vi.fn(),
  }
  followLifecycle(app as unknown as Parameters<typeof followLifecycle>[0], options) // an emitter with what is used of the app
  return { app, closed, ...options }
}

test('the app quits when stories and service are closed, and closes them once', async () => {
  const { app: it, closed, close } = app(false)
  const first = vi.fn()
  it.emit('will-quit', { preventDefault: first })
  it.emit('will-quit', { preventDefault: vi.fn() })
  expect(first).toHaveBeenCalledOnce()
  expect(close).toHaveBeenCalledOnce()
  expect(it.quit).not.toHaveBeenCalled()
  closed.resolve(undefined)
  await vi.waitFor(() => expect(it.quit).toHaveBeenCalledOnce())
  const last = vi.fn()
  it.emit('will-quit', { preventDefault: last })
  expect(last).not.toHaveBeenCalled()
})

test('the app quits all the same where closing fails, and tells the log', async () => {
  const { app: it, closed, report } = app(false)
  it.emit('will-quit', { preventDefault: vi.fn() })
  closed.reject(new Error('disk gone'))
  await vi.waitFor(() => expect(it.quit).toHaveBeenCalledOnce())
  expect(report).toHaveBeenCalledOnce()
})

test('without windows the app quits, except on a Mac that was not asked to', () => {
  const linux = app(false)
  linux.app.emit('window-all-closed')
  expect(linux.app.quit).toHaveBeenCalledOnce()
  const mac = app(true)
  mac.app.emit('window-all-closed')
  expect(mac.app.quit).not.toHaveBeenCalled()
  mac.app.emit('before-quit')
  mac.app.emit('window-all-closed')
  expect(mac.app.quit).toHaveBeenCalledOnce()
})

test('a second start opens its file in the window that is there', () => {
  const { app: it, show, openFromArguments } = app(false)
  it.emit('second-instance', {}, ['fabula', 'fox.fabula'], '/home/mira')
  expect(openFromArguments).toHaveBeenCalledExactlyOnceWith(['fabula', 'fox.fabula'], '/home/mira')
  expect(show).toHaveBeenCalledOnce()
})
