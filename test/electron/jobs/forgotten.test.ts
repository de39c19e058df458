/** A conversion that its service no longer knows. */
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { sendJson } from '../../fakes/faultServer.ts'
import { refusalOf, refusalOfAsync, reopen } from '../project/support.ts'
import { faultServer, tempFolder } from '../speech/support.ts'
import { blockAt, edit, hosted, storyOf, testEngine, toneMp3, workingService } from './engineSupport.ts'
import { desk } from './jobsSupport.ts'

const AUDIO = await toneMp3(300)
const forget = (response: ServerResponse) =>
  sendJson(response, 404, { success: false, message: 'No such conversion' })

/** A service that knows every conversion but `conversion-1`. */
async function forgetfulService() {
  const service = workingService(AUDIO)
  return faultServer({
    ...service,
    submit: (response) =>
      sendJson(response, 200, {
        success: true,
        result: { uuid: `conversion-${server.submissions.length}`, status: 1 },
      }),
    history(response, ask, uuid) {
      if (uuid === 'conversion-1') forget(response)
      else service.history(response, ask, uuid)
    },
  }).then((started) => (server = started))
}
let server: Awaited<ReturnType<typeof faultServer>>

test('is reported as unknown to the service, and later conversions are still queried', async () => {
  const connection = hosted(await forgetfulService())
  const first = testEngine({ connection })
  first.renders.start(first.project)
  expect(await first.settled()).toMatchObject({ phase: 'failed', error: { code: 'conversion-forgotten' } })
  const { path } = first.project
  await first.release()
  first.project.close()

  const again = testEngine({ project: reopen(path), connection, folder: tempFolder() })
  again.resume()
  await again.settled()
  edit(again.project, { text: 'Other words' })
  again.renders.start(again.project)
  expect(await again.settled()).toEqual({ phase: 'idle' })
  expect(again.project.jobs.list()).toMatchObject([
    { uuid: 'conversion-2', state: 'completed' },
    { uuid: 'conversion-1', state: 'accepted', error: { code: 'conversion-forgotten' } },
  ])
})

test('is reported before the same words are bought again', async () => {
  const { takes, project } = testEngine({
    connection: hosted(await forgetfulService()),
    records: storyOf([{ text: 'Hello' }]),
  })
  const { id } = blockAt(project, 0)
  expect(await refusalOfAsync(() => takes.make(project, id))).toBe('conversion-forgotten')
  expect(server.submissions).toHaveLength(1)
  expect(await takes.make(project, id)).toMatchObject({ endMs: 300 })
  expect(server.submissions).toHaveLength(2)
})

test('can be dismissed, and removed from the list', async () => {
  const made = desk({ connection: hosted(await forgetfulService()) })
  made.renders.start(made.project)
  await made.project.work.settled()
  const { id } = made.only()
  made.actions.removeFromList(id)
  expect(made.index.list().jobs).toEqual([])
  expect(made.renders.dismiss(made.project)).toEqual({ phase: 'idle' })
  expect(made.project.jobs.find(id)).toMatchObject({ state: 'dismissed' })
})

test('a conversion that the service works on stays in the list', async () => {
  const working = await faultServer({
    submit: workingService(AUDIO).submit,
    history: (to) => sendJson(to, 500, {}),
  })
  const made = desk({ connection: hosted(working) })
  made.renders.start(made.project)
  await made.project.work.settled()
  expect(refusalOf(() => made.actions.removeFromList(made.only().id))).toBe('conversion-still-open')
})
