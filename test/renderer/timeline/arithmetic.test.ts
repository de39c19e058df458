import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { barPath, barsIn } from '../../../renderer/ui/drawSound.ts'
import { dropPlaces, placeAt, stepPlace } from '../../../renderer/features/timeline/useClipDrag.ts'
import {
  dragValue,
  edgeChange,
  edgeValue,
  mostValue,
  previewLayout,
} from '../../../renderer/features/timeline/edges.ts'
import {
  clampZoom,
  fromZoomShare,
  fittingPxPerSecond,
  leastPxPerSecond,
  ticksBetween,
  tickStepMs,
  toMs,
  toPx,
  toZoomShare,
} from '../../../renderer/features/timeline/scale.ts'
import { choose, choiceOf, draggedWith } from '../../../renderer/actions/choosing.ts'
import { storyHeights } from '../../../renderer/features/timeline/Overview.tsx'
import { moveEntries } from '../../../shared/story/blockCommands.ts'
import { apply } from '../../../shared/story/changes.ts'
import { layout, type Layout } from '../../../shared/story/layout.ts'
import { findBlock } from '../../../shared/story/selectors.ts'
import { indexTakes, NO_TAKES } from '../../../shared/story/takes.ts'
import { id, sketchStory, takeOf } from '../support/smallStory.ts'

describe('the scale', () => {
  it('converts between times and px', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 36_000_000 }),
        fc.double({ min: 1, max: 400, noNaN: true }),
        (ms, scale) => {
          expect(toMs(toPx(ms, scale), scale)).toBeCloseTo(ms, 3)
        },
      ),
    )
  })

  it('labels ticks at round times that do not touch', () => {
    expect([400, 100, 36, 10, 1].map((scale) => tickStepMs(scale) / 1000)).toEqual([0.2, 1, 5, 10, 120])
    expect(ticksBetween(7000, 16_000, 36)).toEqual([5000, 10_000, 15_000, 20_000])
    expect(ticksBetween(-3000, 1000, 36)).toEqual([0, 5000])
  })

  it('labels ticks that never touch, whatever the scale', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.0005, max: 400, noNaN: true }), (scale) => {
        expect((tickStepMs(scale) / 1000) * scale).toBeGreaterThanOrEqual(80)
      }),
    )
  })

  it('zooms out until the whole story is in view, whether a second or ten hours, and no further', () => {
    const [short, long] = [{ totalMs: 1000 }, { totalMs: 36_000_000 }]
    expect(leastPxPerSecond(short, 1300)).toBe(36)
    expect(toPx(long.totalMs, leastPxPerSecond(long, 1300))).toBeCloseTo(1300 - 24)
    expect(clampZoom(0, long, 1300)).toBe(leastPxPerSecond(long, 1300))
    expect(clampZoom(9999, long, 1300)).toBe(400)
    expect(fittingPxPerSecond(1000, 0)).toBeGreaterThan(900) // a view without a measured width
  })

  it('gives the slider equal steps for equal factors', () => {
    expect([0, 50, 100].map((share) => Math.round(fromZoomShare(share, 1)))).toEqual([1, 20, 400])
    for (const share of [0, 25, 99]) expect(toZoomShare(fromZoomShare(share, 2), 2)).toBe(share)
  })
})

describe('a dragged edge', () => {
  const silence = { edge: 'silence', pxPerSecond: 36 } as const

  it('snaps to tenths of a second, or moves freely', () => {
    expect(dragValue({ ...silence, startMs: 1000, movedPx: 37, isSnapped: true })).toBe(2000)
    expect(dragValue({ ...silence, startMs: 1000, movedPx: 37, isSnapped: false })).toBe(2030)
  })

  it('snaps to a nearby clip or the playhead, and otherwise to tenths', () => {
    const drag = (movedPx: number) =>
      dragValue({ ...silence, startMs: 1000, movedPx, isSnapped: true, snapsMs: [2037, 5000] })
    expect([drag(34), drag(37), drag(44), drag(70)]).toEqual([2037, 2037, 2037, 2900])
  })

  it('stays within the limits of a block', () => {
    expect(dragValue({ ...silence, startMs: 200, movedPx: -500, isSnapped: true })).toBe(0)
    expect(dragValue({ ...silence, edge: 'duration', startMs: 2000, movedPx: -500, isSnapped: true })).toBe(
      100,
    )
    expect(edgeValue('silence', 9e9)).toBe(3_600_000)
  })

  it('sets the silence or the duration, or makes the duration automatic', () => {
    const story = sketchStory([{}])
    const set = (edge: 'silence' | 'duration', valueMs: number | null) => {
      const block = findBlock(
        apply(story, edgeChange(story, NO_TAKES, { blockId: id('b1'), edge, valueMs }, true)),
        id('b1'),
      )
      return [block?.silenceBeforeMs, block?.durationMs]
    }
    expect([set('silence', 700), set('duration', 4000), set('duration', null)]).toEqual([
      [700, null],
      [null, 4000],
      [null, null],
    ])
  })
})

