import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { takeDropped } from '../../../renderer/actions/dropped.ts'
import { reviewFile, reviewText } from '../../../renderer/actions/imports.ts'
import { Dialogs } from '../../../renderer/app/Dialogs.tsx'
import { storyExportOf } from '../../../shared/export/storyExports.ts'
import { plainParagraph, sourceOf } from '../../../shared/import/source.ts'
import type { ImportReading } from '../../../shared/ipc/importContract.ts'
import { fileRefSchema } from '../../../shared/ipc/views.ts'
import { NO_SILENCES } from '../../../shared/story/records.ts'
import type { CharacterId } from '../../../shared/story/records.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { blocksOf } from '../../../shared/story/selectors.ts'
import { NOTHING_MADE, PROJECT, sketchRecords } from '../support/smallStory.ts'
import { giveBoxes } from '../support/boxes.ts'
import { renderInWorld } from '../support/testWorld.tsx'

giveBoxes({ width: 600, height: 2000 })

const ref = fileRefSchema.parse('novel')
const chapter = (title: string, ...texts: string[]) => ({
  title,
  kind: 'body' as const,
  paragraphs: texts.map((text) => plainParagraph(text)),
})
const reading: ImportReading = {
  name: 'novel.epub',
  sizeBytes: 1,
  source: sourceOf('Novel', [
    chapter('One', '“Wait,” said Mira.', '“Why?” asked Tom.', '“Why?” asked Tom.', '“Wait,” said Mira.'),
    chapter('Two', 'It rained.'),
  ]),
  table: null,
  encoding: null,
  readAs: null,
}

function renderReview(read: ImportReading = reading) {
  const made = renderInWorld(<Dialogs />, {
    answers: {
      'import:readFile': () => read,
      'import:makeStory': ({ records }) => ({ ...PROJECT, ...NOTHING_MADE, records }),
    },
  })
  return { ...made, records: () => made.callsOf('import:makeStory')[0]?.records ?? [] }
}

test('a table whose words no column is named after asks for that column', async () => {
  const rows = [{ line: 2, cells: ['Mira', 'It is me.'], isBroken: false }]
  const { world, user } = renderReview({
    ...reading,
    source: sourceOf('Lines', []),
    table: { title: 'Lines', header: ['Who', 'What is said'], rows },
  })
  await reviewFile(world, ref)
  await screen.findByText(/^Which column has the words to speak\?/)
  expect(screen.getByRole('button', { name: /^Make the story/ })).toHaveProperty('disabled', true)
  await user.type(screen.getByRole('combobox', { name: 'Words' }), 'What')
  await user.click(await screen.findByRole('option', { name: 'What is said' }))
  await waitFor(() => expect(screen.queryByText(/^Which column has/)).toBeNull())
  await within(screen.getByRole('region', { name: 'Preview' })).findByText('It is me.')
})

test('a line is given to another speaker, and chapters are renamed and moved, by keys', async () => {
  const { world, user, records } = renderReview()
  await reviewFile(world, ref)
  const name = await screen.findByRole('button', { name: 'Mira, speaker of block 1' })
  name.focus()
  await user.keyboard('{Enter}')
  await user.click(await screen.findByRole('menuitem', { name: 'Tom' }))
  await screen.findByRole('button', { name: 'Tom, speaker of block 1' })
  within(screen.getByRole('grid', { name: 'Chapters' }))
    .getAllByRole('row')[0]
    ?.focus()
  await user.keyboard('{F2}')
  const title = await screen.findByRole('textbox', { name: 'Title of the chapter' })
  await user.clear(title)
  await user.type(title, 'The Jetty{Enter}')
  within(screen.getByRole('grid', { name: 'Chapters' }))
    .getAllByRole('row')[0]
    ?.focus()
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await user.click(screen.getByRole('button', { name: /^Make the story/ }))
  await waitFor(() => expect(records()).not.toEqual([]))
  const titles = records().flatMap((record) => (record.type === 'chapter' ? [record.title] : []))
  expect(titles).toEqual(['Two', 'The Jetty'])
  const cast = new Map(
    records().flatMap((record) => (record.type === 'character' ? [[record.id, record.name]] : [])),
  )
  const nameOf = (id: CharacterId | null) => (id === null ? '' : (cast.get(id) ?? ''))
  const said = records().flatMap((record) =>
    record.type === 'block' ? [`${nameOf(record.characterId)}: ${record.text}`] : [],
  )
  expect(said).toContain('Tom: “Wait,”')
  expect(said.filter((line) => line === 'Mira: “Wait,”')).toHaveLength(1)
})

