import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { runCommand } from '../../../renderer/actions/commands.ts'
import { ChapterHeading } from '../../../renderer/features/script/ChapterHeading.tsx'
import { useStory } from '../../../renderer/hooks/session.ts'
import { speakTitles } from '../../../shared/story/castCommands.ts'
import { heardBlocksOf } from '../../../shared/story/heardBlocks.ts'
import { sectionsOf } from '../../../shared/story/selectors.ts'
import { sketchRecords } from '../support/smallStory.ts'
import { renderInWorld } from '../support/testWorld.tsx'

function Headings() {
  return sectionsOf(useStory()).map(({ chapter, number, blocks }) =>
    chapter === null ? null : (
      <ChapterHeading key={chapter.id} heading={{ chapter, number, blocks: blocks.length }} />
    ),
  )
}

it('the title of a new chapter is focused and selected, so that typing replaces it; undo does not return the focus', async () => {
  const { world, user, story } = renderInWorld(<Headings />, {
    records: sketchRecords([{ heading: 'One' }, {}]),
  })
  expect(document.activeElement).toBe(document.body)
  act(() => {
    runCommand(world, 'addChapter')
  })
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Title of chapter/))
  await user.keyboard('The sea')
  expect(sectionsOf(story()).map(({ chapter }) => chapter?.title)).toContain('The sea')
  expect(screen.getByDisplayValue('One')).toBeTruthy()
})

it('the menu of a chapter switches its spoken title on and off, and the title can be played in place', async () => {
  const { world, user, story } = renderInWorld(<Headings />, {
    records: sketchRecords([{ heading: 'The Ferry' }, { heading: 'The Inn' }]),
  })
  const speak = async (name: string) => {
    await user.click(screen.getByRole('button', { name: 'More for chapter 2' }))
    await user.click(await screen.findByRole('menuitem', { name }))
  }
  expect(screen.queryByRole('button', { name: /^Play the title/ })).toBeNull()
  await speak('Speak the title of chapter 2')
  expect(heardBlocksOf(story()).map(({ text }) => text)).toEqual(['Block 1', 'The Inn', 'Block 2'])
  expect(screen.getAllByRole('button', { name: /^Play the title/ })).toHaveLength(1)
  await speak('Leave the title of chapter 2 unspoken')
  expect(heardBlocksOf(story())).toHaveLength(2)
  act(() => world.edit('edits.speakTitles', speakTitles(story(), true)))
  expect(screen.getAllByRole('button', { name: /^Play the title/ })).toHaveLength(2)
})
