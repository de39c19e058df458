import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { runCommand } from '../../../renderer/actions/commands.ts'
import { Dialogs } from '../../../renderer/app/Dialogs.tsx'
import { fileRefSchema } from '../../../shared/ipc/views.ts'
import { APP_INFO } from '../support/appInfo.ts'
import { storyKey } from '../../../shared/story/takes.ts'
import { id, sketchRecords, sketchStory, takeOf } from '../support/smallStory.ts'
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

test('captions are written beside the audio where they are asked for', async () => {
  const story = sketchStory([{ text: 'Wait.' }])
  const { world, user, callsOf } = renderInWorld(<Dialogs />, {
    records: [...story.records.values()],
    takes: [takeOf(story, id('b1'), 'audio', 0, 900)],
    app: { info: { ...APP_INFO, filePicker: 'system' } },
    answers: {
      'files:pick': () => ({ ref: fileRefSchema.parse('place') }),
      'export:start': () => ({ exportId: 'export' }),
    },
  })
  runCommand(world, 'export')
  await user.click(await screen.findByRole('switch', { name: /^Captions/ }))
  await user.click(screen.getByRole('switch', { name: /^Chapters/ }))
  await user.click(screen.getByRole('switch', { name: /^Chapters/ }))
  await user.click(screen.getByRole('button', { name: 'Export…' }))
  await waitFor(() => {
    expect(callsOf('export:start')).toMatchObject([{ settings: { captions: ['srt', 'vtt'] } }])
  })
})

test('a preset fills the settings, and says what is written; a change makes it custom', async () => {
  const story = sketchStory([{ text: 'Wait.' }, { text: 'Go.' }])
  const { world, user, callsOf } = renderInWorld(<Dialogs />, {
    records: [...story.records.values()],
    takes: [takeOf(story, id('b1'), 'audio', 0, 900), takeOf(story, id('b2'), 'audio', 900, 1900)],
    app: { info: { ...APP_INFO, filePicker: 'system' } },
    answers: {
      'files:pick': () => ({ ref: fileRefSchema.parse('place') }),
      'export:start': () => ({ exportId: 'export' }),
    },
  })
  runCommand(world, 'export')
  await user.click(await screen.findByRole('combobox', { name: 'For' }))
  await user.keyboard('{ArrowDown}')
  await user.click(await screen.findByRole('option', { name: 'Game lines' }))
  expect(screen.getByText(/^2 files, /)).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'FLAC' }))
  await waitFor(() => {
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'For' }).value).toBe('Custom')
  })
  await user.type(screen.getByRole('textbox', { name: 'Author' }), 'Anna')
  await user.click(screen.getByRole('button', { name: 'Export…' }))
  await waitFor(() => {
    expect(callsOf('export:start')).toMatchObject([
      { settings: { format: 'flac', split: 'block', manifest: true, tags: { author: 'Anna' } } },
    ])
  })
  expect(callsOf('files:pick')).toMatchObject([{ purpose: 'export-folder' }])
})

test('captions are not offered where the service did not tell the times', async () => {
  const story = sketchStory([{ text: 'Wait.' }])
  const { world } = renderInWorld(<Dialogs />, { records: [...story.records.values()] })
  const found = { audioId: 'whole', durationMs: 900, credits: 5, createdAtMs: 1 }
  world.audio.setState({ render: { ...found, id: 'render', storyKey: storyKey(story) } })
  runCommand(world, 'export')
  expect(await screen.findByText(/did not say when each block is heard/)).toBeTruthy()
  expect(screen.queryByRole('switch', { name: /^Captions/ })).toBeNull()
})
