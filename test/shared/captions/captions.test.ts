import * as fc from 'fast-check'
import { parseText } from 'media-captions'
import { expect, it } from 'vitest'
import {
  toSrt,
  toVtt,
  toAudacityLabels,
  toPodcastChapters,
  toTimings,
  toYouTubeChapters,
} from '../../../shared/captions/captionFormats.ts'
import { spokenStoryOf, type SpokenBlock, type SpokenStory } from '../../../shared/captions/spokenStory.ts'
import { addBlocks } from '../../../shared/story/blockCommands.ts'
import { addChapter, addCharacter } from '../../../shared/story/castCommands.ts'
import { apply } from '../../../shared/story/changes.ts'
import { findBlock } from '../../../shared/story/selectors.ts'
import { blockKeys, type Take } from '../../../shared/story/takes.ts'
import { blockId, chapterId, characterId, emptyStory } from '../story/randomStories.ts'

const words = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: fc.stringMatching(/^[a-zà-ž]{1,12}[,.!?;]?$/) },
      fc.constantFrom(
        '<b>',
        '&amp;',
        '-->',
        'a\nb',
        '{\\an8}',
        '狐は夜の森を歩いて、灯りを見つけた。',
        'שלום',
      ),
    ),
    { minLength: 1, maxLength: 60 },
  )
  .map((each) => each.join(' '))

