/** Actions of specs in the command palette, by keyboard alone. */
import type { Page } from 'playwright-core'
import type { Editor } from './editor.ts'

/** A file in the form that a file chooser accepts. */
export interface ChosenFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** Runs a command that asks for a file, and chooses the file. */
export async function chooseFileBy(page: Page, command: string, file: ChosenFile): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(`>${command}`)
  const item = page.getByRole('menuitem', { name: new RegExp(`^${command}`) })
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), item.click()])
  await chooser.setFiles(file)
}

/** Opens the review of a file of the folder that is added to the open story, and waits until its button has the focus. */
export async function reviewAddition(editor: Editor, page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type('>Add to the story')
  await editor.dialog('Find or do anything').getByRole('menuitem', { name: 'Add to the story…' }).waitFor()
  await page.keyboard.press('Enter')
  await editor.dialog('Add a file to the story').getByRole('button', { name }).press('Enter')
  const add = editor.dialog('Import').getByRole('button', { name: /^Add to the story/ })
  await add.and(page.locator(':focus')).waitFor()
}
