import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { editText, moveEntries, patchBlocks, removeEntries } from '../../../shared/story/blockCommands.ts'
import type { Story } from '../../../shared/story/story.ts'
import { storyKey, type StoryRender } from '../../../shared/story/takes.ts'
import { id, sketchStory, takeOf } from '../support/smallStory.ts'
import { OWN, OWN_TAKES, setUp, STORY } from './playerSetUp.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('pausing and seeking', () => {
  it('pauses and continues at the same place', async () => {
    const { player, pass, state, sounding } = setUp(STORY, OWN_TAKES, { lengths: OWN })
    player.toggle()
    await pass(700)
    player.toggle()
    await pass(5000)
    expect([state(), sounding()]).toEqual(['stopped - 700', ''])
    player.toggle()
    await pass(100)
    expect([state(), sounding()]).toEqual(['playing b1 800', 'one@800'])
  })

  it('seeks during playback and while stopped, and notifies its listeners', async () => {
    const { player, pass, state, sounding } = setUp(STORY, OWN_TAKES, { lengths: OWN })
    const heard: number[] = []
    const stop = player.onPosition((positionMs) => heard.push(Math.round(positionMs)))
    player.seek(1700)
    expect([state(), heard]).toEqual(['stopped - 1700', [1700]])
    player.playStory()
    player.seek(5000)
    await pass(100)
    expect([state(), sounding()]).toEqual(['playing b3 5100', 'three@600'])
    expect(heard.filter((positionMs) => positionMs > 5000).length).toBeGreaterThan(3)
    stop()
    const count = heard.length
    player.seek(0)
    expect(heard).toHaveLength(count)
  })

  it('plays a short sound at the place to which the playhead is dragged, and nothing if there is no audio', async () => {
    const story = sketchStory([{}, {}])
    const { player, log, pass, state, sounding, starts } = setUp(
      story,
      [takeOf(story, id('b1'), 'one', 500, 4500)],
      {
        lengths: { one: 5000 },
      },
    )
    player.scrub(1000)
    player.scrub(1040) // while one short sound plays, no other begins
    expect([starts(), state()]).toEqual([['one@1500'], 'stopped - 1040'])
    await pass(200)
    expect(sounding()).toBe('')
    player.scrub(2000)
    expect(starts()).toEqual(['one@1500', 'one@2500'])
    await pass(200)
    player.scrub(4100)
    expect([sounding(), starts().length, log]).toEqual(['', 2, []])
    player.close()
  })

  it('keeps a seek within the story', () => {
    const { player } = setUp(STORY, OWN_TAKES, { lengths: OWN })
    player.seek(-5)
    expect(player.positionMs()).toBe(0)
    player.seek(99_999)
    expect(player.positionMs()).toBe(7500)
  })
})

describe('a block that is louder or quieter than its take', () => {
  const louder = (gainDb: number) => (story: Story) => patchBlocks(story, [id('b1')], { gainDb })
  const factors = ({ contexts }: ReturnType<typeof setUp>) =>
    contexts.flatMap(({ gains }) => gains.slice(3).map(({ value }) => Math.round(20 * Math.log10(value))))

  it('is played at this gain, alone and in the story, and follows a change during playback', async () => {
    const heard = setUp(STORY, OWN_TAKES, { lengths: OWN })
    heard.edit(louder(6))
    heard.player.playBlock(id('b1'))
    await heard.pass(100)
    expect(factors(heard)).toEqual([6])
    heard.edit(louder(-12))
    await heard.pass(100)
    expect([factors(heard), heard.state()]).toEqual([[-12], 'playing b1 200'])
    heard.player.pause()
    heard.player.playStory(0)
    await heard.pass(100)
    expect(factors(heard).slice(1)).toEqual([-12, 0, 0])
  })

  it('is played at this gain if one audio contains several blocks', async () => {
    const takes = [
      takeOf(STORY, id('b1'), 'all', 0, 1000),
      takeOf(STORY, id('b2'), 'all', 1500, 3500),
      takeOf(STORY, id('b3'), 'all', 4500, 7500),
    ]
    const heard = setUp(STORY, takes, { lengths: { all: 7500 } })
    heard.edit(louder(3))
    heard.player.playStory(0)
    await heard.pass(100)
    // The silence after it is in the same audio, and continues at its level.
    expect(factors(heard).slice(0, 3)).toEqual([3, 3, 0])
  })
})

