import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { runCommand } from '../../../renderer/actions/commands.ts'
import { Dialogs } from '../../../renderer/app/Dialogs.tsx'
import { DEFAULT_APP_SETTINGS, fileRefSchema } from '../../../shared/ipc/views.ts'
import { APP_INFO } from '../support/appInfo.ts'
import { renameStory } from '../../../shared/story/castCommands.ts'
import { patchBlocks } from '../../../shared/story/blockCommands.ts'
import { storyKey } from '../../../shared/story/takes.ts'
import { COVER_ID, NO_BOOK } from '../../../shared/story/records.ts'
import { EXPORT_PRESETS } from '../../../shared/export/exportSettings.ts'
import { addAudio } from '../../../renderer/stores/audioStore.ts'
import { id, PROJECT, sketchRecords, sketchStory, takeOf } from '../support/smallStory.ts'
import { renderInWorld } from '../support/testWorld.tsx'
import { openExportPage } from './openExportPage.tsx'
import { storyOf } from '../../../renderer/stores/app.ts'

test('a story is exported as text after the losses are listed', async () => {
  const ref = fileRefSchema.parse('place')
  const { world, user, callsOf } = renderInWorld(<Dialogs />, {
    records: sketchRecords([{ text: 'Wait.', silenceMs: 500 }, { text: '' }]),
    app: { info: { ...APP_INFO, filePicker: 'system' } },
    answers: {
      'files:pick': () => ({ ref }),
      'project:exportText': () => ({
        ...{ exportId: 'text', fileName: 'Story.csv', location: '~/Story.csv', download: null },
      }),
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
  // A table contains silences.
  await waitFor(() => expect(screen.queryByText('silences')).toBeNull())
  expect(screen.getByText('empty blocks')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Export…' }))
  // It is shown in its folder and dragged out as exported audio is.
  await waitFor(() => expect(world.state.getState().exporting).not.toBeNull())
  expect(world.state.getState().exporting).toMatchObject({
    exportId: 'text',
    outcome: { kind: 'done', fileName: 'Story.csv', location: '~/Story.csv' },
  })
  expect(callsOf('files:pick')).toMatchObject([{ purpose: 'export-csv' }])
  expect(callsOf('project:exportText')).toMatchObject([{ format: 'csv', ref }])
})

test('an export uses the author and the cover of the book, unless others are chosen', async () => {
  const story = sketchStory([{ text: 'Wait.' }])
  const book = { ...NO_BOOK, author: 'Ada Wren' }
  const records = [...story.records.values()].map((record) =>
    record.type === 'story' ? { ...record, book } : record,
  )
  const { world, user, callsOf } = renderInWorld(<Dialogs />, {
    records: [...records, { type: 'cover', id: COVER_ID, mimeType: 'image/png', base64: 'iVBORw==' }],
    takes: [takeOf(story, id('b1'), 'audio', 0, 900)],
    app: { info: { ...APP_INFO, filePicker: 'system' } },
    answers: {
      'files:pick': () => ({ ref: fileRefSchema.parse('place') }),
      'export:start': () => ({ exportId: 'export' }),
    },
  })
  runCommand(world, 'export')
  const picture = await screen.findByRole<HTMLImageElement>('img', { name: 'The book’s cover' })
  expect(picture.src).toBe('data:image/png;base64,iVBORw==')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Author' }).placeholder).toBe('Ada Wren')
  await user.click(screen.getByRole('button', { name: 'Export…' }))
  await waitFor(() => expect(callsOf('export:start')).toMatchObject([{ cover: null }]))
})

test('captions are written beside the audio if they are requested', async () => {
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
  await user.click(await screen.findByRole('checkbox', { name: 'SRT' }))
  await user.click(screen.getByRole('checkbox', { name: 'WebVTT' }))
  await user.click(screen.getByRole('checkbox', { name: 'Chapter list' }))
  await user.click(screen.getByRole('checkbox', { name: 'Chapter list' }))
  await user.click(screen.getByRole('button', { name: 'Export…' }))
  await waitFor(() => {
    expect(callsOf('export:start')).toMatchObject([{ settings: { captions: ['srt', 'vtt'] } }])
  })
})

test('a preset fills in the settings, and describes what is written; a change makes it custom', async () => {
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
  await user.click(await screen.findByRole('radio', { name: /^Game lines/ }))
  const list = screen.getByRole('region', { name: 'Output' })
  expect(within(list).getByText('0001__Wait.wav')).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'FLAC' }))
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Custom/ }).checked).toBe(true)
  await user.type(screen.getByRole('textbox', { name: 'Author' }), 'Anna')
  await user.click(screen.getByRole('button', { name: 'Export 2 files…' }))
  await waitFor(() => {
    expect(callsOf('export:start')).toMatchObject([
      { settings: { format: 'flac', split: 'block', manifest: true, tags: { author: 'Anna' } } },
    ])
  })
  expect(callsOf('files:pick')).toMatchObject([{ purpose: 'export-folder' }])
})

