import { act, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { handleKey } from '../../../renderer/actions/shortcuts.ts'
import { Inspector } from '../../../renderer/features/inspector/Inspector.tsx'
import { Script } from '../../../renderer/features/script/Script.tsx'
import { APP_INFO } from '../support/appInfo.ts'
import { id, sketchRecords, sketchStory, takeOf } from '../support/smallStory.ts'
import { giveBoxes } from '../support/boxes.ts'
import { renderInWorld } from '../support/testWorld.tsx'

const SKETCH = [{}, {}, {}]
const stops: (() => void)[] = []

giveBoxes({ width: 900, height: 900, rowHeight: 42 })
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** Three blocks; the first two have audio that fits. */
function show() {
  const story = sketchStory(SKETCH)
  const takes = [takeOf(story, id('b1'), 'one', 0, 1000), takeOf(story, id('b2'), 'two', 0, 1000)]
  const ui = (
    <>
      <Script />
      <Inspector />
    </>
  )
  const shown = renderInWorld(ui, { records: sketchRecords(SKETCH), takes, app: { info: APP_INFO } })
  const onKey = (event: KeyboardEvent) => handleKey(shown.world, event)
  window.addEventListener('keydown', onKey)
  stops.push(() => window.removeEventListener('keydown', onKey))
  return {
    ...shown,
    locked: () => ['b1', 'b2', 'b3'].filter((name) => shown.block(name).lockedKey !== null),
    notices: () => shown.world.view.getState().notices.map(({ message, params }) => [message, params.count]),
  }
}

const isOff = (field: HTMLElement) => field.closest('fieldset')?.disabled ?? false
const row = (number: number) => screen.findByRole('group', { name: new RegExp(`^Block ${number},`) })

it('L on a row locks the block: the row shows this, the text is read-only, and the fields are disabled', async () => {
  const { user, world, locked, edits } = show()
  world.editor.setState({ selection: [id('b1')] })
  ;(await row(1)).focus()
  await user.keyboard('l')
  expect(locked()).toEqual(['b1'])
  expect(await screen.findByRole('group', { name: /^Block 1,.*Locked/ })).not.toBeNull()
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text of block 1' })
  expect(field.readOnly).toBe(true)
  for (const off of [screen.getByLabelText('Duration'), screen.getByRole('slider', { name: 'Speed' })])
    expect(isOff(off)).toBe(true)

  await user.click(within(screen.getByRole('note')).getByRole('button', { name: 'Unlock' }))
  expect(locked()).toEqual([])
  expect(edits()).toEqual(['edits.lock', 'edits.unlock'])
})

it('the silence before a locked block is set in the inspector, at its line and with P', async () => {
  const { user, world, block, notices } = show()
  act(() => world.editor.setState({ selection: [id('b1')] }))
  ;(await row(1)).focus()
  await user.keyboard('l')
  const field = await screen.findByLabelText('Silence before')
  expect(isOff(field)).toBe(false)
  await user.clear(field)
  await user.type(field, '1.5')
  expect(block('b1').silenceBeforeMs).toBe(1500)
  const line = await screen.findByRole('spinbutton', { name: 'Silence before block 1' })
  await user.clear(line)
  await user.type(line, '0.5')
  expect(block('b1').silenceBeforeMs).toBe(500)
  ;(await row(1)).focus()
  await user.keyboard('p')
  expect(block('b1').silenceBeforeMs).toBeNull()
  expect(block('b1').lockedKey).not.toBeNull()
  expect(notices()).toEqual([])
})

it('the selection bar locks blocks with audio and reports those without; an edit of all reports the skipped blocks', async () => {
  const { user, world, locked, notices, block } = show()
  world.editor.setState({ selection: [id('b1'), id('b2'), id('b3')] })
  const bar = await screen.findByRole('toolbar', { name: 'Selected blocks' })
  await user.click(within(bar).getByRole('button', { name: 'Lock' }))
  expect(locked()).toEqual(['b1', 'b2'])
  expect(notices()).toEqual([['script.lock.withoutAudio', 1]])

  await user.click(within(bar).getByRole('button', { name: 'Delete' }))
  expect([block('b1').text, block('b2').text]).toEqual(['Block 1', 'Block 2'])
  expect(() => block('b3')).toThrow('no block')
  expect(notices().at(-1)).toEqual(['script.lock.kept', 2])
})
