// @module-tag long
import { readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { expectAccessible } from './support/accessibility.ts'
import { useStudio } from './support/studio.ts'

const studio = useStudio({ hasOwnHost: true, bypassCSP: true })

const library = () => studio.page.getByRole('region', { name: 'Vibes', exact: true })
const own = () => library().getByRole('list', { name: 'Your vibes' })

async function openLibrary(): Promise<void> {
  await studio.editor.openSection('Vibes')
  await studio.editor.outline.getByRole('button', { name: 'All vibes…' }).click()
  await library().waitFor()
}

async function createVibe(name: string, prompt: string): Promise<void> {
  await library().getByRole('button', { name: 'New vibe' }).click()
  await library().getByRole('textbox', { name: 'Name of the vibe' }).fill(name)
  await library().getByRole('textbox', { name: 'How it sounds' }).fill(prompt)
  await library().getByRole('button', { name: 'Create' }).click()
  await own()
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .waitFor()
}

test('the library is accessible without vibes, with vibes, and with a vibe open', async () => {
  const { editor, page } = studio
  await editor.newStory('It is waiting.')
  await openLibrary()
  await library()
    .getByText(/^None yet\./)
    .waitFor()
  await expectAccessible(page, 'no vibes')
  await createVibe('Wise', 'Calm, slow and tender.')
  await own().getByRole('button', { name: /^Wise/ }).click()
  await expectAccessible(page, 'a vibe that is open')
  await library().getByRole('button', { name: 'Delete Wise' }).click()
  await library().getByText('Deleted “Wise”.').waitFor()
  await expectAccessible(page, 'a vibe that is about to be deleted')
  await library().getByRole('button', { name: 'Undo deleting Wise' }).click()
  await own().getByRole('button', { name: /^Wise/ }).waitFor()
})

test('a vibe is used, shown on its block, auditioned and deleted', async () => {
  const { editor, page } = studio
  await editor.newStory('It is waiting.')
  await openLibrary()
  await createVibe('Owlish', 'Low and mysterious.')
  await own()
    .getByRole('button', { name: /^Owlish/ })
    .click()
  await library().getByRole('button', { name: 'Use for the selected block' }).click()
  await editor.item(1).getByText('vibe · Owlish').waitFor()
  await expectAccessible(page, 'a block with a vibe')

  await library()
    .getByRole('listitem')
    .filter({ hasText: 'Owlish' })
    .getByRole('button', { name: 'Compare voices…' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Compare voices' })
  await dialog.getByText('1 version to generate.').waitFor()
  await dialog.getByRole('button', { name: 'Add a version' }).click()
  await editor.chooseOption(dialog.getByRole('combobox', { name: 'Vibe of version 2' }), 'Villain')
  await dialog.getByText('2 versions to generate.').waitFor()
  await expectAccessible(page, 'an audition')
  await dialog.getByRole('button', { name: 'Generate', exact: true }).click()
  await dialog.getByRole('button', { name: 'Play version 2' }).waitFor()
  await expectAccessible(page, 'an audition that was made')
  await dialog.getByRole('button', { name: 'Use version 2 for the block' }).click()
  await editor.item(1).getByText('vibe · Villain').waitFor()
  await editor.state(1, 'Rendered').waitFor()

  await editor.undo()
  await editor.item(1).getByText('vibe · Owlish').waitFor()
  await library().getByRole('button', { name: 'Delete Owlish' }).click()
  const question = editor.dialog('Delete the vibe')
  await question.getByText(/^Block 1 is spoken with “Owlish”\./).waitFor()
  await expectAccessible(page, 'the question before a vibe in use is deleted')
  await question.getByRole('button', { name: 'Delete the vibe' }).click()
  await library().getByRole('button', { name: 'Undo deleting Owlish' }).and(page.locator(':focus')).waitFor()
  await editor.item(1).getByText('vibe · Owlish (gone)').waitFor({ timeout: 15_000 })
  await library().locator(':focus').waitFor() // not the page
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
  await editor.notice('The vibe “Owlish” is back in your library.').waitFor()
  await editor.item(1).getByText('vibe · Owlish', { exact: true }).waitFor()
  await editor.undo()
  await expectAccessible(page, 'a block whose vibe is gone')
  await library().getByRole('button', { name: 'Close', exact: true }).click()
  await editor.inspector.getByRole('button', { name: 'Put “Owlish” back' }).click()
  await editor.item(1).getByText('vibe · Owlish', { exact: true }).waitFor()
})

test('vibes are exported to a file and imported from one', async () => {
  const { editor, page } = studio
  await editor.newStory('It is waiting.')
  await openLibrary()
  await createVibe('Shared', 'Hopeful.')
  await library().getByRole('button', { name: 'More about vibes' }).click()
  await page.getByRole('menuitem', { name: 'Share as a file…' }).click()
  const sharing = editor.dialog('Share vibes as a file')
  await expectAccessible(page, 'vibes to share')
  await sharing.getByRole('button', { name: /^Share \d vibes?…/ }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'File name' }).fill('My vibes')
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(/^Saved \d vibes? to My vibes\.vibes\.$/).waitFor()
  const file = JSON.parse(await readFile(studio.path('My vibes.vibes'), 'utf8')) as { vibes: unknown[] } // written just now
  expect(file.vibes).toContainEqual({ vibe: 'Shared', prompt: 'Hopeful.' })

  await writeFile(
    studio.path('friends.vibes'),
    JSON.stringify({
      fabulaVibes: 1,
      vibes: [
        { vibe: 'Foxy', prompt: 'Playful.' },
        { vibe: 'Shared', prompt: 'Hopeful.' },
      ],
    }),
  )
  await library().getByLabel('Import from a file…').setInputFiles(studio.path('friends.vibes'))
  const importing = editor.dialog('Vibes in “friends.vibes”')
  await importing.getByText('1 vibe is new; 1 of the file are already in your library.').waitFor()
  await expectAccessible(page, 'vibes to import')
  await importing.getByRole('button', { name: 'Add 1 vibe' }).click()
  await own().getByRole('button', { name: /^Foxy/ }).waitFor()
})
