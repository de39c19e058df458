import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pinnedNode } from '../../build/pinnedNode.mjs'
import { root } from '../../build/root.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fabula-reporter-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const reporter = JSON.stringify(join(root, 'test', 'reporters', 'plainSummary.ts'))
  writeFileSync(
    join(folder, 'vitest.config.mjs'),
    `import { plainSummary } from ${reporter}
     export default { test: { reporters: ['default', plainSummary()], tags: [{ name: 'long' }] } }`,
  )
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Runs vitest over the given test files. */
function run(files: Record<string, string>, args: readonly string[] = []) {
  for (const [name, source] of Object.entries(files)) {
    writeFileSync(join(folder, name), `import { expect, test } from 'vitest'\n${source}`)
  }
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const { stdout, status } = spawnSync(pinnedNode, [vitest, 'run', '--root', folder, ...args], {
    encoding: 'utf8',
  })
  return { stdout, line: stdout.trimEnd().split('\n').at(-1), isSuccess: status === 0 }
}

function lastLine(files: Record<string, string>) {
  const { line, isSuccess } = run(files)
  return { line, isSuccess }
}

test('the last line counts what passed, failed and was skipped', () => {
  const source = `test('a', () => {}); test('b', () => {}); test('c', () => { expect(1).toBe(2) }); test.skip('d', () => {})`
  expect(lastLine({ 'a.test.js': source })).toEqual({
    line: '2 passed, 1 failed, 1 skipped',
    isSuccess: false,
  })
})

test('a file that breaks before its tests is a failure', () => {
  const files = {
    'a.test.js': `test('a', () => {})`,
    'b.test.js': `throw new Error('broken'); test('b', () => {})`,
  }
  expect(lastLine(files)).toEqual({ line: '1 passed, 1 failed, 0 skipped', isSuccess: false })
})

test('an error that belongs to no test is a failure', () => {
  const source = `test('a', async () => { void Promise.reject(new Error('lost')); await new Promise((go) => setImmediate(go)) })`
  expect(lastLine({ 'a.test.js': source })).toEqual({
    line: '1 passed, 1 failed, 0 skipped',
    isSuccess: false,
  })
})

test('a run in which all is well says so', () => {
  expect(lastLine({ 'a.test.js': `test('a', () => {})` })).toEqual({
    line: '1 passed, 0 failed, 0 skipped',
    isSuccess: true,
  })
})

test('a test that passes only when it is run again is listed with its first error', () => {
  const source = `let runs = 0
    test('shaky', { retry: 1 }, () => { expect(runs++).toBe(1) })
    test('sound', { retry: 1 }, () => {})`
  const { stdout, line } = run({ 'a.test.js': source })
  expect(stdout).toContain(
    'Passed only when run again:\n  a.test.js > shaky (2 runs; at first, line 3: expected +0 to be 1 // Object.is equality)\n',
  )
  expect(stdout).not.toMatch(/sound \(/)
  expect(line).toBe('2 passed, 0 failed, 0 skipped')
})

test('tests that are left out by their tag are told, and are not among the skipped ones', () => {
  const source = `test('a', () => {}); test('b', { tags: ['long'] }, () => {}); test.skip('c', () => {})`
  const files = { 'a.test.js': source, 'b.test.js': `// @module-tag long\ntest('d', () => {})` }
  const filtered = run(files, ['--tags-filter=!long'])
  expect(filtered.stdout).toContain('2 long tests were left out; npm run test:all runs them too.\n')
  expect(filtered.line).toBe('1 passed, 0 failed, 1 skipped')
  const all = run(files)
  expect(all.stdout).not.toContain('left out')
  expect(all.line).toBe('3 passed, 0 failed, 1 skipped')
})