test('the folder name is suggested from the story’s title, without characters that a name cannot contain', async () => {
  const { world, user, callsOf } = await openExportPage({
    app: { info: { ...APP_INFO, filePicker: 'own' } },
    answers: {
      'files:place': ({ name }) => ({ ref: fileRefSchema.parse(name), name, exists: true }),
      'export:start': () => ({ exportId: 'export' }),
    },
  })
  act(() => {
    world.edit('edits.rename', renameStory(storyOf(world), 'Fox: yes/no?'))
  })
  await user.click(screen.getByRole('radio', { name: /^Game lines/ }))
  await user.click(screen.getByRole('button', { name: 'Export 2 files…' }))
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Folder name' })
  expect(name.value).toBe('Fox yes no')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/^A folder with this name/)
  expect(callsOf('export:start')).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Export into it' }))
  await waitFor(() => expect(callsOf('export:start')).toMatchObject([{ ref: 'Fox yes no' }]))
})

test('cancelling the file name or the text export returns to the page and its settings', async () => {
  const { user, callsOf } = await openExportPage({
    app: { info: { ...APP_INFO, filePicker: 'own' } },
    answers: {
      'files:place': ({ name }) => ({ ref: fileRefSchema.parse(name), name, exists: false }),
      'export:start': () => ({ exportId: 'export' }),
    },
  })
  await user.click(screen.getByRole('radio', { name: /^Game lines/ }))
  for (const opens of ['Export 2 files…', 'Export as text…']) {
    await user.click(screen.getByRole('button', { name: opens }))
    const above = (await screen.findAllByRole('dialog')).at(-1)
    if (above === undefined) throw new Error('No dialog is open')
    await user.click(within(above).getByRole('button', { name: 'Cancel' }))
    const preset = await screen.findByRole<HTMLInputElement>('radio', { name: /^Game lines/ })
    expect(preset.checked).toBe(true)
  }
  await user.click(screen.getByRole('button', { name: 'Export 2 files…' }))
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  await waitFor(() => expect(callsOf('export:start')).toHaveLength(1))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a preset stays chosen with captions, and a saved preset with the same settings is chosen when it is clicked', async () => {
  const podcast = EXPORT_PRESETS.podcast
  const { user } = await openExportPage({
    app: {
      settings: {
        ...DEFAULT_APP_SETTINGS,
        exportPresets: [{ name: 'My show', settings: { ...podcast, captions: ['srt'] } }],
      },
    },
  })
  const isChosen = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name }).checked
  await user.click(screen.getByRole('checkbox', { name: 'WebVTT' }))
  await user.click(screen.getByRole('radio', { name: /^Podcast/ }))
  expect(isChosen(/^Podcast/)).toBe(true)
  await user.click(screen.getByRole('radio', { name: 'My show' }))
  expect(isChosen(/^My show/)).toBe(true)
  await user.click(screen.getByRole('radio', { name: /^Podcast/ }))
  expect(isChosen(/^Podcast/)).toBe(true)
})

test('files of blocks that will be rendered first are listed with their names and lengths, and omitted if these blocks are left out', async () => {
  const story = sketchStory([{ text: 'Wait.' }, { text: 'Go.' }])
  const takes = [takeOf(story, id('b1'), 'audio', 0, 900)]
  const { user, world } = renderInWorld(<Dialogs />, {
    records: [...story.records.values()],
    app: { info: { ...APP_INFO, filePicker: 'system' } },
  })
  const named = () =>
    within(screen.getByRole('region', { name: 'Output' }))
      .queryAllByRole('listitem')
      .flatMap((item) => item.querySelector('[title]')?.textContent ?? [])
  runCommand(world, 'export')
  await user.click(await screen.findByRole('radio', { name: /^Game lines/ }))
  await waitFor(() => expect(named().length).toBe(2))
  const fresh = named()
  expect(screen.getByText(/^2 files · /)).not.toBeNull()
  act(() => addAudio(world.audio, { takes, render: null }))
  await waitFor(() => expect(screen.queryByRole('switch', { name: 'Leave them out' })).not.toBeNull())
  expect(named()).toEqual(fresh)
  await user.click(screen.getByRole('switch', { name: 'Leave them out' }))
  await waitFor(() => expect(named().length).toBe(1))
})

