/** One library of voices: the built-in ones, the natural ones of voice packs, and those of other engines as `<engine>:<voice>`. */
import type { EngineVoices, RemoteEngine } from './remoteEngine.ts'
import { findVoice, listVoices } from '../../../shared/voices/builtInVoices.ts'
import type { VoiceInfo } from '../../../shared/voices/builtInVoices.ts'
import type { RemoteVoice, Voice } from '../../../shared/voices/voice.ts'
import { isPackVoiceId } from '../../../shared/voices/voicePacks.ts'
import type { PackVoices } from './packVoices.ts'

/** What is known of another engine, beside its voices. */
export interface EngineInfo {
  readonly name: string
  readonly model: string
  readonly state: EngineVoices['state']
  readonly message: string
}

export interface VoiceLibrary {
  list(): Promise<{ readonly voices: VoiceInfo[]; readonly engines: EngineInfo[] }>
  /**
   * The voice to speak with, as far as that can be told without asking an engine: any name may be a voice of an engine, and
   * the engine itself decides when it speaks.
   */
  find(id: string): Voice | null
  /** Whether a new conversion may name this voice. One of an engine that is absent may: the conversion then says so. */
  isKnown(id: string): Promise<boolean>
}

/** How old a list may be that is shown, and one that a voice is missing in. */
const FRESH_MS = 60_000
const RETRY_MS = 2_000
/** Engines do not tell what language a voice speaks: the tag for "undetermined". */
const UNKNOWN_LANGUAGE = 'und'

/** `engines` gives those of the moment. */
export function createVoiceLibrary(
  engines: () => readonly RemoteEngine[],
  packs: Pick<PackVoices, 'voices' | 'read'>,
): VoiceLibrary {
  const findOwn = (id: string) => findVoice(id) ?? packs.voices().find((voice) => voice.id === id) ?? null
  return {
    async list() {
      packs.read() // a terminal may have got one
      const found = await Promise.all(
        engines().map(async (engine) => ({ engine, ...(await freshVoices(engine)) })),
      )
      return {
        voices: [
          ...listVoices(),
          ...packs.voices().map(({ natural: _natural, ...info }) => info),
          ...found.flatMap(({ engine, voices }) =>
            voices.map((voice) => {
              const { remote: _remote, ...info } = describeVoice(engine, voice)
              return info
            }),
          ),
        ],
        engines: found.map(({ engine: { settings }, state, message }) => ({
          name: settings.name,
          model: settings.model,
          state,
          message,
        })),
      }
    },
    find(id) {
      const remote = split(id, engines())
      return remote === null ? findOwn(id) : describeVoice(remote.engine, remote.voice)
    },
    async isKnown(id) {
      const remote = split(id, engines())
      if (remote === null) {
        if (isPackVoiceId(id) && findOwn(id) === null) packs.read() // a terminal may have got it
        return findOwn(id) !== null
      }
      const { engine, voice } = remote
      return (
        mayHave(await engine.findVoices(FRESH_MS), voice) || mayHave(await engine.findVoices(RETRY_MS), voice)
      )
    },
  }
}

/** An absent engine is asked again soon: it may just have been started. */
async function freshVoices(engine: RemoteEngine): Promise<EngineVoices> {
  const voices = await engine.findVoices(FRESH_MS)
  return voices.state === 'absent' ? engine.findVoices(RETRY_MS) : voices
}

function mayHave({ state, voices }: EngineVoices, voice: string): boolean {
  return state === 'open' || state === 'absent' || voices.includes(voice)
}

function split(id: string, engines: readonly RemoteEngine[]) {
  const [, name, voice] = /^([^:]+):(.+)$/s.exec(id) ?? []
  const engine = engines.find(({ settings }) => settings.name === name)
  return engine === undefined || voice === undefined ? null : { engine, voice }
}

function describeVoice({ settings }: RemoteEngine, voice: string): RemoteVoice {
  const { name, model, maxCharacters } = settings
  return {
    id: `${name}:${voice}`,
    name: voice,
    language: UNKNOWN_LANGUAGE,
    gender: 'neutral',
    description: `${model} by ${name}`,
    remote: { engine: name, voice, maxCharacters },
  }
}
