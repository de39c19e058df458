import { EventEmitter } from 'node:events'
import { createWire } from '../windows/wire.ts'
import type { Reply } from '../windows/pageSide.ts'
import { loud } from './loud.ts'

type InvokeHandler = (event: object, ...args: unknown[]) => unknown

const wire = createWire()

export function createIpcMain() {
  const handlers = new Map<string, InvokeHandler>()
  const listeners = new EventEmitter()

  const ipcMain = loud('ipcMain', {
    handle(channel: string, handler: InvokeHandler) {
      if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
      handlers.set(channel, handler)
    },
    removeHandler: (channel: string) => void handlers.delete(channel),
    on(channel: string, listener: InvokeHandler) {
      listeners.on(channel, listener)
      return ipcMain
    },
    off(channel: string, listener: InvokeHandler) {
      listeners.off(channel, listener)
      return ipcMain
    },
    removeListener: (channel: string, listener: InvokeHandler) => ipcMain.off(channel, listener),
    removeAllListeners(channel?: string) {
      listeners.removeAllListeners(channel)
      return ipcMain
    },
  })

  /** Errors arrive in the page as Electron sends them: flattened into one message. */
  const invoke = async (event: object, channel: string, args: string): Promise<Reply> => {
    const handler = handlers.get(channel)
    const failed = (error: unknown) => ({
      error: `Error invoking remote method '${channel}': ${String(error)}`,
    })
    if (!handler) return failed(new Error(`No handler registered for '${channel}'`))
    try {
      return { ok: wire.encode(await handler(event, ...(wire.decode(args) as unknown[]))) } // pageSide.ts encodes a list
    } catch (error) {
      console.error(`Error occurred in handler for '${channel}':`, error)
      return failed(error)
    }
  }

  return {
    ipcMain,
    /** Handles a request of a page's ipcRenderer; the reply is JSON. */
    async receive(event: object, kind: string, channel: string, args: string): Promise<string> {
      if (kind === 'invoke') return JSON.stringify(await invoke(event, channel, args))
      listeners.emit(channel, event, ...(wire.decode(args) as unknown[])) // pageSide.ts encodes a list
      return ''
    },
  }
}
