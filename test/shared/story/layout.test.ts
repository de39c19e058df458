import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addBlocks, patchBlocks } from '../../../shared/story/blockCommands.ts'
import { addChapter } from '../../../shared/story/castCommands.ts'
import { apply } from '../../../shared/story/changes.ts'
import { estimatedSpeechMs, layout, spanIndexAt } from '../../../shared/story/layout.ts'
import { blocksOf, sectionsOf } from '../../../shared/story/selectors.ts'
import { silenceBeforeOf } from '../../../shared/story/silences.ts'
import type { Story } from '../../../shared/story/story.ts'
import { hasSpeech } from '../../../shared/story/spokenText.ts'
import { blockKeys, indexTakes, NO_TAKES, type Take } from '../../../shared/story/takes.ts'
import { blockId, chapterId, emptyStory, freshNumbers, intent, storyOfBlocks } from './randomStories.ts'

/** A take of `lengthMs` for each of the given blocks of a story, cut from one long audio. */
function takesFor(story: Story, lengths: ReadonlyMap<number, number>): Take[] {
  return blocksOf(story).flatMap((block, index) => {
    const lengthMs = lengths.get(index + 1)
    if (lengthMs === undefined) return []
    const startMs = index * 1_000_000
    const made = {
      kind: 'speech',
      name: '',
      voiceId: 'OA001',
      model: 'tts-1',
      speed: 1,
      createdAtMs: 0,
    } as const
    const key = blockKeys(story, block).own
    return [
      { ...made, id: `t${index}`, key, audioId: 'a', startMs, endMs: startMs + lengthMs, blockId: block.id },
    ]
  })
}

describe('the layout of a story', () => {
  test('places takes and silences one after the other', () => {
    const start = storyOfBlocks(3)
    const story = apply(start, {
      put: [
        ...patchBlocks(start, [blockId(0)], { text: ' ', silenceBeforeMs: 300 }).put,
        ...patchBlocks(start, [blockId(1)], { silenceBeforeMs: 1000 }).put,
        ...patchBlocks(start, [blockId(2)], { silenceBeforeMs: 250, durationMs: 4000 }).put,
      ],
      remove: [],
    })
    const { spans, totalMs } = layout(story, indexTakes(takesFor(story, new Map([[2, 1234]]))))
    expect(spans).toMatchObject([
      { id: 'block-0', silenceStartMs: 0, startMs: 300, endMs: 300, take: null, isEstimate: false },
      { id: 'block-1', silenceStartMs: 300, startMs: 1300, endMs: 2534, isEstimate: false },
      { id: 'block-2', silenceStartMs: 2534, startMs: 2784, endMs: 6784, take: null, isEstimate: true },
    ])
    expect(totalMs).toBe(6784)
  })

  test('has no gaps and no overlaps, in whole milliseconds, whatever the story', () => {
    const lengths = fc.dictionary(fc.nat(40).map(String), fc.integer({ min: 1, max: 60_000 }))
    fc.assert(
      fc.property(fc.array(intent, { maxLength: 80, size: 'max' }), lengths, (intents, byNumber) => {
        const fresh = freshNumbers()
        const story = intents.reduce((now, intend) => apply(now, intend(now, fresh)), emptyStory())
        const numbered = new Map(Object.entries(byNumber).map(([n, ms]) => [Number(n), ms]))
        const { spans, chapters, totalMs } = layout(story, indexTakes(takesFor(story, numbered)))
        const blocks = blocksOf(story)
        expect(spans.map((span) => span.id)).toEqual(blocks.map((block) => block.id))
        let cursor = 0
        for (const [index, span] of spans.entries()) {
          const block = blocks[index]
          const silenceMs = block === undefined ? NaN : silenceBeforeOf(story, block)
          expect(span.silenceStartMs).toBe(cursor)
          expect(span.startMs - span.silenceStartMs).toBe(silenceMs)
          expect(span.endMs).toBeGreaterThanOrEqual(span.startMs)
          expect(Number.isInteger(span.endMs)).toBe(true)
          if (span.take !== null) expect(span.endMs - span.startMs).toBe(span.take.endMs - span.take.startMs)
          if (block !== undefined) expect(span.isEstimate).toBe(span.take === null && hasSpeech(story, block))
          cursor = span.endMs
        }
        expect(totalMs).toBe(cursor)
        expect(chapters.at(-1)?.endMs ?? 0).toBe(totalMs)
        const sections = sectionsOf(story)
        for (const [index, chapter] of chapters.entries()) {
          expect(chapter.startMs).toBe(chapters[index - 1]?.endMs ?? 0)
          expect(chapter.silenceStartMs).toBe(chapters[index - 1]?.wordsEndMs ?? 0)
          const ids = new Set(sections[index]?.blocks.map((block) => block.id))
          const heard = spans.find((span) => ids.has(span.id) && (span.take !== null || span.isEstimate))
          if (heard !== undefined && index > 0) expect(chapter.startMs).toBe(heard.startMs)
        }
      }),
    )
  })

  test('counts the silence before the first words of a chapter to the chapter before', () => {
    const start = storyOfBlocks(4, { text: 'x', silenceBeforeMs: 500, durationMs: 1000 })
    const one = apply(start, addChapter(start, { id: chapterId(1), title: 'One' }, blockId(1)))
    const two = apply(one, addChapter(one, { id: chapterId(2), title: 'Empty' }, blockId(3)))
    const story = apply(two, addChapter(two, { id: chapterId(3), title: 'Three' }, blockId(3)))
    expect(layout(story, NO_TAKES).chapters).toEqual([
      { id: null, title: null, firstIndex: 0, silenceStartMs: 0, startMs: 0, endMs: 2000, wordsEndMs: 1500 },
      {
        id: chapterId(1),
        title: null,
        firstIndex: 1,
        silenceStartMs: 1500,
        startMs: 2000,
        endMs: 5000,
        wordsEndMs: 4500,
      },
      {
        id: chapterId(2),
        title: null,
        firstIndex: 3,
        silenceStartMs: 4500,
        startMs: 5000,
        endMs: 5000,
        wordsEndMs: 4500,
      },
      {
        id: chapterId(3),
        title: null,
        firstIndex: 3,
        silenceStartMs: 4500,
        startMs: 5000,
        endMs: 6000,
        wordsEndMs: 6000,
      },
    ])
  })

  test('begins a chapter at its first words, even if blocks without words precede them', () => {
    const start = storyOfBlocks(3, { text: 'x', silenceBeforeMs: 500, durationMs: 1000 })
    const one = apply(start, addChapter(start, { id: chapterId(1), title: 'One' }, blockId(1)))
    const story = apply(one, patchBlocks(one, [blockId(1)], { text: '' }))
    const [, chapter] = layout(story, NO_TAKES).chapters
    expect([chapter?.silenceStartMs, chapter?.startMs]).toEqual([1500, 2500])
    const silent = apply(story, patchBlocks(story, [blockId(2)], { text: '' }))
    expect(layout(silent, NO_TAKES).chapters[1]?.startMs).toBe(2000)
  })

  test('estimates lengths by characters and speed', () => {
    const text = 'x'.repeat(1000)
    const at = (speed: number) => layout(storyOfBlocks(1, { text, speed }), NO_TAKES).totalMs
    expect(at(1)).toBeGreaterThan(30_000)
    expect(at(2)).toBe(Math.round(at(1) / 2))
    expect(layout(emptyStory(), NO_TAKES).totalMs).toBe(0)
  })
})

