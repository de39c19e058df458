/** The library of all voices: built-in ones, natural ones of voice packs, and those of other engines as `<engine>:<voice>`. */
import type { EngineVoices, RemoteEngine } from './remoteEngine.ts'
import { findVoice, listVoices, type VoiceInfo } from '../../../shared/voices/builtInVoices.ts'
import type { RemoteVoice, Voice } from '../../../shared/voices/voiceCatalogue.ts'
import { isPackVoiceId } from '../../../shared/voices/voicePacks.ts'
import type { PackVoices } from './packVoices.ts'

/** Another engine, without its voices. */
export interface EngineInfo {
  readonly name: string
  readonly model: string
  /** `cut`: the library does not contain all voices that the engine lists. */
  readonly state: EngineVoices['state'] | 'cut'
  readonly message: string
}

/** The highest age of a list, and of one in which a voice is missing or whose engine is absent. */
const FRESH_MS = 60_000
const RETRY_MS = 2_000
/** The most voices of all engines together, and the longest name of a voice, so that clients can read the whole response. */
const MOST_ENGINE_VOICES = 10_000
const LONGEST_NAME = 200
/** The tag for "undetermined", because engines do not report the language of a voice. */
const UNKNOWN_LANGUAGE = 'und'

export type VoiceLibrary = ReturnType<typeof createVoiceLibrary>

/** `engines` returns the current ones. */
export function createVoiceLibrary(
  engines: () => readonly RemoteEngine[],
  packs: Pick<PackVoices, 'voices' | 'read'>,
) {
  const findOwn = (id: string) => findVoice(id) ?? packs.voices().find((voice) => voice.id === id) ?? null
  return {
    async list(): Promise<{ readonly voices: VoiceInfo[]; readonly engines: EngineInfo[] }> {
      packs.read() // one may have been installed from a terminal
      const found = cutToFit(
        await Promise.all(engines().map(async (engine) => ({ engine, ...(await freshVoices(engine)) }))),
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
    /**
     * The voice with this id. Engines are not asked: any name may be a voice of an engine, and the engine itself accepts or
     * refuses it when it speaks.
     */
    find(id: string): Voice | null {
      const remote = split(id, engines())
      return remote === null ? findOwn(id) : describeVoice(remote.engine, remote.voice)
    },
    /** Whether a new conversion may use this voice. Voices of an absent engine are allowed: the conversion reports that it is absent. */
    async isKnown(id: string): Promise<boolean> {
      const remote = split(id, engines())
      if (remote === null) {
        if (isPackVoiceId(id) && findOwn(id) === null) packs.read() // may have been installed from a terminal
        return findOwn(id) !== null
      }
      const { engine, voice } = remote
      return (
        mayHave(await engine.findVoices(FRESH_MS), voice) || mayHave(await engine.findVoices(RETRY_MS), voice)
      )
    },
  }
}

interface FoundVoices extends Omit<EngineVoices, 'state'> {
  readonly engine: RemoteEngine
  readonly state: EngineInfo['state']
}

/** Shortens lists of voices to fit into the library; engines with few voices keep them all. */
function cutToFit(found: readonly FoundVoices[]): FoundVoices[] {
  let room = MOST_ENGINE_VOICES
  let others = found.length
  const shares = new Map<RemoteEngine, number>()
  for (const { engine, voices } of found.toSorted((a, b) => a.voices.length - b.voices.length)) {
    const share = Math.min(voices.length, Math.floor(room / others))
    shares.set(engine, share)
    room -= share
    others -= 1
  }
  return found.map((each) => {
    const short = each.voices.filter((name) => name.length <= LONGEST_NAME)
    const voices = short.slice(0, shares.get(each.engine))
    return voices.length === each.voices.length
      ? each
      : { ...each, voices, state: each.state === 'absent' ? 'absent' : 'cut' }
  })
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
