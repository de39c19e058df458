import * as z from 'zod'
import { contract, events } from '../../shared/ipc/contract.ts'
import type { Channel, EventName, EventPayload, Input, Output } from '../../shared/ipc/contract.ts'
import { toUserFacing, wireErrorSchema } from '../../shared/ipc/result.ts'
import { fileRefSchema } from '../../shared/ipc/views.ts'
import type { ProjectId } from '../../shared/ipc/views.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { Bridge } from './bridge.ts'
import { httpTransport } from './httpTransport.ts'
import { openMediaStream, readMediaStart } from './mediaStream.ts'
import { openPageSession } from './pageSession.ts'
import { parseInSlices } from './parseInSlices.ts'
import type { Transport } from './transport.ts'

const resultSchema = z.union([
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: wireErrorSchema }),
])

/** The bridge of whichever host loaded the page; null where a browser host does not know this browser. */
export async function createBridge(): Promise<Bridge | null> {
  if (window.fabula !== undefined) return bridgeOver(desktopTransport(window.fabula))
  const session = await openPageSession()
  return session === null ? null : bridgeOver(httpTransport(session))
}

/** A bridge that trusts no answer: results and events are parsed with the contract's schemas. */
export function bridgeOver(transport: Transport): Bridge {
  const mediaUrl = (projectId: ProjectId, audioId: string) =>
    transport.linkTo('media', `./media/${encodeURIComponent(projectId)}/${encodeURIComponent(audioId)}`)

  return {
    async call<C extends Channel>(channel: C, input: Input<C>): Promise<Output<C>> {
      const parsed = resultSchema.safeParse(await transport.call(channel, input))
      if (!parsed.success) throw new UserFacingError('host-answer')
      const result = parsed.data
      if (!result.ok) throw toUserFacing(result.error)
      // The table pairs each channel with its own schema, which TypeScript cannot follow through an index.
      return (await parseInSlices(contract[channel].output, result.value)) as Output<C>
    },
    on<E extends EventName>(event: E, listener: (payload: EventPayload<E>) => void) {
      return transport.on(event, (payload) => {
        const parsed = events[event].safeParse(payload)
        if (parsed.success) listener(parsed.data as EventPayload<E>) // as above: the pair is known by name
      })
    },
    onSessionOver: (listener) => transport.onSessionOver(listener),
    mediaUrl,
    readMedia: (projectId, audioId, sampleRate) => readMediaStart(mediaUrl(projectId, audioId), sampleRate),
    openMedia: (projectId, audioId, playing) => openMediaStream(mediaUrl(projectId, audioId), playing),
    downloadUrl: (link) => transport.linkTo('download', link),
    takeFile: (file, purpose = 'open') => transport.takeFile(file, purpose),
  }
}

/** What the preload exposes, and nothing else. */
interface DesktopApi {
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
function desktopTransport(api: DesktopApi): Transport {
  return {
    call: (channel, input) => api.call(channel, input),
    on: (event, listener) => api.on(event, listener),
    onSessionOver: () => undefined, // the page and its host live and end together
    linkTo: (_kind, path) => path,
    takeFile: async (file, purpose) => fileRefSchema.parse(await api.takeFile(file, purpose)),
  }
}
