/** The sources of speech: the servers that the writer set up, the embedded service, and the voices of both. */
import { join } from 'node:path'
import type { Emit } from '../../shared/ipc/contract.ts'
import type { Clock } from '../lib/clock.ts'
import type { Report } from '../lib/report.ts'
import { readInstalledPacks } from '../lib/voices/installedPacks.ts'
import * as localService from '../local-service/startLocalService.ts'
import { createConnections } from '../speech/connections.ts'
import { createKeyStore, fileKeySafe, type KeySafe } from '../speech/servers/keyStore.ts'
import { createServerStore, engineSettingsOf } from '../speech/servers/serverStore.ts'
import { UNPACK_SOURCE } from '../lib/archives/unpackThread.ts'
import { readVoiceCatalogue, type CatalogueEntry } from '../../shared/voices/voiceCatalogue.ts'
import { createVoicePacks } from '../speech/packs/voicePacks.ts'
import { createVoicesFolder } from '../speech/packs/voicesFolder.ts'
import { createVoiceDirectory } from '../speech/voiceDirectory.ts'
import { findVoicesFolder } from './appFolder.ts'
import { startBuiltInService, startInFreeFolder } from './builtInService.ts'

export interface SpeechServicesOptions {
  /** The app's own folder. */
  readonly dataDir: string
  /** How this host starts the speech service's process. Default: Node runs the sources. */
  readonly serviceProcess?: Pick<
    localService.LocalServiceOptions,
    'entryUrl' | 'workerUrl' | 'documentWorkerUrl' | 'naturalUrl' | 'spawn' | 'spawnNatural'
  >
  /** Stores the keys of servers. Default: in a file. */
  readonly keySafe?: KeySafe
  /** Called with every key in use, so that it can be masked in logs. */
  readonly onKey?: (key: string) => void
  /** The voice packs that can be downloaded. Default: the catalogue that comes with Fabula. */
  readonly voiceCatalogue?: readonly CatalogueEntry[]
  /** Whether the natural voices on this computer are used; false only in safe mode. */
  readonly hasPacks?: boolean
  /** The code of the thread that unpacks voice packs, in a bundled app. */
  readonly unpackWorkerUrl?: URL
  readonly startService?: typeof localService.startLocalService
  readonly emit: Emit
  readonly report: Report
}

export type SpeechServices = ReturnType<typeof createSpeechServices>

/** Starts the embedded service at once. */
export function createSpeechServices(options: SpeechServicesOptions & { readonly clock: Clock }) {
  const { dataDir, emit, report, clock, keySafe: safe = fileKeySafe, onKey = () => {} } = options
  const { hasPacks = true } = options
  const { serviceProcess, startService = localService.startLocalService } = options
  const servers = createServerStore(dataDir, createKeyStore({ dataDir, safe, onKey }))
  const voicesFolder = findVoicesFolder(dataDir)
  const setAside: string[] = []
  const tellSetAside = (tell: Emit) => {
    if (setAside.length > 0) tell('app:setAside', { names: [...setAside] })
  }
  const builtIn = startBuiltInService({
    async start() {
      await servers.prepareKeys()
      const settings = { engines: engineSettingsOf(servers, (error) => report('engines', error)) }
      const service = await startInFreeFolder(
        (dataFolder) =>
          startService({ dataFolder, ...(hasPacks && { voicesFolder }), settings, ...serviceProcess }),
        join(dataDir, 'service'),
      )
      setAside.push(...service.setAside)
      tellSetAside(emit)
      return service
    },
    onState: (state) => emit('speech:state', { state }),
    report,
    now: () => clock.now(),
  })
  /** The voice packs on this computer. */
  const packs = () => (hasPacks ? readInstalledPacks(voicesFolder) : [])
  return {
    packs,
    servers,
    builtIn,
    connections: createConnections(builtIn.connection, servers),
    voices: createVoiceDirectory({
      builtIn: builtIn.connection,
      engines: () => servers.list('engine'),
      packs,
      clock,
    }),
    /** Downloads, adds and removes voice packs. */
    voicePacks: createVoicePacks({
      folder: createVoicesFolder(voicesFolder),
      catalogue: options.voiceCatalogue ?? readVoiceCatalogue(),
      unpackWorkerUrl: options.unpackWorkerUrl ?? UNPACK_SOURCE,
      onChange: (view) => emit('voicePacks:changed', view),
      onVoices: () => builtIn.readVoices(),
      clock,
      report,
    }),
    /** Sends the state of the embedded service to a page that was just opened. */
    sendInitialState(tell: Emit): void {
      tell('speech:state', { state: builtIn.state() })
      tellSetAside(tell)
    },
  }
}