const spokenBlocks = fc
  .array(
    fc.record({
      text: words,
      ms: fc.integer({ min: 300, max: 40_000 }),
      gap: fc.integer({ min: 0, max: 3000 }),
    }),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  .map((each) => {
    let at = 0
    return each.map(({ text, ms, gap }, index): SpokenBlock => {
      const startMs = at + gap
      at = startMs + ms
      return {
        number: index + 1,
        name: '',
        speaker: index % 2 === 0 ? 'Fox & <Owl>' : '',
        text,
        startMs,
        endMs: at,
      }
    })
  })

const storyOf = (blocks: readonly SpokenBlock[]): SpokenStory => {
  const durationMs = blocks.at(-1)?.endMs ?? 0
  return { title: 'Story', durationMs, chapters: [{ title: 'One', startMs: 0, endMs: durationMs, blocks }] }
}

const visible = (text: string) => text.replaceAll(/\s/g, '')

it('captions read back with the words and times of the blocks, in at most two lines and without overlaps', async () => {
  await fc.assert(
    fc.asyncProperty(spokenBlocks, async (blocks) => {
      const { cues, errors } = await parseText(toVtt(storyOf(blocks)), { type: 'vtt', errors: true })
      expect(errors).toEqual([])
      const shown = cues.map(({ text }) =>
        text
          .replace(/^<v Fox &amp; &lt;Owl&gt;>/, '')
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>')
          .replaceAll('&amp;', '&'),
      )
      expect(visible(shown.join(''))).toBe(visible(blocks.map(({ text }) => text).join('')))
      for (const [index, cue] of cues.entries()) {
        expect(cue.endTime).toBeGreaterThanOrEqual(cue.startTime)
        expect(cue.startTime).toBeGreaterThanOrEqual(cues[index - 1]?.endTime ?? 0)
        expect(cue.text.split('\n').length).toBeLessThanOrEqual(2)
      }
      const times = new Set(
        cues.flatMap(({ startTime, endTime }) => [startTime, endTime].map((time) => Math.round(time * 1000))),
      )
      for (const { startMs, endMs } of blocks)
        expect([startMs, endMs].filter((ms) => !times.has(ms))).toEqual([])
    }),
  )
})

it('SRT numbers the captions, and has a comma before the milliseconds', () => {
  const block = {
    number: 1,
    name: '',
    speaker: 'Fox',
    text: 'Who is there?',
    startMs: 3_723_004,
    endMs: 3_724_500,
  }
  expect(toSrt(storyOf([block, { ...block, text: 'Nobody.', startMs: 3_725_000, endMs: 3_726_000 }]))).toBe(
    '1\n01:02:03,004 --> 01:02:04,500\nWho is there?\n\n2\n01:02:05,000 --> 01:02:06,000\nNobody.\n\n',
  )
})

it('text in SRT never looks like the times of a caption', () => {
  const block = { number: 1, name: '', speaker: '', startMs: 0, endMs: 1000 }
  for (const text of ['Go --> there', '00:00:01,000 --> 00:00:02,000', '----> on', '-->'])
    expect(toSrt(storyOf([{ ...block, text }])).split('-->')).toHaveLength(2)
})

it('a long block is shown sentence by sentence, with times in proportion to the characters', () => {
  const text =
    `${'The lantern went out in the wood. '.repeat(2)}${'Nobody saw it but the fox. '.repeat(3)}`.trim()
  const block = { number: 1, name: '', speaker: 'Fox', text, startMs: 1000, endMs: 11_000 }
  expect(toVtt(storyOf([block]))).toBe(
    'WEBVTT\n\n' +
      '00:00:01.000 --> 00:00:05.595\n<v Fox>The lantern went out in the wood.\nThe lantern went out in the wood.\n\n' +
      '00:00:05.595 --> 00:00:11.000\n<v Fox>Nobody saw it but the fox. Nobody saw it\nbut the fox. Nobody saw it but the fox.\n\n',
  )
})

it('a caption begins when its first word is heard, and the words after a pause are another caption', () => {
  const block = { number: 1, name: '', speaker: '', startMs: 0, endMs: 12_000 }
  const said = (text: string, startMs: number, eachMs: number) =>
    text.split(' ').map((word, index) => ({
      text: word.replace(/\W/g, ''),
      startMs: startMs + index * eachMs,
      endMs: startMs + (index + 1) * eachMs,
    }))
  const slow = 'No, no, no. A slow beginning is what this long caption has,'
  const fast = 'and then all of it is over before anybody could say so.'
  const words = [...said(slow, 0, 900), ...said(fast, 10_800, 100)]
  const timesOf = (text: SpokenBlock) => toSrt(storyOf([text])).match(/\S+ --> \S+/g)
  expect(timesOf({ ...block, text: `${slow} ${fast}`, words })).toEqual([
    '00:00:00,000 --> 00:00:10,800',
    '00:00:10,800 --> 00:00:12,000',
  ])
})

it.each([
  ['reported by the engine', true],
  ['not reported', false],
])('captions respect the pauses of a block whose word times are %s', (_, isTold) => {
  const text = 'One two. [pause 6 s] Four five six, seven eight.[pause 1 s]'
  const story = apply(emptyStory(), addBlocks(emptyStory(), [{ id: blockId('a'), text }], null))
  const block = findBlock(story, blockId('a'))
  if (block === undefined) throw new Error('The story has a block')
  const take: Take = {
    id: 'take',
    key: blockKeys(story, block).own,
    kind: 'speech',
    name: '',
    audioId: 'audio',
    startMs: 0,
    endMs: 10_000,
    blockId: block.id,
    createdAtMs: 0,
    voiceId: 'OA001',
    model: 'tts-1',
    speed: 1,
    words: '0-400:0-3 400-800:4-7 7000-7500:9-13 7500-8000:14-18 8000-8500:19-22 8500-8700:24-29',
  }
  const times = new Map([[block.id, { startMs: 1000, endMs: 11_000 }]])
  const spoken = spokenStoryOf(story, times, 12_000, isTold ? new Map([[block.id, take]]) : new Map())
  expect(toSrt(spoken)).toBe(
    isTold
      ? '1\n00:00:01,000 --> 00:00:01,800\nOne two.\n\n2\n00:00:08,000 --> 00:00:09,700\nFour five six, seven eight.\n\n'
      : '1\n00:00:01,000 --> 00:00:01,686\nOne two.\n\n2\n00:00:07,686 --> 00:00:10,000\nFour five six, seven eight.\n\n',
  )
})

it('chapters begin at their first words, the first one at 0; a part without words is no chapter', () => {
  let story = apply(emptyStory(), addCharacter(emptyStory(), { id: characterId('fox'), name: 'Fox' }))
  story = apply(
    story,
    addBlocks(
      story,
      [
        { id: blockId('a'), text: 'One. [pause 0.8 s]' },
        { id: blockId('b'), text: 'Two.\nThree.', characterId: characterId('fox') },
        { id: blockId('c'), text: '' },
      ],
      null,
    ),
  )
  story = apply(story, addChapter(story, { id: chapterId('silent'), title: 'Silent' }, blockId('c')))
  story = apply(story, addChapter(story, { id: chapterId('wood'), title: 'The\twood' }, blockId('b')))
  const times = new Map([
    [blockId('a'), { startMs: 500, endMs: 1500 }],
    [blockId('b'), { startMs: 3500, endMs: 4250 }],
  ])
  const spoken = spokenStoryOf(story, times, 5000, new Map())
  expect(JSON.parse(toTimings(spoken))).toEqual({
    title: 'Story',
    durationMs: 5000,
    chapters: [
      {
        title: 'Story',
        startMs: 0,
        endMs: 3500,
        blocks: [{ number: 2, name: '', speaker: '', text: 'One.', startMs: 500, endMs: 1500 }],
      },
      {
        title: 'The\twood',
        startMs: 3500,
        endMs: 5000,
        blocks: [{ number: 3, name: '', speaker: 'Fox', text: 'Two.\nThree.', startMs: 3500, endMs: 4250 }],
      },
    ],
  })
  expect(toAudacityLabels(spoken)).toBe('0.500000\t1.500000\tOne.\n3.500000\t4.250000\tFox: Two. Three.\n')
  expect(toYouTubeChapters(spoken)).toBe('0:00 Story\n0:03 The wood\n')
  expect(JSON.parse(toPodcastChapters(spoken))).toEqual({
    version: '1.2.0',
    title: 'Story',
    chapters: [
      { startTime: 0, title: 'Story', endTime: 3.5 },
      { startTime: 3.5, title: 'The wood', endTime: 5 },
    ],
  })
})
