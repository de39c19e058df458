/** A separate program for tests that kill it: makes the audio of the first block of a project at a hosted service, and ends. */
import { createJobEngine } from '../../../electron/jobs/engine.ts'
import { openProject } from '../../../electron/project/openProject.ts'
import { projectIdSchema } from '../../../shared/ipc/views.ts'
import { blocksOf } from '../../../shared/story/selectors.ts'

const [path = '', downloadsDir = '', baseUrl = ''] = process.argv.slice(2)
const project = openProject(path, {
  projectId: projectIdSchema.parse('project'),
  isDraft: false,
  now: Date.now,
  createId: () => crypto.randomUUID(),
})
const { takes } = createJobEngine({
  connections: {
    get: () =>
      Promise.resolve({ connectionId: 'hosted', baseUrl, key: () => 'a-key-of-no-use', isBuiltIn: false }),
  },
  emit: () => undefined,
  downloadsDir,
  report: console.error,
})
const [block] = blocksOf(project.story())
if (block === undefined) throw new Error('The story has no block')
await takes.make(project, block.id)
project.close()
