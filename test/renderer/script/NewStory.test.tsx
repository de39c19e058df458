import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { NewStory } from '../../../renderer/features/script/Script.tsx'
import { editText } from '../../../shared/story/blockCommands.ts'
import { id, sketchRecords } from '../support/smallStory.ts'
import { renderInWorld } from '../support/testWorld.tsx'

it('an empty story shows where a text can be dropped, until the first letter is typed', () => {
  const { world, story } = renderInWorld(<NewStory />, { records: sketchRecords([{ text: '' }]) })
  expect(screen.getByRole('heading', { name: 'Drop a story or a text' })).toBeTruthy()
  act(() => {
    world.edit('edits.typing', editText(story(), id('b1'), 'O'))
  })
  expect(screen.queryByRole('heading')).toBeNull()
})

it('a story of several empty blocks shows no such hint', () => {
  renderInWorld(<NewStory />, { records: sketchRecords([{ text: '' }, { text: '' }]) })
  expect(screen.queryByRole('heading')).toBeNull()
})
