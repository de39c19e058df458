import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { moveEntries, removeEntries } from '../../../shared/story/blockCommands.ts'
import { id } from '../support/smallStory.ts'
import { OWN, OWN_TAKES, setUp, STORY } from './playerSetUp.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('playing faster and slower', () => {
  it('plays audio and silences at the rate, at the same pitch, and applies a change at once', async () => {
    const { player, pass, state, setRate, sounding, starts, streamed } = setUp(STORY, OWN_TAKES, {
      lengths: OWN,
    })
    setRate(2)
    player.playStory(0)
    await pass(400)
    expect([state(), sounding()]).toEqual(['playing b1 800', 'one@800'])
    await pass(250)
    expect([state(), sounding()]).toEqual(['playing - 1300', ''])
    setRate(0.5)
    await pass(200)
    expect([state(), sounding()]).toEqual(['playing - 1400', ''])
    await pass(400)
    expect([state(), sounding()]).toEqual(['playing b2 1600', 'two@100'])
    setRate(1)
    await pass(1800)
    expect([state(), sounding()]).toEqual(['playing b2 3400', 'two@1900'])
    await pass(200)
    expect([state(), starts()]).toEqual(['playing - 3600', ['one@0', 'two@0', 'two@100']])
    expect(streamed.slice(0, 2)).toEqual(['one@0 x2', 'two@0 x2'])
  })

  it('schedules the following segments on the audio clock', async () => {
    const { player, pass, contexts, setRate } = setUp(STORY, OWN_TAKES, { lengths: OWN })
    setRate(1.25)
    player.playStory(0)
    await pass(100)
    const own = (name: string) =>
      contexts.flatMap(({ sources }) => sources.filter(({ buffer }) => buffer?.name === name))
    const times = ['one', 'two', 'three'].map((name) => [own(name)[0]?.startS, own(name).at(-1)?.endS])
    expect(times.flat().map((s) => Math.round((s ?? NaN) * 1e6) / 1e6)).toEqual([0, 0.8, 1.2, 2.8, 3.6, 6])
    await pass(5900)
    expect(contexts.flatMap((context) => context.sounding())).toEqual([])
  })

  it('waits if audio breaks off, and reports it if it cannot be read from there on', async () => {
    const { player, pass, codes, setRate, host, state } = setUp(STORY, OWN_TAKES, { lengths: OWN })
    host.breaksAtMs = 2000
    setRate(1.5)
    player.playStory(4600)
    await pass(1300)
    expect([state(), codes()]).toEqual(['playing b3 6550', []])
    await pass(1000)
    expect([state().slice(0, 7), codes()]).toEqual(['stopped', ['audio-unplayable']])
  })

  it('plays a take that is tried out at its own speed', async () => {
    const { player, pass, setRate, sounding } = setUp(STORY, OWN_TAKES, { lengths: { ...OWN, old: 4000 } })
    setRate(2)
    player.playAudio('old', 0, 3000)
    await pass(500)
    expect(sounding()).toBe('old@500')
    player.playBlock(id('b1'))
    await pass(200)
    expect(sounding()).toBe('one@400')
  })
})

describe('a loop', () => {
  it('plays the story again from its start, with the first audio ready', async () => {
    const { player, pass, state, contexts, sounding, starts } = setUp(STORY, OWN_TAKES, { lengths: OWN })
    player.setLooping(true)
    player.playStory(4600)
    await pass(2000)
    // From the third take, with 2.9 s left, to the first one without a missing sample.
    expect(contexts[0]?.sources.map(({ buffer, startS }) => [buffer?.name, startS]).slice(0, 2)).toEqual([
      ['three', 0],
      ['one', expect.closeTo(2.9, 6)],
    ])
    await pass(1000)
    expect([state(), sounding()]).toEqual(['playing b1 100', 'one@100'])
    player.setLooping(false)
    await pass(7500)
    expect(state()).toBe('stopped - 7500')
    expect(starts()).toEqual(['three@100', 'one@0', 'two@0', 'three@0'])
  })

  it('plays the selected blocks and nothing between them, from their start if the playhead is elsewhere', async () => {
    const { player, pass, state, select, sounding } = setUp(STORY, OWN_TAKES, { lengths: OWN })
    select(id('b3'), id('b1'))
    player.setLooping(true)
    player.playStory(2000)
    await pass(600)
    // The silence before the third block belongs to it.
    expect([state(), sounding()]).toEqual(['playing - 4100', ''])
    await pass(3500)
    expect([state(), sounding()]).toEqual(['playing b1 100', 'one@100'])
    player.seek(2500)
    await pass(100)
    expect(state()).toBe('playing - 3600')
  })

  it('keeps playing the same blocks when another block is selected, and uses the selection at its start', async () => {
    const { player, pass, state, select, sounding, starts } = setUp(STORY, OWN_TAKES, {
      lengths: OWN,
    })
    player.playStory(0)
    select(id('b2'))
    await pass(100)
    player.setLooping(true)
    await pass(100)
    expect([state(), sounding()]).toEqual(['playing b2 1600', 'two@100'])
    select(id('b1'))
    await pass(2000)
    expect([state(), starts()]).toEqual(['playing b2 1600', ['one@0', 'two@0', 'two@0']])
    player.pause()
    player.toggle()
    await pass(100)
    expect(state()).toBe('playing b1 100')
  })

  it('continues after a change of its blocks, and with the story if they are gone', async () => {
    const { player, pass, state, edit, select } = setUp(STORY, OWN_TAKES, { lengths: OWN })
    select(id('b2'))
    player.setLooping(true)
    player.playStory()
    await pass(500)
    edit((story) => moveEntries(story, [id('b1')], null))
    expect(state()).toBe('playing b2 1000')
    await pass(2000)
    expect(state()).toBe('playing b2 1000')
    edit((story) => removeEntries(story, [id('b2')]))
    await pass(100)
    expect(state().slice(0, 10)).toBe('playing b3')
  })
})
