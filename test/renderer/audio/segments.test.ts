import { describe, expect, it } from 'vitest'
import {
  remapPosition,
  segmentIndexAt,
  renderSegments,
  takeSegments,
  toFileMs,
  type AudioSegment,
  type Segment,
} from '../../../renderer/audio/segments.ts'
import { layout } from '../../../shared/story/layout.ts'
import {
  lastTakes,
  storyKey,
  indexTakes,
  type StoryRender,
  type Take,
  NO_TAKES,
} from '../../../shared/story/takes.ts'
import type { Story } from '../../../shared/story/story.ts'
import { id, sketchStory, takeOf } from '../support/smallStory.ts'

const short = (segment: Segment) => {
  const file =
    segment.kind === 'audio'
      ? ` ${segment.audioId} ${Math.round(segment.fileStartMs)}–${Math.round(segment.fileEndMs)}`
      : ''
  return `${segment.blockId} ${segment.part} ${segment.startMs}–${segment.endMs} ${segment.kind}${file}`
}
const AS_IT_IS = () => 0
const segmentsFor = (story: Story, takes: readonly Take[]) =>
  takeSegments(layout(story, indexTakes(takes)), AS_IT_IS)

describe('segments from takes', () => {
  const story = sketchStory([{}, { silenceMs: 500 }, { text: '' }, { silenceMs: 1000 }])

  it('name audio, silences and blocks still to be rendered, and leave out anything without length', () => {
    const takes = [takeOf(story, id('b1'), 'one', 100, 1100)]
    expect(segmentsFor(story, takes).map(short)).toEqual([
      'b1 speech 0–1000 audio one 100–1100',
      'b2 silence 1000–1500 silence',
      'b2 speech 1500–1934 missing',
      'b4 silence 1934–2934 silence',
      'b4 speech 2934–3368 missing',
    ])
  })

  it('take a silence from the audio only if it has its full length there', () => {
    const takes = (gapMs: number) => [
      takeOf(story, id('b1'), 'all', 0, 1000),
      takeOf(story, id('b2'), 'all', 1000 + gapMs, 3000),
    ]
    expect(short(segmentsFor(story, takes(500))[1] as Segment)).toBe(
      'b2 silence 1000–1500 audio all 1000–1500',
    )
    expect(short(segmentsFor(story, takes(300))[1] as Segment)).toBe('b2 silence 1000–1500 silence')
  })

  it('are found by time, each until the moment before its end', () => {
    const segments = segmentsFor(story, [])
    expect([0, segments[0]?.endMs ?? 0, 1e9].map((ms) => segmentIndexAt(segments, ms))).toEqual([
      0,
      1,
      segments.length,
    ])
  })
})

describe('segments from a render', () => {
  const story = sketchStory([{}, { silenceMs: 1000 }, {}])
  const render: StoryRender = {
    id: 'r',
    audioId: 'all',
    storyKey: storyKey(story),
    durationMs: 10_000,
    credits: null,
    createdAtMs: 1,
  }
  const slices = (...takes: Take[]) => lastTakes(takes)

  it('follow the positions that the service reported, and share the rest evenly', () => {
    const second = takeOf(story, id('b2'), 'all', 4000, 6000)
    const known = layout(story, indexTakes([second]))
    const segments = renderSegments(known, render, slices(second), AS_IT_IS)
    expect(toFileMs(segments[2] as AudioSegment, segments[2]?.startMs ?? 0)).toBeCloseTo(4000)
    expect(toFileMs(segments[2] as AudioSegment, segments[2]?.endMs ?? 0)).toBeCloseTo(6000)
    expect(toFileMs(segments[3] as AudioSegment, segments[3]?.endMs ?? 0)).toBeCloseTo(10_000)
  })

  it('leave no gap in the file between one segment and the next', () => {
    const segments = renderSegments(layout(story, NO_TAKES), render, new Map(), AS_IT_IS) as AudioSegment[]
    for (const [index, segment] of segments.entries())
      expect(segment.fileStartMs).toBeCloseTo(segments[index - 1]?.fileEndMs ?? 0)
  })

  it('ignore positions that are out of order', () => {
    const wrong = slices(takeOf(story, id('b1'), 'all', 8000, 9000), takeOf(story, id('b2'), 'all', 100, 200))
    const segments = renderSegments(layout(story, NO_TAKES), render, wrong, AS_IT_IS) as AudioSegment[]
    for (const segment of segments) expect(segment.fileEndMs).toBeGreaterThan(segment.fileStartMs)
  })
})

describe('the position after an edit', () => {
  const story = sketchStory([{}, {}])
  const takes = [takeOf(story, id('b1'), 'one', 0, 1000), takeOf(story, id('b2'), 'two', 0, 2000)]
  const [first] = segmentsFor(story, takes)

  it('keeps the place within a silence, up to its new length', () => {
    const before = segmentsFor(sketchStory([{ silenceMs: 2000 }]), [])
    const after = segmentsFor(sketchStory([{ silenceMs: 500 }]), [])
    expect(remapPosition(before[0] as Segment, 300, after).positionMs).toBe(300)
    expect(remapPosition(before[0] as Segment, 1500, after).positionMs).toBe(500)
  })

  it('keeps the played share of a block that has another take now', () => {
    const after = segmentsFor(story, [takeOf(story, id('b1'), 'longer', 0, 3000)])
    expect(remapPosition(first as Segment, 500, after).positionMs).toBe(1500)
  })

  it('stays within the story if its end is removed', () => {
    const after = segmentsFor(sketchStory([{ text: 'x' }]), [])
    const gone = segmentsFor(story, takes)[1] as Segment
    expect(remapPosition(gone, 2500, after).positionMs).toBe(after.at(-1)?.endMs)
  })
})
