import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import WaveSurfer from 'wavesurfer.js'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { showProject } from '../../../renderer/actions/projects.ts'
import { createWorld } from '../../../renderer/app/createWorld.ts'
import type { Bridge } from '../../../renderer/bridge/bridge.ts'
import { Timeline } from '../../../renderer/features/timeline/Timeline.tsx'
import { startI18n } from '../../../renderer/i18n/i18n.ts'
import { WorldContext, type World } from '../../../renderer/stores/world.ts'
import { findBlock } from '../../../shared/story/selectors.ts'
import type { Take } from '../../../shared/story/takes.ts'
import { id, PROJECT, sketchRecords, sketchStory, takeOf, type BlockSketch } from '../audio/smallStory.ts'

// It paints on a canvas, which the stand-in for the browser does not have; what it is asked to paint is seen here.
vi.mock('wavesurfer.js', () => ({
  default: {
    create: vi.fn((options: unknown) => ({
      options,
      load: vi.fn(async () => undefined),
      setOptions: vi.fn(),
      setTime: vi.fn(),
      destroy: vi.fn(),
    })),
  },
}))

beforeAll(startI18n)

function showTimeline(blocks: readonly BlockSketch[], takes: readonly Take[] = []) {
  const calls: [string, unknown][] = []
  const bridge: Bridge = {
    call: (async (channel: string, input: unknown) => {
      calls.push([channel, input])
      return channel === 'audio:peaks' ? { peaks: btoa('\x80\x7f'.repeat(500)) } : {}
    }) as Bridge['call'], // answers what the timeline asks for, and nothing else
    on: () => () => undefined,
    mediaUrl: (_projectId, audioId) => audioId,
    takeFile: () => Promise.reject(new Error('No file is taken here')),
  }
  const world = createWorld(bridge)
  const records = sketchRecords(blocks)
  showProject(world, { ...PROJECT, records, takes: [...takes], render: null, renderState: { phase: 'idle' } })
  const view = render(
    <WorldContext value={world}>
      <Timeline />
    </WorldContext>,
  )
  return { world, calls, user: userEvent.setup(), ...view }
}

const clips = () => within(screen.getByRole('list', { name: 'Clips' })).getAllByRole('button')
const clip = (number: number) => screen.getByRole('button', { name: new RegExp(`^Block ${number},`) })
const order = (world: World) => world.story.getState().open?.story.sequence.map((entry) => entry.id)
const labels = (world: World) => world.story.getState().open?.history.past.map(({ label }) => label)
const block = (world: World, name: string) => {
  const story = world.story.getState().open?.story
  return story === undefined ? undefined : findBlock(story, id(name))
}

/** Words that take about 2.17 s to say, different for each block. */
const words = (number: number) => `Words enough for two seconds, no. ${number}`
const THREE: BlockSketch[] = [{ text: words(1) }, { text: words(2), silenceMs: 1000 }, { text: words(3) }]

describe('the timeline', () => {
  it('names everything that others rely on', () => {
    showTimeline(THREE)
    const region = within(screen.getByRole('region', { name: 'Timeline' }))
    for (const name of ['Previous block', 'Play story', 'Next block', 'Snap', 'Zoom out', 'Zoom in']) {
      expect(region.getByRole('button', { name })).toBeTruthy()
    }
    for (const name of ['Zoom', 'Playhead', 'Silence before block 2', 'Duration of block 3']) {
      expect(region.getByRole('slider', { name })).toBeTruthy()
    }
  })

  it('says of each clip its number, its length, whether that is an estimate, and where it starts', () => {
    const story = sketchStory(THREE)
    showTimeline(THREE, [takeOf(story, id('b1'), 'one', 0, 4100)])
    expect(clips().map((button) => button.getAttribute('aria-label'))).toEqual([
      'Block 1, 4.1 s, starts at 0:00',
      'Block 2, about 2.2 s, starts at 0:05',
      'Block 3, about 2.2 s, starts at 0:07',
    ])
  })

  it('draws a waveform where there is audio, and none where the length is an estimate', async () => {
    const story = sketchStory(THREE)
    const { container } = showTimeline(THREE, [takeOf(story, id('b1'), 'one', 0, 4100)])
    await waitFor(() => expect(container.querySelectorAll('svg.wave path')).toHaveLength(1))
    expect(container.querySelector('svg.wave path')?.getAttribute('d')).toMatch(/^M1\.0 /)
    expect(container.querySelectorAll('.estimate')).toHaveLength(2)
  })

  it('has the story’s waveform drawn from peaks, never from an address, and cleared away at the end', async () => {
    const story = sketchStory([{}])
    const create = vi.mocked(WaveSurfer.create)
    create.mockClear()
    const { unmount } = showTimeline([{}], [takeOf(story, id('b1'), 'one', 0, 4000)])
    await waitFor(() => expect(create).toHaveBeenCalled())
    const options = create.mock.lastCall?.[0]
    expect(options?.url).toBeUndefined()
    const wave = create.mock.results.at(-1)?.value as WaveSurfer
    await waitFor(() => {
      const [url, peaks, seconds] = vi.mocked(wave.load).mock.lastCall ?? []
      expect([url, seconds, peaks?.[0]?.every((height) => height === 1)]).toEqual(['', 4, true])
    })
    unmount()
    expect(wave.destroy).toHaveBeenCalled()
  })

  it('mounts only the clips that can be seen, of 5,000', () => {
    showTimeline(
      Array.from({ length: 5000 }, () => ({
        text: 'Some words that take about three seconds to say aloud.',
      })),
    )
    expect(clips().length).toBeLessThan(20)
    expect(clips()[0]?.closest('li')?.getAttribute('aria-setsize')).toBe('5000')
  })
})

