import { screen } from '@testing-library/react'
import { runCommand } from '../../../renderer/actions/commands.ts'
import { Dialogs } from '../../../renderer/app/Dialogs.tsx'
import { APP_INFO } from '../support/appInfo.ts'
import { id, sketchStory, takeOf } from '../support/smallStory.ts'
import { renderInWorld } from '../support/testWorld.tsx'

/** Opens the export page over a story with two blocks of audio. */
export async function openExportPage(answers: Parameters<typeof renderInWorld>[1] = {}) {
  const story = sketchStory([{ text: 'Wait.' }, { text: 'Go.' }])
  const page = renderInWorld(<Dialogs />, {
    records: [...story.records.values()],
    takes: [takeOf(story, id('b1'), 'audio', 0, 900), takeOf(story, id('b2'), 'audio', 900, 1900)],
    app: { info: { ...APP_INFO, filePicker: 'system' } },
    ...answers,
  })
  runCommand(page.world, 'export')
  await screen.findByRole('dialog', { name: 'Export the story' })
  return page
}
