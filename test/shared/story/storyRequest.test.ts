import { expect, test } from 'vitest'
import { storyMakerRequestSchema } from '../../../shared/speech-api/requests.ts'
import { newStoryRecords } from '../../../shared/story/newStory.ts'
import {
  blockIdSchema,
  characterIdSchema,
  storyIdSchema,
  type Block,
  type StoryRecord,
} from '../../../shared/story/records.ts'
import { storyFromRecords, type Story } from '../../../shared/story/story.ts'
import { blockRequestOf, spokenBlocksOf, storyMakerRequestOf } from '../../../shared/story/storyRequest.ts'
import { DEFAULT_SETTINGS } from '../../../shared/story/speechSettings.ts'

function storyOf(
  blocks: readonly Partial<Block>[],
  title = 'The Lighthouse',
  more: StoryRecord[] = [],
): Story {
  const ids = { story: storyIdSchema.parse('story'), block: blockIdSchema.parse('block') }
  const [info, first] = newStoryRecords(ids, title)
  if (info === undefined || first?.type !== 'block') throw new Error('A new story has a block')
  return storyFromRecords([
    info,
    ...more,
    ...blocks.map((block, index) => ({
      ...first,
      id: blockIdSchema.parse(`block-${index}`),
      rank: `a${index}`,
      ...block,
    })),
  ])
}

test('the request contains every block with its words, its voice and its times', () => {
  const story = storyOf([
    { text: 'Once', name: 'Opening', silenceBeforeMs: 2_000 },
    { text: 'upon', voiceId: 'OA003', model: 'audio_stable', speed: 1.5, emotion: 'sad', durationMs: 4_000 },
  ])
  expect(storyMakerRequestOf(story, { exactMs: false })).toEqual({
    name: 'The Lighthouse',
    blocks: [
      {
        name: 'Opening',
        input: 'Once',
        silence_before: 2,
        voice_id: 'OA001',
        emotion: 'neutral',
        model: 'tts-1',
        speed: 1,
        duration: 0,
      },
      {
        name: 'Block 2',
        input: 'upon',
        silence_before: 0,
        voice_id: 'OA003',
        emotion: 'sad',
        model: 'audio_stable',
        speed: 1.5,
        duration: 4,
      },
    ],
  })
})

test('times are rounded to whole seconds, and stated in milliseconds only for a service that supports them', () => {
  const story = storyOf([
    { text: 'a', silenceBeforeMs: 1_500, durationMs: 2_400 },
    { text: 'b', silenceBeforeMs: 3_000, durationMs: 200 },
  ])
  expect(storyMakerRequestOf(story, { exactMs: false }).blocks).toEqual([
    expect.not.objectContaining({ silence_before_ms: expect.anything() as unknown }),
    expect.not.objectContaining({ duration_ms: expect.anything() as unknown }),
  ])
  expect(storyMakerRequestOf(story, { exactMs: true }).blocks).toMatchObject([
    { silence_before: 2, silence_before_ms: 1_500, duration: 2, duration_ms: 2_400 },
    { silence_before: 3, duration: 1, duration_ms: 200 },
  ])
  expect(storyMakerRequestOf(story, { exactMs: true }).blocks[1]).not.toHaveProperty('silence_before_ms')
})

test('the silence of a block without words is added to the next spoken block', () => {
  const story = storyOf([
    { text: 'a', silenceBeforeMs: 100 },
    { text: ' \n', silenceBeforeMs: 700 },
    { text: '', silenceBeforeMs: 900 },
    { text: 'b', silenceBeforeMs: 2_000 },
    { text: '', silenceBeforeMs: 5_000 },
  ])
  const { blocks } = storyMakerRequestOf(story, { exactMs: true })
  expect(blocks).toMatchObject([
    { input: 'a', silence_before_ms: 100 },
    { input: 'b', name: 'Block 4', silence_before: 4, silence_before_ms: 3_600 },
  ])
  expect(spokenBlocksOf(story).map(({ text }) => text)).toEqual(['a', 'b'])
})

test('settings come from the character if a block has none of its own', () => {
  const id = characterIdSchema.parse('keeper')
  const settings = {
    ...DEFAULT_SETTINGS,
    voiceId: 'OA005',
    model: 'tts-1-hd',
    speed: 2,
    emotion: '',
  } as const
  const story = storyOf([{ text: 'a', characterId: id, speed: 1 }], 'T', [
    {
      type: 'character',
      id,
      rank: 'a0',
      name: 'Keeper',
      color: 1,
      settings,
      notes: '',
      gender: null,
      isVoiceChosen: false,
      gainDb: 0,
    },
  ])
  expect(storyMakerRequestOf(story, { exactMs: false }).blocks).toMatchObject([
    { voice_id: 'OA005', model: 'tts-1-hd', speed: 1 },
  ])
})

test('the request matches the wire contract, even for a story without a title', () => {
  const story = storyOf([{ text: 'a', silenceBeforeMs: 1, durationMs: 1 }], '  ')
  const request = storyMakerRequestOf(story, { exactMs: true })
  expect(storyMakerRequestSchema.parse(request)).toEqual(request)
  expect(request.name).toBe('Story')
})

test.each<[string, string, string, Partial<Block>]>([
  [
    'plain speech',
    'speech',
    '{"model":"tts-1","voice_id":"OA001","speed":1,"input":"Once"}',
    { emotion: 'sad' },
  ],
  [
    'an emotional block',
    'emotion',
    '{"model":"audio_stable","voice_id":"OA003","speed":1.5,"input":"Once","vibe_id":7,"emotion":"sad","custom_prompt":"Low."}',
    {
      voiceId: 'OA003',
      model: 'audio_stable',
      speed: 1.5,
      emotion: 'sad',
      vibe: { id: 7, name: 'Wise', prompt: 'Slow.' },
      customPrompt: 'Low.',
    },
  ],
  [
    'an emotional block with no emotion',
    'emotion',
    '{"model":"audio_stable","voice_id":"OA001","speed":1,"input":"Once"}',
    { model: 'audio_stable' },
  ],
])('a request for %s has the same bytes as in earlier versions', (_, endpoint, body, settings) => {
  const story = storyOf([{ text: 'Once', ...settings }])
  const [block] = spokenBlocksOf(story)
  expect(block && blockRequestOf(story, block)).toEqual({ endpoint, body })
})
