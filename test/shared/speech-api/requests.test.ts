import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { describeIssues } from '../../../shared/speech-api/errors.ts'
import {
  emotionToSpeechRequestSchema,
  storyMakerRequestSchema,
  textToSpeechRequestSchema,
} from '../../../shared/speech-api/requests.ts'

/** The problems a schema finds, as `field message`. */
function problems(schema: z.ZodType, body: unknown): string[] {
  const parsed = schema.safeParse(body)
  return parsed.success ? [] : describeIssues(parsed.error).map(({ field, message }) => `${field} ${message}`)
}

const block = {
  name: 'b',
  input: 'Hello.',
  silence_before: 0,
  voice_id: 'OA001',
  model: 'tts-1',
  speed: 1,
  duration: 0,
}
const story = (...blocks: object[]) => ({ name: 'Tale', blocks })

describe('text-to-speech requests', () => {
  it('use the published defaults for omitted fields', () => {
    expect(textToSpeechRequestSchema.parse({ input: 'Hello.' })).toEqual({
      model: 'tts-1',
      voice_id: 'OA001',
      speed: 1,
      input: 'Hello.',
    })
  })

  it.each([
    [{}, 'input is required'],
    [{ input: '' }, 'input must not be empty'],
    [{ input: ' \n ' }, 'input must not be blank'],
    [{ input: 7 }, 'input must be a string'],
    [{ input: 'x'.repeat(10_001) }, 'input must be at most 10,000 characters'],
    [{ input: 'x', speed: 0.99 }, 'speed must be at least 1'],
    [{ input: 'x', speed: 4.01 }, 'speed must be at most 4'],
    [{ input: 'x', speed: '2' }, 'speed must be a number'],
    [{ input: 'x', model: 'tts-2' }, 'model must be "tts-1" or "tts-1-hd"'],
    [{ input: 'x', model: 'audio_stable' }, 'model must be "tts-1" or "tts-1-hd"'],
    [{ input: 'x', voice_id: null }, 'voice_id must be a string'],
    [[], 'body must be an object'],
    ['text', 'body must be an object'],
    [null, 'body must be an object'],
  ])('report what is wrong with %j', (body, problem) => {
    expect(problems(textToSpeechRequestSchema, body)).toEqual([problem])
  })

  it('count an emoji as one character, so that 10,000 of them fit and one more does not', () => {
    expect(problems(textToSpeechRequestSchema, { input: '😀'.repeat(10_000) })).toEqual([])
    expect(problems(textToSpeechRequestSchema, { input: '😀'.repeat(10_001) })).toHaveLength(1)
  })

  it('omit unknown fields', () => {
    expect(textToSpeechRequestSchema.parse({ input: 'x', colour: 'red' })).not.toHaveProperty('colour')
  })
})

describe('emotion-to-speech requests', () => {
  it('have one model, and may omit vibe, emotion and prompt or set them to null', () => {
    expect(emotionToSpeechRequestSchema.parse({ input: 'x', vibe_id: null, emotion: 'sad' })).toMatchObject({
      model: 'audio_stable',
      emotion: 'sad',
    })
    expect(problems(emotionToSpeechRequestSchema, { input: 'x', model: 'tts-1' })).toEqual([
      'model must be "audio_stable"',
    ])
    expect(problems(emotionToSpeechRequestSchema, { input: 'x', vibe_id: '3' })).toEqual([
      'vibe_id must be a number',
    ])
  })
})

describe('story-maker requests', () => {
  it('report the block and the field that are invalid', () => {
    expect(problems(storyMakerRequestSchema, story(block, block, block, { ...block, speed: 9 }))).toEqual([
      'blocks[3].speed must be at most 4',
    ])
    expect(problems(storyMakerRequestSchema, story({ ...block, input: '' }))).toEqual([
      'blocks[0].input must not be empty',
    ])
    expect(problems(storyMakerRequestSchema, story({ ...block, silence_before: 0.5 }))).toEqual([
      'blocks[0].silence_before must be a whole number',
    ])
    expect(problems(storyMakerRequestSchema, story({ ...block, duration: -1 }))).toEqual([
      'blocks[0].duration must be at least 0',
    ])
  })

  it('need a name and at least one block', () => {
    expect(problems(storyMakerRequestSchema, {})).toEqual(['name is required', 'blocks is required'])
    expect(problems(storyMakerRequestSchema, story())).toEqual(['blocks must hold at least one block'])
    expect(problems(storyMakerRequestSchema, { name: 'x', blocks: 'none' })).toEqual([
      'blocks must be an array',
    ])
  })

  it('carry exact milliseconds beside the published whole seconds', () => {
    const parsed = storyMakerRequestSchema.parse(
      story({ ...block, silence_before_ms: 1250, duration_ms: 3400 }),
    )
    expect(parsed.blocks[0]).toMatchObject({ silence_before_ms: 1250, duration_ms: 3400 })
    expect(problems(storyMakerRequestSchema, story({ ...block, duration_ms: 1.5 }))).toEqual([
      'blocks[0].duration_ms must be a whole number',
    ])
  })
})
