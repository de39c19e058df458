import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { takeDropped } from '../../../renderer/actions/dropped.ts'
import { reviewFile, reviewText } from '../../../renderer/actions/imports.ts'
import { Dialogs } from '../../../renderer/app/Dialogs.tsx'
import { sourceOf } from '../../../shared/import/source.ts'
import { guessColumns, sourceFromTable } from '../../../shared/import/table.ts'
import { joinSheets, tableOfRows } from '../../../shared/import/tableLayout.ts'
import type { ImportReading, OpenReview } from '../../../shared/ipc/importContract.ts'
import { fileRefSchema } from '../../../shared/ipc/views.ts'
import { NO_SILENCES, type CharacterId } from '../../../shared/story/records.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { blocksOf } from '../../../shared/story/selectors.ts'
import { NOTHING_MADE, PROJECT, sketchRecords } from '../support/smallStory.ts'
import { giveBoxes } from '../support/boxes.ts'
import { chapter, reading, ref, renderReview, reviewHost } from './renderReview.tsx'
import { renderInWorld } from '../support/testWorld.tsx'

giveBoxes({ width: 600, height: 2000 })

test('a table in which no column is recognized as the text asks for that column', async () => {
  const rows = [{ line: 2, cells: ['Mira', 'It is me.'], isBroken: false }]
  const { world, user } = renderReview({
    ...reading,
    source: sourceOf('Lines', []),
    table: { title: 'Lines', header: ['Who', 'What is said'], rows },
  })
  await reviewFile(world, ref)
  await screen.findByText(/^Which column contains the text to speak\?/)
  expect(screen.getByRole('button', { name: /^Create story/ })).toHaveProperty('disabled', true)
  await user.type(screen.getByRole('combobox', { name: 'Words' }), 'What')
  await user.click(await screen.findByRole('option', { name: 'What is said' }))
  await waitFor(() => expect(screen.queryByText(/^Which column contains/)).toBeNull())
  await within(screen.getByRole('region', { name: 'Preview' })).findByText('It is me.')
})

test('the sheet of a workbook and its header row are chosen by keyboard', async () => {
  const rows = (sheet: string, ...cells: string[][]) =>
    cells.map((each, index) => ({ line: index + 1, cells: each, isBroken: false, sheet }))
  const header = ['Character', 'Line']
  const title = 'Lines'
  const gate = tableOfRows({ title, sheet: 'Gate', rows: rows('Gate', header, ['Mira', 'Who is there?']) })
  const hall = tableOfRows({
    ...{ title, sheet: 'Hall' },
    rows: rows('Hall', ['Wer', 'Was'], header, ['Tom', 'Only me.']),
  })
  const table = joinSheets(title, [gate, hall])
  const source = sourceFromTable(table, guessColumns(table))
  const { world, user } = renderReview({ ...reading, source, table, sheets: [gate, hall] })
  await reviewFile(world, ref)
  const titles = () =>
    within(screen.getByRole('grid', { name: 'Chapters' }))
      .getAllByRole('row')
      .map((row) => row.textContent)
  await screen.findByText('Who is there?')
  expect(titles()).toEqual([expect.stringContaining('Gate'), expect.stringContaining('Hall')])
  expect(screen.queryByRole('combobox', { name: 'Header row' })).toBeNull()
  const choose = async (field: string, name: string) => {
    const box = screen.getByRole('combobox', { name: field })
    await user.clear(box)
    await user.type(box, name)
    await screen.findByRole('option', { name })
    await user.keyboard('{ArrowDown}{Enter}')
  }
  await choose('Sheet', 'Hall')
  const preview = within(screen.getByRole('region', { name: 'Preview' }))
  await preview.findByText('Only me.')
  expect(titles()).toEqual([expect.stringContaining('Hall')])
  await choose('Header row', 'Row 1: Wer, Was')
  await screen.findByText(/^Which column contains the text to speak\?/)
  await choose('Words', 'Was')
  await preview.findByText('Line')
})

