import { mkdir, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fingerprint, readStamp, writeStamp } from '../../build/freshness.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'fabula-freshness-'))
  await mkdir(join(root, 'renderer', 'ui'), { recursive: true })
  await writeFile(join(root, 'renderer', 'main.tsx'), 'one')
  await writeFile(join(root, 'renderer', 'ui', 'Button.tsx'), 'two')
  await writeFile(join(root, 'vite.config.ts'), 'three')
})
afterEach(() => rm(root, { recursive: true, force: true }))

const now = () => fingerprint(root, ['renderer', 'vite.config.ts', 'not-there'])

test('a build is fresh as long as no content changes, whatever the times of its files', async () => {
  const before = await now()
  await utimes(join(root, 'renderer', 'main.tsx'), 1, 1)
  expect(await now()).toBe(before)
})

test.each<[string, () => Promise<unknown>]>([
  ['a file changes', () => writeFile(join(root, 'renderer', 'ui', 'Button.tsx'), 'other')],
  ['a file of the configuration changes', () => writeFile(join(root, 'vite.config.ts'), 'other')],
  ['a file is added', () => writeFile(join(root, 'renderer', 'ui', 'Empty.tsx'), '')],
  ['a file goes', () => rm(join(root, 'renderer', 'main.tsx'))],
  [
    'a file is renamed',
    () => rename(join(root, 'renderer', 'main.tsx'), join(root, 'renderer', 'index.tsx')),
  ],
  [
    'text moves from one file into the next',
    async () => {
      await writeFile(join(root, 'renderer', 'main.tsx'), 'onetw')
      await writeFile(join(root, 'renderer', 'ui', 'Button.tsx'), 'o')
    },
  ],
])('a build is out of date when %s', async (_what, change) => {
  const before = await now()
  await change()
  expect(await now()).not.toBe(before)
})

test('a stamp is read as it was written, and is missing after it was removed', async () => {
  const stamp = join(root, 'out', 'renderer.stamp')
  expect(await readStamp(stamp)).toBeUndefined()
  await writeStamp(stamp, 'abc')
  expect(await readStamp(stamp)).toBe('abc')
  await writeStamp(stamp, undefined)
  expect(await readStamp(stamp)).toBeUndefined()
})
