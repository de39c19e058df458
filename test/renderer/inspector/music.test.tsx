import { act, fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { undoLast } from '../../../renderer/actions/history.ts'
import { chooseMusicClip } from '../../../renderer/actions/music.ts'
import { Inspector } from '../../../renderer/features/inspector/Inspector.tsx'
import { layoutOf } from '../../../renderer/stores/timing.ts'
import { musicLayout } from '../../../shared/story/musicLayout.ts'
import { musicIdSchema, type Music } from '../../../shared/story/records.ts'
import { giveBoxes } from '../support/boxes.ts'
import { id, sketchRecords, sketchStory, takeOf, type BlockSketch } from '../support/smallStory.ts'
import { renderInWorld } from '../support/testWorld.tsx'

giveBoxes({ width: 300, height: 600 })

// Ten seconds of words, twenty of silence, ten of words.
const BLOCKS: readonly BlockSketch[] = [{}, { silenceMs: 20_000 }]
const BED: Music = {
  ...{ type: 'music', id: musicIdSchema.parse('bed'), name: 'Night wood', audioId: 'bed', audioMs: 30_000 },
  ...{ place: { kind: 'story', startMs: 0, endMs: 0 }, fromMs: 0, isLooped: true, loopEndMs: null },
  ...{ gainDb: 0, fadeInMs: 2000, fadeOutMs: 3000, duckDb: 10 },
}

function showMusic(sound: Partial<Music> = {}) {
  const story = sketchStory(BLOCKS)
  const takes = [takeOf(story, id('b1'), 'one', 0, 10_000), takeOf(story, id('b2'), 'two', 0, 10_000)]
  const shown = renderInWorld(<Inspector />, {
    records: [...sketchRecords(BLOCKS), { ...BED, ...sound }],
    takes,
  })
  act(() => chooseMusicClip(shown.world, BED.id))
  const placed = () => {
    const now = shown.story()
    const [first] = musicLayout(now, layoutOf(now, shown.world.audio.getState().takes))
    if (first === undefined) throw new Error('The story has music')
    return first
  }
  return { ...shown, placed }
}

const slider = (name: string) => screen.getByRole('slider', { name })

describe('the wave of music', () => {
  it('has a handle for each fade, which has a description and moves by keyboard and by dragging, as one edit each', async () => {
    const { user, placed, edits, world } = showMusic({ isLooped: false })
    const fadeIn = slider('Fade in of Night wood')
    expect(fadeIn.getAttribute('aria-valuetext')).toBe('2 s')
    act(() => fadeIn.focus())
    await user.keyboard('{ArrowRight}{ArrowUp}{Shift>}{ArrowRight}{/Shift}{ArrowDown}')
    expect([placed().music.fadeInMs, fadeIn.getAttribute('aria-valuetext')]).toEqual([3100, '3.1 s'])
    act(() => slider('Fade out of Night wood').focus())
    await user.keyboard('{ArrowLeft}{Home}{ArrowRight}')
    expect(placed().music.fadeOutMs).toBe(0)
    // 300 px are 30 s.
    fireEvent.pointerDown(fadeIn, { button: 0, clientX: 31, pointerId: 1 })
    fireEvent.pointerMove(window, { clientX: 81, pointerId: 1 })
    expect(placed().music.fadeInMs, 'while it is dragged').toBe(3100)
    fireEvent.pointerUp(window, { clientX: 81, pointerId: 1 })
    expect(placed().music.fadeInMs).toBe(8100)
    expect(edits()).toEqual(['edits.music', 'edits.music', 'edits.music'])
    act(() => undoLast(world))
    expect(placed().music.fadeInMs).toBe(3100)
  })

  it('limits a fade to the part of the music that the other leaves', async () => {
    const { user, placed } = showMusic({ isLooped: false, audioMs: 5000 })
    act(() => slider('Fade in of Night wood').focus())
    await user.keyboard('{End}')
    expect(placed().music.fadeInMs).toBe(2000)
  })

  it.each([
    ['a bed that is looped, beyond its first pass', { isLooped: true }, '35', 35_000],
    ['a bed that is looped, within its first pass', { isLooped: true, fromMs: 4000 }, '12.5', 12_500],
    ['a bed that plays once', { isLooped: false }, '8', 8000],
    ['an effect', { place: { kind: 'block', blockId: id('b1'), startMs: 0, lengthMs: null } }, '1', 1000],
  ] as const)('sets the end of %s by its length', async (_, sound, typed, lengthMs) => {
    const { user, placed } = showMusic(sound)
    const length = screen.getByRole('spinbutton', { name: 'Length' })
    await user.clear(length)
    await user.type(length, typed)
    expect(placed().endMs - placed().startMs).toBe(lengthMs)
    await user.tab()
    expect((length as HTMLInputElement).value).toBe(typed)
  })

  it('sets the end of the loop, after its start, and leaves its start unchanged', async () => {
    const { user, placed, edits } = showMusic({ fromMs: 4000 })
    const loopEnd = screen.getByRole('spinbutton', { name: 'Loop ends at' })
    expect((loopEnd as HTMLInputElement).value).toBe('30')
    await user.clear(loopEnd)
    await user.type(loopEnd, '12')
    expect(placed().music).toMatchObject({ loopEndMs: 12_000, fromMs: 4000 })
    expect(placed().endMs, 'it repeats').toBe(40_000)
    await user.clear(loopEnd)
    await user.type(loopEnd, '2')
    expect(placed().music.loopEndMs).toBe(4100)
    await user.clear(loopEnd)
    expect(placed().music.loopEndMs).toBeNull()
    expect(edits()).toEqual(['edits.music'])
  })

  it('has no loop end if the music plays once', () => {
    showMusic({ isLooped: false })
    expect(screen.queryByRole('spinbutton', { name: 'Loop ends at' })).toBeNull()
  })

  it('marks with dots where the music is ducked', () => {
    const { container } = showMusic()
    const said = (name: string) =>
      document.getElementById(slider(name).getAttribute('aria-describedby') ?? '')
    expect(said('Playhead in Night wood')?.textContent).toBe('Ducked at 2 places where somebody speaks.')
    // The second place begins where the first pass of the music ends.
    expect(container.querySelectorAll('.dot')).toHaveLength(2)
    expect(screen.queryByRole('slider', { name: 'Fade out of Night wood' }), 'in the last pass').toBeNull()
  })
})
