// @module-tag long
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openTerminal } from './runCli.ts'
import { openProject } from '../../../../electron/project/openProject.ts'
import { projectIdSchema } from '../../../../shared/ipc/views.ts'
import { blocksOf } from '../../../../shared/story/selectors.ts'

test('a sample story has the requested number of blocks, with chapters and a cast, and replaces no file', async () => {
  using terminal = openTerminal()
  const run = (...args: string[]) =>
    terminal.run(['sample', '--blocks', '1200', '--out', 'big.fabula', ...args])
  const path = terminal.path('big.fabula')
  expect(await run()).toEqual({ code: 0, stdout: `${path}\n`, stderr: '' })
  const options = {
    projectId: projectIdSchema.parse('p'),
    isDraft: false,
    now: Date.now,
    createId: () => 'id',
  }
  const project = openProject(path, options)
  const story = project.story()
  project.close()
  expect(blocksOf(story)).toHaveLength(1_200)
  expect(new Set(story.sequence.map(({ rank }) => rank)).size).toBe(story.sequence.length)
  expect(story.sequence.filter(({ type }) => type === 'chapter').length).toBeGreaterThan(10)
  expect([...story.records.values()].filter(({ type }) => type === 'character').length).toBeGreaterThan(2)

  const before = readFileSync(path)
  expect(await run()).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('Choose another name'),
  })
  expect(readFileSync(path)).toEqual(before)
})
