/**
 * eSpeak NG in this thread. What the engine does silently wrong is caught here: an unknown voice or variant leaves the
 * previous one speaking, `<` and `&` are read as SSML, and `[[` switches to phoneme codes.
 */
import { concatSamples } from '../../lib/audio/pcm.ts'
import { createEngineModule } from './espeakData.ts'

export const ENGINE_SAMPLE_RATE = 22_050

/** Below full volume, so that the louder variants cannot clip inside the engine. */
const ENGINE_VOLUME = 60
const VARIANTS_FOLDER = '/usr/share/espeak-ng-data/voices/!v'

export interface EngineSettings {
  readonly identifier: string
  readonly pitch: number
  readonly range: number
  readonly wordsPerMinute: number
}

export interface Engine {
  /** Speaks plain text. Text with nothing to say gives a few milliseconds of silence. Throws for an unknown voice. */
  speak(text: string, settings: EngineSettings): Int16Array
  /** The identifiers of the voices there are, without variants. */
  listIdentifiers(): string[]
}

/** Starts the engine: about a tenth of a second. */
export async function createEngine(): Promise<Engine> {
  const engineModule = await createEngineModule()
  const engine = new engineModule.eSpeakNGWorker()
  const identifiers = new Set(engine.list_voices().map((voice) => voice.identifier))
  const variants = new Set(engineModule.FS.readdir(VARIANTS_FOLDER))
  if (engine.get_samplerate() !== ENGINE_SAMPLE_RATE) {
    throw new Error(`The speech engine gives ${engine.get_samplerate()} Hz instead of ${ENGINE_SAMPLE_RATE}`)
  }

  function selectVoice(identifier: string): void {
    const [base = '', variant] = identifier.split('+')
    const isKnown = identifiers.has(base) && (variant === undefined || variants.has(variant))
    if (!isKnown || engine.set_voice(identifier) !== 0)
      throw new Error(`The speech engine has no voice ${identifier}`)
  }

  return {
    speak(text, settings) {
      selectVoice(settings.identifier)
      engine.set_rate(settings.wordsPerMinute)
      engine.set_pitch(settings.pitch)
      engine.set_range(settings.range)
      engine.set_volume(ENGINE_VOLUME)
      const pieces: Int16Array[] = []
      engine.synthesize(escapeText(text), (audio) => {
        if (audio !== null && audio.length > 0) pieces.push(audio)
        return false
      })
      return concatSamples(pieces)
    },
    listIdentifiers: () => [...identifiers],
  }
}

/** Plain text as the engine reads it: nothing in it is markup, a phoneme code or a control character. */
export function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(/(?![\t\n])\p{Cc}/gu, ' ')
    .replace(/\[(?=\[)/g, '[ ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