describe('ripple', () => {
  /** A story of three blocks with random silences, and an edge of one of them dragged to a random value. */
  const drags = fc.record({
    silences: fc.array(fc.integer({ min: 0, max: 4000 }), { minLength: 3, maxLength: 6 }),
    at: fc.nat(),
    edge: fc.constantFrom('silence' as const, 'duration' as const),
    wantedMs: fc.integer({ min: 0, max: 12_000 }),
  })
  type Drag = typeof drags extends fc.Arbitrary<infer T> ? T : never
  function dragged({ silences, at, edge, wantedMs }: Drag, isRippleOn: boolean) {
    const story = sketchStory(silences.map((silenceMs) => ({ silenceMs, text: 'x'.repeat(40) })))
    const before = layout(story, NO_TAKES)
    const index = at % silences.length
    const mostMs = isRippleOn ? undefined : mostValue(before, index, edge)
    const valueMs = edgeValue(edge, wantedMs, 10, mostMs)
    const value = { blockId: id(`b${index + 1}`), edge, valueMs }
    const after = layout(apply(story, edgeChange(story, NO_TAKES, value, isRippleOn)), NO_TAKES)
    return { before, after, index, preview: previewLayout(before, index, value, isRippleOn) }
  }
  const times = ({ spans, totalMs, chapters }: Layout) => ({
    spans: spans.map(({ silenceStartMs, startMs, endMs }) => [silenceStartMs, startMs, endMs]),
    totalMs,
    chapters,
  })

  it('if off, keeps the start of every other block', () => {
    fc.assert(
      fc.property(drags, (drag) => {
        const { before, after, index } = dragged(drag, false)
        const others = ({ spans }: Layout) =>
          spans.filter((_, at) => at !== index).map(({ startMs }) => startMs)
        expect(others(after)).toEqual(others(before))
      }),
    )
  })

  it('if on, moves every later block by the same time', () => {
    fc.assert(
      fc.property(drags, (drag) => {
        const { before, after, index } = dragged(drag, true)
        const moved = after.spans.map(({ endMs }, at) => endMs - (before.spans[at]?.endMs ?? 0))
        expect(new Set(moved.slice(index)).size).toBe(1)
        expect(moved.slice(0, index).every((ms) => ms === 0)).toBe(true)
      }),
    )
  })

  it('previews the result while an edge is dragged', () => {
    fc.assert(
      fc.property(drags, fc.boolean(), (drag, isRippleOn) => {
        const { after, preview } = dragged(drag, isRippleOn)
        expect(times(preview)).toEqual(times(after))
      }),
    )
  })
})

