import { fileRefSchema } from '../../shared/ipc/views.ts'
import type { Transport } from './transport.ts'

/** What the preload exposes, and nothing else. */
export interface DesktopApi {
  call(channel: string, input: unknown): Promise<unknown>
  on(event: string, listener: (payload: unknown) => void): () => void
  takeFile(file: File, purpose: string): Promise<string>
}

declare global {
  interface Window {
    readonly fabula?: DesktopApi
  }
}

/** Calls through Electron's context bridge. */
export function desktopTransport(api: DesktopApi): Transport {
  return {
    call: (channel, input) => api.call(channel, input),
    on: (event, listener) => api.on(event, listener),
    linkTo: (_kind, path) => path,
    takeFile: async (file, purpose) => fileRefSchema.parse(await api.takeFile(file, purpose)),
  }
}
