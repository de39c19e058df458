/**
 * A system with POSIX locks drops all locks of a process on a file when the process closes any descriptor on it. So nothing that
 * the app does, except SQLite, may open the file of an open story. The test reads the system's table of locks.
 */
import { linkSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { EXPORT_PRESETS } from '../../../shared/export/exportSettings.ts'
import { fileRefSchema, type FileRef } from '../../../shared/ipc/views.ts'
import { blankStory, newProject, refusalOfAsync } from '../project/support.ts'
import { openTestApp } from '../../support/testApp.ts'

/** Whether this process has a lock for writing on a file. */
function isLocked(path: string): boolean {
  const { ino } = statSync(path)
  return readFileSync('/proc/locks', 'utf8')
    .split('\n')
    .some((line) => line.includes(` WRITE ${String(process.pid)} `) && line.includes(`:${String(ino)} `))
}

test.runIf(process.platform === 'linux')('an open story stays locked whatever the app does', async () => {
  const app = await openTestApp({ hasVoice: false })
  onTestFinished(() => app.close())
  const { handlers, files, services } = app
  const path = join(files.folder, 'story.fabula')
  newProject(path, blankStory()).close()
  newProject(join(files.folder, 'other.fabula'), blankStory()).close()
  const ref = (name: string): FileRef => fileRefSchema.parse(name)
  expect(isLocked(path)).toBe(false)
  const { projectId, recentId } = await handlers['project:open']({ ref: ref('story.fabula') })
  const other = await handlers['project:open']({ ref: ref('other.fabula') })

  const steps: Record<string, () => Promise<unknown>> = {
    'lists recent stories': () => handlers['recents:list']({}),
    'lists files': () => handlers['files:list']({ purpose: 'open' }),
    'chooses its place': () => handlers['files:place']({ purpose: 'save-as', name: 'story' }),
    'opens it again': () => handlers['project:open']({ ref: ref('story.fabula') }),
    'opens it from the list': () => handlers['project:openRecent']({ recentId }),
    'keeps a version': () => handlers['project:saveVersion']({ projectId, name: 'One' }),
    'saves it over itself': () =>
      refusalOfAsync(() => handlers['project:saveAs']({ projectId, ref: ref('story.fabula') })),
    'saves another story over it': () =>
      refusalOfAsync(() =>
        handlers['project:saveAs']({ projectId: other.projectId, ref: ref('story.fabula') }),
      ),
    'copies it': () => services.copyProject(path, join(app.home, 'copy.fabula')),
    'lists the servers': () => handlers['servers:list']({}),
    'closes the other story': () => handlers['project:close']({ projectId: other.projectId }),
  }
  const links: Record<string, (ref: FileRef) => Promise<unknown>> = {
    'link.txt': (link) => handlers['import:readFile']({ ref: link, password: null }),
    'tale.txt': (link) => handlers['documents:sample']({ ref: link, password: null }),
    'words.txt': (link) => handlers['documents:encodings']({ ref: link }),
    'link.mp3': (link) => handlers['music:store']({ projectId, ref: link }),
    'voice.zip': (link) => handlers['voicePacks:add']({ refs: [link] }),
    'link.png': (link) =>
      handlers['export:start']({
        ...{ projectId, part: { kind: 'story' }, ref: ref('story.mp3'), cover: link, leavesOutMissing: true },
        settings: EXPORT_PRESETS.podcast,
      }),
  }
  linkSync(path, join(files.folder, 'link.fabula'))
  steps['opens it under another name'] = () => handlers['project:open']({ ref: ref('link.fabula') })
  steps['adds it under another name'] = () =>
    handlers['import:readFile']({ ref: ref('link.fabula'), password: null, isAdded: true })
  for (const [name, step] of Object.entries(links)) {
    linkSync(path, join(files.folder, name))
    steps[`reads it as ${name}`] = async () =>
      expect(await refusalOfAsync(() => step(ref(name))), name).toBe('project-locked')
  }
  for (const [name, step] of Object.entries(steps)) {
    await step()
    expect(isLocked(path), name).toBe(true)
  }
  await handlers['project:close']({ projectId })
  expect(isLocked(path)).toBe(false)
})