describe('places to drop blocks', () => {
  /** Blocks of one second each: two, then a chapter of two. */
  const story = sketchStory([{}, {}, { heading: 'Home' }, {}])
  const takes = indexTakes(
    [1, 2, 3, 4].map((number) => takeOf(story, id(`b${number}`), `a${number}`, 0, 1000)),
  )
  const timing = layout(story, takes)
  const places = (...moving: string[]) => dropPlaces(story, timing, new Set(moving.map(id)))

  it('are before every block and heading, and at the end', () => {
    expect(places('b4').map(({ beforeId, atMs }) => [beforeId, atMs])).toEqual([
      ['b1', 0],
      ['b2', 1000],
      ['c3', 2000],
      ['b3', 2000],
      ['b4', 3000],
      [null, 4000],
    ])
  })

  it('are before a block for its first half and after it for its second', () => {
    const all = places('b4')
    expect([0, 400, 600, 1400, 99_999, -50].map((ms) => placeAt(all, timing, ms)?.beforeId)).toEqual([
      'b1', 'b1', 'b2', 'b2', null, 'b1',
    ]) // prettier-ignore
  })

  it('are on either side of a heading, which decides the chapter', () => {
    const all = places('b1')
    expect([1900, 2100].map((ms) => placeAt(all, timing, ms)?.beforeId)).toEqual(['c3', 'b3'])
  })

  it('are stepped through by keys, except those that would change nothing', () => {
    const all = places('b2')
    const start = all.find(({ beforeId }) => beforeId === 'b2')
    if (start === undefined) throw new Error('The block has a place')
    const right = stepPlace(all, start, 1)
    expect([right.beforeId, right.headingBefore]).toEqual(['b3', 'Home'])
    expect(stepPlace(all, start, -1).beforeId).toBe('b1')
    expect(stepPlace(all, places('b2')[0] ?? start, -1).beforeId).toBe('b1')
  })

  it('put every block exactly at the place, for any drag', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), fc.integer({ min: -500, max: 4500 }), (number, ms) => {
        const moved = id(`b${number}`)
        const place = placeAt(places(moved), timing, ms)
        if (place === undefined) throw new Error('Every time has a place')
        const after = apply(story, moveEntries(story, [moved], place.beforeId))
        expect(after === story).toBe(place.isInPlace)
        if (place.isInPlace) return
        const at = after.sequence.findIndex((entry) => entry.id === moved)
        expect(after.sequence[at + 1]?.id ?? null).toBe(place.beforeId)
      }),
    )
  })
})

describe('selecting clips', () => {
  const story = sketchStory([{}, {}, {}, {}])
  const [b1, b2, b3, b4] = [id('b1'), id('b2'), id('b3'), id('b4')]

  it('selects one alone, adds and removes, or extends from the start of the range', () => {
    expect(choose(story, [b1, b2], b3, 'alone')).toEqual([b3])
    expect(choose(story, [b1], b3, 'toggle')).toEqual([b1, b3])
    expect(choose(story, [b1, b3], b1, 'toggle')).toEqual([b3])
    expect(choose(story, [b4], b2, 'range')).toEqual([b4, b3, b2])
    expect(choose(story, [b4, b3, b2], b3, 'range')).toEqual([b4, b3])
    expect(choose(story, [b1, b3], b4, 'range')).toEqual([b3, b4])
    expect(choose(story, [], b2, 'range')).toEqual([b2])
  })

  it('depends on the modifier keys', () => {
    const keys = { shiftKey: false, ctrlKey: false, metaKey: false }
    expect(choiceOf(keys)).toBe('alone')
    expect(choiceOf({ ...keys, metaKey: true })).toBe('toggle')
    expect(choiceOf({ ...keys, shiftKey: true })).toBe('range')
  })

  it('drags all selected blocks in story order, and an unselected block alone', () => {
    expect(draggedWith(story, [b4, b1], b1)).toEqual([b1, b4])
    expect(draggedWith(story, [b4, b1], b2)).toEqual([b2])
  })
})

describe('drawn waveforms', () => {
  it('have one stroke for each height, of that height', () => {
    expect(barPath([1, 0.5], 6, 42)).toBe('M1.0 1.0v40.0M4.0 11.0v20.0')
    expect([barsIn(30), barsIn(0), barsIn(1e6)]).toEqual([10, 1, 8000])
  })

  it('show the whole story: audio if it is known, a low line for other words, nothing for silence', () => {
    const story = sketchStory([{}, { silenceMs: 1000 }])
    const take = takeOf(story, id('b1'), 'one', 0, 1000)
    const timing = layout(story, indexTakes([take]))
    const peaks = new Int8Array(200).fill(127)
    const heights = storyHeights(timing, () => peaks, Math.round(timing.totalMs / 100))
    expect(heights.slice(0, 10)).toEqual(new Array(10).fill(1))
    expect(heights.slice(11, 19)).toEqual(new Array(8).fill(0))
    expect(heights.at(-1)).toBeCloseTo(0.06)
    expect(storyHeights(timing, () => undefined, 10)[0]).toBeCloseTo(0.06)
    expect(storyHeights(layout(sketchStory([]), NO_TAKES), () => undefined, 3)).toEqual([0, 0, 0])
  })
})
