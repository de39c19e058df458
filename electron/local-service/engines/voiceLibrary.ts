/** One library of voices: the built-in ones, the natural ones of voice packs, and those of other engines as `<engine>:<voice>`. */
import type { EngineVoices, RemoteEngine } from './remoteEngine.ts'
import { findVoice, listVoices, type VoiceInfo } from '../../../shared/voices/builtInVoices.ts'
import type { RemoteVoice, Voice } from '../../../shared/voices/voiceCatalogue.ts'
import { isPackVoiceId } from '../../../shared/voices/voicePacks.ts'
import type { PackVoices } from './packVoices.ts'

/** What is known of another engine, beside its voices. */
export interface EngineInfo {
  readonly name: string
  readonly model: string
  /** `cut`: not all voices that it lists are in the library. */
  readonly state: EngineVoices['state'] | 'cut'
  readonly message: string
}

/** How old a list may be that is shown, and one that a voice is missing in. */
const FRESH_MS = 60_000
const RETRY_MS = 2_000
/** What the library holds of all engines together, and the longest name of a voice: its answer stays below what a client reads. */
const MOST_ENGINE_VOICES = 10_000
const LONGEST_NAME = 200
/** Engines do not tell what language a voice speaks: the tag for "undetermined". */
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
      packs.read() // a terminal may have got one
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
     * The voice to speak with, as far as that can be told without asking an engine: any name may be a voice of an engine, and
     * the engine itself decides when it speaks.
     */
    find(id: string): Voice | null {
      const remote = split(id, engines())
      return remote === null ? findOwn(id) : describeVoice(remote.engine, remote.voice)
    },
    /** Whether a new conversion may name this voice. One of an engine that is absent may: the conversion then says so. */
    async isKnown(id: string): Promise<boolean> {
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

interface FoundVoices extends Omit<EngineVoices, 'state'> {
  readonly engine: RemoteEngine
  readonly state: EngineInfo['state']
}

/** The voices that the library has room for; an engine with few has them all. */
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