test('a line is assigned to another speaker, and chapters are renamed and moved, by keyboard', async () => {
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
  await user.click(screen.getByRole('button', { name: /^Create story/ }))
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

test('keys rename and move the focused chapter, which keeps the focus', async () => {
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
  await user.click(screen.getByRole('button', { name: /^Create story/ }))
  await waitFor(() => expect(records()).not.toEqual([]))
  expect(records().flatMap((record) => (record.type === 'chapter' ? [record.title] : []))).toEqual([
    'Two',
    'One',
  ])
})

test('a protected document asks for its password until it opens', async () => {
  const { world, user, answer, callsOf, open } = renderReview()
  answer({
    'import:readFile': ({ password }) => {
      if (password === null) throw new UserFacingError('document-password-needed')
      if (password !== 'ferry') throw new UserFacingError('document-password-wrong')
      return open(reading)
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

describe('a story that is dropped onto an open story', () => {
  const tides: ImportReading = { ...reading, source: sourceOf('Tides', [chapter('High', 'The tide.')]) }

  async function dropOverStory() {
    const records = sketchRecords([{ text: 'Once.' }])
    const host = reviewHost(() => records)
    const made = renderInWorld(<Dialogs />, {
      records,
      answers: {
        ...host.answers,
        'import:readFile': ({ isAdded }) => (isAdded === true ? host.open(tides) : null),
        'project:open': () => ({ ...PROJECT, ...NOTHING_MADE, records: sketchRecords([{ text: 'Ebb.' }]) }),
      },
    })
    vi.mocked(made.world.bridge.takeFile).mockResolvedValue(ref)
    await takeDropped(made.world, new File(['x'], 'tides.fabula'))
    expect(made.callsOf('import:readFile')).toEqual([])
    return { ...made, texts: () => blocksOf(made.story()).map(({ text }) => text) }
  }

  test('is opened if the writer chooses so', async () => {
    const { user, texts } = await dropOverStory()
    await user.click(await screen.findByRole('button', { name: 'Open the story' }))
    await waitFor(() => expect(texts()).toEqual(['Ebb.']))
  })

  test('is added as one edit if the writer chooses so', async () => {
    const { user, texts, callsOf, edits } = await dropOverStory()
    await user.click(await screen.findByRole('button', { name: 'Add to the story…' }))
    await user.click(await screen.findByRole('button', { name: /^Add to the story.*block/ }))
    await waitFor(() => expect(texts()).toEqual(['Once.', 'The tide.']))
    expect(edits()).toHaveLength(1)
    expect(callsOf('project:open')).toEqual([])
  })
})

describe('a file that takes long to read', () => {
  test('is shown at once, and its review follows', async () => {
    const { world, answer, open } = renderReview()
    const slow = Promise.withResolvers<OpenReview>()
    answer({ 'import:readFile': () => slow.promise })
    const reviewed = reviewFile(world, ref)
    expect((await screen.findByRole('status')).textContent).toBe('Reading the file…')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create story' }).disabled).toBe(true)
    slow.resolve(open(reading))
    await reviewed
    await screen.findByRole('grid', { name: 'Chapters' })
  })

  test('shows its chapters as they are found, and its progress', async () => {
    const { world, answer, emit, open } = renderReview()
    const slow = Promise.withResolvers<OpenReview>()
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
    slow.resolve(open(reading))
    await reviewed
  })

  test('is no longer read if the writer cancels, and its late answer shows nothing', async () => {
    const { world, user, answer, callsOf, open } = renderReview()
    const slow = Promise.withResolvers<OpenReview>()
    answer({ 'import:readFile': () => slow.promise })
    const reviewed = reviewFile(world, ref)
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(callsOf('import:stop')).toEqual([{ ref }])
    slow.resolve(open(reading))
    await reviewed
    expect(world.view.getState().dialog).toBeNull()
  })

  test('is cancelled without a message', async () => {
    const { world, answer } = renderReview()
    const slow = Promise.withResolvers<OpenReview>()
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

  test('has its own title, and is read as another format if the writer chooses so', async () => {
    const { world, user, answer, callsOf, open } = renderReview()
    answer({
      'import:reviewText': ({ readAs }) => open({ ...pasted, ...(readAs !== undefined && { readAs }) }),
    })
    await reviewText(world, { text: '# One', title: 'Given' })
    const readAs = await screen.findByRole('radiogroup', { name: 'Read as' })
    screen.getByText('Novel')
    expect(screen.queryByRole('combobox', { name: 'Encoding' })).toBeNull()
    expect(within(readAs).getByRole<HTMLInputElement>('radio', { name: 'Markdown' }).checked).toBe(true)
    await user.click(within(readAs).getByRole('radio', { name: 'Plain text' }))
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Plain text' }).checked).toBe(true),
    )
    const text = { text: '# One', title: 'Given' }
    expect(callsOf('import:reviewText')).toEqual([text, { ...text, readAs: 'text' }])
  })
})

test("a text file is read again unchanged, except for the writer's changes", async () => {
  const { world, user, answer, callsOf, open } = renderReview()
  const samples = (['windows-1251', 'windows-1252'] as const).map((name) => ({ encoding: name, sample: 'A' }))
  const encoding = { name: 'windows-1251' as const, isSure: false, samples }
  answer({ 'import:readFile': ({ readAs }) => open({ ...reading, encoding, readAs: readAs ?? 'text' }) })
  await reviewFile(world, ref, { name: 'a.txt' })
  await user.click(await screen.findByRole('radio', { name: 'Screenplay' }))
  await waitFor(() => expect(callsOf('import:readFile')).toHaveLength(2))
  expect(callsOf('import:readFile')[1]).toMatchObject({ ref, encoding: 'windows-1251', readAs: 'fountain' })
})

test('pauses follow the natural rules, unless they are switched off', async () => {
  const { world, user, records } = renderReview()
  await reviewFile(world, ref)
  const pauses = await screen.findByRole<HTMLInputElement>('switch', { name: /^Pauses/ })
  expect(pauses.checked).toBe(true)
  pauses.focus()
  await user.keyboard(' ')
  expect(pauses.checked).toBe(false)
  await user.click(screen.getByRole('button', { name: /^Create story/ }))
  await waitFor(() => expect(records()).not.toEqual([]))
  expect(records().find((record) => record.type === 'story')?.silenceRules).toEqual(NO_SILENCES)
})

test('a review whose file changed shows a message, and keeps the decisions', async () => {
  const { world, user, answer, records } = renderReview()
  await reviewFile(world, ref)
  answer({
    'import:plan': () => {
      throw new UserFacingError('import-file-changed', { name: 'novel.epub' })
    },
  })
  const titles = await screen.findByRole<HTMLInputElement>('switch', { name: /^Chapter titles/ })
  titles.focus()
  await user.keyboard(' ')
  await waitFor(() => expect(world.view.getState().notices).toHaveLength(1))
  expect(titles.checked).toBe(false)
  within(screen.getByRole('region', { name: 'Preview' })).getAllByText('“Wait,”')
  expect(records()).toEqual([])
})
