import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../electron/lib/clock.ts'
import { toWireError } from '../../../electron/lib/report.ts'
import { createOpenProjects } from '../../../electron/project/openProjects.ts'
import { createProjects } from '../../../electron/project/projects.ts'
import { canMount, makeReadOnly, smallDisk } from './smallDisk.ts'
import { sequentialIds, writeText } from './support.ts'

test.skipIf(!canMount)(
  'a draft that cannot be moved to the bin is kept, and the writer is told why (needs root)',
  async () => {
    const disk = smallDisk('2m')
    const openProjects = createOpenProjects(systemClock)
    onTestFinished(() => openProjects.closeAll())
    const projects = createProjects({ dataDir: disk, now: Date.now, createId: sequentialIds(), openProjects })
    const { project, recentId } = projects.create('Untitled')
    writeText(project, 'mine')
    expect(projects.bin.list()).toEqual([]) // makes its folder
    await openProjects.closeAll()
    makeReadOnly(disk)
    let thrown: unknown
    try {
      projects.deleteDraft(recentId)
    } catch (error) {
      thrown = error
    }
    expect(String(thrown)).toContain('EROFS')
    expect(toWireError(thrown, 'drafts:delete', () => undefined).code).toBe('app-not-writable')
    expect(readdirSync(join(disk, 'drafts'))).toHaveLength(1)
  },
)
