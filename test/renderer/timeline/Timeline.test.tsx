import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { runCommand } from '../../../renderer/actions/commands.ts'
import { showProject } from '../../../renderer/actions/projects.ts'
import { Timeline } from '../../../renderer/features/timeline/Timeline.tsx'
import { speakTitles } from '../../../shared/story/castCommands.ts'
import { musicIdSchema, storyIdSchema, type StoryRecord } from '../../../shared/story/records.ts'
import { blocksOf } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import type { Take } from '../../../shared/story/takes.ts'
import {
  id,
  NOTHING_MADE,
  PROJECT,
  sketchRecords,
  sketchStory,
  takeOf,
  type BlockSketch,
} from '../support/smallStory.ts'
import { renderIn, renderInWorld } from '../support/testWorld.tsx'

const nextTask = () => act(() => new Promise<void>((resolve) => void setTimeout(resolve)))

const LOUD = { peaks: btoa('\x80\x7f'.repeat(500)) }

function showTimeline(blocks: readonly BlockSketch[], takes: readonly Take[] = []) {
  const answers = { 'audio:peaks': () => LOUD }
  return renderInWorld(<Timeline />, { records: sketchRecords(blocks), takes, answers })
}

const clips = () => within(screen.getByRole('list', { name: 'Clips' })).getAllByRole('button')
const clip = (number: number) => screen.getByRole('button', { name: new RegExp(`^Block ${number},`) })
const order = (story: Story) => story.sequence.map((entry) => entry.id)

/** Words that take about 2.17 s to say, different for each block. */
const words = (number: number) => `Words enough for two seconds, no. ${number}`
const THREE: BlockSketch[] = [{ text: words(1) }, { text: words(2), silenceMs: 1000 }, { text: words(3) }]

