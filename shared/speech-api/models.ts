/** The published models of plain speech, in the order a writer chooses from. */
export const TEXT_MODELS = ['tts-1', 'tts-1-hd'] as const

/** The one model of emotion-to-speech. */
export const EMOTION_MODEL = 'audio_stable'

/** Every model a block of a story may name. */
export const SPEECH_MODELS = [...TEXT_MODELS, EMOTION_MODEL] as const

export type TextModel = (typeof TEXT_MODELS)[number]
export type SpeechModel = (typeof SPEECH_MODELS)[number]

export const DEFAULT_MODEL: TextModel = 'tts-1'
export const DEFAULT_VOICE_ID = 'OA001'
