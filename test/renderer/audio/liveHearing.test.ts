import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { editText } from '../../../shared/story/blockCommands.ts'
import { patchDefaults, speakTitles } from '../../../shared/story/castCommands.ts'
import { apply } from '../../../shared/story/changes.ts'
import { titleId } from '../../../shared/story/heardBlocks.ts'
import { chapterIdSchema } from '../../../shared/story/records.ts'
import type { Story } from '../../../shared/story/story.ts'
import { packVoiceId } from '../../../shared/voices/voicePacks.ts'
import { id, sketchStory } from '../support/smallStory.ts'
import { setUp } from './playerSetUp.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function spokenBy(voiceId: string, connectionId = 'built-in'): Story {
  const story = sketchStory([{}], connectionId)
  return apply(story, patchDefaults(story, { voiceId }))
}
const NATURAL = packVoiceId('pack', '0')
const LIVE = { lengths: { 'making:b1': 2000 } }

describe('a block that a natural voice has not spoken yet', () => {
  it('is played while it is rendered, to its end and only once, even if its take arrives meanwhile', async () => {
    const { player, pass, sounding, streamed, contexts, state, log } = setUp(spokenBy(NATURAL), [], LIVE)
    player.playBlock(id('b1'))
    await pass(500)
    expect([state(), sounding()]).toEqual(['playing b1 500', 'making:b1@500'])
    await pass(1000) // the take is there
    expect([state(), sounding()]).toEqual(['playing b1 1500', 'making:b1@1500'])
    await pass(1000)
    expect([state(), sounding()]).toEqual(['stopped - 0', ''])
    expect(streamed).toEqual(['making:b1@0 x1'])
    expect(contexts.flatMap(({ decodedNames }) => decodedNames)).toEqual([])
    expect(log.filter((each) => each.startsWith('takes:make'))).toEqual(['takes:make b1'])
  })

  it('is played from its take if its live audio breaks off or is not available', async () => {
    for (const broken of [true, false]) {
      const { player, pass, host, sounding, reported } = setUp(spokenBy(NATURAL), [], broken ? LIVE : {})
      if (broken) host.breaksAtMs = 0
      player.playBlock(id('b1'))
      await pass(1500)
      expect(sounding(), `broken: ${broken}`).toMatch(/^made-b1@/)
      expect(reported).toEqual([])
      player.close()
    }
  })

  it('is played only after rendering with other voices, with another service, and at another speed', async () => {
    for (const [voiceId, connectionId, rate] of [
      ['OA001', 'built-in', 1],
      [NATURAL, 'hosted', 1],
      [NATURAL, 'built-in', 1.5],
    ] as const) {
      const { player, pass, setRate, streamed } = setUp(spokenBy(voiceId, connectionId), [], LIVE)
      setRate(rate)
      player.playBlock(id('b1'))
      await pass(500)
      expect(streamed, `${voiceId} ${connectionId} ${rate}`).toEqual([])
      player.close()
    }
  })
})

describe('the block that will probably be played next', () => {
  const prepared = (log: readonly string[]) => log.filter((each) => each.startsWith('takes:prepare'))

  it('is prepared once the playhead rests there, and again if it changes', async () => {
    const { player, pass, edit, log } = setUp(spokenBy(NATURAL), [], LIVE)
    player.seek(0)
    player.seek(1)
    await pass(1000)
    expect(prepared(log)).toEqual(['takes:prepare b1'])
    edit((story) => editText(story, id('b1'), 'Wait for me at the pier.'))
    await pass(1000)
    expect(prepared(log)).toEqual(['takes:prepare b1', 'takes:prepare b1'])
  })

  it('is prepared at once if its play button is pointed at', () => {
    const { player, log } = setUp(spokenBy(NATURAL), [], LIVE)
    player.prepareBlock(id('b1'))
    expect(prepared(log)).toEqual(['takes:prepare b1'])
  })

  it('is not prepared during playback, with other voices, or with another service', async () => {
    const playing = setUp(spokenBy(NATURAL), [], LIVE)
    playing.player.seek(0)
    playing.player.playStory()
    await playing.pass(1000)
    expect(prepared(playing.log)).toEqual([])
    for (const [voiceId, connectionId] of [
      ['OA001', 'built-in'],
      [NATURAL, 'hosted'],
    ] as const) {
      const { player, pass, log } = setUp(spokenBy(voiceId, connectionId), [], LIVE)
      player.seek(0)
      await pass(1000)
      expect(prepared(log), `${voiceId} ${connectionId}`).toEqual([])
    }
  })
})

test('the title of a chapter is played alone, and in its place in the story', async () => {
  const plain = sketchStory([{ heading: 'The Ferry' }])
  const story = apply(plain, speakTitles(plain, true))
  const title = titleId(chapterIdSchema.parse('c1'))
  const { player, pass, state, sounding, log } = setUp(story, [], { lengths: { 'made-c1': 2000 } })
  player.playBlock(title)
  await pass(1500)
  expect([state(), sounding()]).toEqual(['playing c1 500', 'made-c1@500'])
  player.pause()
  player.playStory(0)
  await pass(1900)
  expect(state()).toBe('playing c1 1900')
  await pass(1600)
  expect(state()).toMatch(/^playing b1 /)
  expect(log.filter((each) => each.startsWith('takes:make'))).toEqual(['takes:make c1', 'takes:make b1'])
})
