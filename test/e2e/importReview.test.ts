import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { expectAccessible } from './support/accessibility.ts'
import { useStudio } from './support/studio.ts'

const studio = useStudio()

const novel = `# The Ferry

## Copyright

All rights reserved.

## The Bucket

The ferry ran twice a day.

“You’ll wait,” said Harrow. “They all wait.”

“I have a letter,” said Tamsin.

“Is it far?” asked the lady.

## Slack Water

“No,” said Harrow.
`

async function openNovel() {
  const { editor, page, path } = studio
  await writeFile(path('ferry.html'), toHtml(novel))
  await page.keyboard.press('Control+o')
  await editor.dialog('Open a story or a text').getByRole('button', { name: 'ferry.html' }).click()
  return editor.dialog('Import')
}

function toHtml(text: string): string {
  return text
    .split('\n\n')
    .map((part) =>
      part
        .trim()
        .replace(/^## (.*)$/s, '<h2>$1</h2>')
        .replace(/^# (.*)$/s, '<h1>$1</h1>'),
    )
    .map((part) => (part.startsWith('<') ? part : `<p>${part}</p>`))
    .join('\n')
}

test('a book is reviewed, its speakers decided, and made a story, by keyboard', async () => {
  const { editor, page } = studio
  const review = await openNovel()
  const chapters = review.getByRole('grid', { name: 'Chapters' })
  await expect.poll(() => chapters.getByRole('row').count()).toBe(4)
  await expectAccessible(page, 'the review of an import')
  const preview = review.getByRole('region', { name: 'Preview' })
  await preview.getByText('The ferry ran twice a day.').waitFor()
  // The lady is only described: the writer is asked.
  const accept = preview.getByRole('button', { name: /^Accept the speaker of block/ })
  await accept.press('Enter')
  await accept.waitFor({ state: 'detached' })
  await preview.getByText('Lady', { exact: true }).waitFor()
  await review.getByRole('button', { name: 'Reject Tamsin' }).press('Enter')
  await chapters.getByRole('row', { name: 'Slack Water' }).press('Space')
  await review.getByRole('button', { name: /^Make the story/ }).press('Enter')
  await editor.expectTexts(
    'The ferry ran twice a day.',
    '“You’ll wait,”',
    'said Harrow.',
    '“They all wait.”',
    '“I have a letter,” said Tamsin.',
    '“Is it far?”',
    'asked the lady.',
  )
})

test('an import is added to an open story, and undone at once', async () => {
  const { editor, page } = studio
  await editor.newStory('Mine.')
  const review = await openNovel()
  await review.getByRole('button', { name: 'Add to the story' }).press('Enter')
  await expect.poll(() => editor.texts()).toContain('“No,”')
  await page.keyboard.press('Control+z')
  await editor.expectTexts('Mine.')
})
