import { EventEmitter } from 'node:events'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserWindow, BrowserWindowConstructorOptions, WebContents } from 'electron'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClosing } from '../../../../electron/hosts/desktop/ending.ts'
import { PAGE_URL } from '../../../../electron/hosts/desktop/pageOrigin.ts'
import { createWindows } from '../../../../electron/hosts/desktop/windows.ts'
import type { Handlers } from '../../../../shared/ipc/contract.ts'
import { DEFAULT_APP_SETTINGS, fileRefSchema, recentIdSchema } from '../../../../shared/ipc/views.ts'
import { eventually } from '../../../support/eventually.ts'

/** The used parts of an Electron window. */
class FakeWindow extends EventEmitter {
  readonly options: BrowserWindowConstructorOptions
  readonly sent: [name: string, payload: unknown][] = []
  readonly webContents = Object.assign(new EventEmitter(), {
    setWindowOpenHandler: (handler: (asked: { url: string }) => unknown) => void (this.openWindow = handler),
    send: (_channel: string, name: string, payload: unknown) => void this.sent.push([name, payload]),
    reload: () => undefined,
  })
  openWindow: (asked: { url: string }) => unknown = () => undefined
  address = ''
  isGone = false
  constructor(options: BrowserWindowConstructorOptions) {
    super()
    this.options = options
  }
  isDestroyed = () => this.isGone
  isMinimized = () => false
  getNormalBounds = () => ({ x: 10, y: 20, width: 1000, height: 700 })
  show = () => void this.emit('focus')
  focus = () => void this.emit('focus')
  loadURL = async (address: string) => void (this.address = address)
  close() {
    const event = { isPrevented: false, preventDefault: () => void (event.isPrevented = true) }
    this.emit('close', event)
    if (!event.isPrevented) this.destroy()
  }
  destroy() {
    this.isGone = true
    this.emit('closed')
  }
}

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fabula-windows-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

function app() {
  const opened: FakeWindow[] = []
  const closed: string[] = []
  const onConditions = vi.fn()
  const onRecents = vi.fn()
  const handlers = {
    async 'project:close'({ projectId }: { projectId: string }) {
      closed.push(projectId)
      return {}
    },
  } as unknown as Handlers // everything that windows call themselves
  const windows = createWindows({
    BrowserWindow: class extends FakeWindow {
      constructor(options: BrowserWindowConstructorOptions) {
        super(options)
        opened.push(this)
      }
    } as unknown as new (options: BrowserWindowConstructorOptions) => BrowserWindow, // as above
    screen: {
      getPrimaryDisplay: () => ({ workArea: { x: 0, y: 0, width: 1366, height: 728 } }),
      getDisplayMatching: () => ({ workArea: { x: 0, y: 0, width: 3000, height: 2000 } }),
    } as unknown as Parameters<typeof createWindows>[0]['screen'], // the part that is read
    preloadPath: '/preload.cjs',
    isDark: () => false,
    openExternal: vi.fn(),
    report: vi.fn(),
    createClosing: ({ emit }) =>
      createClosing({
        askPage() {
          emit('app:closing', {})
          return true
        },
        askPerson: async () => true,
        onKept: vi.fn(),
      }),
    handlers: () => handlers,
    ownHandlers: () => ({}),
    // A page that opens a story here reports which.
    createDispatch: () => async (channel, input) =>
      channel === 'refused'
        ? { ok: false, error: { code: 'file-unknown', params: {} } }
        : { ok: true, value: input },
    sendInitialState: (emit) => emit('app:listening', {}),
    pathOf(id) {
      if (id === 'forgotten') throw new Error('Not in the list any more')
      return join(folder, `${id}.fabula`)
    },
    refOfPath: (path) => fileRefSchema.parse(`ref of ${path}`),
    onOpen: vi.fn(),
    onListening: vi.fn(),
    onConditions,
    onRecents,
  })
  const pageOf = (window: FakeWindow | undefined) =>
    windows.pageOf(window?.webContents as unknown as WebContents)
  /** The page of a window opens a story, or is about to. */
  const shows = (window: FakeWindow | undefined, id: string) => {
    pageOf(window)?.setListening()
    return pageOf(window)?.dispatch('project:openRecent', { projectId: `open ${id}`, recentId: id })
  }
  const filesGivenTo = (window: FakeWindow | undefined) =>
    window?.sent.flatMap(([name, payload]) =>
      name === 'app:openFile' ? [(payload as { ref: string }).ref] : [],
    )
  return { windows, opened, closed, pageOf, shows, filesGivenTo, onConditions, onRecents }
}

const fox = recentIdSchema.parse('fox')

