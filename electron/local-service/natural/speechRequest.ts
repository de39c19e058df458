/** What sherpa-onnx is asked for a piece of text. */
import type { VoicePack } from '../../../shared/voices/voicePacks.ts'
import type { SpeakMessage } from './naturalMessages.ts'

/**
 * The language in which a speaker reads, for eSpeak NG inside sherpa-onnx; null if the model alone decides. A Kokoro model of many
 * languages takes it with each text, and else reads every text as its own first language (sherpa-onnx,
 * offline-tts-kokoro-impl.h, `extra.lang`). It reads Chinese and English by lexicons of its own.
 */
export function spokenLanguage({ family, languages, speakers }: VoicePack, speaker: number): string | null {
  if (family !== 'kokoro' || languages.length < 2) return null
  const language = speakers.find(({ number }) => number === speaker)?.language
  return language === undefined || /^(en|zh|cmn|yue)(-|$)/.test(language) ? null : language
}

/** The request without its callback. Field names of sherpa-onnx-node 1.13.8 (types.js). */
export function speechRequest({
  text,
  speaker,
  speed,
  language,
}: Pick<SpeakMessage, 'text' | 'speaker' | 'speed' | 'language'>) {
  const request = { text, sid: speaker, speed, enableExternalBuffer: false }
  return language === null
    ? request
    : { ...request, generationConfig: { sid: speaker, speed, extra: { lang: language } } }
}
