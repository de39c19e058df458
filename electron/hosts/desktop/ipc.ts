/** The dispatcher behind Electron's IPC, and the events sent to pages. */
import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron'
import type { TakenPurpose } from '../../../shared/files/fileTypes.ts'
import type { Emit } from '../../../shared/ipc/contract.ts'
import type { WireResult } from '../../../shared/ipc/result.ts'
import { takenPurposeSchema } from '../../../shared/ipc/views.ts'
import type { Dispatch } from '../../app/dispatcher.ts'
import { isPageUrl } from './pageOrigin.ts'
import { CALL_CHANNEL, EVENT_CHANNEL, REF_OF_PATH_CHANNEL } from './privateChannels.ts'

/** Whether a call comes from the main frame of a window of ours, and that frame shows our page. */
export function isOwnFrame({
  sender,
  senderFrame,
}: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>): boolean {
  // The frame is null if it has closed since it asked.
  return senderFrame !== null && senderFrame === sender.mainFrame && isPageUrl(senderFrame.url)
}

/** The page of a window, for its calls. */
export interface CalledPage {
  readonly dispatch: Dispatch
  /** To be called with the page's first call: it now listens. */
  setListening(): void
}

/** Registers the one channel that carries every call of the contract. `pageOf` returns the page of one of our windows. */
export function registerIpc(
  ipcMain: Pick<IpcMain, 'handle'>,
  pageOf: (contents: WebContents) => CalledPage | undefined,
): void {
  ipcMain.handle(
    CALL_CHANNEL,
    async (event, channel: unknown, rawInput: unknown): Promise<WireResult<unknown>> => {
      const page = isOwnFrame(event) ? pageOf(event.sender) : undefined
      if (page === undefined) return { ok: false, error: { code: 'untrusted-sender', params: {} } }
      page.setListening()
      return page.dispatch(typeof channel === 'string' ? channel : '', rawInput)
    },
  )
}

/** Returns references for files that were dropped on the page; the preload, not the page, knows their paths. */
export function registerDroppedFiles(
  ipcMain: Pick<IpcMain, 'handle'>,
  refOfPath: (path: string, purpose: TakenPurpose) => string,
): void {
  ipcMain.handle(REF_OF_PATH_CHANNEL, (event, path: unknown, purpose: unknown) => {
    if (!isOwnFrame(event) || typeof path !== 'string' || path === '') throw new Error('No such file')
    return refOfPath(path, takenPurposeSchema.parse(purpose))
  })
}

export interface PageEvents {
  readonly emit: Emit
  /** To be called when the page calls, so it listens: waiting events are sent. Returns whether the page is new. */
  setListening(): boolean
  /** Whether there is a page that has called, and so may have unsaved words. */
  isListening(): boolean
}

/** The number of events of each name that wait for a page that has not called yet. */
export const MAX_WAITING_EVENTS = 200

/**
 * Events for the loaded page, or for the page that is still loading. While no page listens, only the newest events of each
 * name are kept: a page asks for the state when it starts, and a file to open must not be displaced by events of jobs.
 */
export function createPageEvents(): PageEvents & { attach(contents: WebContents): void } {
  let target: WebContents | undefined
  let isListening = false
  let waiting: [event: string, payload: unknown][] = []

  function keep(event: string, payload: unknown): void {
    const same = waiting.filter(([name]) => name === event)
    if (same.length >= MAX_WAITING_EVENTS) waiting = waiting.filter((message) => message !== same[0])
    waiting.push([event, payload])
  }

  return {
    emit(event, payload) {
      if (target && isListening) target.send(EVENT_CHANNEL, event, payload)
      else keep(event, payload)
    },
    setListening() {
      if (isListening) return false
      isListening = true
      for (const message of waiting) target?.send(EVENT_CHANNEL, ...message)
      waiting = []
      return true
    },
    isListening: () => isListening,
    attach(contents) {
      target = contents
      contents.on('did-start-loading', () => (isListening = false))
      contents.on('render-process-gone', () => (isListening = false))
      contents.once('destroyed', () => {
        if (target === contents) target = undefined
      })
    },
  }
}
