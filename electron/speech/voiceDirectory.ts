/** The voices of the built-in service: its own, those of voice packs, and those of engines, which the service lists. */
import type { VoiceView } from '../../shared/ipc/views.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { Server, VoicesView } from '../../shared/servers/contract.ts'
import { voicesAnswerSchema } from '../../shared/speech-api/responses.ts'
import { API_PATHS } from '../../shared/speech-api/endpoints.ts'
import { listVoices } from '../../shared/voices/builtInVoices.ts'
import { naturalVoicesOf } from '../../shared/voices/voicePacks.ts'
import { createAskService, faultError, refusalError } from './askService.ts'
import { parseBaseUrl } from '../lib/http/baseUrl.ts'
import { type InstalledPack, readMakesPerSecond } from '../lib/voices/installedPacks.ts'
import type { Clock } from '../lib/clock.ts'
import type { Connection } from './connections.ts'
import { DEFAULT_TIMEOUTS, ExchangeFault } from '../lib/http/httpExchange.ts'

export interface VoiceDirectoryOptions {
  /** The built-in service. */
  readonly builtIn: () => Promise<Connection>
  readonly engines: () => readonly Server<'engine'>[]
  /** Installed voice packs. */
  readonly packs: () => readonly InstalledPack[]
  readonly clock: Clock
}

export type VoiceDirectory = ReturnType<typeof createVoiceDirectory>

export function createVoiceDirectory({ builtIn, engines, packs, clock }: VoiceDirectoryOptions) {
  /** The voices known without a request: the built-in voices, those of voice packs, and the engines' voices that the writer entered. */
  const known = (): VoicesView => ({
    voices: [
      ...listVoices().map((voice) => toView(voice, null)),
      ...packs().flatMap(packVoiceViews),
      ...engines().flatMap(({ name, model, voices }) =>
        voices.map((voice) =>
          toView(
            {
              id: `${name}:${voice}`,
              name: voice,
              language: '',
              gender: null,
              description: `${model} by ${name}`,
            },
            name,
          ),
        ),
      ),
    ],
    engines: [],
  })

  async function ask(): Promise<VoicesView> {
    const { baseUrl, key } = await builtIn()
    const url = parseBaseUrl(baseUrl)
    const send = createAskService({ baseUrl: url, key, timeouts: DEFAULT_TIMEOUTS, clock })
    const { status, json, retryAfterMs } = await send(API_PATHS.voices, { method: 'GET' })
    if (status !== 200) throw refusalError(status, json, url.host, retryAfterMs)
    const answer = voicesAnswerSchema.safeParse(json)
    if (!answer.success) throw new UserFacingError('service-answer-unreadable', { host: url.host })
    const { result, engines: found } = answer.data
    const ofPacks = new Map(
      packs()
        .flatMap(packVoiceViews)
        .map((voice) => [voice.id, voice]),
    )
    const engineOf = (id: string) => found.find(({ name }) => id.startsWith(`${name}:`))?.name ?? null
    return {
      voices: result.map((voice) => ofPacks.get(voice.id) ?? toView(voice, engineOf(voice.id))),
      engines: found.map(({ name, state, message }) => ({ name, state, message })),
    }
  }

  return {
    known,
    /**
     * Lists all voices; requests those of engines, if there are any, from the built-in service. Throws a UserFacingError if the service
     * does not respond.
     */
    async list(): Promise<VoicesView> {
      if (engines().length === 0) return known()
      try {
        return await ask()
      } catch (error) {
        throw error instanceof ExchangeFault ? faultError(error.kind, 'The built-in service') : error
      }
    },
  }
}

/** Engines do not report the gender of a voice: the service gives all of their voices the same one. */
function toView(voice: Omit<VoiceView, 'engine' | 'pack'>, engine: string | null): VoiceView {
  const { id, name, language, gender, description } = voice
  return { id, name, language, gender: engine === null ? gender : null, description, engine, pack: null }
}

function packVoiceViews({ manifest, folder }: InstalledPack): VoiceView[] {
  const { id, name, licence } = manifest
  const pack = { id, name, licence, makesPerSecond: readMakesPerSecond(folder) }
  return naturalVoicesOf(manifest).map(({ natural: _natural, ...voice }, index) => {
    const gender = manifest.speakers[index]?.gender ?? null
    return { ...voice, gender, engine: null, pack }
  })
}
