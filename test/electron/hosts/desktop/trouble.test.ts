import { EventEmitter } from 'node:events'
import type { App, BrowserWindow, Dialog, MessageBoxOptions } from 'electron'
import { describe, expect, test, vi } from 'vitest'
import { createTrouble, TROUBLE_TEXTS, type FaultSource } from '../../../../electron/hosts/desktop/trouble.ts'
import { LANGUAGES } from '../../../../shared/messages/languages.ts'

/** Runs everything that only waits for a promise. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

function troubled({
  args = ['--data', 'here'],
  isReady = true,
  appImage = undefined as string | undefined,
  isKept = false,
} = {}) {
  const shown: MessageBoxOptions[] = []
  const waiting: ((response: number) => void)[] = []
  const box = (...values: unknown[]) => {
    shown.push(values.at(-1) as MessageBoxOptions) // the last argument of showMessageBox
    return new Promise((resolve) => void waiting.push((response) => resolve({ response })))
  }
  const dialog = { showMessageBox: box, showErrorBox: vi.fn() }
  const app = Object.assign(new EventEmitter(), {
    relaunch: vi.fn(),
    quit: vi.fn(() => void (isKept || app.emit('quit'))),
    isReady: () => isReady,
  })
  const [report, copy] = [vi.fn(), vi.fn()]
  const process = Object.assign(new EventEmitter(), {
    stdout: new EventEmitter(),
    stderr: new EventEmitter(),
  })
  const openWindow = (id: number) => {
    const contents = Object.assign(new EventEmitter(), {
      reload: vi.fn(),
      forcefullyCrashRenderer: vi.fn(() => contents.emit('render-process-gone', {}, { reason: 'killed' })),
    })
    return Object.assign(new EventEmitter(), { id, webContents: contents, isDestroyed: () => false })
  }
  const window = openWindow(1)
  const { webContents: contents } = window
  let nowMs = 0
  const trouble = createTrouble({
    app: app as unknown as App, // an emitter with the used parts of the app
    dialog: dialog as unknown as Dialog, // of which two methods are used
    texts: () => TROUBLE_TEXTS.en,
    diagnostics: () => 'versions and log',
    copy,
    report,
    now: () => nowMs,
    args,
    appImage,
  })
  trouble.followProcess(process as unknown as FaultSource) // an emitter with two streams
  trouble.followChildren()
  trouble.followWindow(window as unknown as BrowserWindow) // an emitter with the used parts of a window
  return {
    ...{ trouble, app, dialog, process, window, openWindow, contents, report, copy, shown },
    wait: (ms: number) => (nowMs += ms),
    async choose(label: string) {
      const buttons = shown.at(-1)?.buttons ?? []
      expect(buttons).toContain(label)
      waiting.shift()?.(buttons.indexOf(label))
      await settled()
    },
    crash: (reason = 'crashed') => contents.emit('render-process-gone', {}, { reason }),
  }
}

test.each(LANGUAGES)('the text of every fault says what is safe, in %s', (language) => {
  for (const { message, detail } of Object.values(TROUBLE_TEXTS[language].kinds)) {
    expect(message).toMatch(/\.$/)
    expect(detail).toMatch(/safe|sicher|a salvo/)
  }
})

describe('an uncaught fault', () => {
  test.each(['uncaughtException', 'unhandledRejection'])(
    'as %s is logged, and shown without a stack',
    async (event) => {
      const { process, report, shown, choose, app } = troubled()
      const error = new Error('in a line of code')
      process.emit(event, error)
      expect(report).toHaveBeenCalledWith(expect.any(String), error)
      expect(JSON.stringify(shown)).not.toContain('line of code')
      await choose('Continue')
      expect(app.quit).not.toHaveBeenCalled()
    },
  )

  test('is shown at most once a minute', async () => {
    const { process, report, shown, choose, wait } = troubled()
    for (let round = 0; round < 50; round += 1) process.emit('uncaughtException', new Error('again'))
    expect(report).toHaveBeenCalledTimes(50)
    expect(shown).toHaveLength(1)
    await choose('Continue')
    process.emit('uncaughtException', new Error('again'))
    expect(shown).toHaveLength(1)
    wait(60_000)
    process.emit('uncaughtException', new Error('again'))
    expect(shown).toHaveLength(2)
  })

  test('before the app is ready is shown in the system’s own dialog', () => {
    const { process, dialog, shown } = troubled({ isReady: false })
    process.emit('uncaughtException', new Error('early'))
    expect(shown).toEqual([])
    expect(dialog.showErrorBox).toHaveBeenCalledExactlyOnceWith(
      'Fabula',
      expect.stringContaining('stories are safe'),
    )
  })

  test('can be copied with the log, and the question stays open', async () => {
    const { process, copy, shown, choose, app } = troubled()
    process.emit('uncaughtException', new Error('x'))
    await choose('Copy diagnostics')
    expect(copy).toHaveBeenCalledExactlyOnceWith('versions and log')
    expect(shown).toHaveLength(2)
    await choose('Restart Fabula')
    expect(app.relaunch).toHaveBeenCalledExactlyOnceWith({ args: ['--data', 'here'] })
    expect(app.quit).toHaveBeenCalledOnce()
  })
})

test('a closed terminal causes no fault', () => {
  const { process, report, shown } = troubled()
  for (const stream of [process.stdout, process.stderr])
    expect(() =>
      stream.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })),
    ).not.toThrow()
  expect(report).not.toHaveBeenCalled()
  expect(shown).toEqual([])
})

describe('a crashed page', () => {
  test('is reloaded the first time, and shows a question only if it crashes again within ten seconds', async () => {
    const { contents, crash, wait, shown, choose } = troubled()
    crash()
    expect(contents.reload).toHaveBeenCalledTimes(1)
    wait(10_000)
    crash()
    expect(contents.reload).toHaveBeenCalledTimes(2)
    wait(9_999)
    crash()
    expect(contents.reload).toHaveBeenCalledTimes(2)
    expect(shown.at(-1)?.buttons).toEqual([
      'Reload the page',
      'Start in safe mode',
      'Copy diagnostics',
      'Quit',
    ])
    await choose('Reload the page')
    expect(contents.reload).toHaveBeenCalledTimes(3)
  })

  test('that crashes again can be restarted in safe mode, with the arguments of this start', async () => {
    const { app, crash, choose } = troubled({ appImage: '/opt/Fabula.AppImage' })
    crash()
    crash('oom')
    await choose('Start in safe mode')
    expect(app.relaunch).toHaveBeenCalledExactlyOnceWith({
      args: ['--data', 'here', '--safe'],
      execPath: '/opt/Fabula.AppImage',
    })
    expect(app.quit).toHaveBeenCalledOnce()
  })

  test('shows a question in each affected window', () => {
    const { trouble, openWindow, crash, shown } = troubled()
    const other = openWindow(2)
    trouble.followWindow(other as unknown as BrowserWindow) // an emitter with the used parts of a window
    for (let times = 0; times < 3; times += 1) {
      crash()
      other.webContents.emit('render-process-gone', {}, { reason: 'crashed' })
    }
    expect(shown).toHaveLength(2)
  })

  test('does not restart the app later if the user then keeps the app', async () => {
    const { trouble, app, crash, choose } = troubled({ isKept: true })
    crash()
    crash()
    await choose('Start in safe mode')
    expect(app.quit).toHaveBeenCalledOnce()
    expect(app.relaunch).not.toHaveBeenCalled()
    trouble.stay()
    app.emit('quit')
    expect(app.relaunch).not.toHaveBeenCalled()
  })

  test('that exited normally is not reported', () => {
    const { contents, report, crash } = troubled()
    crash('clean-exit')
    expect(contents.reload).not.toHaveBeenCalled()
    expect(report).not.toHaveBeenCalled()
  })
})

describe('an unresponsive page', () => {
  test('is reloaded only if the writer agrees', async () => {
    const { window, contents, choose, report } = troubled()
    window.emit('unresponsive')
    expect(report).toHaveBeenCalledOnce()
    expect(contents.forcefullyCrashRenderer).not.toHaveBeenCalled()
    await choose('Reload the page')
    // A hanging page would not notice a mere reload.
    expect(contents.forcefullyCrashRenderer).toHaveBeenCalledOnce()
    expect(contents.reload).toHaveBeenCalledOnce()
  })

  test('no longer shows the question when it responds', async () => {
    const { window, contents, shown, choose } = troubled()
    window.emit('unresponsive')
    expect(shown[0]?.signal?.aborted).toBe(false)
    window.emit('responsive')
    expect(shown[0]?.signal?.aborted).toBe(true)
    await choose('Reload the page')
    expect(contents.reload).not.toHaveBeenCalled()
  })
})

test('a graphics process that fails twice can be disabled in safe mode; other processes are only logged', async () => {
  const { app, shown, report, choose } = troubled({ args: ['--safe'] })
  const gone = (type: string, reason: string) => app.emit('child-process-gone', {}, { type, reason })
  gone('Utility', 'crashed')
  gone('Utility', 'crashed')
  gone('GPU', 'clean-exit')
  gone('GPU', 'crashed')
  expect(shown).toEqual([])
  gone('GPU', 'crashed')
  gone('GPU', 'crashed')
  expect(shown).toHaveLength(1)
  expect(report).toHaveBeenCalledTimes(5)
  await choose('Start in safe mode')
  expect(app.relaunch).toHaveBeenCalledExactlyOnceWith({ args: ['--safe'] })
})

test.each([
  ['Start in safe mode', false, 1],
  ['Start normally', true, 0],
])('after failed starts, “%s” does so', async (label, goesOn, relaunches) => {
  const { trouble, app, choose } = troubled({ args: [] })
  const answer = trouble.goesOnAfterFailedStarts()
  await choose(label)
  expect(await answer).toBe(goesOn)
  expect(app.relaunch).toHaveBeenCalledTimes(relaunches)
})
