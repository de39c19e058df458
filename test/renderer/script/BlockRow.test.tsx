import { act, fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { BlockRow } from '../../../renderer/features/script/BlockRow.tsx'
import { useStory } from '../../../renderer/hooks/session.ts'
import { patchBlocks } from '../../../shared/story/blockCommands.ts'
import { blocksOf } from '../../../shared/story/selectors.ts'
import { id, sketchRecords } from '../support/smallStory.ts'
import { renderInWorld } from '../support/testWorld.tsx'

function Rows() {
  return blocksOf(useStory()).map((block, index) => (
    <BlockRow key={block.id} block={block} number={index + 1} isTabStop={index === 0} onSetSilence={null} />
  ))
}

function show() {
  const shown = renderInWorld(<Rows />, { records: sketchRecords([{}, {}, {}]) })
  return { ...shown, selection: () => shown.world.editor.getState().selection }
}
const text = (number: number) => screen.getByRole('textbox', { name: `Text of block ${String(number)}` })

describe('a click on the text of a block', () => {
  it('with Ctrl adds its block to the selection, and removes it again', async () => {
    const { user, selection } = show()
    await user.click(text(1))
    await user.keyboard('{Control>}')
    await user.click(text(3))
    expect(selection()).toEqual(['b1', 'b3'])
    await user.click(text(1))
    expect(selection()).toEqual(['b3'])
  })

  it('with Shift selects the blocks up to it, but no text of the page', async () => {
    const { user, selection } = show()
    await user.click(text(1))
    await user.keyboard('{Shift>}')
    expect(fireEvent.mouseDown(text(3), { shiftKey: true })).toBe(false)
    expect(selection()).toEqual(['b1', 'b2', 'b3'])
    expect(document.activeElement).toBe(document.body)
  })

  it('with Shift selects words in the focused text', async () => {
    const { user, selection } = show()
    await user.click(text(2))
    expect(fireEvent.mouseDown(text(2), { shiftKey: true })).toBe(true)
    expect(selection()).toEqual(['b2'])
    expect(document.activeElement).toBe(text(2))
  })
})

it('a block that will sound rushed is marked, and no other', () => {
  const { world, story } = show()
  const marks = () =>
    screen.queryAllByText('Rushed').map((mark) => mark.closest('[data-row]')?.getAttribute('data-row'))
  expect(marks()).toEqual([])
  act(() => {
    world.edit('edits.duration', patchBlocks(story(), [id('b2')], { durationMs: 100 }))
  })
  expect(marks()).toEqual(['b2'])
  expect(screen.getByText(/will sound rushed/)).toBeTruthy()
})