describe('the timeline', () => {
  it('has a clip for a spoken title before the first block of its chapter, and none for other titles', () => {
    const { world, story } = showTimeline([
      { ...THREE[0], heading: 'The Ferry' },
      { ...THREE[1], heading: 'The Inn' },
    ])
    expect(screen.queryByRole('button', { name: /^Title of/ })).toBeNull()
    act(() => world.edit('edits.speakTitles', speakTitles(story(), true)))
    const titles = screen.getAllByRole('button', { name: /^Title of/ })
    const labels = titles.map((each) => each.getAttribute('aria-label'))
    expect(labels).toEqual(['Title of chapter 1: The Ferry', 'Title of chapter 2: The Inn'])
    expect(clips().filter((each) => each.dataset['clip'] !== undefined)).toHaveLength(2)
  })

  it('has no “To render” lane if nothing needs rendering', () => {
    const { unmount } = showTimeline([{ text: '' }])
    expect(screen.queryByText('To render')).toBeNull()
    unmount()
    showTimeline([{ text: 'A' }])
    expect(screen.getByText('To render')).toBeTruthy()
  })

  it('has all accessible names that other tests rely on', () => {
    showTimeline(THREE)
    const region = within(screen.getByRole('region', { name: 'Timeline' }))
    for (const name of ['Previous block', 'Play story', 'Next block', 'Snap', 'Zoom out', 'Zoom in']) {
      expect(region.getByRole('button', { name })).toBeTruthy()
    }
    for (const name of [
      'Zoom',
      'Playhead',
      'Part in view',
      'Start of the part in view',
      'End of the part in view',
      'Silence before block 1',
      'Duration of block 1',
    ]) {
      expect(region.getByRole('slider', { name })).toBeTruthy()
    }
  })

  it('mutes music and voices by labelled buttons and by commands', async () => {
    const place = { kind: 'story', startMs: 0, endMs: 0 } as const
    const music: StoryRecord = {
      ...{ type: 'music', id: musicIdSchema.parse('bed'), name: 'Bed', audioId: 'bed', audioMs: 900, place },
      ...{ fromMs: 0, gainDb: 0, fadeInMs: 0, fadeOutMs: 0, isLooped: true, loopEndMs: null, duckDb: 0 },
    }
    const answers = { 'audio:peaks': () => LOUD }
    const { world, user } = renderInWorld(<Timeline />, {
      records: [...sketchRecords(THREE), music],
      answers,
    })
    const pressed = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-pressed')
    await user.click(screen.getByRole('button', { name: 'Mute the music' }))
    expect([pressed('Mute the music'), pressed('Mute the voices')]).toEqual(['true', 'false'])
    runCommand(world, 'muteVoices')
    runCommand(world, 'muteMusic')
    await waitFor(() =>
      expect([pressed('Mute the music'), pressed('Mute the voices')]).toEqual(['false', 'true']),
    )
    expect(world.playback.getState().muted).toEqual({ voices: true, music: false })
    const { settings } = world.state.getState()
    act(() => world.state.setState({ settings: { ...settings, hasLanes: true } }))
    expect(pressed('Mute the voices'), 'by character').toBe('true')
  })

  it('labels each clip with its number, its length, whether that is an estimate, and its start', () => {
    const story = sketchStory(THREE)
    showTimeline(THREE, [takeOf(story, id('b1'), 'one', 0, 4100)])
    expect(clips().map((button) => button.getAttribute('aria-label'))).toEqual([
      'Block 1, 4.1 s, starts at 0:00',
      'Block 2, about 2.2 s, starts at 0:05, Not rendered',
      'Block 3, about 2.2 s, starts at 0:07, Not rendered',
    ])
  })

  it('draws a waveform for audio, and none for an estimated length', async () => {
    const story = sketchStory(THREE)
    const { container } = showTimeline(THREE, [takeOf(story, id('b1'), 'one', 0, 4100)])
    await waitFor(() => expect(container.querySelectorAll('svg.wave path')).toHaveLength(1))
    expect(container.querySelector('svg.wave path')?.getAttribute('d')).toMatch(/^M1\.0 /)
    expect(container.querySelectorAll('.unmade')).toHaveLength(2)
  })

  it('draws only the visible clips, of 5,000', () => {
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
  it('are one stop in the tab order; arrows, Home and End move between clips', async () => {
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

  it('are selected by Enter, which brings the block into view everywhere', async () => {
    const { world, user } = showTimeline(THREE)
    act(() => clip(3).focus())
    await user.keyboard('{Enter}')
    expect(world.editor.getState().selection).toEqual(['b3'])
    expect(world.editor.getState().reveal?.blockId).toBe('b3')
    expect(clip(3).getAttribute('aria-pressed')).toBe('true')
  })

  it('are moved by M, arrows and Space, as one edit', async () => {
    const { story, edits, user } = showTimeline(THREE)
    act(() => clip(1).focus())
    await user.keyboard('m')
    await nextTask() // the sensor listens from the next task on
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect([order(story()), edits()]).toEqual([['b1', 'b2', 'b3'], []])
    await user.keyboard(' ')
    await waitFor(() => expect(order(story())).toEqual(['b2', 'b3', 'b1']))
    expect(edits()).toEqual(['edits.move'])
  })

  it('stay in place when the move is cancelled', async () => {
    const { story, edits, user } = showTimeline(THREE)
    act(() => clip(1).focus())
    await user.keyboard('m')
    await nextTask()
    await user.keyboard('{ArrowRight}{Escape}')
    expect([order(story()), edits()]).toEqual([['b1', 'b2', 'b3'], []])
  })

  it('are moved at once by Alt and an arrow key, keep the focus, and announce their place', async () => {
    const { story, edits, user } = showTimeline(THREE)
    act(() => clip(1).focus())
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}')
    await waitFor(() => expect(order(story())).toEqual(['b2', 'b1', 'b3']))
    await waitFor(() => expect(document.activeElement).toBe(clip(2)))
    await user.keyboard('{Alt>}{ArrowLeft}{/Alt}')
    await waitFor(() => expect(order(story())).toEqual(['b1', 'b2', 'b3']))
    expect(edits()).toEqual(['edits.move', 'edits.move'])
  })

  it('are copied if they are dropped with Alt', async () => {
    const { story, edits, world, user } = showTimeline(THREE)
    act(() => clip(1).focus())
    await user.keyboard('m')
    await nextTask() // the sensor listens from the next task on
    await user.keyboard('{ArrowRight}{ArrowRight}{Alt>}{Enter}{/Alt}')
    await waitFor(() => expect(edits()).toEqual(['edits.duplicate']))
    const [copy] = world.editor.getState().selection
    expect(order(story())).toEqual(['b1', 'b2', 'b3', copy])
  })

  it('play from their start by Space, or from the playhead if it is in them', async () => {
    const { world, user } = showTimeline(THREE)
    const toggle = vi.spyOn(world.player, 'toggle').mockImplementation(() => undefined)
    const seek = vi.spyOn(world.player, 'seek')
    act(() => clip(2).focus())
    await user.keyboard(' ')
    expect(toggle).toHaveBeenCalledOnce()
    const [startMs = 0] = seek.mock.lastCall ?? []
    expect(startMs).toBeGreaterThan(0)
    act(() => world.player.seek(startMs + 200))
    seek.mockClear()
    await user.keyboard(' ')
    expect([toggle.mock.calls.length, seek.mock.calls.length]).toEqual([2, 0])
  })

  it('are picked up by the writer’s own keys, and by the command', async () => {
    const { world, story, user } = showTimeline(THREE)
    const ownKeys = { pickUpClip: ['G'] }
    act(() => world.state.setState(({ settings }) => ({ settings: { ...settings, ownKeys } })))
    act(() => clip(1).focus())
    await user.keyboard('m')
    await nextTask()
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(clip(2))
    await user.keyboard('g')
    await nextTask()
    await user.keyboard('{ArrowRight}{Enter}')
    await waitFor(() => expect(order(story())).toEqual(['b1', 'b3', 'b2']))
    act(() => world.editor.setState({ selection: [id('b1')] }))
    act(() => runCommand(world, 'pickUpClip'))
    await waitFor(() => expect(document.activeElement).toBe(clip(1)))
    await nextTask()
    await user.keyboard('{ArrowRight}{Enter}')
    await waitFor(() => expect(order(story())).toEqual(['b3', 'b1', 'b2']))
  })

  it('are not picked up by a letter if letter keys are switched off', async () => {
    const { world, story, user } = showTimeline(THREE)
    act(() => world.state.setState(({ settings }) => ({ settings: { ...settings, areLetterKeysOn: false } })))
    act(() => clip(1).focus())
    await user.keyboard('m')
    await nextTask()
    await user.keyboard('{ArrowRight}')
    expect(order(story())).toEqual(['b1', 'b2', 'b3'])
    expect(document.activeElement).toBe(clip(2))
  })

  it('leave the space key to playback if they were clicked', async () => {
    const { world, user } = showTimeline(THREE)
    const toggle = vi.spyOn(world.player, 'toggle').mockImplementation(() => undefined)
    await user.click(clip(2))
    await user.keyboard(' ')
    expect(toggle).toHaveBeenCalledOnce()
    expect(world.editor.getState().selection).toEqual(['b2'])
  })
})

describe('edges', () => {
  /** The edge of a clip. A clip has its edges while it is the stop of the tab key, or pointed at. */
  const edgeOf = (name: string, number: number) => {
    if (document.activeElement?.getAttribute('aria-label') !== `${name} ${number}`)
      act(() => clip(number).focus())
    return screen.getByRole('slider', { name: `${name} ${number}` })
  }
  const silence = (number: number) => edgeOf('Silence before block', number)
  const duration = (number: number) => edgeOf('Duration of block', number)

  it('state their value in seconds', () => {
    showTimeline(THREE)
    expect([silence(2).getAttribute('aria-valuenow'), silence(2).getAttribute('aria-valuetext')]).toEqual([
      '1',
      '1 s',
    ])
    expect(duration(2).getAttribute('aria-valuetext')).toBe('2.17 s, automatic')
  })

  it('move by keys: tenths, whole seconds with Shift, and Delete for automatic', async () => {
    const { block, edits, user } = showTimeline(THREE)
    const silenceEdge = silence(2)
    act(() => silenceEdge.focus())
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(block('b2').silenceBeforeMs).toBe(1200)
    await user.keyboard('{Shift>}{ArrowLeft}{/Shift}')
    expect(block('b2').silenceBeforeMs).toBe(200)
    expect(edits()).toEqual(['edits.silence']) // key presses in quick succession are one edit
    const durationEdge = duration(2)
    act(() => durationEdge.focus())
    await user.keyboard('{Shift>}{ArrowRight}{/Shift}')
    expect(block('b2').durationMs).toBe(3170)
    await user.keyboard('{Delete}')
    expect(block('b2').durationMs).toBeNull()
  })

  it('preview a drag, and change the story once, at its end', () => {
    const { block, edits } = showTimeline(THREE)
    fireEvent.pointerDown(silence(2), { button: 0, pointerId: 1, clientX: 100 })
    fireEvent.pointerMove(silence(2), { pointerId: 1, clientX: 120 })
    fireEvent.pointerMove(silence(2), { pointerId: 1, clientX: 136 })
    expect(silence(2).getAttribute('aria-valuetext')).toBe('2 s')
    expect(clip(2).getAttribute('aria-label')).toContain('starts at 0:04')
    expect([block('b2').silenceBeforeMs, edits()]).toEqual([1000, []])
    fireEvent.pointerUp(silence(2), { pointerId: 1, clientX: 136 })
    expect([block('b2').silenceBeforeMs, edits()]).toEqual([2000, ['edits.silence']])
  })

  it('do not move later clips without ripple: the next silence compensates', async () => {
    const { block, edits, user } = showTimeline(THREE)
    await user.click(screen.getByRole('button', { name: 'Ripple' }))
    fireEvent.pointerDown(duration(1), { button: 0, pointerId: 1, clientX: 100 })
    fireEvent.pointerMove(window, { pointerId: 1, clientX: 118 })
    expect(clip(2).getAttribute('aria-label')).toContain('starts at 0:03')
    fireEvent.pointerUp(window, { pointerId: 1, clientX: 118 })
    expect([block('b1').durationMs, block('b2').silenceBeforeMs, edits()]).toEqual([
      2700,
      470,
      ['edits.duration'],
    ])
    fireEvent.pointerDown(duration(1), { button: 0, pointerId: 1, clientX: 100 })
    fireEvent.pointerMove(window, { pointerId: 1, clientX: 500 })
    fireEvent.pointerUp(window, { pointerId: 1, clientX: 500 })
    expect([block('b1').durationMs, block('b2').silenceBeforeMs]).toEqual([3170, 0])
  })

  it('follow the pointer exactly with Alt, or if snapping is off', async () => {
    const { block, user } = showTimeline(THREE)
    const drag = (altKey: boolean) => {
      fireEvent.pointerDown(silence(2), { button: 0, pointerId: 1, clientX: 100 })
      fireEvent.pointerMove(silence(2), { pointerId: 1, clientX: 103, altKey })
      fireEvent.pointerUp(silence(2), { pointerId: 1, clientX: 103 })
    }
    drag(true)
    expect(block('b2').silenceBeforeMs).toBe(1080)
    await user.click(screen.getByRole('button', { name: 'Snap' }))
    drag(false)
    expect(block('b2').silenceBeforeMs).toBe(1160)
  })

  it('select their block, and show the length as a number while they are dragged', () => {
    const { world } = showTimeline(THREE)
    fireEvent.pointerDown(duration(3), { button: 0, pointerId: 1, clientX: 100 })
    expect(world.editor.getState().selection).toEqual(['b3'])
    expect(duration(3).textContent).toBe('')
    fireEvent.pointerMove(duration(3), { pointerId: 1, clientX: 136 })
    expect(duration(3).textContent).toBe(duration(3).getAttribute('aria-valuetext'))
    fireEvent.pointerUp(duration(3), { pointerId: 1, clientX: 136 })
    expect(duration(3).textContent).toBe('')
  })

  it('return to their place on Escape', () => {
    const { edits } = showTimeline(THREE)
    fireEvent.pointerDown(silence(2), { button: 0, pointerId: 1, clientX: 100 })
    fireEvent.pointerMove(silence(2), { pointerId: 1, clientX: 136 })
    fireEvent.keyDown(window, { key: 'Escape' })
    fireEvent.pointerUp(silence(2), { pointerId: 1, clientX: 136 })
    expect([silence(2).getAttribute('aria-valuetext'), edits()]).toEqual(['1 s', []])
  })

  it('make a target duration automatic on a double click', () => {
    const { block, edits } = showTimeline(THREE)
    fireEvent.keyDown(duration(1), { key: 'ArrowRight' })
    expect(block('b1').durationMs).toBe(2270)
    fireEvent.doubleClick(duration(1))
    expect([block('b1').durationMs, edits()]).toEqual([null, ['edits.duration', 'edits.duration']])
  })
})

describe('the transport', () => {
  it('moves the playhead by the ruler’s keys and shows the time', async () => {
    const { world, user } = showTimeline(THREE)
    act(() => screen.getByRole('slider', { name: 'Playhead' }).focus())
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(world.player.positionMs()).toBe(1000)
    expect(screen.getByText('0:01.0')).toBeTruthy()
    await user.keyboard('{End}{Home}')
    expect(world.player.positionMs()).toBe(0)
  })

  it('splits the block under the playhead at the spoken word, and announces it', async () => {
    const { world, story, edits } = showTimeline(THREE)
    runCommand(world, 'splitAtPlayhead')
    await waitFor(() => expect(edits()).toEqual([])) // the playhead is at the start of a block: nothing is before it
    world.player.seek(1100)
    runCommand(world, 'splitAtPlayhead')
    await waitFor(() => expect(edits()).toEqual(['edits.split']))
    expect(
      blocksOf(story())
        .map(({ text }) => text)
        .slice(0, 2),
    ).toEqual(['Words enough for', 'two seconds, no. 1'])
    expect(world.editor.getState().selection).toEqual([order(story())[1]])
  })

  it('splits at the start of the word nearest to the playhead, if the voice reported word times', async () => {
    const sketch = sketchStory(THREE)
    const heard = { '0-3000': 'Words', '3000-3200': 'enough', '3200-3500': 'for', '3500-4000': 'two' }
    const told = Object.entries(heard).map(([time, word]) => {
      const from = words(1).indexOf(word)
      return `${time}:${from}-${from + word.length}`
    })
    const take = { ...takeOf(sketch, id('b1'), 'one', 0, 4000), words: told.join(' ') }
    const { world, story } = showTimeline(THREE, [take])
    world.player.seek(3150)
    runCommand(world, 'splitAtPlayhead')
    await waitFor(() => expect(blocksOf(story())).toHaveLength(4))
    expect(
      blocksOf(story())
        .map(({ text }) => text)
        .slice(0, 2),
    ).toEqual(['Words enough', 'for two seconds, no. 1'])
  })

  it('remembers lanes and snapping, and has a lane for each character', async () => {
    const { world, callsOf, user, container } = showTimeline(THREE)
    await user.click(screen.getByRole('radio', { name: 'By character' }))
    await user.click(screen.getByRole('button', { name: 'Snap' }))
    expect(world.state.getState().settings).toMatchObject({ hasLanes: true, isSnapOn: false })
    const expected = [{ hasLanes: true }, { isSnapOn: false }]
    await waitFor(() => expect(callsOf('settings:update')).toEqual(expected))
    expect(container.textContent).toContain('No character')
  })

  it('remembers the zoom of each story', async () => {
    const zoom = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Zoom' }).value
    const { user, world, unmount } = showTimeline(THREE)
    const before = zoom()
    await user.dblClick(screen.getByRole('button', { name: 'Zoom in' }))
    const zoomed = zoom()
    expect(Number(zoomed)).toBeGreaterThan(Number(before))
    unmount()

    const records = sketchRecords(THREE)
    const others = records.map((each) =>
      each.type === 'story' ? { ...each, id: storyIdSchema.parse('other story') } : each,
    )
    const show = (shown: StoryRecord[]) => showProject(world, { ...PROJECT, ...NOTHING_MADE, records: shown })
    show(others)
    const other = renderIn(world, <Timeline />)
    expect(zoom()).toBe(before)
    other.unmount()
    show(records)
    renderIn(world, <Timeline />)
    expect(zoom()).toBe(zoomed)
  })
})
