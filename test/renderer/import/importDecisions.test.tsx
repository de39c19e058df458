import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { reviewFile, reviewText } from '../../../renderer/actions/imports.ts'
import { Dialogs } from '../../../renderer/app/Dialogs.tsx'
import { plainParagraph, sourceOf } from '../../../shared/import/source.ts'
import type { ImportReading } from '../../../shared/ipc/importContract.ts'
import { blocksOf } from '../../../shared/story/selectors.ts'
import { sketchRecords } from '../support/smallStory.ts'
import { giveBoxes } from '../support/boxes.ts'
import { renderInWorld } from '../support/testWorld.tsx'
import { chapter, reading, ref, renderReview, reviewHost } from './renderReview.tsx'

giveBoxes({ width: 600, height: 2000 })

test('a speaker is merged with another by name, separated again, and renamed with F2', async () => {
  const { world, user, records } = renderReview()
  await reviewFile(world, ref)
  const menuOf = (name: string) => screen.findByRole('button', { name: `${name}: rename or merge` })
  await user.click(await menuOf('Tom'))
  await user.click(await screen.findByRole('menuitem', { name: 'Merge with Mira' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Tom: rename or merge' })).toBeNull())
  await user.click(await menuOf('Mira'))
  await user.click(await screen.findByRole('menuitem', { name: 'Separate “Tom” again' }))
  ;(await menuOf('Tom')).focus()
  await user.keyboard('{F2}')
  const field = await screen.findByRole('textbox', { name: 'Name of Tom' })
  await user.clear(field)
  await user.type(field, 'Thomas{Enter}')
  expect(document.activeElement).toBe(await menuOf('Thomas'))
  await user.click(await menuOf('Mira'))
  await user.click(await screen.findByRole('menuitem', { name: 'Merge with Thomas' }))
  await user.click(screen.getByRole('button', { name: /^Create story/ }))
  await waitFor(() => expect(records()).not.toEqual([]))
  const cast = records().flatMap((record) => (record.type === 'character' ? [record.name] : []))
  expect(cast).toEqual(['Thomas', 'Narrator'])
})

test('names that one person can have are merged by one click, but not while another name is typed', async () => {
  const texts = [
    '[Captain Brandt] Stop.',
    '[Brandt] Stop.',
    '[Captain Brandt] Stop.',
    '[Brandt] Stop.',
    '[Captain Brandt] Stop.',
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

test('lines whose speaker is unclear are listed, and each can be assigned by name', async () => {
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
  await user.click(screen.getByRole('button', { name: /^Create story/ }))
  await waitFor(() => expect(records()).not.toEqual([]))
  expect(records().flatMap((record) => (record.type === 'block' ? [record.text.trim()] : []))).toContain(
    '“Who is there?”',
  )
})

test('lines with an emotion get a model that supports it if the writer wants this', async () => {
  const lines = ['Go.', 'No.'].map((text) => plainParagraph(text, { manner: 'angry' }))
  const source = sourceOf('Lines', [{ title: null, kind: 'body', paragraphs: lines }])
  const { world, user, records } = renderReview({ ...reading, source })
  await reviewFile(world, ref)
  await screen.findByText('2 lines have an emotion that the model Standard ignores.')
  const isExpressive = screen.getByRole<HTMLInputElement>('switch', { name: 'Use Expressive for 2 lines' })
  isExpressive.focus()
  await user.keyboard(' ')
  expect(screen.queryByText(/that the model Standard ignores/)).toBeNull()
  expect(isExpressive.checked).toBe(true)
  await user.click(screen.getByRole('button', { name: /^Create story/ }))
  await waitFor(() => expect(records()).not.toEqual([]))
  expect(records().flatMap((record) => (record.type === 'block' ? [record.model] : []))).toEqual([
    'audio_stable',
    'audio_stable',
  ])
})

test('natural voices are not offered a model with emotions, and the review tells who gets a voice of the other gender', async () => {
  const lines = [
    plainParagraph('„Halt“, sagte Frau Hale.'),
    plainParagraph('„Nein“, sagte Herr Quill.'),
    plainParagraph('„Doch“, sagte Frau Hale. „Nein“, sagte Herr Quill.'),
    plainParagraph('Sie ging hinaus, und er sah ihr nach.', { manner: 'angry' }),
  ]
  const source = {
    ...sourceOf('Lines', [{ title: null, kind: 'body' as const, paragraphs: lines }]),
    language: 'de',
  }
  const men = ['one', 'two'].map((id) => ({
    ...{ id: `NV-${id}-main`, name: id, language: 'de-de', gender: 'male' as const, description: '' },
    ...{
      engine: null,
      pack: {
        id,
        name: id,
        makesPerSecond: null,
        licence: { name: 'MIT', url: null, allowsCommercialUse: true },
      },
    },
  }))
  const { world } = renderReview({ ...reading, source }, {}, { voices: men })
  await reviewFile(world, ref)
  await screen.findByText(
    '1 line has an emotion. It is kept for voices that have emotions; natural voices have none.',
  )
  expect(screen.queryByRole('switch', { name: /^Use Expressive/ })).toBeNull()
  screen.getByText(
    /^1 woman has a natural voice of a man: this language has no other one\. Add a natural voice/,
  )
})

test('the author in a file is shown, and the story gets all metadata of the file', async () => {
  const book = {
    author: 'Ada Wren',
    series: { name: 'Tides', number: '2' },
    description: 'A lamp.',
  }
  const cover = { mimeType: 'image/png', base64: 'iVBORw==' } as const
  const { user, world, records } = renderReview({
    ...reading,
    source: { ...reading.source, ...book, language: 'en', cover },
  })
  await reviewFile(world, ref)
  await screen.findByText('Author: Ada Wren')
  await user.click(screen.getByRole('button', { name: /^Create story/ }))
  await waitFor(() => expect(records()).not.toEqual([]))
  expect(records()).toContainEqual(expect.objectContaining({ type: 'story', book, language: 'en' }))
  expect(records()).toContainEqual({ type: 'cover', id: 'cover', ...cover })
})

describe('the story of a review', () => {
  const asked = (texts: readonly string[]) =>
    renderReview({ ...reading, source: sourceOf('Novel', [chapter('One', ...texts)]) })

  test('is made in advance while its decisions stay the same, and saved once', async () => {
    const { world, user, records, callsOf } = asked(['Rain.', 'The ferry left. It was late.'])
    await reviewFile(world, ref)
    await waitFor(() => expect(callsOf('import:storyRecords')).toHaveLength(1), { timeout: 5_000 })
    expect(callsOf('import:makeStory')).toEqual([])
    await user.click(screen.getByRole('button', { name: /^Create story/ }))
    await waitFor(() => expect(records()).not.toEqual([]))
    expect(callsOf('import:storyRecords')).toHaveLength(1)
    expect(callsOf('import:makeStory')).toHaveLength(1)
  })

  test('is shown behind the review, which closes afterwards', async () => {
    const { world, user } = asked(['Rain.'])
    await reviewFile(world, ref)
    const shown: unknown[] = []
    world.open.subscribe(({ session }) => {
      if (session !== null) queueMicrotask(() => shown.push(world.view.getState().dialog?.kind))
    })
    await user.click(await screen.findByRole('button', { name: /^Create story/ }))
    await waitFor(() => expect(shown).toEqual(['import']))
    await waitFor(() => expect(world.view.getState().dialog).toBeNull())
  })

  test('is made again after a decision', async () => {
    const { world, user, records, callsOf } = asked(['Rain.', 'The ferry left. It was late.'])
    await reviewFile(world, ref)
    await waitFor(() => expect(callsOf('import:storyRecords')).toHaveLength(1), { timeout: 5_000 })
    await user.click(screen.getByRole('radio', { name: 'Sentence' }))
    await user.click(screen.getByRole('button', { name: /^Create story/ }))
    await waitFor(() => expect(records()).not.toEqual([]))
    const texts = records().flatMap((record) => (record.type === 'block' ? [record.text] : []))
    expect(texts).toEqual(['Rain.', 'The ferry left.', 'It was late.'])
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
  const open = (records = sketchRecords([{ text: 'Once.' }])) => {
    const host = reviewHost(() => records)
    const read = () => host.open(lines)
    const answers = { ...host.answers, 'import:readFile': read, 'import:reviewText': read }
    return renderInWorld(<Dialogs />, { records, answers })
  }

  test('adds a pasted text by default', async () => {
    const { world, user, story, callsOf } = open()
    await reviewText(world, { text: 'Go.', title: 'Lines' })
    const add = await screen.findByRole('button', { name: /^Add to the story.*3 blocks/ })
    screen.getByRole('button', { name: 'Create story' })
    await user.click(add)
    await waitFor(() =>
      expect(blocksOf(story()).map(({ text }) => text)).toEqual(['Once.', 'Go.', 'No.', 'So.']),
    )
    expect(callsOf('import:storyRecords')).toEqual([])
  })

  test('makes a new story from an opened file by default', async () => {
    const { world } = open()
    await reviewFile(world, ref)
    await screen.findByRole('button', { name: /^Create story.*3 blocks/ })
    screen.getByRole('button', { name: 'Add to the story' })
  })

  test('warns of ids that the story already has', async () => {
    const records = sketchRecords([{ text: 'Once.' }, { text: 'Twice.' }]).map((record) =>
      record.type === 'block' && record.text === 'Once.' ? { ...record, name: 'L1' } : record,
    )
    const { world } = open(records)
    await reviewFile(world, ref)
    await screen.findByText(
      '1 line has an ID that is already in the story. Adding it creates a second block with this ID.',
    )
  })

  test('does not warn if the story has no ids', async () => {
    const { world } = open()
    await reviewFile(world, ref)
    await screen.findByRole('button', { name: /^Create story/ })
    expect(screen.queryByText(/already in the story/)).toBeNull()
  })
})
