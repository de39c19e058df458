import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chaptersBetween } from '../../../renderer/features/timeline/Ruler.tsx'
import { draggedStretch, rangeInView } from '../../../renderer/features/timeline/Overview.tsx'
import {
  barsOf,
  blockAt,
  boxesBetween,
  lanesOf,
  neighbourLaneBlock,
  rangeBetween,
  type Lane,
} from '../../../renderer/features/timeline/lanes.ts'
import { LEFT_PAD_PX } from '../../../renderer/features/timeline/scale.ts'
import { blocksIn } from '../../../renderer/features/timeline/useClipEvents.ts'
import { addCharacter } from '../../../shared/story/castCommands.ts'
import { assignCharacter } from '../../../shared/story/blockCommands.ts'
import { apply } from '../../../shared/story/changes.ts'
import { layout, type BlockSpan } from '../../../shared/story/layout.ts'
import { characterIdSchema } from '../../../shared/story/records.ts'
import { DEFAULT_SETTINGS } from '../../../shared/story/speechSettings.ts'
import { id, sketchStory } from '../support/smallStory.ts'
import { NO_TAKES } from '../../../shared/story/takes.ts'

/** Clips of these lengths with these silences before them, one after the other. */
function spansOf(parts: readonly (readonly [silenceMs: number, lengthMs: number])[]): readonly BlockSpan[] {
  let cursor = 0
  return parts.map(([silenceMs, lengthMs], index) => {
    const silenceStartMs = cursor
    const startMs = cursor + silenceMs
    cursor = startMs + lengthMs
    return { id: id(`b${index + 1}`), silenceStartMs, startMs, endMs: cursor, take: null, isEstimate: true }
  })
}
const oneLane = (spans: readonly BlockSpan[]): Lane => ({
  character: null,
  indices: spans.map((_, index) => index),
})
const ALL = { fromPx: -Infinity, toPx: Infinity }

const parts = fc.array(
  fc.tuple(
    fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3000 })),
    fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 60_000 })),
  ),
  { minLength: 1, maxLength: 60 },
)
const scales = fc.double({ min: 0.001, max: 400, noNaN: true })

describe('the boxes of clips', () => {
  it('never overlap, at any scale, in any lane', () => {
    fc.assert(
      fc.property(parts, scales, fc.integer({ min: 1, max: 4 }), (sketch, pxPerSecond, colors) => {
        const spans = spansOf(sketch)
        for (const indices of [0, 1].map((lane) =>
          spans.map((_, index) => index).filter((index) => index % 2 === lane),
        )) {
          const lane = { character: null, indices }
          const boxes = boxesBetween({ lane, spans, pxPerSecond, ...ALL, lookOf: (index) => index % colors })
          expect(boxes.map(({ index }) => index)).toEqual(indices)
          boxes.forEach(({ leftPx, widthPx }, at) => {
            expect(widthPx).toBeGreaterThanOrEqual(0)
            expect(leftPx + widthPx).toBeLessThanOrEqual((boxes[at + 1]?.leftPx ?? Infinity) + 1e-6)
          })
        }
      }),
    )
  })

  it('leave room between clips that are drawn apart, and join other clips of the same look', () => {
    const spans = spansOf([
      [0, 1000],
      [0, 100],
      [30, 100],
      [0, 100],
      [500, 100],
    ])
    const widths = (lookOf: (index: number) => number) =>
      boxesBetween({ lane: oneLane(spans), spans, pxPerSecond: 30, ...ALL, lookOf }).map(
        ({ widthPx }) => widthPx,
      )
    expect(widths(() => 0).map((width) => Number(width.toFixed(2)))).toEqual([28, 3.9, 3, 3, 3])
    expect(widths((index) => index).map((width) => Number(width.toFixed(2)))).toEqual([28, 3, 3, 3, 3])
  })

  it('become one bar if they touch and look the same', () => {
    const spans = spansOf([
      [0, 100],
      [30, 100],
      [0, 100],
      [500, 100],
    ])
    const bars = (lookOf: (index: number) => number) =>
      barsOf(boxesBetween({ lane: oneLane(spans), spans, pxPerSecond: 30, ...ALL, lookOf }), lookOf)
    expect(bars(() => 0).map(({ index }) => index)).toEqual([0, 3])
    expect(bars((index) => index).map(({ index }) => index)).toEqual([0, 1, 2, 3])
  })

  it('are the same in any window as in the whole', () => {
    fc.assert(
      fc.property(
        parts,
        scales,
        fc.integer({ min: -50, max: 4000 }),
        fc.integer({ min: 0, max: 2000 }),
        (sketch, pxPerSecond, fromPx, width) => {
          const spans = spansOf(sketch)
          const options = { lane: oneLane(spans), spans, pxPerSecond, lookOf: () => 0 }
          const seen = boxesBetween({ ...options, fromPx, toPx: fromPx + width })
          const all = boxesBetween({ ...options, ...ALL })
          expect(seen).toEqual(all.filter(({ index }) => seen.some((box) => box.index === index)))
          const missing = all.filter(
            ({ leftPx, widthPx }) => leftPx + widthPx > fromPx + 3 && leftPx < fromPx + width,
          )
          expect(seen).toEqual(expect.arrayContaining(missing))
        },
      ),
    )
  })
})

