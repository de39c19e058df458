/**
 * eSpeak NG in this thread. Handles what the engine does wrong without an error: for an unknown voice or variant, it keeps
 * the previous one; it reads `<` and `&` as SSML; and `[[` switches to phoneme codes.
 */
import type { ESpeakNgModule } from '@echogarden/espeak-ng-emscripten'
import type { WordTime } from '../../../shared/story/wordTimes.ts'
import { samplesToMs } from '../../lib/audio/pcm.ts'
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
  const output = receiveOutput(engineModule, engine.getSizeOfEventStruct_())
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
      const { said, places } = escapeWithPlaces(text)
      const listener = createWordListener(places)
      const samples = output.collect(listener.hear, (callback) => engine.synth_(said, callback))
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

// The package's own `synthesize` makes objects of all events and an array of each twentieth of a second, which costs as much as a tenth of
// the speech, so the events are read here as they are in the engine's memory.

/** Places of a field in an event of eSpeak NG (`espeak_EVENT` in its speak_lib.h), in bytes. */
const EVENT = { type: 0, textPosition: 8, wordLength: 12, audioPosition: 16, id: 28 }
/** The types of events in use (`espeak_EVENT_TYPE`). */
const EVENT_TYPES = { listEnd: 0, word: 1, end: 5, phoneme: 7 }

/** A word, a phoneme, or the end of a text. */
interface EngineEvent {
  readonly type: number
  /** The position in the text at which a word begins, in code points from 1. */
  readonly textPosition: number
  /** The length of a word, in code points; 0 if the engine does not report it. */
  readonly wordLength: number
  /** In ms from the start of the audio. */
  readonly audioPosition: number
  /** Whether a phoneme has no name, because it is silence. */
  readonly isSilent: boolean
}

/** Samples for half a minute of speech; more if a text needs it. */
const FIRST_ROOM = 30 * ENGINE_SAMPLE_RATE

/** Receives the engine's audio and events. */
function receiveOutput(engineModule: ESpeakNgModule, eventBytes: number) {
  /** Reused: new memory for each text would keep the garbage collector busy. */
  let memory = new Int16Array(FIRST_ROOM)
  let length = 0
  let hear: (event: EngineEvent) => void = () => {}

  function receive(audioPointer: number, count: number, eventsPointer: number): number {
    const { HEAP16, HEAP32, HEAPU8 } = engineModule
    if (audioPointer !== 0 && count > 0) {
      if (length + count > memory.length) {
        const larger = new Int16Array(2 * (length + count))
        larger.set(memory.subarray(0, length))
        memory = larger
      }
      memory.set(HEAP16.subarray(audioPointer / 2, audioPointer / 2 + count), length)
      length += count
    }
    for (let at = eventsPointer; ; at += eventBytes) {
      const field = (offset: number) => HEAP32[(at + offset) / 4] ?? 0
      const type = field(EVENT.type)
      if (type === EVENT_TYPES.listEnd) return 0
      if (type === EVENT_TYPES.word || type === EVENT_TYPES.phoneme || type === EVENT_TYPES.end)
        hear({
          type,
          textPosition: field(EVENT.textPosition),
          wordLength: field(EVENT.wordLength),
          audioPosition: field(EVENT.audioPosition),
          isSilent: HEAPU8[at + EVENT.id] === 0,
        })
    }
  }
  const callback = engineModule.addFunction(receive)

  return {
    /** The audio of what `speak` makes the engine say. */
    collect(
      listener: (event: EngineEvent) => void,
      speak: (callback: number) => void,
    ): Int16Array<ArrayBuffer> {
      length = 0
      hear = listener
      speak(callback)
      const samples = memory.slice(0, length)
      if (memory.length > FIRST_ROOM) memory = new Int16Array(FIRST_ROOM)
      return samples
    },
  }
}

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
    hear({ type, textPosition, wordLength, audioPosition, isSilent }: EngineEvent): void {
      if (type === EVENT_TYPES.word) {
        close(audioPosition)
        const [from, to] = [placeOf(textPosition - 1), placeOf(textPosition - 1 + Math.max(1, wordLength))]
        open = { startMs: audioPosition, from, to: Math.max(to, from + 1) }
      } else if (type === EVENT_TYPES.phoneme && !isSilent) silentFromMs = null
      else silentFromMs ??= audioPosition
    },
    /** Returns the words, in the order in which they are heard; the audio ends at `endMs`. */
    finish(endMs: number): WordTime[] {
      close(Math.round(endMs))
      return words
    },
  }
}
