import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Script } from '../../../renderer/features/script/Script.tsx'
import { giveBoxes } from '../support/boxes.ts'
import { id, sketchRecords } from '../support/smallStory.ts'
import { renderInWorld } from '../support/testWorld.tsx'

const ROW_PX = 42
const ROWS = 100

giveBoxes({ width: 900, height: 10 * ROW_PX, rowHeight: ROW_PX })
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(ROWS * ROW_PX)
})
afterEach(() => {
  vi.restoreAllMocks()
})

async function show() {
  const { world } = renderInWorld(<Script />, {
    records: sketchRecords(Array.from({ length: ROWS }, () => ({}))),
  })
  const list = await screen.findByRole('list', { name: 'Blocks' })
  const scroller = list.parentElement?.parentElement
  if (!(scroller instanceof HTMLElement)) throw new Error('The script is not drawn')
  const scrollTo = (top: number) => {
    scroller.scrollTop = top
    fireEvent.scroll(scroller)
  }
  return {
    scrollTo,
    /** The row to which the script is scrolled while a block is played. */
    hear(number: number) {
      act(() => world.playback.setState({ status: 'playing', scope: 'story', blockId: id(`b${number}`) }))
      fireEvent.scroll(scroller)
      return Math.round(scroller.scrollTop / ROW_PX)
    },
    stop: () => act(() => world.playback.setState({ status: 'stopped', blockId: null })),
  }
}

it('the script follows playback, from wherever it begins', async () => {
  const { hear, scrollTo, stop } = await show()
  expect(hear(5)).toBe(0)
  expect(hear(11)).toBeGreaterThan(0)
  expect(hear(40)).toBeGreaterThan(29)
  stop()
  scrollTo(0)
  expect(hear(60)).toBeGreaterThan(49)
})

it('the script stops following after the writer scrolls away, until the played block is in view again', async () => {
  const { hear, scrollTo } = await show()
  hear(40)
  scrollTo(0)
  expect([hear(41), hear(60)]).toEqual([0, 0])
  scrollTo(55 * ROW_PX)
  expect(hear(70)).toBeGreaterThan(59)
})

it('the script does not scroll while the writer types', async () => {
  const { hear } = await show()
  hear(1)
  const field = await screen.findByRole('textbox', { name: 'Text of block 2' })
  act(() => field.focus())
  expect(hear(40)).toBe(0)
})
