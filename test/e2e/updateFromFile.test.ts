// @module-tag long
import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { archive, relationships } from '../electron/lib/documents/formats/samples.ts'
import { expectAccessible } from './support/accessibility.ts'
import { useStudio } from './support/studio.ts'

const studio = useStudio()

const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
/** A paragraph that no other one is like. */
const paragraph = (index: number) =>
  `The keeper wrote ${NUMBERS[index % 10]} times ${NUMBERS[Math.floor(index / 10)]} into the log and blew out lamp ${index}.`

/** A Word document of chapters. */
function docx(chapters: readonly (readonly string[])[]): Uint8Array {
  const line = (text: string, style = '') =>
    `<w:p>${style === '' ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`
  const body = chapters.flatMap(([title = '', ...texts]) => [
    line(title, 'Heading1'),
    ...texts.map((text) => line(text)),
  ])
  const schema = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
  return archive({
    '_rels/.rels': relationships({ r1: ['officeDocument', 'word/document.xml'] }),
    'word/document.xml': `<w:document xmlns:w="${schema}"><w:body>${body.join('')}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relationships({ s1: ['styles', 'styles.xml'] }),
    'word/styles.xml': `<w:styles xmlns:w="${schema}"><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>`,
  })
}

test('a novel of 60 paragraphs is updated from its changed document by keyboard, and the update is undone in one step', async () => {
  const { editor, page, path } = studio
  const texts = Array.from({ length: 60 }, (_, index) => paragraph(index))
  const chapters = [0, 20, 40].map((from, index) => [`Part ${index + 1}`, ...texts.slice(from, from + 20)])
  await writeFile(path('log.docx'), docx(chapters))
  await page.keyboard.press('Control+o')
  await editor.dialog('Open a story or a text').getByRole('button', { name: 'log.docx' }).click()
  await editor.dialog('Import').getByRole('button', { name: 'Create story' }).click()
  const script = page.getByRole('main')
  await script.getByText(paragraph(0)).first().waitFor()

  // One paragraph changed, one is new, one is gone, and one stands in another chapter.
  const changed = paragraph(5).replace('blew out', 'lit')
  const [first = [], second = [], third = []] = chapters
  await writeFile(
    path('log.docx'),
    docx([
      first.map((text) => (text === paragraph(5) ? changed : text)).concat('Nobody else was awake.'),
      second.filter((text) => text !== paragraph(30) && text !== paragraph(31)),
      [...third, paragraph(31)],
    ]),
  )
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await page.getByText('“log.docx” has changed since this story was made from it.').waitFor()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('revised manuscript')
  await page.keyboard.press('Enter')
  await editor.dialog('Update from a file').getByRole('button', { name: 'log.docx' }).click()
  const update = editor.dialog('Update from a file')
  const list = update.getByRole('group', { name: 'Changes in the file' })
  await expect.poll(() => list.getByRole('checkbox').count()).toBe(4)
  await expectAccessible(page, 'the update from a file')
  expect(await list.locator('ins, del').allInnerTexts()).toEqual([
    'blew out ',
    'lit ',
    'Nobody else was awake.',
    paragraph(30),
  ])
  expect(await update.getByRole('status').innerText()).toBe('2 blocks to render · free')
  const removed = update.getByRole('checkbox', { name: 'Accept all: Removed' })
  await removed.press('Space')
  await update.getByRole('button', { name: 'Update 3 changes' }).waitFor()
  await removed.press('Space')
  await update.getByRole('button', { name: 'Update 4 changes' }).press('Enter')
  await update.waitFor({ state: 'detached' })
  await script.getByText(changed).first().waitFor()
  await page.getByText('Updated 4 places.').waitFor()

  await page.keyboard.press('Control+z')
  await page.getByText('Part 1').first().click()
  await script.getByText(paragraph(5)).first().waitFor()
  expect(await script.getByText(changed).count()).toBe(0)
})
