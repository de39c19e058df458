import type { WireCodec } from './wire.ts'

/** What the host does with a call from the page; resolves to a Reply as JSON. */
export type CallHost = (kind: 'invoke' | 'send', channel: string, args: string) => Promise<string>

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

  /** What crosses the bridge: functions as proxies, plain objects by value, symbols not at all. */
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
    // As for every file that is on no disk: a page of a browser knows no others.
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
