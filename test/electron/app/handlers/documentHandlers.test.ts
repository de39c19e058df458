import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lettersOf, unreadScript } from '../../../../shared/voices/scripts.ts'
import { openTestApp, type TestApp } from '../../../support/testApp.ts'

let app: TestApp
beforeEach(async () => {
  app = await openTestApp({ hasVoice: false })
})
afterEach(() => app.close())

async function sampleOf(name: string, content: string): Promise<string> {
  await writeFile(join(app.home, 'folder', name), content)
  const { ref } = await app.handlers['files:place']({ purpose: 'document', name })
  return (await app.handlers['documents:sample']({ ref, password: null })).text
}

test('the sample of a short document contains all its words', async () => {
  expect(await sampleOf('tides.html', '<h1>Tides</h1><p>The tide came in.</p>')).toMatch(
    /^Tides\s+The tide came in\.$/,
  )
})

test('the sample of a long document shows the script of most of its text, not that of its first pages', async () => {
  const text = await sampleOf('tale.txt', `${'Preface. '.repeat(1_000)}${'היה היה פעם. '.repeat(9_000)}`)
  expect(text.length).toBeLessThan(5_000)
  expect(unreadScript(lettersOf(text), 'OA001')).toBe('Hebrew')
})

test('sampling a document that cannot be read fails with the reason', async () => {
  await expect(sampleOf('tides.pdf', 'no PDF at all')).rejects.toMatchObject({
    code: expect.stringMatching(/^document-/) as string,
  })
})
