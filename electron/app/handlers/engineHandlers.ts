import type { Emit, Handlers } from '../../../shared/ipc/contract.ts'
import type { BuiltInService } from '../builtInService.ts'
import type { EngineStore } from '../../speech/engineStore.ts'
import { testEngine } from '../../speech/testEngine.ts'
import type { VoiceDirectory } from '../../speech/voiceDirectory.ts'
import type { Report } from '../../lib/report.ts'

export interface EngineHandlersOptions {
  readonly store: EngineStore
  readonly speech: Pick<BuiltInService, 'setEngines'>
  readonly voices: VoiceDirectory
  readonly emit: Emit
  readonly report: Report
}

type EngineChannel = Extract<keyof Handlers, `engines:${string}` | `voices:${string}`>

/**
 * Setting up the engines of the built-in service, and the voices that it then has. A change reaches the service while it runs:
 * what is under way goes on. Every change is told to all pages.
 */
export function createEngineHandlers(options: EngineHandlersOptions): Pick<Handlers, EngineChannel> {
  const { store, speech, voices, emit, report } = options

  async function handOver(): Promise<void> {
    await speech.setEngines(store.settings((error) => report('engines', error)))
  }

  async function changed() {
    await handOver()
    const view = store.view()
    emit('engines:changed', view)
    return view
  }

  return {
    'voices:known': async () => voices.known(),
    'voices:list': () => voices.list(),
    'engines:list': async () => store.view(),
    async 'engines:save'(draft) {
      const name = store.save(draft)
      return { name, view: await changed() }
    },
    async 'engines:removeKey'({ name }) {
      store.removeKey(name)
      return changed()
    },
    async 'engines:remove'({ name }) {
      store.remove(name)
      return changed()
    },
    async 'engines:test'({ name }) {
      const engine = store.find(name)
      // The service asks it anew too, and has its key now even where the keychain was locked when it started.
      await handOver()
      return testEngine(engine)
    },
  }
}
