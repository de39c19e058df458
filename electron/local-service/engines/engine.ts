/**
 * eSpeak NG in this thread. Handles what the engine does wrong without an error: for an unknown voice or variant, it keeps
 * the previous one; it reads `<` and `&` as SSML; and `[[` switches to phoneme codes.
 */
import type { EngineEvent } from '@echogarden/espeak-ng-emscripten'
import type { WordTime } from '../../../shared/story/wordTimes.ts'
import { concatSamples, samplesToMs } from '../../lib/audio/pcm.ts'
import { createEngineModule } from '../../lib/voices/espeakData.ts'

export const ENGINE_SAMPLE_RATE = 22_050

/** Below full volume, so that louder variants do not clip inside the engine. */
const ENGINE_VOLUME = 60
const VARIANTS_FOLDER = '/usr/share/espeak-ng-data/voices/!v'

export interface EspeakVoice {
  readonly identifier: string
  readonly pitch: number
  readonly range: number
  readonly wordsPerMinute: number
}

/** Audio at the engine's rate, with the times and places of the words of the spoken text. */
export interface EngineSpeech {
  readonly samples: Int16Array<ArrayBuffer>
  readonly words: readonly WordTime[]
}

export type Engine = Awaited<ReturnType<typeof createEngine>>

/** Starts the engine, which takes about a tenth of a second. */
export async function createEngine() {
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
    /** Speaks plain text. Returns a few milliseconds of silence if there is nothing to say. Throws for an unknown voice. */
    speak(text: string, settings: EspeakVoice): EngineSpeech {
      selectVoice(settings.identifier)
      engine.set_rate(settings.wordsPerMinute)
      engine.set_pitch(settings.pitch)
      engine.set_range(settings.range)
      engine.set_volume(ENGINE_VOLUME)
      const pieces: Int16Array[] = []
      const { said, places } = escapeWithPlaces(text)
      const listener = createWordListener(places)
      engine.synthesize(said, (audio, events) => {
        if (audio !== null && audio.length > 0) pieces.push(audio)
        for (const event of events) listener.hear(event)
        return false
      })
      const samples = concatSamples(pieces)
      return { samples, words: listener.finish(samplesToMs(samples.length, ENGINE_SAMPLE_RATE)) }
    },
    /** The identifiers of the available voices, without variants. */
    listIdentifiers: (): string[] => [...identifiers],
  }
}

/** Escapes plain text for the engine, so that nothing in it is read as markup, a phoneme code or a control character. */
export function escapeText(text: string): string {
  return escapeWithPlaces(text).said
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** The escaped text, and for each of its code points and its end, the place in `text`. */
function escapeWithPlaces(text: string): { readonly said: string; readonly places: readonly number[] } {
  const places: number[] = []
  let said = ''
  let at = 0
  for (const character of text.toWellFormed()) {
    const isDoubled = character === '[' && text[at + 1] === '['
    const escaped = isDoubled ? '[ ' : (ENTITIES[character] ?? character.replace(CONTROL, ' '))
    said += escaped
    for (const _ of escaped) places.push(at)
    at += character.length
  }
  return { said, places: [...places, at] }
}

const CONTROL = /(?![\t\n])\p{Cc}/u

// Words from the events of eSpeak NG: their places in the text, and when they are heard.

/** Takes the events of one text, in order. `places` has the place in the text of each code point of the spoken text, and of its end. */
function createWordListener(places: readonly number[]) {
  const words: WordTime[] = []
  let open: Omit<WordTime, 'endMs'> | null = null
  /** The start of the current silence, since the engine does not report the ends of words. */
  let silentFromMs: number | null = null

  function close(atMs: number): void {
    if (open !== null) words.push({ ...open, endMs: Math.max(open.startMs, silentFromMs ?? atMs) })
    open = null
    silentFromMs = null
  }

  const placeOf = (position: number) => places[Math.min(position, places.length - 1)] ?? 0

  return {
    hear({ type, text_position, word_length, audio_position, id }: EngineEvent): void {
      if (type === 'word') {
        close(audio_position)
        const [from, to] = [placeOf(text_position - 1), placeOf(text_position - 1 + Math.max(1, word_length))]
        open = { startMs: audio_position, from, to: Math.max(to, from + 1) }
      } else if (type === 'phoneme' && id !== '') silentFromMs = null
      else if (type === 'phoneme' || type === 'end') silentFromMs ??= audio_position
    },
    /** Returns the words, in the order in which they are heard; the audio ends at `endMs`. */
    finish(endMs: number): WordTime[] {
      close(Math.round(endMs))
      return words
    },
  }
}
