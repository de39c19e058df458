import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renameStory } from '../../../shared/story/castCommands.ts'
import { sketchRecords } from '../support/smallStory.ts'
import { renderInWorld } from '../support/testWorld.tsx'

afterEach(() => {
  Reflect.deleteProperty(document, 'execCommand')
})

it.each(['undo', 'redo'] as const)(
  '%s of the menu applies to a dialog’s field while it has the focus, and to the story otherwise',
  async (command) => {
    const execCommand = vi.fn(() => true)
    Object.assign(document, { execCommand }) // happy-dom has none
    const { emit, edits, user, world, story } = renderInWorld(
      <>
        <div role="dialog">
          <input aria-label="Name" />
        </div>
        <textarea aria-label="Text" />
      </>,
      { records: sketchRecords([{}]) },
    )
    world.edit('edits.paste', renameStory(story(), 'Fox'))
    await user.click(screen.getByRole('textbox', { name: 'Name' }))
    act(() => emit('menu:command', { command }))
    expect(execCommand.mock.calls).toEqual([[command]])
    expect(edits()).toHaveLength(1)
    await user.click(screen.getByRole('textbox', { name: 'Text' }))
    act(() => emit('menu:command', { command: 'undo' }))
    await waitFor(() => expect(edits()).toHaveLength(0))
    expect(execCommand).toHaveBeenCalledOnce()
  },
)
