/** Two tabs with one story, as a writer opens them, over the real host and its file. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createEditor, type Editor } from './support/editor.ts'
import { useStudio } from './support/studio.ts'
import { long } from '../support/tags.ts'

const studio = useStudio()

/** Opens the story of the page in a second tab. */
async function secondTab() {
  const page = await studio.context.newPage()
  await page.goto(studio.page.url())
  const editor = createEditor(page)
  await editor.text(1).waitFor()
  return { page, editor }
}

test('two tabs on one story show each other’s words, and neither loses any', async () => {
  const { editor: a } = studio
  await a.newStory('Once upon a time.', 'The end.')
  const { editor: b, page } = await secondTab()
  await a.placeCursor(1)
  await b.placeCursor(1, 0) // in the very same place, the words of both could be interleaved
  await Promise.all([
    a.text(1).pressSequentially(' There was a fox.', { delay: 25 }),
    b.text(1).pressSequentially('It was cold. ', { delay: 25 }),
  ])
  await Promise.all([a.saved(), b.saved()])
  await expect.poll(async () => (await a.texts()).join('\n') === (await b.texts()).join('\n')).toBe(true)
  const [text = ''] = await a.texts()
  for (const word of ['There', 'was', 'a', 'fox', 'It', 'was', 'cold'])
    expect(text.split(/[ .]+/), text).toContain(word)

  await page.reload()
  await b.text(1).waitFor()
  expect(await b.texts()).toEqual(await a.texts())
  await page.close()
})

const PLACES = [
  ['at the start of a block', 'Start of it.', 0],
  ['within a word', 'Start of it.', 2],
  ['at the end of a block', 'It is the end', 13],
  ['in an empty block', '', 0],
] as const

test(
  'two tabs that type at the same place in a text end with every letter once, and one shows a warning',
  long,
  async () => {
    const { editor: a, page: pageOfA } = studio
    await a.newStory(...PLACES.map(([, text]) => text))
    const { editor: b, page: pageOfB } = await secondTab()
    const [ofA, ofB] = ['z'.repeat(15), 'q'.repeat(15)]
    for (const [index, [place, text, at]] of PLACES.entries()) {
      const block = index + 1
      await a.placeCursor(block, at)
      await b.placeCursor(block, at)
      await Promise.all([
        a.text(block).pressSequentially(ofA, { delay: 20 }),
        b.text(block).pressSequentially(ofB, { delay: 20 }),
      ])
      await Promise.all([a.saved(), b.saved()])
      await expect.poll(async () => (await a.texts()).join('\n') === (await b.texts()).join('\n')).toBe(true)
      const merged = (await a.texts())[index] ?? ''
      const letters = (words: string) => [...words.replaceAll(' ', '')].toSorted().join('')
      expect(letters(merged), place).toBe(letters(text + ofA + ofB))
      const warnings = [pageOfA, pageOfB].map((page) =>
        page
          .getByRole('alert')
          .filter({ hasText: `Block ${block} was changed in two windows at once.` })
          .count(),
      )
      expect(Math.max(...(await Promise.all(warnings))), place).toBe(1)
    }
    await pageOfB.close()
  },
)

test('a change in one tab leaves the cursor and the undo list of the other unchanged', long, async () => {
  const { editor: a } = studio
  await a.newStory('A fox ran.', 'Two.')
  const { editor: b, page } = await secondTab()
  await b.placeCursor(1, 5)
  await a.placeCursor(1, 2)
  await a.text(1).pressSequentially('red ')
  await b.expectTexts('A red fox ran.', 'Two.')
  await page.keyboard.type(' and a hen')
  await a.expectTexts('A red fox and a hen ran.', 'Two.')
  await a.undo()
  await b.expectTexts('A fox and a hen ran.', 'Two.')
  await b.undo()
  await a.expectTexts('A fox ran.', 'Two.')

  const name = 'Title of the story'
  const [titleOfA, titleOfB] = [studio.page, page].map((each) => each.getByRole('textbox', { name }))
  await titleOfA?.fill('The fox ran')
  await expect.poll(() => titleOfB?.inputValue()).toBe('The fox ran')
  await titleOfB?.focus()
  await titleOfB?.evaluate((field: HTMLInputElement) => field.setSelectionRange(7, 7))
  await titleOfA?.fill('The red fox ran')
  await expect.poll(() => titleOfB?.inputValue()).toBe('The red fox ran')
  await page.keyboard.type(' never')
  expect(await titleOfB?.inputValue()).toBe('The red fox never ran')
  await page.close()
})

test('a block that is deleted in one tab disappears in the other, and returns with undo', long, async () => {
  const { editor: a } = studio
  await a.newStory('One.', 'Two.', 'Three.')
  const { editor: b, page } = await secondTab()
  await a.clickRow(2)
  await studio.page.keyboard.press('Delete')
  await b.expectTexts('One.', 'Three.')
  await a.undo()
  await b.expectTexts('One.', 'Two.', 'Three.')
  await page.close()
})

test(
  'two tabs that add words to the lexicon of a story at the same time both keep all words, and undo only their own',
  long,
  async () => {
    const { editor: a, page: pageOfA } = studio
    await a.newStory('Tamsin went to Saltmarsh.')
    const { editor: b, page: pageOfB } = await secondTab()
    const lexiconOf = (page: Page) => page.getByRole('region', { name: 'Lexicon' })
    const type = async (page: Page, editor: Editor, offset: number, spoken: string) => {
      await editor.placeCursor(1, offset)
      await page.keyboard.press('Alt+l')
      await lexiconOf(page).getByRole('textbox', { name: 'Say it as' }).fill(spoken)
    }
    const tamsin = { name: 'Tamsin, said as TAM-zin' }
    const saltmarsh = { name: 'Saltmarsh, said as SAWLT-marsh' }
    await type(pageOfA, a, 3, 'TAM-zin')
    await type(pageOfB, b, 20, 'SAWLT-marsh')
    await pageOfA.keyboard.press('Enter')
    await lexiconOf(pageOfB).getByRole('row', tamsin).waitFor()
    // Saving in the other tab does not disturb typing here.
    await pageOfB.keyboard.press('Enter')
    for (const page of [pageOfA, pageOfB]) {
      await lexiconOf(page).getByRole('row', saltmarsh).waitFor()
      await lexiconOf(page).getByRole('row', tamsin).waitFor()
    }
    await pageOfA.keyboard.press('Control+z')
    for (const page of [pageOfA, pageOfB]) {
      await lexiconOf(page).getByRole('row', tamsin).waitFor({ state: 'detached' })
      await lexiconOf(page).getByRole('row', saltmarsh).waitFor()
    }
    await pageOfB.close()
  },
)

test('a story that is closed in one tab stays open in the other', long, async () => {
  const { editor: a } = studio
  await a.newStory('One.')
  await studio.page.getByRole('textbox', { name: 'Title of the story' }).fill('A story in two tabs')
  await a.saved()
  const { editor: b, page } = await secondTab()
  await a.button('Close story').click()
  await studio.page.getByRole('row', { name: /^A story in two tabs/ }).click()
  await a.text(1).waitFor()
  await a.text(1).fill('One more.')
  await b.expectTexts('One more.')
  await b.text(1).fill('One more time.')
  await a.expectTexts('One more time.')
  await page.close()
})