describe('a story whose render is current', () => {
  const render = (durationMs: number): StoryRender => {
    const key = storyKey(STORY)
    return { id: 'r', audioId: 'story', storyKey: key, durationMs, credits: null, createdAtMs: 1 }
  }

  it('is played from that one file, without a break', async () => {
    const { player, pass, state, pieces } = setUp(STORY, OWN_TAKES, {
      render: render(7500),
      lengths: { ...OWN, story: 7500 },
    })
    player.playStory(0)
    await pass(7000)
    expect(state()).toBe('playing b3 7000')
    await pass(600)
    expect([state(), pieces()]).toEqual(['stopped - 7500', ['story 0-7500']])
  })

  it('spreads estimated blocks over the file if the service reported no positions', async () => {
    const { player, pass, log, sounding, pieces } = setUp(STORY, [], {
      render: render(9000),
      lengths: { story: 9000 },
    })
    player.playStory(0)
    await pass(4500)
    const halfMs = player.positionMs()
    await pass(4400)
    expect([sounding(), log]).toEqual(['story@8900', []])
    await pass(200)
    expect(player.positionMs() / halfMs).toBeCloseTo(2, 1)
    expect(pieces()).toEqual(['story 0-9000'])
  })

  it('is played block by block again after an edit', async () => {
    const { player, pass, edit, state, sounding } = setUp(STORY, OWN_TAKES, {
      render: render(7500),
      lengths: { ...OWN, story: 7500 },
    })
    player.playStory(0)
    await pass(500)
    edit((story) => patchBlocks(story, [id('b3')], { silenceBeforeMs: 2000 }))
    await pass(100)
    expect(state()).toBe('playing b1 600')
    await pass(2000)
    expect(sounding()).toBe('two@1100')
  })
})

describe('audio that is missing', () => {
  it('is rendered first, after the typed text is on disk, while playback shows that it is being prepared', async () => {
    const { player, pass, state, log, audio } = setUp(STORY, [])
    player.playStory(0)
    await pass(500)
    expect([state(), log, [...audio.getState().making]]).toEqual([
      'preparing b1 0',
      ['flush', 'takes:make b1'],
      ['b1'],
    ])
    await pass(700)
    expect(state()).toBe('playing b1 200')
    expect(log).toEqual(['flush', 'takes:make b1', 'flush', 'flush', 'takes:make b2', 'takes:make b3'])
    expect(audio.getState().allTakes.map(({ blockId }) => blockId)).toEqual(['b1'])
  })

  it('is rendered two blocks ahead and no further, so that it is ready in time', async () => {
    const story = sketchStory([{}, {}, {}, {}, {}, {}])
    const { player, pass, state, log } = setUp(story, [])
    player.playStory(0)
    await pass(2500)
    expect([state(), log.filter((line) => line !== 'flush')]).toEqual([
      'playing b1 1500',
      ['takes:make b1', 'takes:make b2', 'takes:make b3'],
    ])
    await pass(1000)
    expect(state()).toBe('playing b2 2500')
    expect(log).toContain('takes:make b4')
    expect(log).not.toContain('takes:make b5')
  })

  it('is not bought from a paid service by playing: a message asks the writer to render', async () => {
    const { player, pass, state, log, codes } = setUp(sketchStory([{}, {}], 'paid'), [])
    player.playStory(0)
    await pass(10)
    expect([state(), log, codes()]).toEqual(['stopped - 0', [], ['play-needs-render']])
  })

  it("stops with the host's error if it cannot be rendered, but only when its turn comes", async () => {
    const takes = [takeOf(STORY, id('b1'), 'one', 0, 1000)]
    const { player, pass, state, host, codes } = setUp(STORY, takes, { lengths: { one: 3000 } })
    host.fails = new UserFacingError('service-refused', { message: 'no' })
    player.playStory(0)
    await pass(990)
    expect([state(), codes()]).toEqual(['playing b1 990', []])
    await pass(1600)
    expect([state(), codes()]).toEqual(['stopped - 1500', ['service-refused']])
    host.fails = null
    player.playStory()
    await pass(1100)
    expect(state()).toBe('playing b2 1600')
  })

  it('stops instead of requesting endlessly if the rendered audio does not fit', async () => {
    const { player, pass, host, log, codes, state } = setUp(STORY, [])
    host.fits = false
    player.playStory(0)
    await pass(20_000)
    expect([codes(), log.length, state()]).toEqual([['audio-unplayable'], 2, 'stopped - 0'])
  })

  it('is reported when the file cannot be played', async () => {
    const { player, pass, state, codes } = setUp(STORY, OWN_TAKES, { lengths: { two: 2000 } })
    player.playStory(0)
    await pass(10)
    expect([state(), codes()]).toEqual(['stopped - 0', ['audio-unplayable']])
  })
})

