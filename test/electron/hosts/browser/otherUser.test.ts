/** Another user of the machine at the port of the browser host, as a process of a user without rights. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './startTestServer.ts'
import { long } from '../../../support/tags.ts'

/** Only root may start a process of another user. */
const canBeOther = process.platform === 'linux' && process.getuid?.() === 0
const OTHER = { uid: 65_534, gid: 65_534 }
if (!canBeOther) console.warn('SKIPPED: only root on Linux can try the browser host as another user')

let host: TestServer
beforeAll(async () => {
  host = await startTestServer()
})
afterAll(() => host.close())

const script = `
  const [method, url, headers] = JSON.parse(process.argv[1])
  fetch(url, { method, headers, ...(method === 'POST' && { body: '{"credential":"' + headers.credential + '"}' }) })
    .then(async (answer) => console.log(JSON.stringify([answer.status, await answer.text()])))
    .catch((error) => console.log(JSON.stringify([0, String(error)])))
`

/** One request by a process of this user, or of another. */
async function request(
  who: 'self' | 'other',
  method: string,
  path: string,
): Promise<[status: number, text: string]> {
  const headers = {
    authorization: host.authorization,
    origin: host.origin,
    credential: host.token,
    'content-type': 'application/json',
    ...{ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
  }
  const argument = JSON.stringify([method, `${host.origin}${path}`, headers])
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script, argument], {
    ...(who === 'other' ? OTHER : {}),
    cwd: '/',
  })
  return JSON.parse(stdout) as [number, string] // the output of the script
}

describe.runIf(canBeOther)('another user, who knows the token and the key', () => {
  const requests = (): [method: string, path: string][] => [
    ['GET', `/?token=${host.token}`],
    ['GET', '/'],
    ['POST', '/session'],
    ['POST', '/ipc/app:info'],
    ['GET', `/media/p%201/a1?pass=${host.passes.media}`],
    ['GET', `/download/x.mp3?pass=${host.passes.download}`],
    ['POST', '/upload?name=x.txt'],
  ]

  test('gets no answer to any request', long, async () => {
    host.calls.length = 0
    for (const [method, path] of requests()) {
      const [status, text] = await request('other', method, path)
      expect(text, path).toContain('only to the user of this machine who started it')
      expect(status).toBe(403)
    }
    expect(host.calls).toEqual([])
  })

  test('is distinguished from this user, whose requests are answered', async () => {
    expect((await request('self', 'POST', '/session'))[0]).toBe(200)
    expect((await request('self', 'POST', '/ipc/app:info'))[0]).toBe(200)
    expect(host.calls).toHaveLength(1)
  })
})
