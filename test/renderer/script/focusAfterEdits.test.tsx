import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { runCommand } from '../../../renderer/actions/commands.ts'
import { handleKey } from '../../../renderer/actions/shortcuts.ts'
import { Script } from '../../../renderer/features/script/Script.tsx'
import { blocksOf } from '../../../shared/story/selectors.ts'
import { APP_INFO } from '../support/appInfo.ts'
import { giveBoxes } from '../support/boxes.ts'
import { id, sketchRecords, type BlockSketch } from '../support/smallStory.ts'
import { renderInWorld } from '../support/testWorld.tsx'

const stops: (() => void)[] = []

giveBoxes({ width: 900, height: 900, rowHeight: 42 })
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

function show(blocks: readonly BlockSketch[]) {
  const shown = renderInWorld(<Script />, { records: sketchRecords(blocks), app: { info: APP_INFO } })
  const onKey = (event: KeyboardEvent) => handleKey(shown.world, event)
  window.addEventListener('keydown', onKey)
  stops.push(() => window.removeEventListener('keydown', onKey))
  return {
    ...shown,
    texts: () => blocksOf(shown.story()).map(({ text }) => text),
    selection: () => shown.world.editor.getState().selection,
  }
}

const text = (number: number) =>
  screen.findByRole<HTMLTextAreaElement>('textbox', { name: `Text of block ${number}` })
const row = (number: number) => screen.findByRole('group', { name: new RegExp(`^Block ${number},`) })
const hasFocus = (find: () => Promise<HTMLElement>) =>
  waitFor(async () => expect(document.activeElement).toBe(await find()))

describe('the focus after blocks are deleted', () => {
  it('is on the row of the block that takes their place', async () => {
    const { user, texts } = show([{}, {}, {}, {}])
    await user.click(await text(2))
    await user.keyboard('{Escape}{Delete}')
    await hasFocus(() => row(2))
    await user.keyboard('{Delete}')
    await waitFor(() => expect(texts()).toEqual(['Block 1', 'Block 4']))
    await hasFocus(() => row(2))
    await user.keyboard('{Delete}')
    await hasFocus(() => row(1))
  })

  it('is on that row if they were deleted from the menu of a block', async () => {
    const { user } = show([{}, {}, {}])
    await user.click(await text(2))
    await user.keyboard('{Escape}{Shift>}{F10}{/Shift}')
    await user.click(await screen.findByRole('menuitem', { name: /Delete/ }))
    await hasFocus(() => row(2))
    expect((await text(2)).value).toBe('Block 3')
  })

  it('is on the row below if a heading was deleted', async () => {
    const { user } = show([{}, { heading: 'A chapter' }])
    await user.click(screen.getByRole('button', { name: 'More for chapter 1' }))
    await user.click(await screen.findByRole('menuitem', { name: /Delete|Remove/ }))
    await hasFocus(() => row(2))
  })
})

describe('undo and redo', () => {
  it('return to the text that was edited before a block that they remove, and to that block again', async () => {
    const { user, selection } = show([{}, {}, {}])
    await user.click(await text(2))
    await user.keyboard('{Enter}')
    await hasFocus(() => text(3))
    await user.keyboard('{Control>}z{/Control}')
    await hasFocus(() => text(2))
    expect(selection()).toEqual([id('b2')])
    await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
    await hasFocus(() => text(3))
    expect((await text(3)).value).toBe('')
  })

  it('select the blocks that they restore, and show the first of them', async () => {
    const { user, world, selection } = show([{}, {}, {}, {}])
    await user.click(await text(2))
    await user.keyboard('{Escape}{Shift>}{ArrowDown}{/Shift}{Delete}')
    await hasFocus(() => row(2))
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(new Set(selection())).toEqual(new Set([id('b2'), id('b3')])))
    await hasFocus(() => row(2))
    expect(world.editor.getState().reveal?.blockId).toBe(id('b2'))
  })

  it('show the block that they change, wherever the writer is, and move the cursor there', async () => {
    const { user, world, selection } = show([{}, {}, {}])
    await user.type(await text(1), '!')
    await user.click(await text(3))
    runCommand(world, 'undo')
    await hasFocus(() => text(1))
    expect(selection()).toEqual([id('b1')])
    expect(world.editor.getState().reveal?.blockId).toBe(id('b1'))
  })

  it('keep the selection if it contains the changed blocks', async () => {
    const { user, world, selection } = show([{}, {}, {}])
    await user.click(await text(1))
    await user.keyboard('{Escape}{Shift>}{ArrowDown}{/Shift}p')
    await waitFor(() => expect(world.story.getState().history.past.length).toBe(1))
    runCommand(world, 'undo')
    expect(selection()).toEqual([id('b1'), id('b2')])
  })

  it('do not move the focus outside the script', async () => {
    const { user, world, selection } = show([{}, {}])
    await user.type(await text(1), '!')
    const button = screen.getByRole('button', { name: 'Add block' })
    button.focus()
    runCommand(world, 'undo')
    await waitFor(() => expect(selection()).toEqual([id('b1')]))
    expect(document.activeElement).toBe(button)
  })
})
