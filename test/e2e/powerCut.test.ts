import { expect, test } from 'vitest'
import { useStudio } from './support/studio.ts'

const studio = useStudio({ hasOwnHost: true })

test('when the host is killed while typing, everything older than a second is there again', async () => {
  const { editor, page, problems } = studio
  await editor.newStory('')
  await editor.text(1).focus()
  const typed: { length: number; atMs: number }[] = []
  const lengthBefore = (atMs: number) =>
    Math.max(0, ...typed.filter((each) => each.atMs < atMs).map(({ length }) => length))
  const startedMs = Date.now()
  while (Date.now() - startedMs < 2_500 || lengthBefore(Date.now() - 1_000) <= 20) {
    await page.keyboard.type('word ')
    typed.push({ length: (typed.length + 1) * 5, atMs: Date.now() })
  }
  const killedMs = Date.now()
  problems.expect(/net::ERR_/) // what Chromium says when its server is gone
  await studio.host.kill()
  await page.keyboard.type('and one more')
  await page
    .getByRole('alert')
    .getByText(/^Fabula’s own server does not answer\. .*Start Fabula again/)
    .waitFor()

  await studio.restart()
  await page
    .getByRole('button', { name: /^Untitled story/ })
    .first()
    .click()
  await editor.text(1).waitFor()
  const kept = await editor.text(1).inputValue()
  const certain = lengthBefore(killedMs - 1_000)
  expect(certain).toBeGreaterThan(20)
  expect(kept.length).toBeGreaterThanOrEqual(certain)
  expect('word '.repeat(typed.length)).toContain(kept)
})
