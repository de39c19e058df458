import { readFile } from 'node:fs/promises'
import { decodeAudio } from '../../../electron/lib/audio/decode.ts'
import type { Studio } from './studio.ts'

/** Exports the story as WAV by the Export page, under a name without its ending. Returns the length of the file, in ms. */
export async function exportWav({ editor, page, path }: Studio, name: string): Promise<number> {
  await editor.button('Export').click()
  const exporting = editor.dialog('Export the story')
  await exporting.getByRole('radio', { name: 'WAV', exact: true }).focus()
  await page.keyboard.press('Space')
  await exporting.getByRole('button', { name: 'Export…' }).click()
  const place = editor.dialog('Export as WAV')
  await place.getByRole('textbox', { name: 'File name' }).fill(name)
  await place.getByRole('button', { name: 'Save', exact: true }).click()
  await editor.statusBar.getByText(`Exported ${name}.wav.`).waitFor({ timeout: 30_000 })
  const { samples, sampleRate } = await decodeAudio(await readFile(path(`${name}.wav`)))
  return (samples.length / sampleRate) * 1000
}
