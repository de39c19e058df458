import type { WireCodec } from './wire.ts'

/** What the host does with a call from the page; resolves to a Reply as JSON. */
export type CallHost = (
  kind: 'invoke' | 'send' | 'context-menu',
  channel: string,
  args: string,
) => Promise<string>

export type Reply = { readonly ok: string } | { readonly error: string }

type Listener = (event: unknown, ...args: unknown[]) => void

/** Runs a built preload in the page with a stand-in `electron`. The function uses nothing outside itself: it runs in the page.
 * Unlike in Electron the preload shares the page's JavaScript world; only what it exposes is copied and frozen as there. */
export function runPreload(
  wire: WireCodec,
  argv: readonly string[],
  preload: (require: (name: string) => unknown, module: object, exports: object, process: object) => void,
): void {
  const world = globalThis as typeof globalThis & Record<string, unknown> // properties are looked up by name below
  const callHost = world['__standinCall'] as CallHost // the binding that windowServer.ts makes
  delete world['__standinCall']
  const listeners = new Map<string, Set<Listener>>()

  const ipcRenderer = {
    async invoke(channel: string, ...args: unknown[]) {
      const reply = JSON.parse(await callHost('invoke', channel, wire.encode(args))) as Reply // made by ipcMain.ts
      if ('error' in reply) throw new Error(reply.error)
      return wire.decode(reply.ok)
    },
    send(channel: string, ...args: unknown[]) {
      void callHost('send', channel, wire.encode(args))
    },
    on(channel: string, listener: Listener) {
      const known = listeners.get(channel) ?? new Set()
      listeners.set(channel, known.add(listener))
      return ipcRenderer
    },
    off: (channel: string, listener: Listener) => ipcRenderer.removeListener(channel, listener),
    removeListener(channel: string, listener: Listener) {
      listeners.get(channel)?.delete(listener)
      return ipcRenderer
    },
  }
  Object.defineProperty(world, '__standinPush', {
    value: (channel: string, args: string) => {
      const values = wire.decode(args) as unknown[] // webContents.send encodes a list
      for (const listener of listeners.get(channel) ?? [])
        listener({ sender: ipcRenderer, ports: [] }, ...values)
    },
  })

  /** How values cross the bridge: functions as proxies, plain objects by value, symbols not at all. */
  const cross = (value: unknown): unknown => {
    if (typeof value === 'symbol') throw new TypeError('symbols cannot cross the context bridge')
    if (typeof value === 'function')
      return (...args: unknown[]) => {
        const result: unknown = Reflect.apply(value, undefined, args.map(cross))
        return result instanceof Promise ? result.then(cross) : cross(result)
      }
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(cross)
    if (Object.getPrototypeOf(value) !== Object.prototype) return structuredClone(value)
    return Object.freeze(Object.fromEntries(Object.entries(value).map(([key, each]) => [key, cross(each)])))
  }
  const contextBridge = {
    exposeInMainWorld(key: string, api: unknown) {
      if (key in world)
        throw new Error('Cannot bind an API on top of an existing property on the window object')
      Object.defineProperty(world, key, { value: cross(api), enumerable: true })
    },
  }

  type Editable = HTMLTextAreaElement | HTMLInputElement
  const isEditable = (element: unknown): element is Editable =>
    element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLInputElement &&
      ['text', 'search', 'password', 'url', 'email'].includes(element.type))
  const misspelt = new Set<string>()
  const wordsOf = (text: string) => text.match(/[\p{L}\p{M}’']+/gu) ?? []
  interface SpellProvider {
    spellCheck(words: string[], tell: (misspelt: string[]) => void): void
  }
  const webFrame = {
    /** Checks the words of a text while it is typed, as Chromium does; misspelled words show in the context menu. */
    setSpellCheckProvider(_language: string, provider: SpellProvider) {
      addEventListener('input', ({ target }) => {
        if (!isEditable(target) || !target.spellcheck) return
        provider.spellCheck(wordsOf(target.value), (words) => {
          for (const word of words) misspelt.add(word)
          target.dataset['standinMisspelt'] = words.join(' ')
        })
      })
    },
  }
  // Chromium asks the app for a menu if the page has not prevented it. It selects a misspelt word that is clicked.
  addEventListener('contextmenu', (event) => {
    if (event.defaultPrevented) return
    const field = isEditable(event.target) ? event.target : undefined
    const [start, end] = [field?.selectionStart ?? 0, field?.selectionEnd ?? 0]
    let selectionText = field?.value.slice(start, end) ?? String(getSelection())
    let misspelledWord = ''
    if (field !== undefined && start === end) {
      const before = /[\p{L}\p{M}’']*$/u.exec(field.value.slice(0, start))?.[0] ?? ''
      const after = /^[\p{L}\p{M}’']*/u.exec(field.value.slice(start))?.[0] ?? ''
      if (misspelt.has(before + after)) {
        misspelledWord = selectionText = before + after
        field.setSelectionRange(start - before.length, start + after.length)
      }
    }
    const isSecret = field instanceof HTMLInputElement && field.type === 'password'
    const canCopy = selectionText !== '' && !isSecret
    const [canEdit, x, y] = [field !== undefined, event.clientX, event.clientY]
    const params = {
      ...{ x, y, selectionText, misspelledWord, dictionarySuggestions: [], isEditable: canEdit },
      formControlType:
        field === undefined
          ? 'none'
          : field instanceof HTMLTextAreaElement
            ? 'text-area'
            : `input-${field.type}`,
      menuSourceType: event.button === 2 ? 'mouse' : 'keyboard',
      editFlags: {
        ...{ canUndo: canEdit, canRedo: false, canCopy, canCut: canEdit && canCopy },
        ...{ canPaste: canEdit, canSelectAll: canEdit },
      },
    }
    void callHost('context-menu', '', JSON.stringify(params))
  })

  const loud = (name: string, target: object) =>
    new Proxy(target, {
      get(known, property, receiver): unknown {
        if (property in known || typeof property === 'symbol') return Reflect.get(known, property, receiver)
        throw new Error(`electron stand-in: ${name}.${property} is not provided to a preload`)
      },
    })
  const electron = loud('electron', {
    contextBridge: loud('contextBridge', contextBridge),
    ipcRenderer: loud('ipcRenderer', ipcRenderer),
    webFrame: loud('webFrame', webFrame),
    // As for every file that is not on a disk: a page in a browser has only such files.
    webUtils: loud('webUtils', { getPathForFile: () => '' }),
  })
  const requireFromPreload = (name: string) => {
    if (name === 'electron' || name === 'electron/renderer') return electron
    throw new Error(`electron stand-in: a sandboxed preload cannot load “${name}”`)
  }
  const process = {
    type: 'renderer',
    platform: 'linux',
    sandboxed: true,
    contextIsolated: true,
    argv,
    env: {},
    versions: {},
  }
  preload(requireFromPreload, { exports: {} }, {}, process)
}
