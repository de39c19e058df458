import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { moveEntries } from '../../../shared/story/blockCommands.ts'
import { musicIdSchema, type Music, type MusicPlace } from '../../../shared/story/records.ts'
import { storyFromRecords } from '../../../shared/story/story.ts'
import { id } from '../support/smallStory.ts'
import { OWN, OWN_TAKES, setUp, STORY } from './playerSetUp.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const UNDER_ALL: MusicPlace = { kind: 'story', startMs: 0, endMs: 0 }
const atBlock = (name: string, startMs = 0): MusicPlace => ({
  ...{ kind: 'block', blockId: id(name), startMs, lengthMs: null },
})

function music(name: string, audioMs: number, place: MusicPlace, more: Partial<Music> = {}): Music {
  return {
    ...{ type: 'music', id: musicIdSchema.parse(name), name, audioId: name, audioMs, place },
    ...{
      fromMs: 0,
      gainDb: 0,
      fadeInMs: 0,
      fadeOutMs: 0,
      isLooped: false,
      loopEndMs: null,
      duckDb: 0,
      ...more,
    },
  }
}

/** The story of three blocks, whose words are heard from 0, 1500 and 4500 ms on, with music. */
function withMusic(...pieces: Music[]) {
  const story = storyFromRecords([...STORY.records.values(), ...pieces])
  const lengths = Object.fromEntries(pieces.map(({ audioId, audioMs }) => [audioId, audioMs]))
  return setUp(story, OWN_TAKES, { lengths: { ...OWN, ...lengths } })
}

it('music plays from its place, with the words, until its audio ends', async () => {
  const { player, pass, sounding } = withMusic(music('bell', 800, atBlock('b2', 100)))
  player.playStory(0)
  await pass(1599)
  expect(sounding()).toBe('two@99')
  await pass(101)
  expect(sounding()).toBe('bell@100 + two@200')
  await pass(700)
  expect(sounding()).toBe('two@900')
})

it.each([
  ['a bed', 2000, null],
  ['a bed whose loop ends before its audio', 6000, 2000],
])('playback begins within music, and repeats %s without a gap', async (_, audioMs, loopEndMs) => {
  const { player, pass, sounding, streamed } = withMusic(
    music('bed', audioMs, UNDER_ALL, { isLooped: true, loopEndMs, fromMs: 500 }),
  )
  player.playStory(1000)
  await pass(200)
  expect([sounding(), streamed]).toEqual(['bed@1700', ['bed@1500 x1']])
  await pass(600)
  expect(sounding()).toBe('two@300 + bed@300')
})

it('the story waits for music that begins with it, so that none of it is lost', async () => {
  const { player, pass, sounding, state, host } = withMusic(music('bell', 800, atBlock('b1')))
  host.opensAfterMs = 300
  player.playStory(0)
  await pass(250)
  expect([state(), sounding()]).toEqual(['playing b1 0', ''])
  await pass(150)
  expect([state(), sounding()]).toEqual(['playing b1 100', 'one@100 + bell@100'])
})

it('the story does not wait long: late music starts at its current place', async () => {
  const { player, pass, sounding, host } = withMusic(music('bed', 6000, UNDER_ALL))
  host.opensAfterMs = 1500
  player.playStory(0)
  await pass(1100)
  expect(sounding()).toBe('one@100')
  await pass(5000)
  expect(sounding()).toBe('three@600 + bed@5100')
})

it('music that cannot be played is reported, and the story plays', async () => {
  const { player, pass, sounding, codes } = setUp(
    storyFromRecords([...STORY.records.values(), music('broken', 800, UNDER_ALL)]),
    OWN_TAKES,
    { lengths: OWN },
  )
  player.playStory(0)
  await pass(500)
  expect([sounding(), codes()]).toEqual(['one@500', ['audio-unplayable']])
  await pass(2500)
  expect([sounding(), codes()]).toEqual(['two@1500', ['audio-unplayable']])
})

it('music continues with the words at another speed, after a seek, and after an edit', async () => {
  const { player, pass, sounding, setRate, edit, state } = withMusic(
    music('bed', 60_000, { kind: 'range', fromId: id('b1'), toId: id('b3'), startMs: 0, endMs: 0 }),
  )
  player.playStory(0)
  await pass(500)
  expect(sounding()).toBe('one@500 + bed@500')
  setRate(2)
  await pass(100)
  expect(sounding()).toBe('one@700 + bed@700')
  setRate(1)
  player.seek(5000)
  await pass(100)
  expect(sounding()).toBe('three@600 + bed@5100')
  // The playing block becomes the first, and the bed begins with it.
  edit((story) => moveEntries(story, [id('b3')], id('b1')))
  await pass(1000)
  expect(state()).toBe('playing b3 2600')
  expect(sounding()).toBe('three@1600 + bed@1600')
})

it('music stops with the story, and a block alone is played without it', async () => {
  const { player, pass, sounding } = withMusic(music('bed', 6000, UNDER_ALL))
  player.playStory(0)
  await pass(500)
  player.pause()
  await pass(10)
  expect(sounding()).toBe('')
  player.playBlock(id('b2'))
  await pass(500)
  expect(sounding()).toBe('two@500')
  player.close()
  await pass(2000)
  expect(vi.getTimerCount()).toBe(0)
})

it('music begins at its first sample in each pass of a loop, however late the host is, and does not play after the loop is switched off', async () => {
  const { player, pass, sounding, pieces, select, state, host } = withMusic(
    music('bed', 60_000, { kind: 'range', fromId: id('b1'), toId: id('b3'), startMs: 0, endMs: 0 }),
    music('bell', 200, atBlock('b2')),
    music('gong', 900, atBlock('b3')),
  )
  host.opensAfterMs = 400
  select(id('b2'))
  player.setLooping(true)
  player.playStory()
  await pass(450)
  const startMs = Number(state().split(' ').at(-1))
  const loopMs = 3500 - startMs
  await pass(loopMs - 30)
  expect(sounding(), 'at the end of the first turn').toBe('two@1970 + bed@3470')
  await pass(60)
  expect(state()).toBe('playing b2 1530')
  expect(sounding()).toBe('two@30 + bed@1530 + bell@30')
  await pass(2000)
  expect(sounding(), 'the next turn').toBe('two@30 + bed@1530 + bell@30')
  player.setLooping(false)
  await pass(2000)
  expect(sounding(), 'the story goes on').toBe('bed@3530')
  await pass(1000)
  expect(sounding()).toBe('bed@4530 + three@30 + gong@30')
  expect(pieces(), 'a fade of 20 ms after the turn').toContain('bed 3500-3520')
})

it('music or voices are muted, for the story only', async () => {
  const { player, pass, contexts } = withMusic(music('bed', 6000, UNDER_ALL))
  /** The first node is that of all audio. */
  const heard = () =>
    contexts
      .at(-1)
      ?.gains.slice(1, 3)
      .map(({ value }) => value)
  player.setMuted('music', true)
  player.playStory(0)
  await pass(300)
  expect(heard(), 'voices, and music').toEqual([1, 0])
  player.setMuted('voices', true)
  player.setMuted('music', false)
  expect(heard()).toEqual([0, 1])
  player.playBlock(id('b2'))
  await pass(100)
  expect(heard(), 'a block alone').toEqual([1, 1])
  player.playStory(0)
  await pass(100)
  expect(heard()).toEqual([0, 1])
})