test('captions are not offered if the service did not report the times', async () => {
  const story = sketchStory([{ text: 'Wait.' }])
  const { world } = renderInWorld(<Dialogs />, { records: [...story.records.values()] })
  const found = { audioId: 'whole', durationMs: 900, credits: 5, createdAtMs: 1 }
  world.audio.setState({ render: { ...found, id: 'render', storyKey: storyKey(story) } })
  runCommand(world, 'export')
  expect(await screen.findByText(/did not say when each block is heard/)).toBeTruthy()
  expect(screen.queryByRole('checkbox', { name: 'SRT' })).toBeNull()
})

const firstFile = () =>
  within(screen.getByRole('region', { name: 'Output' })).getAllByRole('listitem')[0]?.textContent

test('file names are composed of parts, by keyboard alone', async () => {
  const { user } = await openExportPage()
  await user.click(screen.getByRole('radio', { name: /^Game lines/ }))
  const tags = screen.getByRole('grid', { name: 'Names' })
  const pieces = () =>
    within(tags)
      .getAllByRole('row')
      .map(({ textContent }) => textContent)
  expect(pieces()).toEqual(['number 0001', '“_”', 'character', '“_”', 'name'])
  within(tags).getAllByRole('row')[0]?.focus()
  await user.keyboard('{Alt>}{ArrowRight}{/Alt}')
  expect(pieces().slice(0, 2)).toEqual(['“_”', 'number 0001'])
  within(tags).getAllByRole('row')[0]?.focus()
  await user.keyboard('{Delete}')
  expect(pieces()[0]).toBe('number 0001')
  await user.type(screen.getByRole('textbox', { name: 'Add text' }), ' end{Enter}')
  expect(firstFile()).toContain('0001_Wait. end.wav')
  await user.click(screen.getByRole('button', { name: 'Name part' }))
  await user.click(await screen.findByRole('menuitem', { name: 'title' }))
  expect(firstFile()).toContain('0001_Wait. endA story.wav')
})

test('a placeholder for file names is inserted at the cursor, between placeholders and within a text', async () => {
  const { user } = await openExportPage()
  await user.click(screen.getByRole('radio', { name: /^Game lines/ }))
  const pieces = (name: string) =>
    within(screen.getByRole('grid', { name }))
      .getAllByRole('row')
      .map(({ textContent }) => textContent)
  const addPart = async (name: string) => {
    await user.click(screen.getByRole('button', { name: 'Name part' }))
    await user.click(await screen.findByRole('menuitem', { name }))
  }
  const field = screen.getByRole('textbox', { name: 'Add text' })
  await user.click(field)
  await user.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(pieces('Names')).toEqual(['number 0001', '“_”', 'character'])
  expect(pieces('Names, after the text field')).toEqual(['“_”', 'name'])
  expect(document.activeElement).toBe(field)
  await addPart('title')
  expect(pieces('Names')).toEqual(['number 0001', '“_”', 'character', 'title'])
  expect(firstFile()).toContain('0001_A story_Wait.wav')
  await user.click(field)
  await user.keyboard('{Backspace}{Delete}{Home}up down{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}')
  await addPart('chapter')
  expect(pieces('Names')).toEqual(['“up ”', 'chapter'])
  expect(pieces('Names, after the text field')).toEqual(['“down”', 'number 0001', '“_”', 'character', 'name'])
  await user.click(field)
  await user.keyboard('and {Enter}then ')
  await user.tab()
  expect(pieces('Names'), 'text is added as the focus leaves it').toEqual(['“up ”', 'chapter', '“and then ”'])
  expect(document.activeElement?.textContent).toBe('“down”')
  await user.keyboard('{Delete}')
  expect(pieces('Names, after the text field')).toEqual(['number 0001', '“_”', 'character', 'name'])
  await user.click(field)
  await user.keyboard('{End}')
  expect(screen.queryByRole('grid', { name: 'Names, after the text field' })).toBeNull()
})

test('settings are saved under a name, and removed', async () => {
  const { user, world, callsOf } = await openExportPage({
    answers: { 'settings:update': () => DEFAULT_APP_SETTINGS },
  })
  await user.click(screen.getByRole('radio', { name: /^Podcast/ }))
  await user.click(screen.getByRole('radio', { name: 'WAV' }))
  await user.click(screen.getByRole('button', { name: 'Save as a preset' }))
  await user.type(screen.getByRole('textbox', { name: 'Name of the preset' }), 'Radio cut{Enter}')
  expect(callsOf('settings:update')).toMatchObject([
    { exportPresets: [{ name: 'Radio cut', settings: { format: 'wav' } }] },
  ])
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'Radio cut' })).checked).toBe(true)
  await user.click(screen.getByRole('radio', { name: 'FLAC' }))
  await user.click(screen.getByRole('radio', { name: 'Radio cut' }))
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'WAV' }).checked).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Remove Radio cut' }))
  expect(world.state.getState().settings.exportPresets).toEqual([])
})

