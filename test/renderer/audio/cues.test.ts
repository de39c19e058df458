import { describe, expect, it } from 'vitest'
import { carryOn } from '../../../renderer/audio/carryOn.ts'
import {
  cueIndexAt,
  renderCues,
  takeCues,
  toFileMs,
  type AudioCue,
  type Cue,
} from '../../../renderer/audio/cues.ts'
import { layout } from '../../../shared/story/layout.ts'
import { storyKey, takesByKey, type StoryRender, type Take } from '../../../shared/story/takes.ts'
import type { Story } from '../../../shared/story/story.ts'
import { id, sketchStory, takeOf } from '../support/smallStory.ts'

const short = (cue: Cue) => {
  const file =
    cue.kind === 'audio' ? ` ${cue.audioId} ${Math.round(cue.fileStartMs)}–${Math.round(cue.fileEndMs)}` : ''
  return `${cue.blockId} ${cue.part} ${cue.startMs}–${cue.endMs} ${cue.kind}${file}`
}
const cuesFor = (story: Story, takes: readonly Take[]) => takeCues(layout(story, takesByKey(takes)))

describe('cues from takes', () => {
  const story = sketchStory([{}, { silenceMs: 500 }, { text: '' }, { silenceMs: 1000 }])

  it('name what is audio, silence, and still to be made, and leave out what has no length', () => {
    const takes = [takeOf(story, id('b1'), 'one', 100, 1100)]
    expect(cuesFor(story, takes).map(short)).toEqual([
      'b1 speech 0–1000 audio one 100–1100',
      'b2 silence 1000–1500 silence',
      'b2 speech 1500–1934 missing',
      'b4 silence 1934–2934 silence',
      'b4 speech 2934–3368 missing',
    ])
  })

  it('take a silence from the audio only where it is there in its full length', () => {
    const takes = (gapMs: number) => [
      takeOf(story, id('b1'), 'all', 0, 1000),
      takeOf(story, id('b2'), 'all', 1000 + gapMs, 3000),
    ]
    expect(short(cuesFor(story, takes(500))[1] as Cue)).toBe('b2 silence 1000–1500 audio all 1000–1500')
    expect(short(cuesFor(story, takes(300))[1] as Cue)).toBe('b2 silence 1000–1500 silence')
  })

  it('are found by time, each until the moment before its end', () => {
    const cues = cuesFor(story, [])
    expect([0, cues[0]?.endMs ?? 0, 1e9].map((ms) => cueIndexAt(cues, ms))).toEqual([0, 1, cues.length])
  })
})

describe('cues from a render', () => {
  const story = sketchStory([{}, { silenceMs: 1000 }, {}])
  const render: StoryRender = {
    id: 'r',
    audioId: 'all',
    storyKey: storyKey(story),
    durationMs: 10_000,
    credits: null,
    createdAtMs: 1,
  }
  const slices = (...takes: Take[]) => new Map(takes.map((take) => [take.blockId, take]))

  it('follow the places that the service told, and share out the rest evenly', () => {
    const second = takeOf(story, id('b2'), 'all', 4000, 6000)
    const known = layout(story, takesByKey([second]))
    const cues = renderCues(known, render, slices(second))
    expect(toFileMs(cues[2] as AudioCue, cues[2]?.startMs ?? 0)).toBeCloseTo(4000)
    expect(toFileMs(cues[2] as AudioCue, cues[2]?.endMs ?? 0)).toBeCloseTo(6000)
    expect(toFileMs(cues[3] as AudioCue, cues[3]?.endMs ?? 0)).toBeCloseTo(10_000)
  })

  it('leave no gap in the file between one cue and the next', () => {
    const cues = renderCues(layout(story, new Map()), render, new Map()) as AudioCue[]
    for (const [index, cue] of cues.entries())
      expect(cue.fileStartMs).toBeCloseTo(cues[index - 1]?.fileEndMs ?? 0)
  })

  it('pass over places that are out of order', () => {
    const wrong = slices(takeOf(story, id('b1'), 'all', 8000, 9000), takeOf(story, id('b2'), 'all', 100, 200))
    const cues = renderCues(layout(story, new Map()), render, wrong) as AudioCue[]
    for (const cue of cues) expect(cue.fileEndMs).toBeGreaterThan(cue.fileStartMs)
  })
})

describe('carrying on after an edit', () => {
  const story = sketchStory([{}, {}])
  const takes = [takeOf(story, id('b1'), 'one', 0, 1000), takeOf(story, id('b2'), 'two', 0, 2000)]
  const [first] = cuesFor(story, takes)

  it('keeps the place within a silence, as far as it is still as long', () => {
    const before = cuesFor(sketchStory([{ silenceMs: 2000 }]), [])
    const after = cuesFor(sketchStory([{ silenceMs: 500 }]), [])
    expect(carryOn(before[0] as Cue, 300, after).positionMs).toBe(300)
    expect(carryOn(before[0] as Cue, 1500, after).positionMs).toBe(500)
  })

  it('keeps the share that was heard when a block has another take now', () => {
    const after = cuesFor(story, [takeOf(story, id('b1'), 'longer', 0, 3000)])
    expect(carryOn(first as Cue, 500, after).positionMs).toBe(1500)
  })

  it('stays within the story when the end of it is gone', () => {
    const after = cuesFor(sketchStory([{ text: 'x' }]), [])
    const gone = cuesFor(story, takes)[1] as Cue
    expect(carryOn(gone, 2500, after).positionMs).toBe(after.at(-1)?.endMs)
  })
})
