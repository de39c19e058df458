import { act, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { copyText } from '../../../renderer/actions/clipboard.ts'
import { Script } from '../../../renderer/features/script/Script.tsx'
import { APP_INFO } from '../support/appInfo.ts'
import { giveBoxes } from '../support/boxes.ts'
import { id, sketchRecords } from '../support/smallStory.ts'
import { renderInWorld } from '../support/testWorld.tsx'

giveBoxes({ width: 900, height: 400, rowHeight: 42 })

const SKETCH = Array.from({ length: 300 }, (_, index) => (index === 150 ? { heading: 'Two' } : {}))

it('the whole script is in the page while it is printed, and no longer afterwards', async () => {
  renderInWorld(<Script />, { records: sketchRecords(SKETCH), app: { info: APP_INFO } })
  await screen.findByRole('textbox', { name: 'Text of block 1' })
  expect(screen.queryByRole('textbox', { name: 'Text of block 300' })).toBeNull()
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  const printed = screen.getByRole('article')
  expect(printed.querySelectorAll('p')).toHaveLength(300)
  expect(printed.textContent).toMatch(/^A story.*Two.*Block 300$/s)
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(screen.queryByRole('article')).toBeNull()
})

it('the text of a chapter or of the story is copied to the clipboard', async () => {
  const { world } = renderInWorld(<Script />, {
    records: sketchRecords([{}, { heading: 'Two' }, {}]),
    app: { info: APP_INFO },
  })
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  act(() => world.editor.setState({ selection: [id('b3')] }))
  await copyText(world, 'chapter')
  await copyText(world, 'story')
  expect(written.mock.calls).toEqual([
    ['# Two\n\nBlock 2\n\nBlock 3'],
    ['Block 1\n\n# Two\n\nBlock 2\n\nBlock 3'],
  ])
})
