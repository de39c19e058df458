import type { Emit, Handlers } from '../../../shared/ipc/contract.ts'
import { SERVER_KINDS, type ServerKind } from '../../../shared/servers/kinds.ts'
import type { Report } from '../../lib/report.ts'
import { engineSettingsOf, type ServerStore } from '../../speech/servers/serverStore.ts'
import { testServer } from '../../speech/servers/testServer.ts'
import type { VoiceDirectory } from '../../speech/voiceDirectory.ts'
import type { BuiltInService } from '../builtInService.ts'

export interface ServerHandlersOptions {
  readonly servers: ServerStore
  readonly speech: Pick<BuiltInService, 'setEngines'>
  readonly voices: VoiceDirectory
  readonly emit: Emit
  readonly report: Report
}

type ServerChannel = Extract<keyof Handlers, `servers:${string}` | `voices:${string}`>

/**
 * Sets up servers and the voices they lend to the built-in service. A change to an engine reaches that service while it
 * runs, and work under way continues. All pages are notified of every change.
 */
export function createServerHandlers(options: ServerHandlersOptions): Pick<Handlers, ServerChannel> {
  const { servers, speech, voices, emit, report } = options

  /** Passes the current engines to the built-in service. */
  async function handOver(kind: ServerKind): Promise<void> {
    if (!SERVER_KINDS[kind].lendsVoices) return
    await servers.prepareKeys()
    await speech.setEngines(engineSettingsOf(servers, (error) => report('engines', error)))
  }

  async function changed(kind: ServerKind) {
    await handOver(kind)
    const view = servers.view()
    emit('servers:changed', view)
    return view
  }

  return {
    'voices:known': async () => voices.known(),
    'voices:list': () => voices.list(),
    async 'servers:list'() {
      await servers.prepareKeys()
      return servers.view()
    },
    async 'servers:save'(draft) {
      await servers.prepareKeys(draft)
      const id = servers.save(draft)
      return { id, view: await changed(draft.kind) }
    },
    async 'servers:removeKey'({ kind, id }) {
      servers.removeKey(kind, id)
      return changed(kind)
    },
    async 'servers:remove'({ kind, id }) {
      servers.remove(kind, id)
      return changed(kind)
    },
    async 'servers:test'({ kind, id }) {
      const server = servers.find(kind, id)
      await servers.prepareKeys()
      const key = servers.keyOf(server)
      // The service also queries the engine again, and now has its key even if the keychain was locked at start.
      await handOver(kind)
      return testServer(server, key)
    },
  }
}
