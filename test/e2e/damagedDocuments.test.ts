// @module-tag long
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { expectAccessible } from './support/accessibility.ts'
import { useStudio } from './support/studio.ts'

const studio = useStudio({ hasOwnHost: true, bypassCSP: true })

test('a damaged file of documents is reported and set aside unchanged, and everything else works', async () => {
  const { editor, page } = studio
  const folder = join(studio.data, 'documents')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'documents.fabula'), 'Something else altogether.')

  await page.keyboard.press('Control+Shift+D')
  const dialog = editor.dialog('Documents to speech')
  await dialog
    .getByRole('alert')
    .getByText(/is damaged and cannot be read\. It was not changed/)
    .waitFor()
  await expectAccessible(page, 'a damaged file of documents')
  await page.keyboard.press('Escape')
  await editor.newStory('The story goes on.')
  await editor.render()

  await page.keyboard.press('Control+Shift+D')
  await dialog.getByRole('button', { name: 'Set it aside and start a new one' }).click()
  await dialog.getByText(/^The old file was set aside\./).waitFor()
  await dialog.getByText(/^Spoken documents appear here/).waitFor()
  const [aside] = (await readdir(folder)).filter((name) => name.startsWith('set-aside'))
  expect(await readFile(join(folder, aside ?? ''), 'utf8')).toBe('Something else altogether.')
})