describe('edits while it plays', () => {
  it('continues in the same words if their block is moved', async () => {
    const { player, pass, edit, state, sounding, starts } = setUp(STORY, OWN_TAKES, { lengths: OWN })
    player.playStory(0)
    await pass(400)
    edit((story) => moveEntries(story, [id('b1')], null))
    await pass(100)
    expect([state(), sounding()]).toEqual(['playing b1 7000', 'one@500'])
    expect(starts()).toEqual(['one@0'])
  })

  it('plays a block to its end unchanged if its words are edited, and renders the new words next time', async () => {
    const { player, pass, edit, state, log, sounding } = setUp(STORY, OWN_TAKES, { lengths: OWN })
    player.playStory(0)
    await pass(400)
    edit((story) => editText(story, id('b1'), 'Other words'))
    await pass(100)
    expect([state().slice(0, 10), sounding()]).toEqual(['playing b1', 'one@500'])
    await pass(600)
    expect([state().slice(0, 9), sounding()]).toEqual(['playing -', ''])
    await pass(500)
    expect(sounding()).toMatch(/^two@/)
    expect(log).toEqual([])
  })

  it('continues with the block at the same place if its block is deleted', async () => {
    const { player, pass, edit, state } = setUp(STORY, OWN_TAKES, { lengths: OWN })
    player.playStory(1600)
    await pass(100)
    edit((story) => removeEntries(story, [id('b2')]))
    expect(state()).toBe('playing - 1700')
  })

  it('renders the newest words of a block that is edited while it is rendered', async () => {
    const { player, pass, edit, log, state } = setUp(sketchStory([{}]), [])
    player.playStory(0)
    await pass(500)
    edit((story) => editText(story, id('b1'), 'Newer words'))
    await pass(600)
    expect([state(), log.filter((line) => line !== 'flush')]).toEqual([
      'preparing b1 0',
      ['takes:make b1', 'takes:make b1'],
    ])
    await pass(1000)
    expect(state()).toBe('playing b1 100')
  })
})

