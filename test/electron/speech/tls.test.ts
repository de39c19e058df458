/** TLS in practice: a certificate that the machine trusts, and the same one if it does not. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { downloadAudio } from '../../../electron/speech/followConversion.ts'
import { createSpeechClient } from '../../../electron/speech/speechClient.ts'
import { answerRecord, recordBody, sendJson, sendMedia, type FaultServer } from '../../fakes/faultServer.ts'
import { distrustSelfSigned, startTlsFront, trustSelfSigned, type TlsFront } from '../../fakes/selfSigned.ts'
import { desk, type Desk } from '../jobs/jobsSupport.ts'
import { bytesOf, refusalOfAsync } from '../project/support.ts'
import { blockAt, hosted, toneMp3 } from '../jobs/engineSupport.ts'
import { CANARY_KEY, faultServer, hostedConnection, PATIENT, tempFolder, testClock } from './support.ts'

const BYTES = bytesOf(50_000)

beforeEach(() => {
  trustSelfSigned()
  onTestFinished(distrustSelfSigned)
})

async function secure(behind: FaultServer): Promise<TlsFront> {
  const front = await startTlsFront((path) => `${behind.baseUrl}${path}`)
  onTestFinished(() => front.close())
  return front
}

/** Another origin on the same host. */
const OTHER_PORT = 'https://localhost:9'

/** Downloads `/a.mp3` of a server over https, for a connection to a service at `baseUrl`. */
async function download(front: TlsFront, baseUrl: string) {
  const path = join(tempFolder(), 'audio.part')
  const clock = testClock()
  const connection = hostedConnection(baseUrl)
  const mediaUrl = `${front.baseUrl}/a.mp3`
  const bytes = await downloadAudio({ mediaUrl, connection, path, clock, timeouts: PATIENT })
  return { bytes, content: readFileSync(path) }
}

const audioServer = () =>
  faultServer({ media: (response, _, request) => sendMedia(response, request, BYTES) })

describe('audio over https', () => {
  test('is not requested from an address of this machine if the service is elsewhere', async () => {
    const front = await secure(await audioServer())
    await expect(download(front, 'https://speech.example')).rejects.toMatchObject({
      code: 'audio-address-refused',
      params: { host: new URL(front.baseUrl).host },
    })
    expect(front.requests).toEqual([])
    const { port } = new URL(front.baseUrl)
    for (const host of [
      '127.0.0.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '127.1',
      '2130706433',
      '192.168.0.1',
      '169.254.169.254',
    ])
      await expect(
        download({ ...front, baseUrl: `https://${host}:${port}` }, 'https://speech.example'),
      ).rejects.toMatchObject({ code: 'audio-address-refused' })
  })

  test('is fetched if the certificate is trusted, with the key only at the service’s own origin', async () => {
    const front = await secure(await audioServer())
    const own = await download(front, front.baseUrl)
    expect(own.content.equals(BYTES)).toBe(true)
    const elsewhere = await download(front, OTHER_PORT)
    expect(elsewhere.content.equals(BYTES)).toBe(true)
    expect(front.requests.map(({ key }) => key)).toEqual([CANARY_KEY, undefined])
  })

  test('is refused at once if the certificate is not trusted, with the name of its host', async () => {
    const behind = await audioServer()
    const front = await secure(behind)
    distrustSelfSigned()
    await expect(download(front, OTHER_PORT)).rejects.toMatchObject({
      code: 'service-untrusted',
      params: { host: new URL(front.baseUrl).host },
    })
    expect(behind.mediaRequests).toEqual([])
    expect(front.requests).toEqual([])
  })
})

test('a paid request is sent over trusted TLS, and known to be unsent otherwise', async () => {
  const behind = await faultServer()
  const front = await secure(behind)
  const client = createSpeechClient({ baseUrl: front.baseUrl, key: () => CANARY_KEY, timeouts: PATIENT })
  await client.submit('speech', '{}')
  expect(front.requests).toEqual([{ path: '/uapi/v1/text-to-speech', key: CANARY_KEY }])
  distrustSelfSigned()
  expect(await client.submit('speech', '{}')).toMatchObject({
    kind: 'unsent',
    error: { code: 'service-untrusted', params: { host: client.host } },
  })
  expect(front.requests).toHaveLength(1)
})

describe('a finished conversion whose audio is behind a certificate', () => {
  /** A conversion that the service reports as finished, with its audio at another host. */
  async function waiting(mediaUrl: (front: TlsFront) => string) {
    const bytes = await toneMp3(400)
    const media = await faultServer({ media: (response, _, request) => sendMedia(response, request, bytes) })
    const front = await secure(media)
    const server = await faultServer({
      submit: answerRecord(),
      history: (response, _, uuid) =>
        sendJson(response, 200, recordBody({ uuid, status: 2, media_url: mediaUrl(front) })),
    })
    return { made: desk({ connection: hosted(server) }), front, server }
  }
  const make = ({ takes, project }: Desk) => takes.make(project, blockAt(project, 0).id)

  test('that is not trusted stays accepted with the reason, and its audio is fetched later without being paid for again', async () => {
    const { made, server } = await waiting((front) => `${front.baseUrl}/audio.mp3`)
    distrustSelfSigned()
    expect(await refusalOfAsync(() => make(made))).toBe('service-untrusted')
    expect(made.only()).toMatchObject({ state: 'accepted', error: { code: 'service-untrusted' } })
    trustSelfSigned()
    await make(made)
    expect(made.only()).toMatchObject({ state: 'completed', source: 'history', error: null })
    expect(server.submissions).toHaveLength(1)
  })

  test('gets its audio from an https address that the writer pastes, once the certificate is trusted', async () => {
    const { made, front, server } = await waiting(() => 'http://elsewhere.example/audio.mp3')
    expect(await refusalOfAsync(() => make(made))).toBe('audio-address-refused')
    const url = ` ${front.baseUrl}/by-hand.mp3 `
    const attach = () => made.actions.attach(made.only().id, { url })
    distrustSelfSigned()
    expect(await refusalOfAsync(attach)).toBe('service-untrusted')
    expect(made.only()).toMatchObject({ state: 'accepted', error: { code: 'audio-address-refused' } })
    trustSelfSigned()
    await attach()
    expect(made.only()).toMatchObject({ state: 'completed', source: 'by-hand', error: null })
    expect(front.requests).toEqual([{ path: '/by-hand.mp3', key: undefined }])
    expect(made.project.takes()).toHaveLength(1)
    expect(server.submissions).toHaveLength(1)
  })
})
