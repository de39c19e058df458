/** The desktop page gets three functions and nothing else of Electron. The main process validates. */
import { contextBridge, ipcRenderer, webFrame, webUtils } from 'electron'
import {
  CALL_CHANNEL,
  EVENT_CHANNEL,
  REF_OF_PATH_CHANNEL,
  SPELLING_CHANNEL,
} from './hosts/desktop/privateChannels.ts'

const listeners = new Map<string, Set<(payload: unknown) => void>>()

// The event object of Electron stays here: it would expose everything to the page.
ipcRenderer.on(EVENT_CHANNEL, (_event, name: string, payload: unknown) => {
  for (const listener of listeners.get(name) ?? []) listener(payload)
})

contextBridge.exposeInMainWorld('fabula', {
  /** Asks main by a channel of the contract; returns its result, which states whether it worked. */
  call(channel: string, input: unknown): Promise<unknown> {
    return ipcRenderer.invoke(CALL_CHANNEL, channel, input)
  },
  /** Listens to an event of the contract; returns a function that stops listening. */
  on(name: string, listener: (payload: unknown) => void): () => void {
    const ofName = listeners.get(name) ?? new Set()
    listeners.set(name, ofName.add(listener))
    return () => {
      ofName.delete(listener)
    }
  },
  /** A reference for a file that was dropped on the page. Rejects if the file is not on disk. */
  takeFile(file: File, purpose: string): Promise<unknown> {
    return ipcRenderer.invoke(REF_OF_PATH_CHANNEL, webUtils.getPathForFile(file), purpose)
  },
})

// macOS checks by itself. The language only determines which letters make a word, and those of all dictionaries are Latin.
if (process.platform !== 'darwin')
  webFrame.setSpellCheckProvider('en-US', {
    spellCheck(words, tell) {
      ipcRenderer.invoke(SPELLING_CHANNEL, words).then(tell, () => tell([]))
    },
  })
