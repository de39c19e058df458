import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { OpenFileDialog } from '../../../renderer/features/import/OpeningDialogs.tsx'
import { fileRefSchema } from '../../../shared/ipc/views.ts'
import { renderInWorld } from '../support/testWorld.tsx'

const entry = (name: string) => ({ ref: fileRefSchema.parse(name), name, sizeBytes: 1, modifiedAtMs: 0 })

test('stories come first, and the other files of the folder have a heading of their own', () => {
  renderInWorld(
    <OpenFileDialog entries={['Tale.srt', 'Tale.fabula', 'notes.md'].map(entry)} isAdded={false} />,
  )
  const names = (items: readonly HTMLElement[]) =>
    items.map((item) => within(item).getByRole('button').title || item.textContent)
  expect(screen.getAllByRole('listitem')[0]?.textContent).toMatch(/^Tale\.fabula/)
  const others = within(screen.getByRole('region', { name: 'Other files' }))
  expect(names(others.getAllByRole('listitem'))).toEqual([
    expect.stringMatching(/^Tale\.srt/),
    expect.stringMatching(/^notes\.md/),
  ])
})
