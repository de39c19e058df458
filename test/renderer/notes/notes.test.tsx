import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { runCommand } from '../../../renderer/actions/commands.ts'
import { undoLast } from '../../../renderer/actions/history.ts'
import { toggleMark } from '../../../renderer/actions/notes.ts'
import { handleKey } from '../../../renderer/actions/shortcuts.ts'
import { Inspector } from '../../../renderer/features/inspector/Inspector.tsx'
import { Notes } from '../../../renderer/features/notes/Notes.tsx'
import { Script } from '../../../renderer/features/script/Script.tsx'
import { useEditor } from '../../../renderer/hooks/session.ts'
import { inspectMusic } from '../../../renderer/stores/editorStore.ts'
import { addCharacter } from '../../../shared/story/castCommands.ts'
import { assignCharacter } from '../../../shared/story/blockCommands.ts'
import { characterIdSchema, musicIdSchema } from '../../../shared/story/records.ts'
import { DEFAULT_SETTINGS } from '../../../shared/story/speechSettings.ts'
import { APP_INFO } from '../support/appInfo.ts'
import { giveBoxes } from '../support/boxes.ts'
import { id, sketchRecords } from '../support/smallStory.ts'
import { renderInWorld } from '../support/testWorld.tsx'

const stops: (() => void)[] = []

giveBoxes({ width: 900, height: 900, rowHeight: 42 })
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** The list of notes if it is open, otherwise the inspector, as in the editor. */
function InPlace() {
  return useEditor(({ inspected }) => inspected.kind) === 'notes' ? <Notes /> : <Inspector />
}

function show(count = 3) {
  const ui = (
    <>
      <Script />
      <InPlace />
    </>
  )
  const records = sketchRecords(Array.from({ length: count }, () => ({})))
  const shown = renderInWorld(ui, { records, app: { info: APP_INFO } })
  const onKey = (event: KeyboardEvent) => handleKey(shown.world, event)
  window.addEventListener('keydown', onKey)
  stops.push(() => window.removeEventListener('keydown', onKey))
  const choose = (...names: string[]) =>
    act(() => shown.world.editor.setState({ selection: names.map(id), reveal: null }))
  const numbers = () =>
    screen
      .getAllByRole('group', { name: /^Block \d/ })
      .map((each) => /\d+/.exec(each.getAttribute('aria-label') ?? '')?.[0])
  return { ...shown, choose, numbers }
}

const row = (name: RegExp) => screen.findByRole('group', { name })

describe('notes and marks', () => {
  it('are set on several blocks by one key each, shown in their rows, and undone in one step', async () => {
    const { user, world, block, choose } = show()
    choose('b1', 'b2')
    ;(await row(/^Block 1,/)).focus()
    await user.keyboard('t')
    expect([block('b1').mark, block('b2').mark, block('b3').mark]).toEqual(['retake', 'retake', null])
    await row(/^Block 2,.*Retake/)
    await user.keyboard('d')
    expect(block('b2').mark).toBe('done')
    await user.keyboard('d')
    expect(block('b2').mark).toBeNull()
    act(() => undoLast(world))
    expect([block('b1').mark, block('b2').mark]).toEqual(['done', 'done'])

    await user.keyboard('e')
    const field = screen.getByRole('textbox', { name: 'Note on 2 blocks' })
    expect(document.activeElement).toBe(field)
    await user.type(field, 'Slower')
    expect([block('b1').notes, block('b2').notes, block('b3').notes]).toEqual(['Slower', 'Slower', ''])
    await row(/^Block 1,.*Done, Note: Slower/)
    act(() => undoLast(world))
    expect(block('b1').notes).toBe('')
  })

  it('are listed, and the list moves from block to block and marks them as done', async () => {
    const { user, world, block, choose } = show()
    choose('b1')
    act(() => toggleMark(world, 'retake'))
    choose('b3')
    act(() => toggleMark(world, 'retake'))
    act(() => runCommand(world, 'notes'))
    const list = await screen.findByRole('region', { name: 'Notes and marks' })
    await within(list).findByRole('row', { name: /Block 3/ })
    expect(within(list).getAllByRole('row')).toHaveLength(2)
    await user.keyboard('{F8}')
    expect(world.editor.getState().selection).toEqual(['b1'])
    await user.click(within(list).getByRole('checkbox', { name: 'Done: block 1' }))
    expect(block('b1').mark).toBe('done')
    await waitFor(() => expect(within(list).getAllByRole('row')).toHaveLength(1))
    await user.keyboard('{F8}')
    expect(world.editor.getState().selection).toEqual(['b3'])
    await user.click(within(list).getByRole('radio', { name: /^All/ }))
    await waitFor(() => expect(within(list).getAllByRole('row')).toHaveLength(2))
    await user.click(within(list).getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('region', { name: 'Notes and marks' })).toBeNull()
  })
})

it('return to the music that was shown before their list', async () => {
  const { user, world } = renderInWorld(<Notes />, { records: sketchRecords([{}]), app: { info: APP_INFO } })
  const music = { kind: 'music', id: musicIdSchema.parse('bed') } as const
  act(() => {
    inspectMusic(world.editor, music.id)
    runCommand(world, 'notes')
  })
  await user.click(await screen.findByRole('button', { name: 'Close' }))
  expect(world.editor.getState().inspected).toEqual(music)
})

describe('the filter', () => {
  it('shows blocks that meet the conditions of each kind, with one chip for each, and selects them', async () => {
    const { user, world, story, choose, numbers } = show(4)
    const fox = characterIdSchema.parse('fox')
    act(() => {
      const settings = DEFAULT_SETTINGS
      world.edit('edits.addCharacter', addCharacter(story(), { id: fox, name: 'Fox', settings }))
      world.edit('edits.character', assignCharacter(story(), [id('b1'), id('b2')], fox))
    })
    choose('b2', 'b3')
    act(() => toggleMark(world, 'retake'))
    choose('b4')
    act(() => toggleMark(world, 'done'))
    choose()
    await user.click(screen.getByRole('button', { name: /^All blocks/ }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: /^Retake/ }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: /^Done/ }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(numbers()).toEqual(['2', '3', '4']))
    await user.click(screen.getByRole('button', { name: /^2 filters/ }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: /^Fox/ }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(numbers()).toEqual(['2']))
    expect(screen.getByText('1 of 4 blocks')).toBeTruthy()

    await user.click(screen.getByRole('button', { name: /^Remove the filter Fox/ }))
    await waitFor(() => expect(numbers()).toEqual(['2', '3', '4']))
    await user.click(screen.getByRole('button', { name: 'Select them' }))
    expect(world.editor.getState().selection).toEqual(['b2', 'b3', 'b4'])
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    await waitFor(() => expect(numbers()).toEqual(['1', '2', '3', '4']))
  })
})
