import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openCutTake } from '../../../renderer/actions/blockTakes.ts'
import { redoLast, undoLast } from '../../../renderer/actions/history.ts'
import { Dialogs } from '../../../renderer/app/Dialogs.tsx'
import { layoutOf } from '../../../renderer/stores/timing.ts'
import { lockBlocks } from '../../../shared/story/locks.ts'
import { giveBoxes } from '../support/boxes.ts'
import { id, sketchRecords, sketchStory, takeOf } from '../support/smallStory.ts'
import { renderInWorld } from '../support/testWorld.tsx'

giveBoxes({ width: 800, height: 600 })

/** The editor of the only take of block 1, which is 3 s long. */
async function openEditor() {
  const take = takeOf(sketchStory([{}]), id('b1'), 'audio', 1000, 4000)
  const shown = renderInWorld(<Dialogs />, { records: sketchRecords([{}]), takes: [take] })
  act(() => openCutTake(shown.world, id('b1')))
  const dialog = within(await screen.findByRole('dialog', { name: 'Trim and cut Take 1' }))
  const wave = dialog.getByRole('slider', { name: 'Playhead in Take 1' })
  act(() => wave.focus())
  const lengthMs = () => {
    const { story, audio } = shown.world
    return layoutOf(story.getState().story, audio.getState().takes).totalMs
  }
  const keep = () => shown.user.click(dialog.getByRole('button', { name: 'Keep' }))
  return { ...shown, take, dialog, wave, lengthMs, keep }
}

describe('the editor of a take', () => {
  it('trims the start, cuts a part in the middle and trims the end by keyboard, as one edit that is undone and redone', async () => {
    const { user, dialog, take, wave, block, keep, lengthMs, world, edits } = await openEditor()
    await user.keyboard('{ArrowRight}{ArrowRight}{Shift>}{ArrowRight}{/Shift}')
    expect(wave.getAttribute('aria-valuetext')).toBe('0.21 s of 3 s')
    await user.keyboard('o{Delete}') // the part up to here
    expect(wave.getAttribute('aria-valuetext')).toBe('0.21 s of 3 s')
    await user.keyboard('{PageUp}i{ArrowRight}{ArrowRight}{ArrowRight}o{Delete}{ArrowLeft}')
    expect(wave.getAttribute('aria-valuetext')).toBe('1.41 s of 3 s, left out')
    await user.keyboard('{End}{PageDown}')
    await user.click(dialog.getByRole('button', { name: 'Trim end from here' }))
    expect(dialog.getByText('1.49 s left')).toBeDefined()
    await keep()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(block('b1').takeCuts).toEqual({ [take.id]: '0-210 1210-1510 2000-3000' })
    expect([lengthMs(), edits()]).toEqual([1490, ['edits.cutTake']])
    act(() => {
      undoLast(world)
    })
    expect(lengthMs()).toBe(3000)
    act(() => {
      redoLast(world)
    })
    expect(lengthMs()).toBe(1490)
  })

  it('lists the cuts, which can be changed by their times and removed, with the focus kept near', async () => {
    const { user, dialog, block, keep } = await openEditor()
    await user.keyboard('{ArrowRight}{ArrowRight}o{Delete}{PageUp}i{PageUp}o{Delete}')
    const inside = within(dialog.getByRole('group', { name: 'Inside' }))
    const to = inside.getByRole('spinbutton', { name: 'To' })
    await user.clear(to)
    await user.type(to, '1.5')
    await user.click(within(dialog.getByRole('group', { name: 'At the start' })).getByRole('button'))
    expect(document.activeElement).not.toBe(document.body)
    await keep()
    expect(Object.values(block('b1').takeCuts)).toEqual(['1200-1500'])
  })

  it('opens again with the existing cuts, which can be changed', async () => {
    const { user, world, block, keep } = await openEditor()
    await user.keyboard('{ArrowRight}{ArrowRight}o{Delete}')
    await keep()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    act(() => openCutTake(world, id('b1')))
    const dialog = within(await screen.findByRole('dialog', { name: 'Trim and cut Take 1' }))
    await user.click(within(dialog.getByRole('group', { name: 'At the start' })).getByRole('button'))
    await user.click(dialog.getByRole('button', { name: 'Keep' }))
    await waitFor(() => expect(block('b1').takeCuts).toEqual({}))
  })

  it('refuses a cut that would leave nothing, with a message, and changes nothing if cancelled', async () => {
    const { user, dialog, block, edits } = await openEditor()
    await user.keyboard('{End}o{Delete}')
    expect(dialog.getByText(/Nothing would be left/)).toBeDefined()
    expect(dialog.getByRole('button', { name: 'Keep' })).toHaveProperty('disabled', true)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect([edits(), block('b1').takeCuts]).toEqual([[], {}])
  })

  it('does not open for a locked block', async () => {
    const take = takeOf(sketchStory([{}]), id('b1'), 'audio', 0, 900)
    const { world, story } = renderInWorld(<Dialogs />, { records: sketchRecords([{}]), takes: [take] })
    act(() => world.edit('edits.lock', lockBlocks(story(), [id('b1')], world.audio.getState().takes)))
    act(() => openCutTake(world, id('b1')))
    expect(world.view.getState().dialog).toBeNull()
  })
})
