// @module-tag long
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../electron/lib/clock.ts'
import { createOpenProjects } from '../../../electron/project/openProjects.ts'
import { createProjects } from '../../../electron/project/projects.ts'
import { sequentialIds, tempFolder } from './support.ts'

const script = fileURLToPath(new URL('killedSaver.ts', import.meta.url))

/** Saves a draft in a program that is killed before the given step. Returns whether it finished instead. */
function saveUntil(step: number, dataDir: string, target: string): boolean {
  const { status, signal, stdout } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', script, dataDir, target, String(step)],
    { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' },
  )
  if (signal === 'SIGKILL') return false
  expect({ status, stdout }).toEqual({ status: 0, stdout: 'saved' })
  return true
}

test('after Save As of a draft is killed at any step, the story is listed once and complete, as the draft or as the file', async () => {
  const seen = new Set<string>()
  for (let step = 1, isSaved = false; !isSaved; step += 1) {
    const [dataDir, folder] = [tempFolder(), tempFolder()]
    isSaved = saveUntil(step, dataDir, join(folder, 'novel.fabula'))

    const openProjects = createOpenProjects(systemClock)
    onTestFinished(() => openProjects.closeAll())
    const projects = createProjects({ dataDir, now: Date.now, createId: sequentialIds(), openProjects })
    const recents = projects.recents()
    expect(recents, `killed before step ${String(step)}`).toMatchObject([
      { title: 'The saved draft', exists: true },
    ])
    for (const { id, isDraft } of recents) {
      const { project } = projects.openRecent(id)
      expect(project.story().info.title).toBe('The saved draft')
      expect(readdirSync(join(dataDir, 'drafts')).filter((name) => name.endsWith('.fabula'))).toHaveLength(
        isDraft ? 1 : 0,
      )
      seen.add(isDraft ? 'draft' : 'file')
      await project.copyTo(join(folder, 'copy.fabula'))
      expect(
        readdirSync(folder).filter((name) => name.startsWith('.')),
        'parts that are left',
      ).toEqual([])
    }
    await openProjects.closeAll()
  }
  expect(seen).toEqual(new Set(['draft', 'file']))
}, 300_000)
