/** Every voice that the embedded service speaks with, from any engine. */
import type { BuiltInVoice, VoiceInfo } from './builtInVoices.ts'
import type { NaturalVoice } from './naturalVoices.ts'

/** A voice of an engine that the service uses over HTTP. */
export interface RemoteVoice extends VoiceInfo {
  readonly remote: {
    /** Name of the engine in the settings. */
    readonly engine: string
    /** The engine's own name for the voice. */
    readonly voice: string
    /** Longest text of one request, in UTF-16 units. */
    readonly maxCharacters: number
  }
}

export type Voice = BuiltInVoice | RemoteVoice | NaturalVoice