describe('a block alone', () => {
  it('is played once and leaves the playhead at its start', async () => {
    const { player, pass, state, playback, sounding, starts } = setUp(STORY, OWN_TAKES, { lengths: OWN })
    player.playBlock(id('b2'))
    await pass(300)
    expect([state(), playback.getState().scope, sounding()]).toEqual(['playing b2 1800', 'block', 'two@300'])
    await pass(3000)
    expect([state(), starts()]).toEqual(['stopped - 1500', ['two@0']])
  })

  it('stops when it is played again', async () => {
    const { player, pass, state, sounding } = setUp(STORY, OWN_TAKES, { lengths: OWN })
    player.playBlock(id('b2'))
    await pass(300)
    player.playBlock(id('b2'))
    expect([state(), sounding()]).toEqual(['stopped - 1500', ''])
  })

  it('stops when another block is played', async () => {
    const { player, pass, state, sounding } = setUp(STORY, OWN_TAKES, { lengths: OWN })
    player.playBlock(id('b2'))
    await pass(300)
    player.playBlock(id('b3'))
    await pass(100)
    expect([state(), sounding()]).toEqual(['playing b3 4600', 'three@100'])
  })

  it('is rendered if it is missing, even by a paid service, and is not requested twice', async () => {
    const { player, pass, state, log } = setUp(sketchStory([{}, {}], 'paid'), [])
    player.playBlock(id('b2'))
    await pass(1200)
    expect(state().slice(0, 10)).toBe('playing b2')
    await pass(3000)
    player.playBlock(id('b2'))
    await pass(100)
    expect([state().slice(0, 10), log]).toEqual(['playing b2', ['flush', 'takes:make b2']])
  })

  it('is played to its end if it is edited, and its new words are rendered when Play is pressed again', async () => {
    const story = sketchStory([{}], 'paid')
    const takes = [takeOf(story, id('b1'), 'one', 0, 1000)]
    const { player, pass, edit, state, log } = setUp(story, takes, { lengths: { one: 1000 } })
    player.playBlock(id('b1'))
    for (const words of ['H', 'Ha', 'Hal', 'Half']) {
      edit((now) => editText(now, id('b1'), words))
      await pass(100)
    }
    expect([state().slice(0, 10), log]).toEqual(['playing b1', []])
    await pass(2000)
    expect([state().slice(0, 7), log]).toEqual(['stopped', []])
    player.playBlock(id('b1'))
    await pass(1100)
    expect([state().slice(0, 10), log]).toEqual(['playing b1', ['flush', 'takes:make b1']])
  })

  it('stops if it is edited while it is rendered, because nobody requested the new words', async () => {
    const { player, pass, edit, state, log } = setUp(sketchStory([{}], 'paid'), [])
    player.playBlock(id('b1'))
    await pass(500)
    edit((story) => editText(story, id('b1'), 'Newer words'))
    await pass(3000)
    expect([state().slice(0, 7), log]).toEqual(['stopped', ['flush', 'takes:make b1']])
  })

  it('does nothing for a block without words', () => {
    const { player, state, log } = setUp(sketchStory([{ text: ' ' }]), [])
    player.playBlock(id('b1'))
    expect([state(), log]).toEqual(['stopped - 0', []])
  })
})

describe('leaving', () => {
  it('plays an older take without moving the playhead', async () => {
    const { player, pass, state, sounding } = setUp(STORY, OWN_TAKES, { lengths: { ...OWN, old: 4000 } })
    player.seek(1700)
    player.playAudio('old', 1000, 2000)
    await pass(200)
    expect([state(), sounding()]).toEqual(['playing - 1700', 'old@1200'])
    await pass(900)
    expect([state(), sounding()]).toEqual(['stopped - 1700', ''])
  })

  it('leaves no sound, no source and no listener behind when the story is closed', async () => {
    const { player, pass, elements, contexts, state, sounding, setRate } = setUp(STORY, OWN_TAKES, {
      lengths: OWN,
    })
    player.playStory(0)
    await pass(1600)
    setRate(2)
    await pass(100)
    setRate(1)
    await pass(100)
    player.close()
    expect([state(), sounding()]).toEqual(['stopped - 0', ''])
    expect(elements.opened).toEqual([])
    expect(contexts.map(({ isClosed }) => isClosed)).toEqual([true])
    expect(vi.getTimerCount()).toBe(0)
  })
})
