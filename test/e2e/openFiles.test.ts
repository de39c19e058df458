import { createHash } from 'node:crypto'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { root } from '../../build/root.mjs'
import { useStudio } from './support/studio.ts'
import { long } from '../support/tags.ts'

const studio = useStudio()
const fixture = join(root, 'test/fixtures/projects/v1/everything.fabula')

const digest = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex')

async function openByDialog(name: string): Promise<void> {
  const { editor } = studio
  await editor.button('Open').click()
  await editor.dialog('Open a story or a text').getByRole('button', { name }).click()
}

/** Puts a file in the folder, opens it, and checks that it is refused with this message and left unchanged. */
async function expectRefused(name: string, content: Uint8Array, words: RegExp): Promise<void> {
  const { page, path } = studio
  await writeFile(path(name), content)
  await openByDialog(name)
  await page.getByRole('alert').getByText(words).waitFor()
  expect(await digest(path(name))).toBe(createHash('sha256').update(content).digest('hex'))
  expect((await readdir(studio.folder)).filter((each) => each.startsWith(name))).toEqual([name])
  await page.getByRole('button', { name: 'New story' }).waitFor()
}

test('a file of format version 1 is opened completely, and its backup copy is named', async () => {
  const { editor, page, path } = studio
  await writeFile(path('Everything.fabula'), await readFile(fixture))
  await openByDialog('Everything.fabula')
  await editor.text(1).waitFor()
  expect(await page.getByRole('textbox', { name: 'Title of the story' }).inputValue()).toContain(
    'Everything – ü 𝔎',
  )
  expect(await editor.text(1).inputValue()).toContain('„a wolf“')
  await page
    .getByRole('status')
    .getByText(/earlier version of Fabula .* “Everything\.fabula\.format-1\.bak”/)
    .waitFor()
  expect(await readdir(studio.folder)).toContain('Everything.fabula.format-1.bak')
})

test('a damaged file is refused and left unchanged', async () => {
  const bytes = await readFile(fixture)
  await expectRefused(
    'Damaged.fabula',
    bytes.fill(0xa5, 4096, bytes.length - 4096),
    /^“Damaged\.fabula” is damaged and cannot be read\. It was not changed\./,
  )
})

test('a file of another program is refused and left unchanged', () =>
  expectRefused(
    'Picture.fabula',
    Buffer.from('\x89PNG\r\n\x1a\n and then some', 'latin1'),
    /^“Picture\.fabula” is not a Fabula story\. It was not changed\./,
  ))

test('a file of a newer version is refused and left unchanged', async () => {
  const bytes = await readFile(fixture)
  bytes.writeInt32BE(99, 60) // SQLite's user_version
  await expectRefused('Newer.fabula', bytes, /^“Newer\.fabula” was written by a newer version of Fabula\./)
})

test('a file that another program has locked is refused, left unchanged, and opened when it is free', async () => {
  const { editor, page, path } = studio
  const bytes = await readFile(fixture)
  await writeFile(path('Held.fabula'), bytes)
  const holder = new DatabaseSync(path('Held.fabula'))
  holder.exec('BEGIN EXCLUSIVE')
  await openByDialog('Held.fabula')
  await page
    .getByRole('alert')
    .getByText(/^“Held\.fabula” is open in another window or program\./)
    .waitFor()
  holder.exec('ROLLBACK')
  holder.close()
  expect((await readFile(path('Held.fabula'))).equals(bytes)).toBe(true)
  await openByDialog('Held.fabula')
  await editor.text(1).waitFor()
})

test('a Markdown file is imported by the dialog: headings become chapters, and NAME: sets the speaker', async () => {
  const { editor, page } = studio
  await editor.button('Open').click()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    editor.dialog('Open a story or a text').getByRole('button', { name: 'Choose a file…' }).click(),
  ])
  const text = '# The door\n\nIt was open.\n\nWOLF: Come in.\n'
  await chooser.setFiles({ name: 'tale.md', mimeType: 'text/markdown', buffer: Buffer.from(text) })
  await editor.makeStory()
  await editor.outline.getByRole('row', { name: '1 · The door' }).waitFor()
  await editor.expectTexts('It was open.', 'Come in.')
  await editor
    .item(2)
    .getByText(/^wolf$/i)
    .waitFor()
})

test('a text whose encoding is not certain is shown in the review', long, async () => {
  const { editor, path } = studio
  // “Starý muž seděl u okna a díval se na moře.” in Windows-1250
  await writeFile(
    path('More.txt'),
    Buffer.from('Star\xfd mu\x9e sed\xecl u okna a d\xedval se na mo\xf8e.', 'latin1'),
  )
  await openByDialog('More.txt')
  const sample = editor.dialog('Import').getByRole('blockquote')
  await sample.getByText('Starý muž seděl u okna a díval se na moře.').waitFor()
  await editor.makeStory()
  await editor.expectTexts('Starý muž seděl u okna a díval se na moře.')
})

test('a text file that is dropped on the window becomes a story', long, async () => {
  const { editor, page } = studio
  const transfer = await page.evaluateHandle(() => {
    const data = new DataTransfer()
    data.items.add(new File(['First paragraph.\n\nSecond paragraph.'], 'dropped.txt', { type: 'text/plain' }))
    return data
  })
  const target = page.getByRole('main')
  await target.dispatchEvent('dragover', { dataTransfer: transfer })
  await page.getByText('Drop a story, a text or a document to open it').waitFor()
  await target.dispatchEvent('drop', { dataTransfer: transfer })
  await editor.makeStory()
  await editor.expectTexts('First paragraph.', 'Second paragraph.')
})

test('a file that Fabula cannot read is refused in plain words', long, async () => {
  const { editor, page, problems } = studio
  problems.expect(/415/) // Chromium writes answers that are errors to its console
  await editor.newStory('Mine.')
  const transfer = await page.evaluateHandle(() => {
    const data = new DataTransfer()
    data.items.add(new File(['x'], 'picture.png', { type: 'image/png' }))
    return data
  })
  await editor.script.dispatchEvent('drop', { dataTransfer: transfer })
  await page
    .getByRole('alert')
    .getByText(/^Fabula cannot use “picture\.png” here\. Nothing was changed\. It accepts \.fabula \.docx /)
    .waitFor()
  await editor.expectTexts('Mine.')
})
