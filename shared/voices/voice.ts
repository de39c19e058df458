/** Every voice that the embedded service speaks with, whichever engine it belongs to. */
import type { BuiltInVoice, VoiceInfo } from './builtInVoices.ts'
import type { NaturalVoice } from './naturalVoices.ts'

/** A voice of an engine that this service reaches over HTTP. */
export interface RemoteVoice extends VoiceInfo {
  readonly remote: {
    /** Name of the engine in the settings. */
    readonly engine: string
    /** What the engine itself calls the voice. */
    readonly voice: string
    /** Longest text of one request, in UTF-16 units. */
    readonly maxCharacters: number
  }
}

export type Voice = BuiltInVoice | RemoteVoice | NaturalVoice
