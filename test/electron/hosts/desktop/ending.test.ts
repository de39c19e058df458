import { EventEmitter } from 'node:events'
import type { App, BrowserWindow, Dialog, MessageBoxOptions, PowerMonitor } from 'electron'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  askToClose,
  createClosing,
  ENDING_TEXTS,
  followLifecycle,
  followShutdown,
  mayEndExports,
  secondInstanceData,
} from '../../../../electron/hosts/desktop/ending.ts'
import { LANGUAGES } from '../../../../shared/messages/languages.ts'
import { labels } from '../../../../electron/hosts/desktop/labels.ts'
import { eventually } from '../../../support/eventually.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

/** An export under way, and a user who answers the question. */
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
        dialog: { showMessageBox } as unknown as Dialog, // only one overload is used
        window: () => undefined,
        texts: () => ENDING_TEXTS.en,
      }),
  }
}

test.each(LANGUAGES)('the question says what is safe and names each answer, in %s', (language) => {
  const { detail, ...buttons } = ENDING_TEXTS[language]
  expect(detail).toMatch(/safe|sicher|a salvo/)
  expect(new Set(Object.values(buttons)).size).toBe(4)
})

test('an export that the user lets finish is waited for', async () => {
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

test('an export that the user stops is stopped before the window closes', async () => {
  const { mayEnd, exports } = exporting(1)
  expect(await mayEnd()).toBe(true)
  expect(exports.stopAll).toHaveBeenCalledOnce()
  expect(exports.count()).toBe(0)
})

test('the window and its export stay if the user keeps the window, by its button or Escape', async () => {
  const { mayEnd, exports, showMessageBox } = exporting(2)
  expect(await mayEnd()).toBe(false)
  expect(exports.stopAll).not.toHaveBeenCalled()
  expect(showMessageBox.mock.calls[0]?.[0]).toMatchObject({ defaultId: 0, cancelId: 2 })
})

test('without an export no question is asked', async () => {
  const { mayEnd, end, showMessageBox } = exporting(2)
  end()
  await settled()
  expect(await mayEnd()).toBe(true)
  expect(showMessageBox).not.toHaveBeenCalled()
})

test('a window stays open during its export, and its page is asked to save only when the window may close', async () => {
  const answers = [false, true]
  const [askPage, onKept] = [vi.fn(() => false), vi.fn()]
  const closing = createClosing({
    askPage,
    onKept,
    askPerson: async () => true,
    mayClose: async () => answers.shift() ?? true,
  })
  const window = Object.assign(new EventEmitter(), { destroy: vi.fn(), isDestroyed: () => false })
  closing.guard(window as unknown as BrowserWindow) // an emitter with the used parts of a window
  window.emit('close', { preventDefault: vi.fn() })
  await settled()
  expect(onKept).toHaveBeenCalledOnce()
  expect(askPage).not.toHaveBeenCalled()
  window.emit('close', { preventDefault: vi.fn() })
  await settled()
  expect(window.destroy).toHaveBeenCalledOnce()
})

test('an app whose exports must end first shows its window and closes nothing', async () => {
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

test('on shutdown of the system, the page saves, the system waits for the app to quit, and no question is asked', () => {
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

test('on Windows, where the end of a session can still be cancelled, the page saves first, and stories are closed only at the end', () => {
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

describe('a window', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  function guardedWindow() {
    const askPage = vi.fn(() => true)
    const onKept = vi.fn()
    const answers: ((closes: boolean) => void)[] = []
    const askPerson = vi.fn(() => new Promise<boolean>((resolve) => void answers.push(resolve)))
    const closing = createClosing({ askPage, askPerson, onKept })
    const answerPerson = async (closes: boolean) => {
      answers.shift()?.(closes)
      await vi.advanceTimersByTimeAsync(0)
    }
    let isDestroyed = false
    const window = Object.assign(new EventEmitter(), {
      destroy: vi.fn(() => void (isDestroyed = true)),
      isDestroyed: () => isDestroyed,
    })
    closing.guard(window as unknown as Parameters<typeof closing.guard>[0]) // an emitter with the used parts of a window
    return {
      window,
      closing,
      askPage,
      askPerson,
      answerPerson,
      onKept,
      close: () => window.emit('close', { preventDefault: vi.fn() }),
    }
  }

  test('closes when its page has saved everything', async () => {
    const { window, closing, askPage, close } = guardedWindow()
    close()
    expect(askPage).toHaveBeenCalledOnce()
    expect(window.destroy).not.toHaveBeenCalled()
    closing.confirm(true)
    await vi.advanceTimersByTimeAsync(0)
    expect(window.destroy).toHaveBeenCalledOnce()
  })

  test('whose question cannot be asked stays open, and can be closed later', async () => {
    const { window, closing, askPerson, close, onKept } = guardedWindow()
    askPerson.mockRejectedValueOnce(new Error('the dialog has no window'))
    close()
    closing.confirm(false)
    await vi.advanceTimersByTimeAsync(0)
    expect([window.destroy.mock.calls.length, onKept.mock.calls.length]).toEqual([0, 1])
    close()
    closing.confirm(true)
    await vi.advanceTimersByTimeAsync(0)
    expect(window.destroy).toHaveBeenCalledOnce()
  })

  test('whose page has crashed, or never existed, closes without a question', async () => {
    const { window, askPage, askPerson, close } = guardedWindow()
    askPage.mockReturnValue(false)
    close()
    await vi.advanceTimersByTimeAsync(0)
    expect(askPerson).not.toHaveBeenCalled()
    expect(window.destroy).toHaveBeenCalledOnce()
  })

  test('whose changes could not be saved closes only if the writer agrees', async () => {
    const { window, closing, askPage, askPerson, answerPerson, onKept, close } = guardedWindow()
    close()
    closing.confirm(false)
    close()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(askPerson).toHaveBeenCalledOnce()
    expect(window.destroy).not.toHaveBeenCalled()
    await answerPerson(false)
    expect(window.destroy).not.toHaveBeenCalled()
    expect(onKept).toHaveBeenCalledOnce()
    close()
    expect(askPage).toHaveBeenCalledTimes(2)
    closing.confirm(false)
    await answerPerson(true)
    expect(window.destroy).toHaveBeenCalledOnce()
  })

  test('whose page hangs for a second asks the user', async () => {
    const { window, askPerson, answerPerson, close } = guardedWindow()
    close()
    await vi.advanceTimersByTimeAsync(999)
    expect(askPerson).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(askPerson).toHaveBeenCalledOnce()
    expect(window.destroy).not.toHaveBeenCalled()
    await answerPerson(true)
    expect(window.destroy).toHaveBeenCalledOnce()
  })

  test.each([
    ['keeps the window with its first button, and if the dialog is dismissed', 0, false],
    ['closes the window with its second button', 1, true],
  ])('shows a dialog that %s', async (_what, response, closes) => {
    const showMessageBox = vi.fn((_options: { cancelId: number }) => Promise.resolve({ response }))
    const dialog = { showMessageBox } as unknown as Parameters<typeof askToClose>[0] // the used part
    expect(await askToClose(dialog, undefined, labels.en.unsaved)).toBe(closes)
    expect(showMessageBox.mock.lastCall?.[0]).toMatchObject({
      buttons: ['Keep the window open', 'Close anyway'],
      defaultId: 0,
      cancelId: 0,
    })
  })

  test('asks once if it is closed twice, and an answer without a question closes nothing', async () => {
    const { window, closing, askPage, close } = guardedWindow()
    closing.confirm(true)
    expect(window.destroy).not.toHaveBeenCalled()
    close()
    close()
    expect(askPage).toHaveBeenCalledOnce()
    closing.confirm(true)
    closing.confirm(true)
    await vi.runAllTimersAsync()
    expect(window.destroy).toHaveBeenCalledOnce()
  })
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
  const lifecycle = followLifecycle(app as unknown as Parameters<typeof followLifecycle>[0], options) // an emitter with the used parts of the app
  return { app, closed, lifecycle, ...options }
}

test('the app quits once stories and service are closed, and closes them only once', async () => {
  const { app: it, closed, close } = app(false)
  const first = vi.fn()
  it.emit('will-quit', { preventDefault: first })
  it.emit('will-quit', { preventDefault: vi.fn() })
  expect(first).toHaveBeenCalledOnce()
  expect(close).toHaveBeenCalledOnce()
  expect(it.quit).not.toHaveBeenCalled()
  closed.resolve(undefined)
  await eventually(() => expect(it.quit).toHaveBeenCalledOnce())
  const last = vi.fn()
  it.emit('will-quit', { preventDefault: last })
  expect(last).not.toHaveBeenCalled()
})

test('the app quits even if closing fails, and logs the error', async () => {
  const { app: it, closed, report } = app(false)
  it.emit('will-quit', { preventDefault: vi.fn() })
  closed.reject(new Error('disk gone'))
  await eventually(() => expect(it.quit).toHaveBeenCalledOnce())
  expect(report).toHaveBeenCalledOnce()
})

test('without windows the app quits, except on a Mac that was not asked to quit', () => {
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

test('an app that was asked to quit, and whose window was kept, does not quit by itself later', () => {
  const { app: it, lifecycle } = app(true)
  it.emit('before-quit')
  lifecycle.stay()
  it.emit('window-all-closed')
  expect(it.quit).not.toHaveBeenCalled()
})

test('a second start uses its own arguments, which Chromium reorders', () => {
  const { app: it, openFromArguments } = app(false)
  const own = ['fabula', 'fox.fabula', '--data', '/usb']
  const sent: unknown = JSON.parse(JSON.stringify(secondInstanceData(own)))
  it.emit('second-instance', {}, ['fabula', '--data', 'fox.fabula', '/usb'], '/home/mira', sent)
  expect(openFromArguments).toHaveBeenLastCalledWith(own, '/home/mira')
  for (const odd of [null, {}, { argv: 'fox.fabula' }, { argv: [1] }]) {
    it.emit('second-instance', {}, ['fabula', 'owl.fabula'], '/home/mira', odd)
    expect(openFromArguments).toHaveBeenLastCalledWith(['fabula', 'owl.fabula'], '/home/mira')
  }
})

test('a second start opens its file in the existing window', () => {
  const { app: it, show, openFromArguments } = app(false)
  it.emit('second-instance', {}, ['fabula', 'fox.fabula'], '/home/mira')
  expect(openFromArguments).toHaveBeenCalledExactlyOnceWith(['fabula', 'fox.fabula'], '/home/mira')
  expect(show).toHaveBeenCalledOnce()
})