describe('clips by keyboard', () => {
  it('are one stop for the tab key; arrows, Home and End go from clip to clip', async () => {
    const { user, container } = showTimeline(THREE)
    expect(container.querySelectorAll('[data-clip][tabindex="0"]')).toHaveLength(1)
    act(() => clip(1).focus())
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(clip(2))
    await user.keyboard('{End}{ArrowRight}')
    expect(document.activeElement).toBe(clip(3))
    await user.keyboard('{Home}')
    expect(document.activeElement).toBe(clip(1))
    await user.keyboard('{Tab}')
    expect(document.activeElement).toBe(screen.getByRole('slider', { name: 'Silence before block 1' }))
  })

  it('are chosen by Enter, which brings the block into view everywhere', async () => {
    const { user, world } = showTimeline(THREE)
    act(() => clip(3).focus())
    await user.keyboard('{Enter}')
    expect(world.view.getState().selection).toEqual(['b3'])
    expect(world.view.getState().reveal?.blockId).toBe('b3')
    expect(clip(3).getAttribute('aria-pressed')).toBe('true')
  })

  it('are moved by Space, arrows and Space, as one edit', async () => {
    const { user, world } = showTimeline(THREE)
    act(() => clip(1).focus())
    await user.keyboard(' ')
    await nextTask() // the sensor listens from the next task on
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect([order(world), labels(world)]).toEqual([['b1', 'b2', 'b3'], []])
    await user.keyboard(' ')
    await waitFor(() => expect(order(world)).toEqual(['b2', 'b3', 'b1']))
    expect(labels(world)).toEqual(['edits.move'])
  })

  it('stay where they are when the move is given up', async () => {
    const { user, world } = showTimeline(THREE)
    act(() => clip(1).focus())
    await user.keyboard(' ')
    await nextTask()
    await user.keyboard('{ArrowRight}{Escape}')
    expect([order(world), labels(world)]).toEqual([['b1', 'b2', 'b3'], []])
  })

  it('leave the space key to playback when they were clicked', async () => {
    const { user, world } = showTimeline(THREE)
    const toggle = vi.spyOn(world.player, 'toggle').mockImplementation(() => undefined)
    await user.click(clip(2))
    await user.keyboard(' ')
    expect(toggle).toHaveBeenCalledOnce()
    expect(world.view.getState().selection).toEqual(['b2'])
  })
})

