// @module-tag long
import { expect, test } from 'vitest'
import { createProject } from '../../electron/project/createProject.ts'
import { projectIdSchema } from '../../shared/ipc/views.ts'
import { giftStory } from '../support/giftStory.ts'
import { useStudio } from './support/studio.ts'

const studio = useStudio({ hasOwnHost: true })

test('a story whose lexicon takes too much work opens, plans a render, names the entries that are switched off, and never blocks the start page', async () => {
  const { editor, page, path, problems } = studio
  const patterns = Array.from({ length: 20 }, (_, n) => `.{500}.{500}.{500}.{${510 + n}}`)
  const options = {
    projectId: projectIdSchema.parse('p'),
    isDraft: false,
    now: () => 0,
    createId: () => 'id',
  }
  createProject(path('Gift.fabula'), giftStory(300, patterns), options).close()

  await editor.button('Open').click()
  await editor.dialog('Open a story or a text').getByRole('button', { name: 'Gift.fabula' }).click()
  await editor.text(2).waitFor()
  await editor.placeCursor(2)
  await page.keyboard.type('Once ')
  await expect.poll(() => editor.text(2).inputValue()).toMatch(/Once $/)
  const note =
    /^20 entries of the lexicon are turned off.*“\.\{500\}\.\{500\}\.\{500\}\.\{510\}” \(all blocks\)/
  await editor.outline.getByRole('note').filter({ hasText: note }).waitFor()
  await page.keyboard.press('Alt+l')
  await page.getByRole('region', { name: 'Lexicon' }).getByRole('note').filter({ hasText: note }).waitFor()
  await editor.button('Render story').click()
  await editor.item(2).getByText('Rendering').waitFor({ state: 'attached' })

  problems.expect(/net::ERR_|status of 401/) // Chromium's errors for a server that is gone or no longer knows the page
  await studio.host.kill()
  await studio.restart()
  await page.getByRole('row', { name: 'A gift' }).getByText('301 blocks').waitFor()
})
