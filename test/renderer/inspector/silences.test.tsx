import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { runCommand } from '../../../renderer/actions/commands.ts'
import { undoLast } from '../../../renderer/actions/history.ts'
import { Inspector } from '../../../renderer/features/inspector/Inspector.tsx'
import { layoutOf } from '../../../renderer/stores/timing.ts'
import { patchSilenceRules } from '../../../shared/story/castCommands.ts'
import { NATURAL_SILENCES, NO_SILENCES } from '../../../shared/story/records.ts'
import { valueOf, VOICES } from '../fields/support.ts'
import { id, sketchRecords } from '../support/smallStory.ts'
import { renderInWorld } from '../support/testWorld.tsx'
import { giveBoxes } from '../support/boxes.ts'

giveBoxes({ width: 600, height: 2000 })

/** The inspector of a story of three blocks; the silence before the third one is pinned. No block is selected. */
function showInspector() {
  const shown = renderInWorld(<Inspector />, {
    records: sketchRecords([{}, {}, { silenceMs: 700 }]),
    app: VOICES,
  })
  const choose = (...names: string[]) =>
    act(() => shown.world.editor.setState({ selection: names.map((name) => id(name)) }))
  choose()
  const lengthMs = () => layoutOf(shown.story(), shown.world.audio.getState().takes).totalMs
  return { ...shown, choose, lengthMs }
}

it('the rules of a story are set all at once or one by one, and change its length but no pinned silence', async () => {
  const { user, world, story, block, lengthMs } = showInspector()
  const before = lengthMs()
  screen.getByText('Affects 1 pause; 1 is pinned.')
  await user.click(screen.getByRole('radio', { name: 'Natural' }))
  expect(story().info.silenceRules).toEqual(NATURAL_SILENCES)
  expect(lengthMs() - before).toBe(500)
  const paragraph = screen.getByRole('spinbutton', { name: 'After a paragraph' })
  await user.clear(paragraph)
  await user.type(paragraph, '1.2')
  expect(lengthMs() - before).toBe(1200)
  expect(screen.getAllByRole<HTMLInputElement>('radio').filter(({ checked }) => checked)).toEqual([])
  expect(block('b3').silenceBeforeMs).toBe(700)
  act(() => {
    undoLast(world)
    undoLast(world)
  })
  expect(story().info.silenceRules).toEqual(NO_SILENCES)
})

it('a block shows its effective silence, whether it is pinned, and a way back to the rules', async () => {
  const { user, world, block, story, choose } = showInspector()
  act(() => world.edit('edits.silenceRules', patchSilenceRules(story(), NATURAL_SILENCES)))
  choose('b2')
  expect(valueOf('spinbutton', 'Silence before')).toBe('0.5')
  screen.getByText('automatic')
  choose('b3')
  expect(valueOf('spinbutton', 'Silence before')).toBe('0.7')
  await user.click(screen.getByRole('button', { name: 'Silence before is pinned: reset to automatic' }))
  expect(block('b3').silenceBeforeMs).toBeNull()
  expect(valueOf('spinbutton', 'Silence before')).toBe('0.5')
})

it('a command pins the current silences of all selected blocks, and releases them to the rules again', async () => {
  const { world, block, story, choose } = showInspector()
  act(() => world.edit('edits.silenceRules', patchSilenceRules(story(), NATURAL_SILENCES)))
  choose('b2', 'b3')
  expect(valueOf('spinbutton', 'Silence before')).toBe('')
  const pins = () => ['b1', 'b2', 'b3'].map((name) => block(name).silenceBeforeMs)
  await act(async () => runCommand(world, 'togglePin'))
  expect(pins()).toEqual([null, 500, 700])
  await act(async () => runCommand(world, 'togglePin'))
  expect(pins()).toEqual([null, null, null])
  expect(valueOf('spinbutton', 'Silence before')).toBe('0.5')
})

it('the command for the rules opens them for any selection', async () => {
  const { world, choose } = showInspector()
  choose('b2')
  expect(screen.queryByRole('region', { name: 'Automatic pauses' })).toBeNull()
  await act(async () => runCommand(world, 'silenceRules'))
  screen.getByRole('region', { name: 'Automatic pauses' })
})

it('a setting of the story decides whether its chapter titles are spoken', async () => {
  const { user, story } = showInspector()
  const speaks = screen.getByRole('switch', { name: 'Speak chapter titles' })
  await user.click(speaks)
  expect(story().info.speaksTitles).toBe(true)
  await user.click(speaks)
  expect(story().info.speaksTitles).toBe(false)
})