describe('edges', () => {
  const silence = (number: number) => screen.getByRole('slider', { name: `Silence before block ${number}` })
  const duration = (number: number) => screen.getByRole('slider', { name: `Duration of block ${number}` })

  it('tell their value in seconds', () => {
    showTimeline(THREE)
    expect([silence(2).getAttribute('aria-valuenow'), silence(2).getAttribute('aria-valuetext')]).toEqual([
      '1',
      '1 s',
    ])
    expect(duration(2).getAttribute('aria-valuetext')).toBe('2.17 s, automatic')
  })

  it('move by keys: tenths, whole seconds with Shift, and Delete for automatic', async () => {
    const { user, world } = showTimeline(THREE)
    act(() => silence(2).focus())
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(block(world, 'b2')?.silenceBeforeMs).toBe(1200)
    await user.keyboard('{Shift>}{ArrowLeft}{/Shift}')
    expect(block(world, 'b2')?.silenceBeforeMs).toBe(200)
    expect(labels(world)).toEqual(['edits.silence']) // key presses in quick succession are one edit
    act(() => duration(2).focus())
    await user.keyboard('{Shift>}{ArrowRight}{/Shift}')
    expect(block(world, 'b2')?.durationMs).toBe(3170)
    await user.keyboard('{Delete}')
    expect(block(world, 'b2')?.durationMs).toBeNull()
  })

  it('show a drag as it would be, and change the story once, at its end', () => {
    const { world } = showTimeline(THREE)
    fireEvent.pointerDown(silence(2), { button: 0, pointerId: 1, clientX: 100 })
    fireEvent.pointerMove(silence(2), { pointerId: 1, clientX: 120 })
    fireEvent.pointerMove(silence(2), { pointerId: 1, clientX: 136 })
    expect(silence(2).getAttribute('aria-valuetext')).toBe('2 s')
    expect(clip(2).getAttribute('aria-label')).toContain('starts at 0:04')
    expect([block(world, 'b2')?.silenceBeforeMs, labels(world)]).toEqual([1000, []])
    fireEvent.pointerUp(silence(2), { pointerId: 1, clientX: 136 })
    expect([block(world, 'b2')?.silenceBeforeMs, labels(world)]).toEqual([2000, ['edits.silence']])
  })

  it('follow the hand exactly with Alt, or when snapping is off', async () => {
    const { world, user } = showTimeline(THREE)
    const drag = (altKey: boolean) => {
      fireEvent.pointerDown(silence(2), { button: 0, pointerId: 1, clientX: 100 })
      fireEvent.pointerMove(silence(2), { pointerId: 1, clientX: 103, altKey })
      fireEvent.pointerUp(silence(2), { pointerId: 1, clientX: 103 })
    }
    drag(true)
    expect(block(world, 'b2')?.silenceBeforeMs).toBe(1080)
    await user.click(screen.getByRole('button', { name: 'Snap' }))
    drag(false)
    expect(block(world, 'b2')?.silenceBeforeMs).toBe(1160)
  })

  it('stay where they were on Escape', () => {
    const { world } = showTimeline(THREE)
    fireEvent.pointerDown(silence(2), { button: 0, pointerId: 1, clientX: 100 })
    fireEvent.pointerMove(silence(2), { pointerId: 1, clientX: 136 })
    fireEvent.keyDown(window, { key: 'Escape' })
    fireEvent.pointerUp(silence(2), { pointerId: 1, clientX: 136 })
    expect([silence(2).getAttribute('aria-valuetext'), labels(world)]).toEqual(['1 s', []])
  })

  it('make a target duration automatic on a double click', () => {
    const { world } = showTimeline(THREE)
    fireEvent.keyDown(duration(1), { key: 'ArrowRight' })
    expect(block(world, 'b1')?.durationMs).toBe(2270)
    fireEvent.doubleClick(duration(1))
    expect([block(world, 'b1')?.durationMs, labels(world)]).toEqual([
      null,
      ['edits.duration', 'edits.duration'],
    ])
  })
})

describe('the transport', () => {
  it('moves the playhead by the ruler’s keys and shows the time', async () => {
    const { user, world } = showTimeline(THREE)
    act(() => screen.getByRole('slider', { name: 'Playhead' }).focus())
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(world.player.positionMs()).toBe(1000)
    expect(screen.getByText('0:01.0')).toBeTruthy()
    await user.keyboard('{End}{Home}')
    expect(world.player.positionMs()).toBe(0)
  })

  it('keeps zoom and snapping for the next start, once they have come to rest', async () => {
    const { user, world, calls } = showTimeline(THREE)
    await user.click(screen.getByRole('button', { name: 'Zoom in' }))
    await user.click(screen.getByRole('button', { name: 'Zoom in' }))
    await user.click(screen.getByRole('button', { name: 'Snap' }))
    expect(world.app.getState().settings).toMatchObject({ pxPerSecond: 81, isSnapOn: false })
    await waitFor(() => expect(calls.filter(([channel]) => channel === 'settings:update')).toHaveLength(1))
    expect(calls.find(([channel]) => channel === 'settings:update')?.[1]).toEqual({
      pxPerSecond: 81,
      isSnapOn: false,
    })
  })
})

function nextTask(): Promise<void> {
  return act(() => new Promise<void>((resolve) => void setTimeout(resolve)))
}