test('a text in Chinese, Japanese or Arabic script is estimated longer than as many Latin letters', () => {
  expect(estimatedSpeechMs('Mira')).toBe(4 * 62)
  expect(estimatedSpeechMs('狐狸和灯')).toBe(4 * 235)
  expect(estimatedSpeechMs('狐とランプ')).toBe(5 * 168)
  expect(estimatedSpeechMs('ثعلب')).toBe(4 * 98)
  expect(estimatedSpeechMs('Mira 灯')).toBe(5 * 62 + 235)
})

describe('the block at a time', () => {
  const story = storyOfBlocks(3, { text: 'x', silenceBeforeMs: 500, durationMs: 1000 })
  const { spans } = layout(story, NO_TAKES)
  test.each([
    [0, 0],
    [499, 0],
    [1499, 0],
    [1500, 1],
    [2999, 1],
    [3000, 2],
    [99_999, 2],
  ])('%i ms is in block %i, counted from 0', (timeMs, index) => {
    expect(spanIndexAt(spans, timeMs)).toBe(index)
  })

  test('does not exist in an empty story', () => {
    expect(spanIndexAt([], 0)).toBe(-1)
  })

  test('is the one that a linear search of five thousand blocks finds', () => {
    const long = apply(
      story,
      addBlocks(
        story,
        Array.from({ length: 5000 }, (_, n) => ({
          id: blockId(`n${n}`),
          text: 'x',
          durationMs: (n % 9) + 1,
        })),
        null,
      ),
    )
    const { spans: many, totalMs } = layout(long, NO_TAKES)
    for (let timeMs = 0; timeMs < totalMs; timeMs += 97) {
      expect(spanIndexAt(many, timeMs)).toBe(many.findIndex((span) => span.endMs > timeMs))
    }
  })
})
