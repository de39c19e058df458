import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chromiumArgs, findChromium } from '../../build/findChromium.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fabula-chromium-test-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('the browser is the first executable one on the path', async () => {
  await writeFile(join(folder, 'chromium'), '', { mode: 0o644 })
  await writeFile(join(folder, 'google-chrome'), '', { mode: 0o755 })
  expect(findChromium({ PATH: ['/nowhere', folder].join(delimiter) })).toBe(join(folder, 'google-chrome'))
})

test('CHROME_PATH wins over the path', async () => {
  await writeFile(join(folder, 'chromium'), '', { mode: 0o755 })
  expect(findChromium({ PATH: folder, CHROME_PATH: '/opt/chrome' })).toBe('/opt/chrome')
})

test('the browser keeps its sandbox unless it runs as root', () => {
  expect(chromiumArgs().includes('--no-sandbox')).toBe(process.getuid?.() === 0)
})