test('keys rename and move the chapter that has the focus, which keeps it', async () => {
  const { world, user, records } = renderReview()
  await reviewFile(world, ref)
  const grid = await screen.findByRole('grid', { name: 'Chapters' })
  within(grid).getAllByRole('row')[1]?.focus()
  await user.keyboard('{F2}')
  const title = await screen.findByRole('textbox', { name: 'Title of the chapter' })
  await user.clear(title)
  await user.type(title, 'Nothing')
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(within(grid).getByRole('row', { name: 'Two' }))
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await waitFor(() =>
    expect(
      within(grid)
        .getAllByRole('row')
        .map((row) => row.getAttribute('aria-label')),
    ).toEqual(['Two', 'One']),
  )
  expect(document.activeElement).toBe(within(grid).getByRole('row', { name: 'Two' }))
  await user.click(screen.getByRole('button', { name: /^Make the story/ }))
  await waitFor(() => expect(records()).not.toEqual([]))
  expect(records().flatMap((record) => (record.type === 'chapter' ? [record.title] : []))).toEqual([
    'Two',
    'One',
  ])
})

test('a speaker is merged with another by its name, parted again, and renamed with F2', async () => {
  const { world, user, records } = renderReview()
  await reviewFile(world, ref)
  const menuOf = (name: string) => screen.findByRole('button', { name: `${name}: rename or merge` })
  await user.click(await menuOf('Tom'))
  await user.click(await screen.findByRole('menuitem', { name: 'Merge with Mira' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Tom: rename or merge' })).toBeNull())
  await user.click(await menuOf('Mira'))
  await user.click(await screen.findByRole('menuitem', { name: 'Take “Tom” out again' }))
  ;(await menuOf('Tom')).focus()
  await user.keyboard('{F2}')
  const field = await screen.findByRole('textbox', { name: 'Name of Tom' })
  await user.clear(field)
  await user.type(field, 'Thomas{Enter}')
  expect(document.activeElement).toBe(await menuOf('Thomas'))
  await user.click(await menuOf('Mira'))
  await user.click(await screen.findByRole('menuitem', { name: 'Merge with Thomas' }))
  await user.click(screen.getByRole('button', { name: /^Make the story/ }))
  await waitFor(() => expect(records()).not.toEqual([]))
  const cast = records().flatMap((record) => (record.type === 'character' ? [record.name] : []))
  expect(cast).toEqual(['Thomas', 'Narrator'])
})

test('names that one person can have are merged by one press, and nobody meets them while a name is typed', async () => {
  const texts = [
    '“Stop,” said Captain Brandt.',
    '“Stop,” said Brandt.',
    '“Stop,” said Captain Brandt.',
    '“No,” said Bo.',
  ]
  const { world, user } = renderReview({ ...reading, source: sourceOf('Novel', [chapter('One', ...texts)]) })
  await reviewFile(world, ref)
  await user.click(await screen.findByRole('button', { name: 'Same person as Brandt: merge' }))
  const speakers = () =>
    screen.getAllByRole('button', { name: /: rename or merge$/ }).map(({ textContent }) => textContent)
  await waitFor(() => expect(speakers()).toEqual(['Captain Brandt', 'Bo']))
  screen.getByRole('button', { name: 'Captain Brandt: rename or merge' }).focus()
  await user.keyboard('{F2}')
  const field = await screen.findByRole('textbox', { name: 'Name of Captain Brandt' })
  await user.clear(field)
  await user.type(field, 'Bob{Enter}')
  await waitFor(() => expect(speakers()).toEqual(['Bob', 'Bo']))
})

test('lines whose speaker is unclear are listed, and each is given to somebody by its name', async () => {
  const texts = [
    '“Wait,” said Mira.',
    'It rained.',
    'A voice came. “Who is there?” Nobody moved.',
    'It was late.',
    'The end.',
  ]
  const { world, user, records } = renderReview({
    ...reading,
    source: sourceOf('Novel', [chapter('One', ...texts)]),
  })
  await reviewFile(world, ref)
  const preview = await screen.findByRole('region', { name: 'Preview' })
  const words = () => [...preview.querySelectorAll('[data-index] p')].map(({ textContent }) => textContent)
  screen.getByText('1 line whose speaker is unclear; the narrator reads it')
  screen.getByRole('switch', { name: /^Only unclear lines/ }).focus()
  await user.keyboard(' ')
  await waitFor(() => expect(words()).toEqual([texts[1], texts[2], texts[3]]))
  await user.click(within(preview).getByRole('button', { name: 'Narrator, speaker of block 4' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Mira' }))
  const given = await within(preview).findByRole('button', { name: 'Mira, speaker of block 5' })
  await waitFor(() => expect(words()).toEqual(['A voice came.', '“Who is there?”', 'Nobody moved.']))
  await waitFor(() => expect(document.activeElement).toBe(given))
  screen.getByText('0 lines whose speaker is unclear; the narrator reads them')
  await user.click(screen.getByRole('button', { name: /^Make the story/ }))
  await waitFor(() => expect(records()).not.toEqual([]))
  expect(records().flatMap((record) => (record.type === 'block' ? [record.text.trim()] : []))).toContain(
    '“Who is there?”',
  )
})

test('a protected document asks for its password until it opens', async () => {
  const { world, user, answer, callsOf } = renderReview()
  answer({
    'import:readFile': ({ password }) => {
      if (password === null) throw new UserFacingError('document-password-needed')
      if (password !== 'ferry') throw new UserFacingError('document-password-wrong')
      return reading
    },
  })
  await reviewFile(world, ref)
  const field = () => screen.findByLabelText('Password of the document')
  await user.type(await field(), 'barge{Enter}')
  await screen.findByRole('alert')
  await user.clear(await field())
  await user.type(await field(), 'ferry{Enter}')
  await screen.findByRole('grid', { name: 'Chapters' })
  expect(callsOf('import:readFile').map(({ password }) => password)).toEqual([null, 'barge', 'ferry'])
})

describe('a story that is dropped on an open story', () => {
  const tides: ImportReading = { ...reading, source: sourceOf('Tides', [chapter('High', 'The tide.')]) }

  async function dropOverStory() {
    const made = renderInWorld(<Dialogs />, {
      records: sketchRecords([{ text: 'Once.' }]),
      answers: {
        'import:readFile': ({ isAdded }) => (isAdded === true ? tides : null),
        'project:open': () => ({ ...PROJECT, ...NOTHING_MADE, records: sketchRecords([{ text: 'Ebb.' }]) }),
      },
    })
    vi.mocked(made.world.bridge.takeFile).mockResolvedValue(ref)
    await takeDropped(made.world, new File(['x'], 'tides.fabula'))
    expect(made.callsOf('import:readFile')).toEqual([])
    return { ...made, texts: () => blocksOf(made.story()).map(({ text }) => text) }
  }

  test('is opened where the writer says so', async () => {
    const { user, texts } = await dropOverStory()
    await user.click(await screen.findByRole('button', { name: 'Open the story' }))
    await waitFor(() => expect(texts()).toEqual(['Ebb.']))
  })

  test('is added where the writer says so, as one edit', async () => {
    const { user, texts, callsOf, edits } = await dropOverStory()
    await user.click(await screen.findByRole('button', { name: 'Add to the story…' }))
    await user.click(await screen.findByRole('button', { name: /^Add to the story.*block/ }))
    await waitFor(() => expect(texts()).toEqual(['Once.', 'The tide.']))
    expect(edits()).toHaveLength(1)
    expect(callsOf('project:open')).toEqual([])
  })
})

describe('a file that takes long to read', () => {
  test('is told of at once, and its review follows', async () => {
    const { world, answer } = renderReview()
    const slow = Promise.withResolvers<ImportReading>()
    answer({ 'import:readFile': () => slow.promise })
    const reviewed = reviewFile(world, ref)
    expect((await screen.findByRole('status')).textContent).toBe('Reading the file…')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Make the story' }).disabled).toBe(true)
    slow.resolve(reading)
    await reviewed
    await screen.findByRole('grid', { name: 'Chapters' })
  })

  test('shows its chapters as they are found, and how far it is', async () => {
    const { world, answer, emit } = renderReview()
    const slow = Promise.withResolvers<ImportReading>()
    answer({ 'import:readFile': () => slow.promise })
    const reviewed = reviewFile(world, ref)
    const chapters = await screen.findByRole('region', { name: 'Chapters' })
    const tell = (progress: { done: number; titles: string[] }, of = ref) => {
      act(() => {
        emit('import:progress', { ref: of, total: 8, ...progress })
      })
    }
    tell({ done: 1, titles: ['Cover'] })
    tell({ done: 3, titles: ['Cover', 'The Jetty'] })
    tell({ done: 5, titles: ['Of another file'] }, fileRefSchema.parse('other'))
    within(chapters).getByText('The Jetty')
    expect(within(chapters).queryByText('Of another file')).toBeNull()
    expect(screen.getByRole('progressbar').getAttribute('value')).toBe('3')
    screen.getByText('3 of 8 parts')
    slow.resolve(reading)
    await reviewed
  })

  test('is not read any more where the writer cancels, and its answer shows nothing', async () => {
    const { world, user, answer, callsOf } = renderReview()
    const slow = Promise.withResolvers<ImportReading>()
    answer({ 'import:readFile': () => slow.promise })
    const reviewed = reviewFile(world, ref)
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(callsOf('import:stop')).toEqual([{ ref }])
    slow.resolve(reading)
    await reviewed
    expect(world.view.getState().dialog).toBeNull()
  })

  test('that is stopped refuses without a message', async () => {
    const { world, answer } = renderReview()
    const slow = Promise.withResolvers<ImportReading>()
    answer({ 'import:readFile': () => slow.promise })
    const reviewed = reviewFile(world, ref)
    world.view.setState({ dialog: null })
    slow.reject(new UserFacingError('request-cancelled'))
    await reviewed
    expect(world.view.getState().notices).toEqual([])
  })
})

describe('a text that was pasted', () => {
  const samples = (['utf-8', 'windows-1252'] as const).map((name) => ({ encoding: name, sample: 'A' }))
  const encoding = { name: 'utf-8' as const, isSure: true, samples }
  const pasted: ImportReading = { ...reading, encoding, readAs: 'markdown' }

  test('has the title that it says itself, and is read as something else where the writer says so', async () => {
    const { world, user, answer, callsOf } = renderReview()
    answer({
      'import:readText': ({ readAs }) => ({ ...pasted, ...(readAs !== undefined && { readAs }) }),
    })
    await reviewText(world, { text: '# One', title: 'Given' })
    const readAs = await screen.findByRole('radiogroup', { name: 'Read as' })
    screen.getByText('Novel')
    expect(screen.queryByRole('combobox', { name: 'Written in' })).toBeNull()
    expect(within(readAs).getByRole<HTMLInputElement>('radio', { name: 'Markdown' }).checked).toBe(true)
    await user.click(within(readAs).getByRole('radio', { name: 'Plain text' }))
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Plain text' }).checked).toBe(true),
    )
    const text = { text: '# One', title: 'Given' }
    expect(callsOf('import:readText')).toEqual([text, { ...text, readAs: 'text' }])
  })
})

test('the author of a file is shown, and is that of the story’s exports', async () => {
  const { world, user } = renderReview({ ...reading, source: { ...reading.source, author: 'M. Trial' } })
  await reviewFile(world, ref)
  await screen.findByText('Author: M. Trial')
  await user.click(screen.getByRole('button', { name: /^Make the story/ }))
  await waitFor(() => {
    const { settings } = world.app.getState()
    expect(storyExportOf(settings.storyExports, PROJECT.recentId)?.settings.tags.author).toBe('M. Trial')
  })
})

describe('an import over an open story', () => {
  const named = [
    plainParagraph('Go.', { name: 'L1' }),
    plainParagraph('No.', { name: 'L2' }),
    plainParagraph('So.'),
  ]
  const lines: ImportReading = {
    ...reading,
    source: sourceOf('Lines', [{ title: null, kind: 'body', paragraphs: named }]),
  }
  const open = (records = sketchRecords([{ text: 'Once.' }])) =>
    renderInWorld(<Dialogs />, {
      records,
      answers: { 'import:readFile': () => lines, 'import:readText': () => lines },
    })

  test('usually adds a text that was pasted', async () => {
    const { world, user, story, callsOf } = open()
    await reviewText(world, { text: 'Go.', title: 'Lines' })
    const add = await screen.findByRole('button', { name: /^Add to the story.*3 blocks/ })
    screen.getByRole('button', { name: 'Make the story' })
    await user.click(add)
    await waitFor(() =>
      expect(blocksOf(story()).map(({ text }) => text)).toEqual(['Once.', 'Go.', 'No.', 'So.']),
    )
    expect(callsOf('import:makeStory')).toEqual([])
  })

  test('usually makes a story of a file that was opened', async () => {
    const { world } = open()
    await reviewFile(world, ref)
    await screen.findByRole('button', { name: /^Make the story.*3 blocks/ })
    screen.getByRole('button', { name: 'Add to the story' })
  })

  test('warns of the ids that the story has already', async () => {
    const records = sketchRecords([{ text: 'Once.' }, { text: 'Twice.' }]).map((record) =>
      record.type === 'block' && record.text === 'Once.' ? { ...record, name: 'L1' } : record,
    )
    const { world } = open(records)
    await reviewFile(world, ref)
    await screen.findByText(
      '1 line has an id that is in the story already. To add it makes a second block with this id.',
    )
  })

  test('does not warn where no id is in the story', async () => {
    const { world } = open()
    await reviewFile(world, ref)
    await screen.findByRole('button', { name: /^Make the story/ })
    expect(screen.queryByText(/in the story already/)).toBeNull()
  })
})

test('a text file is read again as it was but for what the writer changes', async () => {
  const { world, user, answer, callsOf } = renderReview()
  const samples = (['windows-1251', 'windows-1252'] as const).map((name) => ({ encoding: name, sample: 'A' }))
  const encoding = { name: 'windows-1251' as const, isSure: false, samples }
  answer({ 'import:readFile': ({ readAs }) => ({ ...reading, encoding, readAs: readAs ?? 'text' }) })
  await reviewFile(world, ref, { name: 'a.txt' })
  await user.click(await screen.findByRole('radio', { name: 'Screenplay' }))
  await waitFor(() => expect(callsOf('import:readFile')).toHaveLength(2))
  expect(callsOf('import:readFile')[1]).toMatchObject({ ref, encoding: 'windows-1251', readAs: 'fountain' })
})

test('lines with an emotion get the model that takes it where the writer wants it', async () => {
  const lines = ['Go.', 'No.'].map((text) => plainParagraph(text, { manner: 'angry' }))
  const source = sourceOf('Lines', [{ title: null, kind: 'body', paragraphs: lines }])
  const { world, user, records } = renderReview({ ...reading, source })
  await reviewFile(world, ref)
  await screen.findByText('2 lines have an emotion. Standard does not take it: it would not be heard.')
  const isExpressive = screen.getByRole<HTMLInputElement>('switch', { name: 'Use Expressive for 2 lines' })
  isExpressive.focus()
  await user.keyboard(' ')
  expect(screen.queryByText(/it would not be heard/)).toBeNull()
  expect(isExpressive.checked).toBe(true)
  await user.click(screen.getByRole('button', { name: /^Make the story/ }))
  await waitFor(() => expect(records()).not.toEqual([]))
  expect(records().flatMap((record) => (record.type === 'block' ? [record.model] : []))).toEqual([
    'audio_stable',
    'audio_stable',
  ])
})

test('pauses follow natural rules, unless they are switched off', async () => {
  const { world, user, records } = renderReview()
  await reviewFile(world, ref)
  const pauses = await screen.findByRole<HTMLInputElement>('switch', { name: /^Pauses/ })
  expect(pauses.checked).toBe(true)
  pauses.focus()
  await user.keyboard(' ')
  expect(pauses.checked).toBe(false)
  await user.click(screen.getByRole('button', { name: /^Make the story/ }))
  await waitFor(() => expect(records()).not.toEqual([]))
  expect(records().find((record) => record.type === 'story')?.silenceRules).toEqual(NO_SILENCES)
})
