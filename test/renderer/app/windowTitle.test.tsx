import { act } from '@testing-library/react'
import { expect, it } from 'vitest'
import { dropSession } from '../../../renderer/actions/session.ts'
import { useWindowTitle } from '../../../renderer/app/App.tsx'
import { renameStory } from '../../../shared/story/castCommands.ts'
import { sketchRecords } from '../support/smallStory.ts'
import { renderInWorld } from '../support/testWorld.tsx'

function Title() {
  useWindowTitle()
  return null
}

it('the title of the window is the current title of the open story', () => {
  const { world, story } = renderInWorld(<Title />, { records: sketchRecords([{}]) })
  expect(document.title).toBe('A story – Fabula')
  act(() => world.edit('edits.rename', renameStory(story(), 'The Lantern')))
  expect(document.title).toBe('The Lantern – Fabula')
  act(() => world.edit('edits.rename', renameStory(story(), ' ')))
  expect(document.title).toBe('Untitled story – Fabula')
  act(() => dropSession(world))
  expect(document.title).toBe('Fabula')
})
