import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { ComboField } from '../../../renderer/ui/ComboField.tsx'

const options = [
  { id: 'a', name: 'Alloy' },
  { id: 'b', name: 'Birch' },
]

function Form() {
  const [value, setValue] = useState('a')
  return (
    <>
      <ComboField label="Voice" value={value} options={options} emptyText="None" onChange={setValue} />
      <button
        onClick={() => {
          setValue('a')
        }}
      >
        Undo
      </button>
      <output>{value}</output>
    </>
  )
}

test('Escape closes only the open list of the field', async () => {
  const heard: string[] = []
  render(
    <div
      onKeyDown={({ key }) => {
        heard.push(key)
      }}
    >
      <Form />
    </div>,
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('combobox', { name: 'Voice' }))
  await screen.findByRole('listbox')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
  expect(heard).toEqual([])
  await user.keyboard('{Escape}')
  expect(heard).toEqual(['Escape'])
})

test('a choice from a list keeps the focus, and the field shows values set elsewhere', async () => {
  render(<Form />)
  const user = userEvent.setup()
  const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Voice' })
  await user.click(field())
  await user.keyboard('Bi{ArrowDown}{Enter}')
  expect(screen.getByRole('status').textContent).toBe('b')
  expect(field().value).toBe('Birch')
  expect(document.activeElement).toBe(field())
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(field().value).toBe('Alloy')
  await user.click(field())
  await user.keyboard('Bi{ArrowDown}{Enter}')
  expect(screen.getByRole('status').textContent).toBe('b')
})
