// @module-tag long
import { writeFile } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startModelServer } from '../fakes/modelServer.ts'
import { findKey } from '../fakes/keyForms.ts'
import { expectAccessible } from './support/accessibility.ts'
import { useStudio } from './support/studio.ts'

const KEY = 'model-key/Key+9b1d'
// axe adds styles of its own, which the page's policy would block.
const studio = useStudio({ hasOwnHost: true, bypassCSP: true })

test('a language model is set up and asked who speaks, and its answers are accepted or rejected', async () => {
  const { editor, page, path } = studio
  const model = await startModelServer({
    key: KEY,
    say: ({ messages }) => {
      const asked = /Numbered lines: (.*)/.exec(messages[1]?.content ?? '')?.[1] ?? ''
      const lines = asked.split(', ').map((line) => Number(line.slice(1)))
      return { labels: lines.map((line, index) => ({ line, speaker: index === 0 ? 'Tamsin' : 'Narrator' })) }
    },
  })
  onTestFinished(() => model.close())
  await editor.newStory('Mine.')
  await editor.chooseFromMenu('Use a language model…')
  const dialog = editor.dialog('Language models')
  await dialog.getByRole('button', { name: 'Add language model' }).click()
  const form = editor.dialog('Add a language model')
  const filled = { Name: 'Own', 'Base URL': model.url, Model: 'tiny', Key: KEY }
  for (const [label, value] of Object.entries(filled))
    await form.getByLabel(label, { exact: true }).fill(value)
  await form.getByRole('button', { name: 'Save and test' }).click()
  await dialog.getByText(/^Connected\. The server has this model/).waitFor()
  expect(model.requests).toEqual([])
  await page.keyboard.press('Escape')

  const paragraphs = [
    '“You’ll wait,” said Harrow.',
    '“I have a letter,” said Tamsin.',
    'It rained on the pier for an hour, and the boats came in.',
    'A door opened somewhere in the dark of the long shed.',
    '“Is it far?”',
    'Nobody moved, and the lamp swung on its hook.',
    'The wind rose in the night, and the tide with it.',
    '“Kee, kee!”',
  ]
  await writeFile(path('ferry.txt'), paragraphs.join('\n\n'))
  await page.keyboard.press('Control+o')
  await editor.dialog('Open a story or a text').getByRole('button', { name: 'ferry.txt' }).click()
  const review = editor.dialog('Import')
  const group = review.getByRole('group', { name: 'Language model' })
  await group.getByText(/^About [\d,]+ tokens in 1 request\. It costs nothing\.$/).waitFor()
  await group.getByRole('button', { name: 'Ask Own who speaks' }).press('Enter')
  await group.getByText('2 lines to decide').waitFor()
  await group.getByRole('switch', { name: /^Only its answers/ }).press('Space')
  const preview = review.getByRole('region', { name: 'Preview' })
  await preview.getByRole('heading', { name: 'Answers of the language model' }).waitFor()
  await expectAccessible(page, 'the answers of a language model')
  await preview.getByRole('button', { name: 'Tamsin speaks “Is it far?”' }).press('Enter')
  await group.getByText('1 line to decide').waitFor()
  await preview.getByRole('button', { name: 'Leave “Kee, kee!” as it was' }).press('Enter')
  await expect.poll(() => preview.getByRole('button', { name: /^Leave “/ }).count()).toBe(0)
  expect(model.requests).toHaveLength(1)
  const shown = await page.evaluate(() => document.documentElement.outerHTML + JSON.stringify(localStorage))
  expect(findKey(KEY, shown)).toEqual([])
  await review.getByRole('button', { name: /^Create story/ }).press('Enter')
  await expect.poll(() => editor.texts()).toContain('“Is it far?”')
  const block = editor.item((await editor.texts()).indexOf('“Is it far?”') + 1)
  await block.getByText('Tamsin').waitFor()
})