test('the export page keeps the last settings of a story, and shows the time and place of the last export, and the free space', async () => {
  const last = { atMs: Date.UTC(2026, 10, 23, 9, 12), fileCount: 9, location: '/home/anna/Ferry' }
  const kept = { recentId: PROJECT.recentId, settings: EXPORT_PRESETS.podcast, last }
  const { user, world, emit, callsOf } = await openExportPage({
    app: {
      info: { ...APP_INFO, filePicker: 'system' },
      settings: { ...DEFAULT_APP_SETTINGS, storyExports: [kept] },
    },
    answers: {
      'export:room': () => ({ freeBytes: 84e9 }),
      'files:pick': () => ({ ref: fileRefSchema.parse('place') }),
      'export:start': () => ({ exportId: 'export' }),
      'export:show': () => ({}),
    },
  })
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Podcast/ }).checked).toBe(true)
  expect(screen.getByText(/^Last export: .*, 9 files$/)).toBeTruthy()
  expect(screen.getByText('/home/anna/Ferry')).toBeTruthy()
  expect(await screen.findByText('Free on the story’s disk: 84.0 GB')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show the files' })).toBeNull()

  await user.click(screen.getByRole('radio', { name: 'WAV' }))
  await user.click(screen.getByRole('button', { name: 'Export…' }))
  await waitFor(() => expect(callsOf('export:start')).toHaveLength(1))
  expect(world.state.getState().settings.storyExports).toMatchObject([{ settings: { format: 'wav' }, last }])
  act(() => {
    emit('export:progress', {
      ...{ exportId: 'export', fraction: 1, remainingMs: 0 },
      outcome: {
        ...{ kind: 'done', fileName: 'Ferry.wav', fileCount: 1, location: '/home/anna/Ferry.wav' },
        ...{ download: null, beside: [], durationMs: 1900 },
      },
    })
  })
  runCommand(world, 'export')
  expect(await screen.findByText('/home/anna/Ferry.wav')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show the files' }))
  expect(callsOf('export:show')).toEqual([{ exportId: 'export' }])
})

test('voices whose audio may not be sold, or whose terms are unknown, are named', async () => {
  const voice = { language: 'en', description: '', gender: null, engine: null }
  const packOf = (name: string, allowsCommercialUse: boolean | null) => ({
    ...{ id: name, name, makesPerSecond: null },
    licence: { name, url: null, allowsCommercialUse },
  })
  const { world, story } = renderInWorld(<Dialogs />, {
    records: sketchRecords([{ text: 'Wait.' }, { text: 'No.' }]),
    app: {
      voices: [
        { ...voice, id: 'NV-a-main', name: 'Ada', pack: packOf('CC BY-NC 4.0', false) },
        { ...voice, id: 'NV-b-main', name: 'Ben', pack: packOf('Unknown', null) },
        { ...voice, id: 'OA001', name: 'Alloy', pack: null },
      ],
    },
  })
  const speakWith = (voiceId: string) => {
    act(() => {
      world.edit('edits.voiceId', patchBlocks(story(), [id('b1')], { voiceId }))
    })
  }
  speakWith('NV-a-main')
  runCommand(world, 'export')
  const get = await screen.findByRole('region', { name: 'Output' })
  const forbidden = /is not allowed: Ada \(CC BY-NC 4\.0\)\./
  expect(within(get).getByText(forbidden)).toBeTruthy()
  expect(within(get).queryByText(/unclear/)).toBeNull()
  speakWith('NV-b-main')
  expect(await within(get).findByText(/unclear: Ben \(Unknown\)\./)).toBeTruthy()
  expect(within(get).queryByText(forbidden)).toBeNull()
})

test('the audiobook preset includes credits, whose wording can be changed, and renders them first', async () => {
  const { user, callsOf } = await openExportPage({
    answers: {
      'files:pick': () => ({ ref: fileRefSchema.parse('place') }),
      'jobs:start': () => ({ job: null, isNew: false }),
    },
  })
  expect(screen.queryByRole('textbox', { name: 'Opening credits' })).toBeNull()
  await user.click(screen.getByRole('radio', { name: /^Audiobook/ }))
  const opening = screen.getByRole<HTMLInputElement>('textbox', { name: 'Opening credits' })
  expect(opening.value).toBe('{title}, by {author}, read by {reader}.')
  screen.getByText('A story. … The end. You have been listening to A story.')
  expect(screen.getAllByText('01 Opening credits.mp3')).not.toEqual([])
  await user.clear(opening)
  await user.paste('This is {title}!')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Audiobook/ }).checked).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Render and export…' }))
  await waitFor(() =>
    expect(callsOf('jobs:start')).toMatchObject([
      {
        spokenCredits: {
          opening: 'This is A story!',
          closing: 'The end. You have been listening to A story.',
        },
      },
    ]),
  )
})
