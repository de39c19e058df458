import { EventEmitter } from 'node:events'
import type { App, BrowserWindow, Dialog, MessageBoxOptions, PowerMonitor } from 'electron'
import { expect, test, vi } from 'vitest'
import { createClosing } from '../../../../electron/hosts/desktop/closing.ts'
import {
  ENDING_TEXTS,
  mayEndExports,
  followLifecycle,
  followShutdown,
} from '../../../../electron/hosts/desktop/ending.ts'
import { LANGUAGES } from '../../../../shared/messages/languages.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

/** An export that is being made, and a person who answers the question. */
function exporting(response: number) {
  const end = Promise.withResolvers<undefined>()
  let count = 1
  const over = end.promise.then(() => void (count = 0))
  const exports = {
    count: () => count,
    allEnded: () => over,
    stopAll: vi.fn(() => {
      end.resolve(undefined)
      return over
    }),
  }
  const showMessageBox = vi.fn(async (_box: MessageBoxOptions) => ({ response, checkboxChecked: false }))
  return {
    exports,
    showMessageBox,
    end: () => end.resolve(undefined),
    mayEnd: () =>
      mayEndExports({
        exports,
        dialog: { showMessageBox } as unknown as Dialog, // of which one form is used
        window: () => undefined,
        texts: () => ENDING_TEXTS.en,
      }),
  }
}

test.each(LANGUAGES)('the question names what is safe, and each answer, in %s', (language) => {
  const { detail, ...buttons } = ENDING_TEXTS[language]
  expect(detail).toMatch(/safe|sicher|a salvo/)
  expect(new Set(Object.values(buttons)).size).toBe(4)
})

test('an export that is to be finished is waited for', async () => {
  const { mayEnd, end, exports } = exporting(0)
  const answer = mayEnd()
  let hasAnswered = false
  void answer.then(() => (hasAnswered = true))
  await settled()
  expect(hasAnswered).toBe(false)
  end()
  expect(await answer).toBe(true)
  expect(exports.stopAll).not.toHaveBeenCalled()
})

test('an export that is to be stopped is stopped before the window closes', async () => {
  const { mayEnd, exports } = exporting(1)
  expect(await mayEnd()).toBe(true)
  expect(exports.stopAll).toHaveBeenCalledOnce()
  expect(exports.count()).toBe(0)
})

test('nothing changes for a person who keeps the window, and Escape keeps it', async () => {
  const { mayEnd, exports, showMessageBox } = exporting(2)
  expect(await mayEnd()).toBe(false)
  expect(exports.stopAll).not.toHaveBeenCalled()
  expect(showMessageBox.mock.calls[0]?.[0]).toMatchObject({ defaultId: 0, cancelId: 2 })
})

test('without an export nobody is asked', async () => {
  const { mayEnd, end, showMessageBox } = exporting(2)
  end()
  await settled()
  expect(await mayEnd()).toBe(true)
  expect(showMessageBox).not.toHaveBeenCalled()
})

test('a window stays while its export is, and its page is asked to save only when it may close', async () => {
  const answers = [false, true]
  const [askPage, onKept] = [vi.fn(() => false), vi.fn()]
  const closing = createClosing({
    askPage,
    onKept,
    askPerson: async () => true,
    mayClose: async () => answers.shift() ?? true,
  })
  const window = Object.assign(new EventEmitter(), { destroy: vi.fn(), isDestroyed: () => false })
  closing.guard(window as unknown as BrowserWindow) // an emitter with what is used of a window
  window.emit('close', { preventDefault: vi.fn() })
  await settled()
  expect(onKept).toHaveBeenCalledOnce()
  expect(askPage).not.toHaveBeenCalled()
  window.emit('close', { preventDefault: vi.fn() })
  await settled()
  expect(window.destroy).toHaveBeenCalledOnce()
})

test('an app that may not quit yet shows its window and closes nothing', async () => {
  const app = Object.assign(new EventEmitter(), { quit: vi.fn() })
  const [close, show] = [vi.fn(async () => {}), vi.fn()]
  const answers = [false, true]
  const lifecycle = followLifecycle(app as unknown as App, {
    ...{ isMac: true, show, close, report: vi.fn(), openFromArguments: vi.fn() },
    mayQuit: async () => answers.shift() ?? true,
  })
  app.emit('before-quit')
  expect(lifecycle.isQuitting()).toBe(true)
  app.emit('will-quit', { preventDefault: vi.fn() })
  await settled()
  expect(close).not.toHaveBeenCalled()
  expect(show).toHaveBeenCalledOnce()
  expect(lifecycle.isQuitting()).toBe(false)
  app.emit('will-quit', { preventDefault: vi.fn() })
  await settled()
  expect(close).toHaveBeenCalledOnce()
  expect(app.quit).toHaveBeenCalledOnce()
})

test('a system that shuts down has the page save, waits for the app to quit, and asks nothing', () => {
  const [app, save, close] = [{ quit: vi.fn() }, vi.fn(), vi.fn(async () => {})]
  const powerMonitor = new EventEmitter()
  const shutdown = followShutdown({ app, save, close, powerMonitor: powerMonitor as unknown as PowerMonitor }) // its `on`
  expect(shutdown.hasBegun()).toBe(false)
  const preventDefault = vi.fn()
  powerMonitor.emit('shutdown', { preventDefault })
  expect(preventDefault).toHaveBeenCalledOnce()
  expect(app.quit).toHaveBeenCalledOnce()
  expect(shutdown.hasBegun()).toBe(true)
})

test('Windows, which may still be told to stay, has the page save first and stories closed only at the end', () => {
  const [app, save, close] = [{ quit: vi.fn() }, vi.fn(), vi.fn(async () => {})]
  const shutdown = followShutdown({
    app,
    save,
    close,
    powerMonitor: new EventEmitter() as unknown as PowerMonitor,
  }) // its `on`
  const window = new EventEmitter()
  shutdown.followWindow(window as unknown as BrowserWindow) // its `on`
  window.emit('query-session-end', {})
  expect(save).toHaveBeenCalledOnce()
  expect(close).not.toHaveBeenCalled()
  expect(shutdown.hasBegun()).toBe(false)
  window.emit('session-end', {})
  const other = new EventEmitter()
  shutdown.followWindow(other as unknown as BrowserWindow) // its `on`
  other.emit('session-end', {})
  expect(close).toHaveBeenCalledOnce()
  expect(shutdown.hasBegun()).toBe(true)
})
