import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askToClose, createClosing } from '../../../../electron/hosts/desktop/closing.ts'
import { labels } from '../../../../electron/hosts/desktop/labels.ts'
import { followLifecycle, secondInstanceData } from '../../../../electron/hosts/desktop/ending.ts'
import { eventually } from '../../../support/eventually.ts'

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
  closing.guard(window as unknown as Parameters<typeof closing.guard>[0]) // an emitter with what is used of a window
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

test('a window closes when its page has brought everything to disk', async () => {
  const { window, closing, askPage, close } = guardedWindow()
  close()
  expect(askPage).toHaveBeenCalledOnce()
  expect(window.destroy).not.toHaveBeenCalled()
  closing.confirm(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(window.destroy).toHaveBeenCalledOnce()
})

test('a window whose question cannot be asked stays, and can be closed later', async () => {
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

test('a window whose page has gone, or was never there, closes without a question', async () => {
  const { window, askPage, askPerson, close } = guardedWindow()
  askPage.mockReturnValue(false)
  close()
  await vi.advanceTimersByTimeAsync(0)
  expect(askPerson).not.toHaveBeenCalled()
  expect(window.destroy).toHaveBeenCalledOnce()
})

test('a window whose words could not be saved closes only where the person says so', async () => {
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

test('a page that hangs for a second leaves the decision to the person', async () => {
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
  ['keeps the window with its first button, and where the dialog is dismissed', 0, false],
  ['closes the window with its second button', 1, true],
])('the dialog %s', async (_what, response, closes) => {
  const showMessageBox = vi.fn((_options: { cancelId: number }) => Promise.resolve({ response }))
  const dialog = { showMessageBox } as unknown as Parameters<typeof askToClose>[0] // as much as is used
  expect(await askToClose(dialog, undefined, labels.en.unsaved)).toBe(closes)
  expect(showMessageBox.mock.lastCall?.[0]).toMatchObject({
    buttons: ['Keep the window open', 'Close anyway'],
    defaultId: 0,
    cancelId: 0,
  })
})

test('closing twice asks once, and a page that nobody asked closes nothing', async () => {
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
  const lifecycle = followLifecycle(app as unknown as Parameters<typeof followLifecycle>[0], options) // an emitter with what is used of the app
  return { app, closed, lifecycle, ...options }
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
  await eventually(() => expect(it.quit).toHaveBeenCalledOnce())
  const last = vi.fn()
  it.emit('will-quit', { preventDefault: last })
  expect(last).not.toHaveBeenCalled()
})

test('the app quits all the same where closing fails, and tells the log', async () => {
  const { app: it, closed, report } = app(false)
  it.emit('will-quit', { preventDefault: vi.fn() })
  closed.reject(new Error('disk gone'))
  await eventually(() => expect(it.quit).toHaveBeenCalledOnce())
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

test('an app that was to quit, and whose window stays open, does not quit by itself later', () => {
  const { app: it, lifecycle } = app(true)
  it.emit('before-quit')
  lifecycle.stay()
  it.emit('window-all-closed')
  expect(it.quit).not.toHaveBeenCalled()
})

test('a second start is taken by its own arguments, which Chromium puts in another order', () => {
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

test('a second start opens its file in the window that is there', () => {
  const { app: it, show, openFromArguments } = app(false)
  it.emit('second-instance', {}, ['fabula', 'fox.fabula'], '/home/mira')
  expect(openFromArguments).toHaveBeenCalledExactlyOnceWith(['fabula', 'fox.fabula'], '/home/mira')
  expect(show).toHaveBeenCalledOnce()
})
