import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { StateMark } from '../../../renderer/ui/StateMark.tsx'

const STATES = ['ready', 'changed', 'notMade', 'making', 'waiting', 'failed', 'tooLong'] as const

test('every state has a distinct shape, and its word as accessible name and tooltip', () => {
  const shapes = STATES.map((state) => {
    const { unmount } = render(<StateMark state={state} word={`the word of ${state}`} />)
    const mark = screen.getByRole('img', { name: `the word of ${state}` })
    expect(mark.title).toBe(`the word of ${state}`)
    const shape = mark.innerHTML
    unmount()
    return shape
  })
  expect(new Set(shapes).size).toBe(STATES.length)
})

test('a visible word is read once by a screen reader', () => {
  render(<StateMark state="changed" word="Changed" showsWord />)
  expect(screen.getByText('Changed')).toBeTruthy()
  expect(screen.queryByRole('img')).toBeNull()
})

test('the ring shows the finished share', () => {
  const ring = (percentage: number | null) => {
    const { container, unmount } = render(
      <StateMark state="making" word="Being made" percentage={percentage} />,
    )
    const dashes = container.querySelector('circle:last-child')?.getAttribute('stroke-dasharray')
    unmount()
    return dashes
  }
  expect(ring(50)).not.toBe(ring(25))
  expect(ring(100)?.split(' ')[0]).toBe(ring(100)?.split(' ')[1])
})