describe('a press on painted clips', () => {
  const spans = spansOf([
    [1000, 1000],
    [1000, 20],
    [2000, 1000],
  ])
  const at = (seconds: number) => blockAt(oneLane(spans), spans, LEFT_PAD_PX + seconds * 20, 20)

  it('hits the clip at that point, or one that is very near', () => {
    expect([1.5, 3.01, 2.9, 5.5].map(at)).toEqual([0, 1, 1, 2])
  })

  it('hits nothing in the silence between clips', () => {
    expect([0.5, 2.5, 4, 99].map(at)).toEqual([null, null, null, null])
  })
})

describe('lanes', () => {
  const [fox, owl] = ['fox', 'owl'].map((name) => characterIdSchema.parse(name))
  function castStory() {
    let story = sketchStory([{}, {}, {}, {}])
    for (const each of [fox, owl]) {
      if (each === undefined) throw new Error('There are two characters')
      story = apply(story, addCharacter(story, { id: each, name: each, settings: DEFAULT_SETTINGS }))
    }
    story = apply(story, assignCharacter(story, [id('b1'), id('b3')], owl ?? null))
    return apply(story, assignCharacter(story, [id('b2')], fox ?? null))
  }

  it('are one for all, or one for each character with blocks, in the order of the cast', () => {
    const story = castStory()
    expect(lanesOf(story, false).map(({ indices }) => indices)).toEqual([[0, 1, 2, 3]])
    expect(lanesOf(story, true).map(({ character, indices }) => [character?.name ?? null, indices])).toEqual([
      ['fox', [1]],
      ['owl', [0, 2]],
      [null, [3]],
    ])
  })

  it('are traversed by the up and down arrow keys, at about the same time', () => {
    const story = castStory()
    const [lanes, timing] = [lanesOf(story, true), layout(story, NO_TAKES)]
    const go = (index: number, direction: -1 | 1) => neighbourLaneBlock(lanes, timing, index, direction)
    expect([go(1, 1), go(0, -1), go(2, 1), go(3, 1)]).toEqual([2, 1, 3, 3])
  })

  it('select the clips that a box covers, even in part', () => {
    const story = castStory()
    const [lanes, timing] = [lanesOf(story, true), layout(story, NO_TAKES)]
    const px = (seconds: number) => LEFT_PAD_PX + seconds * 10
    const lengths = timing.spans.map(({ endMs }) => endMs / 1000)
    const box = { left: px(0), right: px((lengths[1] ?? 0) + 0.01), top: 0, bottom: 59 }
    expect(blocksIn({ lanes, layout: timing, pxPerSecond: 10 }, box, 30)).toEqual(['b1', 'b2', 'b3'])
    expect(blocksIn({ lanes, layout: timing, pxPerSecond: 10 }, { ...box, top: 31 }, 30)).toEqual([
      'b1',
      'b3',
    ])
  })

  it('find a range among 5,000 clips by binary search', () => {
    const spans = spansOf(Array.from({ length: 5000 }, () => [0, 6200] as const))
    expect(rangeBetween(oneLane(spans), spans, 62_100, 80_000)).toEqual({ first: 10, end: 13 })
    expect(rangeBetween(oneLane([]), [], 0, 1000)).toEqual({ first: 0, end: 0 })
  })
})

describe('the labels of chapters', () => {
  const story = sketchStory([
    { heading: 'What the Lady Said', text: 'x'.repeat(300) },
    { heading: 'II', text: 'x'.repeat(300) },
    { heading: 'Home', text: 'x' },
  ])
  const timing = layout(story, NO_TAKES)

  it('show name and length, then the name, then the number, then nothing, as the chapter gets narrower', () => {
    const shows = (pxPerSecond: number) =>
      chaptersBetween(story, timing, pxPerSecond, 0, 9e9).map((flag) => flag.shows)
    expect([20, 10, 5, 1, 0.1].map((scale) => shows(scale)[0])).toEqual([
      'length',
      'name',
      'number',
      'line',
      'line',
    ])
  })

  it('never overlap, at any scale', () => {
    fc.assert(
      fc.property(scales, (pxPerSecond) => {
        const flags = chaptersBetween(story, timing, pxPerSecond, -Infinity, Infinity)
        expect(flags).toHaveLength(3)
        flags.forEach(({ leftPx, widthPx }, at) => {
          expect(leftPx + widthPx).toBeLessThanOrEqual((flags[at + 1]?.leftPx ?? Infinity) + 1e-6)
        })
      }),
    )
  })
})

describe('the frame of the minimap', () => {
  it('is the range in view, within the story', () => {
    expect(rangeInView(0, 1014, 10, 60_000)).toEqual({ fromMs: 0, toMs: 60_000 })
    expect(rangeInView(114, 200, 10, 60_000)).toEqual({ fromMs: 10_000, toMs: 30_000 })
  })

  it('keeps its length when it is dragged, stays in the story, and keeps a minimum length at its edges', () => {
    const start = { fromMs: 10_000, toMs: 30_000 }
    const drag = (part: 'start' | 'all' | 'end', byMs: number) => {
      const { fromMs, toMs } = draggedStretch(start, part, byMs, 60_000, 1000)
      return [fromMs, toMs]
    }
    expect([drag('all', 5000), drag('all', -90_000), drag('all', 90_000)]).toEqual([
      [15_000, 35_000],
      [0, 20_000],
      [40_000, 60_000],
    ])
    expect([drag('start', 50_000), drag('end', -50_000), drag('end', 90_000)]).toEqual([
      [29_000, 30_000],
      [10_000, 11_000],
      [10_000, 60_000],
    ])
  })
})
