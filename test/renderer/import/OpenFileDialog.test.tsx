import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { OpenFileDialog } from '../../../renderer/features/import/OpenFileDialog.tsx'
import { fileRefSchema } from '../../../shared/ipc/views.ts'
import { renderInWorld } from '../support/testWorld.tsx'

const entry = (name: string) => ({ ref: fileRefSchema.parse(name), name, sizeBytes: 1, modifiedAtMs: 0 })
const CAPTIONS = Array.from({ length: 9 }, (_, index) => entry(`Tale ${index}.srt`))

test.each([
  { entries: [entry('notes.md'), ...CAPTIONS, entry('Tale.fabula')], isAdded: false, isOpen: false },
  { entries: [entry('notes.md'), ...CAPTIONS, entry('Tale.fabula')], isAdded: true, isOpen: true },
  { entries: [entry('notes.md'), ...CAPTIONS], isAdded: false, isOpen: true },
  { entries: [entry('notes.md'), entry('Tale.fabula')], isAdded: false, isOpen: true },
])('stories come first, and many other files are folded: $entries.length, $isAdded', (props) => {
  renderInWorld(<OpenFileDialog {...props} />)
  const names = screen.getAllByRole('listitem', { hidden: true }).map(({ textContent }) => textContent)
  const stories = names.filter((name) => name.startsWith('Tale.fabula'))
  expect(names.slice(0, stories.length)).toEqual(stories)
  expect(screen.getByText(/other file/).closest('details')?.open).toBe(props.isOpen)
})
