import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { SliderField } from '../../../renderer/ui/SliderField.tsx'
import { renderInWorld } from '../support/testWorld.tsx'

function Speed() {
  const [speed, setSpeed] = useState(1)
  return (
    <SliderField
      {...{ label: 'Speed', value: speed, min: 1, max: 4, step: 0.05, unit: '×', mixedText: undefined }}
      rangeNote="Voices read so fast."
      onChange={setSpeed}
    />
  )
}

test.each([
  ['0.8', '1'],
  ['9', '4'],
])('a number outside the range is limited to it, with a message: %s', async (typed, taken) => {
  const { user } = renderInWorld(<Speed />)
  const box = screen.getByRole('spinbutton', { name: 'Speed' })
  await user.clear(box)
  await user.type(box, typed)
  expect(screen.getByRole('alert').textContent).toBe('1 – 4 ×: Voices read so fast.')
  expect(box.getAttribute('aria-invalid')).toBe('true')
  await user.tab()
  // The message stays when the field shows the limited number.
  expect([(box as HTMLInputElement).value, screen.getByRole('alert').textContent]).toEqual([
    taken,
    '1 – 4 ×: Voices read so fast.',
  ])
  await user.clear(box)
  await user.type(box, '1.5')
  expect(screen.queryByRole('alert')).toBeNull()
})
