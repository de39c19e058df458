import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { runCommand } from '../../../renderer/actions/commands.ts'
import { ChapterHeading } from '../../../renderer/features/script/ChapterHeading.tsx'
import { useStory } from '../../../renderer/hooks/session.ts'
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

it('the title of a new chapter has the focus, selected, so that it is written over; undo does not bring the focus back', async () => {
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
