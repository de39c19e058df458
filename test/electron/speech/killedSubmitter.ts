/** A separate program for kill-point tests: opens the project file, submits one story to the service, and ends. */
import { createSubmissions } from '../../../electron/jobs/submissions.ts'
import { createSpeechClient } from '../../../electron/speech/speechClient.ts'
import { systemClock } from '../../../electron/lib/clock.ts'
import { openProject } from '../../../electron/project/openProject.ts'
import { projectIdSchema } from '../../../shared/ipc/views.ts'

const [path = '', baseUrl = '', body = ''] = process.argv.slice(2)
const key = () => 'a-key-of-no-use'
const project = openProject(path, {
  projectId: projectIdSchema.parse('project'),
  isDraft: false,
  now: Date.now,
  createId: () => crypto.randomUUID(),
})
const submission = await createSubmissions({ clock: systemClock }).submit(
  project,
  {
    connection: { connectionId: 'hosted', baseUrl, key, isBuiltIn: false },
    client: createSpeechClient({ baseUrl, key }),
  },
  { id: 'only-conversion', endpoint: 'story', body, payload: null },
  new AbortController().signal,
)
console.log(submission.kind)
project.close()
