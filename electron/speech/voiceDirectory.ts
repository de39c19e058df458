/** Which voices there are: those that are built in, and those of the engines, for which the built-in service is asked. */
import type { EngineInfo, VoicesView } from '../../shared/ipc/enginesContract.ts'
import type { Voice } from '../../shared/ipc/views.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { voicesAnswerSchema } from '../../shared/speech-api/answers.ts'
import { API_PATHS } from '../../shared/speech-api/paths.ts'
import { BUILT_IN_CONNECTION } from '../../shared/story/records.ts'
import { listVoices } from '../../shared/voices/builtInVoices.ts'
import { createAskService } from './askService.ts'
import { parseBaseUrl } from './baseUrl.ts'
import type { Clock } from '../lib/clock.ts'
import type { Connections } from './connections.ts'
import { DEFAULT_TIMEOUTS, ExchangeFault } from '../lib/http/httpExchange.ts'
import { faultError, refusalError } from './serviceErrors.ts'

export interface VoiceDirectory {
  /** What is known without asking: the built-in voices, and those of engines that the writer typed. */
  known(): VoicesView
  /** Throws what keeps the built-in service from answering. Where there is no engine it is not asked. */
  list(): Promise<VoicesView>
}

export interface VoiceDirectoryOptions {
  readonly builtIn: Connections
  readonly engines: () => readonly EngineInfo[]
  readonly clock: Clock
}

export function createVoiceDirectory({ builtIn, engines, clock }: VoiceDirectoryOptions): VoiceDirectory {
  const known = (): VoicesView => ({
    voices: [
      ...listVoices().map((voice) => toView(voice, null)),
      ...engines().flatMap(({ name, model, voices }) =>
        voices.map((voice) =>
          toView(
            { id: `${name}:${voice}`, name: voice, language: '', description: `${model} by ${name}` },
            name,
          ),
        ),
      ),
    ],
    engines: [],
  })

  async function ask(): Promise<VoicesView> {
    const { baseUrl, key } = await builtIn.get(BUILT_IN_CONNECTION)
    const url = parseBaseUrl(baseUrl)
    const send = createAskService({ baseUrl: url, key, timeouts: DEFAULT_TIMEOUTS, clock })
    const { status, json, retryAfterMs } = await send(API_PATHS.voices, { method: 'GET' })
    if (status !== 200) throw refusalError(status, json, url.host, retryAfterMs)
    const answer = voicesAnswerSchema.safeParse(json)
    if (!answer.success) throw new UserFacingError('service-answer-unreadable', { host: url.host })
    const { result, engines: found } = answer.data
    const engineOf = (id: string) => found.find(({ name }) => id.startsWith(`${name}:`))?.name ?? null
    return {
      voices: result.map((voice) => toView(voice, engineOf(voice.id))),
      engines: found.map(({ name, state, message }) => ({ name, state, message })),
    }
  }

  return {
    known,
    async list() {
      if (engines().length === 0) return known()
      try {
        return await ask()
      } catch (error) {
        throw error instanceof ExchangeFault ? faultError(error.kind, 'The built-in service') : error
      }
    },
  }
}

function toView({ id, name, language, description }: Omit<Voice, 'engine'>, engine: string | null): Voice {
  return { id, name, language, description, engine }
}
