import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createSpeechClient } from '../../../electron/speech/speechClient.ts'
import { createSubmissions } from '../../../electron/jobs/submissions.ts'
import { answerRecord } from '../../fakes/faultServer.ts'
import { newProject, reopen } from '../project/support.ts'
import { CANARY_KEY, faultServer, hostedConnection, tempFolder, testClock } from './support.ts'

const CHILD_KEY = 'a-key-of-no-use'
const CHILD = fileURLToPath(new URL('./killedSubmitter.ts', import.meta.url))
const BODY = JSON.stringify({ name: 'A story', blocks: [{ input: 'Once upon a time. '.repeat(5_000) }] })

type KillPoint = 'connected' | 'head arrived' | 'request arrived' | 'answer half sent'

test.each<KillPoint>(['connected', 'head arrived', 'request arrived', 'answer half sent'])(
  'if the app is killed when %s, the submission has an unknown outcome and is not sent again',
  async (point) => {
    const path = join(tempFolder(), 'story.fabula')
    newProject(path).close()
    const submitters: ChildProcess[] = []
    const killAt = (reached: KillPoint) => {
      if (reached === point) for (const submitter of submitters) submitter.kill('SIGKILL')
    }
    const server = await faultServer({
      connection: () => killAt('connected'),
      head: () => killAt('head arrived'),
      submit: (response) => {
        killAt('request arrived')
        response
          .writeHead(200, { 'content-length': 500 })
          .write('{"success":', () => killAt('answer half sent'))
      },
    })
    const body = BODY
    const submitter = spawn(process.execPath, [CHILD, path, server.baseUrl, body], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    submitters.push(submitter)
    const [, signal] = (await once(submitter, 'exit')) as [number | null, string | null]
    expect(signal).toBe('SIGKILL')

    const project = reopen(path)
    expect(project.jobs.list()).toMatchObject([
      { id: 'only-conversion', state: 'unknown', requestBody: body },
    ])

    server.script = { submit: answerRecord() }
    const connection = hostedConnection(server.baseUrl)
    const clock = testClock()
    const sentBy = (key: string) =>
      server.submissions.filter(({ headers }) => headers['x-api-key'] === key).length
    const submitAgain = () =>
      createSubmissions({ clock }).submit(
        project,
        { connection, client: createSpeechClient(connection) },
        { id: 'second-conversion', endpoint: 'story', body, payload: null },
        new AbortController().signal,
      )
    await expect(submitAgain()).rejects.toMatchObject({ code: 'conversion-outcome-unknown' })
    expect(sentBy(CANARY_KEY)).toBe(0)

    project.jobs.update('only-conversion', { state: 'dismissed' })
    expect(await submitAgain()).toMatchObject({ kind: 'accepted' })
    expect(sentBy(CANARY_KEY)).toBe(1)
    expect(sentBy(CHILD_KEY)).toBeLessThanOrEqual(1)
  },
)
