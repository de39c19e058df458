import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { runCommand } from '../../../renderer/actions/commands.ts'
import { Dialogs } from '../../../renderer/app/Dialogs.tsx'
import { fileRefSchema } from '../../../shared/ipc/views.ts'
import { APP_INFO } from '../support/appInfo.ts'
import { sketchRecords } from '../support/smallStory.ts'
import { renderInWorld } from '../support/testWorld.tsx'

test('a story is exported as text, after what is lost was told', async () => {
  const ref = fileRefSchema.parse('place')
  const { world, user, callsOf } = renderInWorld(<Dialogs />, {
    records: sketchRecords([{ text: 'Wait.', silenceMs: 500 }, { text: '' }]),
    app: { info: { ...APP_INFO, filePicker: 'system' } },
    answers: {
      'files:pick': () => ({ ref }),
      'project:exportText': () => ({ fileName: 'Story.csv' }),
    },
  })
  runCommand(world, 'exportFountain')
  const lost = await screen.findByRole('region', { name: 'Not in the file:' })
  expect(
    within(lost)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['silences', 'empty blocks'])
  runCommand(world, 'exportTable')
  // A table tells silences.
  await waitFor(() => expect(screen.queryByText('silences')).toBeNull())
  expect(screen.getByText('empty blocks')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Export…' }))
  await waitFor(() => {
    expect(world.view.getState().notices.map(({ message }) => message)).toContain('app.exported')
  })
  expect(callsOf('files:pick')).toMatchObject([{ purpose: 'export-csv' }])
  expect(callsOf('project:exportText')).toMatchObject([{ format: 'csv', ref }])
})
