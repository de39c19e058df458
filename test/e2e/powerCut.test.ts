import { test } from 'vitest'
import { useStudio } from './support/studio.ts'

const studio = useStudio({ hasOwnHost: true })

test('if the host is killed during typing, everything typed is restored, including what was typed afterwards', async () => {
  const { editor, page, problems } = studio
  await editor.newStory('')
  await editor.text(1).focus()
  let words = 0
  for (const startedMs = Date.now(); Date.now() - startedMs < 2_500 || words < 20; words += 1) {
    await page.keyboard.type('word ')
  }
  problems.expect(/net::ERR_|status of 401/) // Chromium's errors for a server that is gone or no longer knows the page
  await studio.host.kill()
  await page.keyboard.type('and one more')
  await page
    .getByRole('alert')
    .getByText(/^Fabula’s own server is not responding\. .*Restart Fabula/)
    .waitFor()

  await studio.restart()
  await page.getByRole('row', { name: 'Untitled story' }).first().click()
  await editor.text(1).waitFor()
  await editor.expectTexts(`${'word '.repeat(words)}and one more`)
})
