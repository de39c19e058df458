import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createProjectWork } from '../../../electron/project/project.ts'
import { shrinkFile } from '../../../electron/project/audioFiles.ts'
import { testClock } from '../speech/support.ts'
import { bytesOf, newProject, refusalOfAsync, storeAudio, tempFolder } from './support.ts'

test('closing waits for running tasks, and starts no others, even if a running one requests it', async () => {
  const work = createProjectWork()
  const steps: string[] = []
  const step = (name: string) => work.run(async () => void steps.push(name))
  const loop = work.run(async () => {
    for (;;) await step('one more')
  })
  work.closing.addEventListener('abort', () => steps.push('closing'))
  await work.close(testClock())
  expect(await refusalOfAsync(() => loop)).toBe('request-cancelled')
  expect(await refusalOfAsync(() => step('too late'))).toBe('request-cancelled')
  expect(steps.at(-1)).toBe('closing')
})

test('a closing file is not shrunk after audio was removed', async () => {
  const { project, removed } = projectWithRemovedAudio()
  await project.work.close(testClock())
  await shrinkFile(project)
  expect(statSync(project.path).size).toBeGreaterThan(removed)
  project.close()
})

function projectWithRemovedAudio() {
  const project = newProject(join(tempFolder(), 'story.fabula'))
  const bytes = bytesOf(3_000_000)
  project.audio.remove(storeAudio(project, bytes))
  return { project, removed: bytes.length }
}
