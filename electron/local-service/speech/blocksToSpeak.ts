/** Interprets a request: the blocks to speak, its cost, and the fields of its record. */
import type { TextPlace } from '../../../shared/lib/replacedText.ts'
import { countCharacters, DEFAULT_SPEED } from '../../../shared/speech-api/limits.ts'
import { DEFAULT_MODEL } from '../../../shared/speech-api/models.ts'
import type { ConversionRequest, ConversionSubject } from '../conversions/conversionStore.ts'
import { packGone } from '../engines/naturalEngine.ts'
import { isPackVoiceId } from '../../../shared/voices/voicePacks.ts'
import { PLAIN_STYLE, styleOf } from './emotions.ts'
import type { BlockToSpeak } from './speechPlan.ts'
import type { Voice } from '../../../shared/voices/voiceCatalogue.ts'

/** Finds a voice by its id, or null. */
export type FindVoice = (id: string) => Voice | null

/** The better model is the same voice at twice the bit rate; nothing else about the built-in voices can be improved. */
const NORMAL_KBPS = 64
const HIGH_QUALITY_KBPS = 128

/** The pause before a heading of a document, at the natural pace: longer than between paragraphs. */
const SECTION_PAUSE_MS = 1_000

/** The blocks of an accepted request; text and emotion requests are one block. */
export function blocksToSpeak(request: ConversionRequest, findVoice: FindVoice): BlockToSpeak[] {
  const voiceOf = (id: string) => requireVoice(id, findVoice)
  switch (request.kind) {
    case 'text':
      return [singleBlock(request.body, voiceOf, [])]
    case 'emotion':
      return [singleBlock(request.body, voiceOf, emotionTexts(request))]
    case 'story':
      // The published interface accepts the emotion of a story block without effect ("coming soon"), so it has none here either.
      return request.body.blocks.map((block) => {
        const durationMs = block.duration_ms ?? block.duration * 1000
        return {
          name: block.name,
          text: block.input,
          asIs: block.as_is ?? [],
          voice: voiceOf(block.voice_id),
          style: PLAIN_STYLE,
          instructions: '',
          speed: block.speed,
          silenceBeforeMs: block.silence_before_ms ?? block.silence_before * 1000,
          durationMs: durationMs > 0 ? durationMs : null,
        }
      })
    case 'document':
      return sectionBlocks(request.body, voiceOf)
  }
}

/** The bit rate of the audio in kbit/s: high if at least one part of it requests the better model. */
export function bitRateOf(request: ConversionRequest): number {
  const models =
    request.kind === 'story' ? request.body.blocks.map(({ model }) => model) : [request.body.model]
  return models.includes('tts-1-hd') ? HIGH_QUALITY_KBPS : NORMAL_KBPS
}

/** One credit for each character of text. */
export function creditsOf(request: ConversionRequest): number {
  return textsOf(request).reduce((sum, text) => sum + countCharacters(text), 0)
}

function textsOf(request: ConversionRequest): string[] {
  if (request.kind === 'story') return request.body.blocks.map(({ input }) => input)
  return request.kind === 'document' ? request.body.sections.map(({ text }) => text) : [request.body.input]
}

/** The fields of the request in the record of a conversion. */
export function subjectOf(request: ConversionRequest, findVoice: FindVoice): ConversionSubject {
  if (request.kind === 'story') {
    const { name, blocks } = request.body
    return {
      kind: 'file',
      voice_id: '',
      speed: only(blocks.map(({ speed }) => speed)) ?? DEFAULT_SPEED,
      model: only(blocks.map(({ model }) => model)) ?? DEFAULT_MODEL,
      tts_input: name,
      speaker_name: null,
    }
  }
  const { voice_id, speed, model } = request.body
  const common = { voice_id, speed, model, speaker_name: findVoice(voice_id)?.name ?? null }
  if (request.kind === 'document') {
    const { file_name, file_size } = request.body
    return { kind: 'document', ...common, tts_input: file_name, file_size }
  }
  const spoken = { ...common, tts_input: request.body.input }
  if (request.kind === 'text') return { kind: 'text', ...spoken }
  const { vibe_id = null, emotion = '', custom_prompt = '' } = request.body
  return { kind: 'emotion', ...spoken, vibe_id, emotion, custom_prompt }
}

/** The common value of all; undefined if they differ. */
function only<T>(values: readonly T[]): T | undefined {
  return new Set(values).size === 1 ? values[0] : undefined
}

function singleBlock(
  body: { input: string; as_is?: readonly TextPlace[] | undefined; voice_id: string; speed: number },
  voiceOf: (id: string) => Voice,
  texts: readonly string[],
): BlockToSpeak {
  return {
    name: '',
    text: body.input,
    asIs: body.as_is ?? [],
    voice: voiceOf(body.voice_id),
    style: styleOf(texts),
    instructions: texts.join('. '),
    speed: body.speed,
    silenceBeforeMs: 0,
    durationMs: null,
  }
}

/** A block for each section: a pause before its heading, and chapter marks from the timings. */
function sectionBlocks(
  { sections, voice_id, speed }: (ConversionRequest & { kind: 'document' })['body'],
  voiceOf: (id: string) => Voice,
): BlockToSpeak[] {
  const voice = voiceOf(voice_id)
  return sections.map(({ name, text }, index) => ({
    name,
    text,
    asIs: [],
    voice,
    style: PLAIN_STYLE,
    instructions: '',
    speed,
    silenceBeforeMs: index === 0 ? 0 : Math.round(SECTION_PAUSE_MS / speed),
    durationMs: null,
  }))
}

function emotionTexts({ body, vibePrompt }: ConversionRequest & { kind: 'emotion' }): string[] {
  return [body.emotion ?? '', vibePrompt, body.custom_prompt ?? ''].filter((text) => text.trim() !== '')
}

function requireVoice(id: string, findVoice: FindVoice): Voice {
  const voice = findVoice(id)
  if (voice === null && isPackVoiceId(id)) throw packGone(id)
  if (voice === null) throw new Error(`The voice ${id} is no longer in the library`)
  return voice
}
