import { readFile } from 'node:fs/promises'
import type { Studio } from './studio.ts'

/** Exports the open story by a command of the palette, and returns the text of the file. An existing file is replaced. */
export async function exportText(
  { editor, page, path }: Studio,
  command: string,
  file: string,
  isThere = false,
): Promise<string> {
  await page.keyboard.press('Control+k')
  await editor.dialog('Find or do anything').waitFor()
  await page.keyboard.type(`>${command}`)
  await editor.dialog('Find or do anything').getByRole('menuitem', { name: command }).waitFor()
  await page.keyboard.press('Enter')
  await editor.dialog('Export as text').getByRole('button', { name: 'Export…' }).press('Enter')
  const name = page.getByRole('textbox', { name: 'File name' })
  await name.press('Enter')
  if (isThere) await page.getByRole('button', { name: 'Replace' }).press('Enter')
  await editor.notice(`Exported ${file}.`).last().waitFor()
  return readFile(path(file), 'utf8')
}
