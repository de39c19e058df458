import type { Emit, Handlers } from '../../../shared/ipc/contract.ts'
import { SERVER_KINDS, type ServerKind } from '../../../shared/servers/kinds.ts'
import type { Report } from '../../lib/report.ts'
import { engineSettingsOf, type ServerStore } from '../../speech/servers/serverStore.ts'
import { testServer } from '../../speech/servers/testServer.ts'
import type { VoiceDirectory } from '../../speech/voiceDirectory.ts'
import type { BuiltInService } from '../builtInService.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { HostFiles } from '../../lib/files/fileRefs.ts'
import type { OpenProjects } from '../../project/openProjects.ts'
import type { Projects } from '../../project/projects.ts'
import { storiesWithVoices } from '../../project/storiesUsing.ts'
import { voicesOfPack } from '../../speech/packs/voicesFolder.ts'
import type { VoicePacks } from '../../speech/packs/voicePacks.ts'

interface ServerHandlersOptions {
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

interface VoicePackHandlersOptions {
  readonly packs: VoicePacks
  readonly files: Pick<HostFiles, 'pathOf' | 'done' | 'showFile'>
  readonly projects: Pick<Projects, 'recents' | 'pathOf'>
  readonly openProjects: Pick<OpenProjects, 'at'>
  readonly report: Report
}

type VoicePackChannel = Extract<keyof Handlers, `voicePacks:${string}`>

export function createVoicePackHandlers(options: VoicePackHandlersOptions): Pick<Handlers, VoicePackChannel> {
  const { packs, files, projects, openProjects, report } = options

  return {
    'voicePacks:list': () => packs.view(),
    async 'voicePacks:get'({ packId }) {
      // An error becomes part of the pack's state, which is sent to the page.
      packs.get(packId).catch((error: unknown) => {
        if (!(error instanceof UserFacingError)) report('voice packs', error)
      })
      return {}
    },
    async 'voicePacks:sample'({ packId }) {
      const { type, bytes } = await packs.sample(packId)
      return { type, base64: Buffer.from(bytes).toString('base64') }
    },
    async 'voicePacks:stop'({ packId }) {
      packs.stop(packId)
      return {}
    },
    async 'voicePacks:add'({ refs }) {
      try {
        const paths = await Promise.all(refs.map((ref) => files.pathOf(ref, 'voice')))
        return { packId: (await packs.add(paths)).id }
      } finally {
        for (const ref of refs) await files.done(ref)
      }
    },
    async 'voicePacks:rename'({ packId, name }) {
      await packs.rename(packId, name)
      return {}
    },
    'voicePacks:stories': async ({ packId }) =>
      storiesWithVoices(voicesOfPack(await packs.view(), packId), { projects, openProjects }),
    async 'voicePacks:remove'({ packId }) {
      await packs.remove(packId)
      return {}
    },
    async 'voicePacks:showFolder'() {
      files.showFile((await packs.view()).folder)
      return {}
    },
  }
}