describe('several windows', () => {
  test('each have a remembered place, and a name that is free again when the window is closed', () => {
    const { windows, opened } = app()
    for (const _ of [1, 2, 3]) windows.open()
    expect(opened.map(({ options }) => options.name)).toEqual(['window-1', 'window-2', 'window-3'])
    expect(opened[0]?.options).toMatchObject({ windowStatePersistence: true, width: 1366, height: 728 })
    expect(opened[1]?.options).toMatchObject({ x: 38, y: 48 })
    opened[1]?.destroy()
    windows.open()
    expect(opened[3]?.options.name).toBe('window-2')
  })

  test('open a story once: opening it again brings its window to the front', async () => {
    const { windows, opened, shows } = app()
    windows.open()
    windows.open(fox)
    expect(opened.map(({ address }) => address)).toEqual([PAGE_URL, `${PAGE_URL}#fox`])
    await shows(opened[1], 'fox')
    windows.open()
    expect(windows.current()?.window).toBe(opened[2])
    windows.open(fox)
    expect(opened).toHaveLength(3)
    expect(windows.current()?.window).toBe(opened[1])
  })

  test('can be opened by a page, for an address of the app', () => {
    const { windows, opened } = app()
    windows.open()
    for (const hash of ['#fox', '', `#${'x'.repeat(100)}`])
      opened[0]?.openWindow({ url: `${PAGE_URL}${hash}` })
    expect(opened.map(({ address }) => address)).toEqual([PAGE_URL, `${PAGE_URL}#fox`, PAGE_URL, PAGE_URL])
  })

  test('do not open a story twice: the window that shows it comes to the front', async () => {
    const { windows, opened, shows, pageOf } = app()
    windows.open()
    windows.open()
    await shows(opened[0], 'fox')
    expect(await shows(opened[1], 'fox')).toEqual({
      ok: false,
      error: { code: 'story-in-other-window', params: {} },
    })
    expect(windows.current()?.window).toBe(opened[0])
    expect(await shows(opened[0], 'fox')).toMatchObject({ ok: true })
    await pageOf(opened[0])?.dispatch('project:close', { projectId: 'open fox' })
    expect(await shows(opened[1], 'fox')).toMatchObject({ ok: true })
  })

  test('all get the events of the services, and each the events for it alone', async () => {
    const { windows, opened, pageOf } = app()
    windows.emit('recents:changed', {})
    windows.open()
    windows.open()
    for (const window of opened) pageOf(window)?.setListening()
    windows.emit('project:closed', { projectId: 'p' as never })
    windows.current()?.emit('menu:command', { command: 'export' })
    windows.tellSettings(DEFAULT_APP_SETTINGS, windows.current())
    const names = opened.map(({ sent }) => sent.map(([name]) => name))
    expect(names).toEqual([
      ['recents:changed', 'app:listening', 'project:closed', 'settings:changed'],
      ['app:listening', 'project:closed', 'menu:command'],
    ])
  })

  test('close separately: a closing window asks its own page, and closes its story', async () => {
    const { windows, opened, shows, closed } = app()
    windows.open()
    const second = windows.open()
    await shows(opened[0], 'owl')
    await shows(opened[1], 'fox')
    opened[1]?.close()
    expect(opened.map(({ sent }) => sent.some(([name]) => name === 'app:closing'))).toEqual([false, true])
    expect(opened[1]?.isGone).toBe(false)
    second.closing.confirm(true)
    await eventually(() => expect(opened[1]?.isGone).toBe(true))
    expect(opened[0]?.isGone).toBe(false)
    expect(closed).toEqual(['open fox'])
    expect(windows.current()?.window).toBe(opened[0])
    expect(windows.pageOf(opened[1]?.webContents as unknown as WebContents)).toBeUndefined()
  })

  test('close their story even if closed before their page had opened it', async () => {
    const { windows, opened, shows, closed } = app()
    windows.open()
    const asked = shows(opened[0], 'fox')
    opened[0]?.destroy()
    await asked
    expect(closed).toEqual(['open fox'])
  })

  test('share a menu bar, which has the conditions of the frontmost window', () => {
    const { windows, opened, onConditions } = app()
    const first = windows.open()
    first.holding = ['always', 'story']
    windows.open()
    expect(onConditions).toHaveBeenLastCalledWith(['always'])
    opened[0]?.emit('focus')
    expect(onConditions).toHaveBeenLastCalledWith(['always', 'story'])
    opened[0]?.destroy()
    expect(onConditions).toHaveBeenLastCalledWith(['always'])
  })

  test('update the recent stories when a page has opened, closed, renamed or deleted one', async () => {
    const { windows, opened, shows, pageOf, onRecents } = app()
    windows.open()
    await shows(opened[0], 'fox')
    expect(onRecents).toHaveBeenCalledTimes(1)
    for (const channel of [
      'project:close',
      'recents:rename',
      'recents:remove',
      'recents:restore',
      'drafts:delete',
    ])
      await pageOf(opened[0])?.dispatch(channel, { projectId: 'open fox' })
    expect(onRecents).toHaveBeenCalledTimes(6)
    for (const channel of ['recents:list', 'project:change', 'refused'])
      await pageOf(opened[0])?.dispatch(channel, {})
    expect(onRecents).toHaveBeenCalledTimes(6)
  })
})

describe('a file from outside', () => {
  test('opens a window if there is none, as on a Mac, and waits for its page', () => {
    const { windows, opened, pageOf, filesGivenTo } = app()
    windows.openFile('/tales/fox.fabula')
    expect(opened).toHaveLength(1)
    expect(filesGivenTo(opened[0])).toEqual([])
    pageOf(opened[0])?.setListening()
    expect(filesGivenTo(opened[0])).toEqual(['ref of /tales/fox.fabula'])
  })

  test('is shown in a window without a story; others open in new windows', async () => {
    const { windows, opened, shows, pageOf, filesGivenTo } = app()
    windows.open()
    await shows(opened[0], 'owl')
    windows.open()
    for (const path of ['/a.fabula', '/b.md', '/c.fabula']) windows.openFile(path)
    for (const window of opened) pageOf(window)?.setListening()
    expect(opened.map(filesGivenTo)).toEqual([
      [],
      ['ref of /a.fabula'],
      ['ref of /b.md'],
      ['ref of /c.fabula'],
    ])
  })

  test('that is already open brings its window to the front, whatever path names it', async () => {
    const { windows, opened, shows } = app()
    await writeFile(join(folder, 'fox.fabula'), '')
    await symlink(join(folder, 'fox.fabula'), join(folder, 'other name.fabula'))
    windows.open()
    await shows(opened[0], 'fox')
    windows.open()
    await shows(opened[1], 'forgotten')
    windows.openFile(join(folder, 'other name.fabula'))
    expect(windows.current()?.window).toBe(opened[0])
    expect(opened).toHaveLength(2)
  })
})
