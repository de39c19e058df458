import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { id, sketchStory, takeOf } from '../support/smallStory.ts'
import { OWN, OWN_TAKES, setUp, STORY } from './playerSetUp.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('playing block by block', () => {
  it('plays takes one after the other with the silences between them', async () => {
    const { player, pass, state, sounding, starts } = setUp(STORY, OWN_TAKES, { lengths: OWN })
    player.playStory(0)
    await pass(400)
    expect([state(), sounding()]).toEqual(['playing b1 400', 'one@400'])
    await pass(800)
    expect([state(), sounding()]).toEqual(['playing - 1200', ''])
    await pass(400)
    expect([state(), sounding()]).toEqual(['playing b2 1600', 'two@100'])
    await pass(5800)
    expect([state(), sounding()]).toEqual(['playing b3 7400', 'three@2900'])
    await pass(200)
    expect([state(), sounding()]).toEqual(['stopped - 7500', ''])
    expect(starts()).toEqual(['one@0', 'two@0', 'three@0'])
  })

  it('schedules the following segments on the audio clock, so that timers of the page are not audible', async () => {
    const { player, pass, contexts } = setUp(STORY, OWN_TAKES, { lengths: OWN })
    player.playStory(0)
    await pass(100)
    const times = contexts.flatMap(({ sources }) => sources.map(({ startS, endS }) => [startS, endS]))
    expect(times).toEqual([
      [0, 1],
      [1.5, 3.5],
      [4.5, 7.5],
    ])
    expect(contexts[0]?.decodedNames).toEqual(['one', 'two', 'three'])
    await pass(7000)
    expect(contexts[0]?.sources).toHaveLength(3)
  })

  it('decodes only the next seconds, and drops the rest', async () => {
    const story = sketchStory(Array.from({ length: 6 }, () => ({ silenceMs: 0 })))
    const names = ['b1', 'b2', 'b3', 'b4', 'b5', 'b6']
    const takes = names.map((name) => takeOf(story, id(name), name, 0, 4000))
    const lengths = Object.fromEntries(names.map((name) => [name, 4000]))
    const { player, pass, contexts } = setUp(story, takes, { lengths })
    player.playStory(0)
    await pass(100)
    expect(contexts[0]?.decodedNames).toEqual(['b1', 'b2'])
    await pass(8000)
    expect(contexts[0]?.decodedNames).toEqual(['b1', 'b2', 'b3', 'b4'])
    player.seek(100)
    await pass(100)
    expect(contexts[0]?.decodedNames.slice(4)).toEqual(['b1', 'b2'])
  })

  it('has the host decode long audio during playback, a few seconds ahead, and the next segment begins where it ends', async () => {
    const takes = OWN_TAKES.map((take, index) => ({ ...take, endMs: take.endMs * (index === 0 ? 1 : 60) }))
    const { player, pass, contexts, starts, streamed, sounding } = setUp(STORY, takes, {
      lengths: { one: 1000, two: 120_000, three: 180_000 },
    })
    player.playStory(1600)
    await pass(100)
    const sources = () => contexts.flatMap((context) => context.sources)
    expect([contexts[0]?.decodedNames, streamed]).toEqual([['two'], ['three@0 x1']])
    await pass(121_000)
    expect(sounding()).toBe('three@200')
    expect(starts()).toEqual(['two@100', 'three@0'])
    const [two, ...three] = sources()
    expect(three[0]?.startS).toBeCloseTo((two?.endS ?? 0) + 1, 6)
    const aheadS = Math.max(...three.map(({ endS }) => endS)) - (contexts[0]?.currentTime ?? 0)
    expect(aheadS).toBeLessThan(10)
    await pass(170_000)
    expect([sounding(), starts().length]).toEqual(['three@170200', 2])
  })

  it('plays on through a silence that is in the audio too, without stopping or seeking', async () => {
    const slices = [
      takeOf(STORY, id('b1'), 'story', 0, 1000),
      takeOf(STORY, id('b2'), 'story', 1500, 3500),
      takeOf(STORY, id('b3'), 'story', 4500, 7500),
    ]
    const { player, pass, state, pieces } = setUp(STORY, slices, { lengths: { story: 7500 } })
    player.playStory(0)
    await pass(4000)
    expect(state()).toBe('playing - 4000')
    await pass(1000)
    expect(state()).toBe('playing b3 5000')
    expect(pieces()).toEqual(['story 0-7500'])
  })

  it('starts in the middle of a block, and in the middle of a silence', async () => {
    const { player, pass, state, sounding, starts } = setUp(STORY, OWN_TAKES, { lengths: OWN })
    player.playStory(2000)
    await pass(0)
    expect([state(), starts().at(-1)]).toEqual(['playing b2 2000', 'two@500'])
    player.playStory(3900)
    await pass(300)
    expect([state(), sounding()]).toEqual(['playing - 4200', ''])
    await pass(400)
    expect([state(), sounding()]).toEqual(['playing b3 4600', 'three@100'])
  })

  it('starts from the beginning if the playhead is at the end', async () => {
    const { player, pass, state } = setUp(STORY, OWN_TAKES, { lengths: OWN })
    player.playStory(7400)
    await pass(500)
    expect(state()).toBe('stopped - 7500')
    player.toggle()
    await pass(200)
    expect(state()).toBe('playing b1 200')
  })
})
