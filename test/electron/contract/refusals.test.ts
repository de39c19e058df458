/** Errors of the real embedded service, and how the app handles them. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { errorText } from '../../../electron/hosts/cli/terminalText.ts'
import { createSpeechClient } from '../../../electron/speech/speechClient.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { startToneEngine } from '../local-service/toneEngine.ts'
import { TEST_KEY } from '../local-service/runService.ts'
import { openApp, type TestApp, type TestAppOptions } from './app.ts'
import { eventually } from '../../support/eventually.ts'
import { long } from '../../support/tags.ts'

async function openFor(options: TestAppOptions): Promise<TestApp> {
  const opened = await openApp(options)
  onTestFinished(() => opened.close())
  return opened
}

/** The message of an error as the user reads it. */
async function toldOf(action: Promise<unknown>): Promise<string> {
  const error: unknown = await action.then(
    () => new Error('It was not refused'),
    (caught: unknown) => caught,
  )
  if (!(error instanceof UserFacingError)) throw error
  return errorText(error)
}

let app: TestApp
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.close())

test('a wrong key is refused with 401, reported as such, and costs nothing', async () => {
  const wrong = await openFor({ key: 'a-wrong-key-41c0' })
  expect(await toldOf(wrong.speak({ text: 'Hello.' }))).toMatch(/does not accept the key\. Nothing was made/)
  expect(wrong.wiretap.heard.at(-1)).toMatchObject({ status: 401 })
  expect(await wrong.newest()).toMatchObject({ state: 'failed', error: { code: 'service-key-refused' } })
  const { id } = { id: wrong.connectionId }
  expect(await wrong.handlers['servers:test']({ kind: 'connection', id })).toMatchObject({
    outcome: 'key-refused',
  })
  await expect(wrong.handlers['vibes:list']({ connectionId: id })).rejects.toMatchObject({
    code: 'service-key-refused',
  })
  const { days } = await wrong.handlers['ledger:get']({})
  expect(days).toMatchObject([{ charged: 0 }])
})

test('an invalid field is named with 422: of one text, and of a block in a story', async () => {
  expect(await toldOf(app.speak({ text: 'Hello.', voiceId: 'NOBODY' }))).toMatch(/refused.*voice_id/)
  expect(app.wiretap.heard.at(-1)).toMatchObject({ status: 422 })
  const { projectId } = await app.story([{ text: 'One.' }, { text: 'Two.', voiceId: 'NOBODY' }])
  await app.handlers['jobs:start']({ kind: 'story', projectId, way: 'story' })
  await app.until({ endpoint: 'story', state: 'failed' })
  expect((await app.newest()).error?.params['message']).toMatch(/^blocks\[1\]\.voice_id/)
})

test('an unknown vibe_id is refused with the name of the field', async () => {
  const line = {
    text: 'Hello.',
    model: 'audio_stable',
    vibe: { id: 987_654, name: 'Gone', prompt: '' },
  } as const
  expect(await toldOf(app.speak(line))).toMatch(/refused.*vibe_id/)
})

test('a test of an address that is not the service’s is answered with 404 and reported as not this server', async () => {
  const { id } = await app.handlers['servers:save']({
    ...{
      kind: 'connection',
      id: null,
      name: 'Elsewhere',
      baseUrl: `${app.wiretap.baseUrl}/elsewhere`,
      webhookPublicKey: '',
    },
    key: { text: TEST_KEY, keep: 'safest' },
  })
  expect(await app.handlers['servers:test']({ kind: 'connection', id })).toMatchObject({
    outcome: 'not-this-server',
    status: 404,
  })
})

test('a conversion that the service does not know is answered with 404 and counts as forgotten', async () => {
  const client = createSpeechClient({ baseUrl: app.service().baseUrl, key: () => TEST_KEY })
  const body = { model: 'tts-1', voice_id: 'OA001', speed: 1, input: 'Hello.' }
  const made = await client.submit('speech', JSON.stringify(body))
  if (made.kind !== 'accepted') throw made.error
  expect(await client.history(made.conversion.uuid)).toMatchObject({ kind: 'found' })
  expect(await client.history('00000000-0000-4000-8000-000000000000')).toEqual({ kind: 'forgotten' })
})

test('429 says when to try again: to the writer for a submission, to the poller for a query', async () => {
  const { service } = await openFor({ serviceOptions: ['--rate', '2'] })
  const client = createSpeechClient({ baseUrl: service().baseUrl, key: () => TEST_KEY })
  const bodyOf = (input: string) => JSON.stringify({ model: 'tts-1', voice_id: 'OA001', speed: 1, input })
  const made = await client.submit('speech', bodyOf('One.'))
  if (made.kind !== 'accepted') throw made.error
  await client.history(made.conversion.uuid)
  const refused = await client.submit('speech', bodyOf('Two.'))
  if (refused.kind !== 'refused') throw new Error(`It was ${refused.kind}`)
  const [, seconds] = /Try again in (\d+) seconds/.exec(errorText(refused.error)) ?? []
  expect(Number(seconds)).toBeGreaterThanOrEqual(1)
  expect(Number(seconds)).toBeLessThanOrEqual(60)
  const asked = await client.history(made.conversion.uuid)
  if (asked.kind !== 'retry') throw new Error(`It was ${asked.kind}`)
  expect(asked.waitMs).toBeGreaterThanOrEqual(1_000)
  expect(asked.waitMs).toBeLessThanOrEqual(60_000)
})

test(
  'after a service was killed, its conversion is made again and fetched without being paid for again',
  long,
  async () => {
    const own = await openFor({})
    const blocks = Array.from({ length: 14 }, (_, index) => ({
      text: `The lighthouse keeper climbed the stairs for the ${index}th time, and lit the lamp again.`,
    }))
    const { projectId } = await own.story(blocks)
    await own.handlers['jobs:start']({ kind: 'story', projectId, way: 'story' })
    await eventually(async () => expect((await own.newest()).percentage).toBeGreaterThan(0))
    await own.restartService()
    await own.until({ state: 'completed', status: 2 })
    const statuses = own.told.flatMap(({ payload }) =>
      'jobs' in payload ? payload.jobs.map(({ status }) => status) : [],
    )
    expect(statuses).toContain(11)
    expect(own.wiretap.heardAt('POST', 'story-maker')).toHaveLength(1)
  },
)

describe('a voice of another engine', () => {
  const engineAt = (url: string) =>
    `--engine-url ${url} --engine-name kokoro --engine-model m --engine-voices bella`.split(' ')

  test('is requested by its id in the library, and its audio has the requested length', long, async () => {
    const engine = await startToneEngine()
    onTestFinished(() => engine.close())
    const far = await openFor({ serviceOptions: engineAt(engine.url) })
    const made = await far.speak({ text: 'Hello there, old friend.', voiceId: 'kokoro:bella' })
    expect(JSON.parse(far.wiretap.heardAt('POST', 'text-to-speech')[0]?.body.toString() ?? '')).toMatchObject(
      {
        voice_id: 'kokoro:bella',
      },
    )
    expect(engine.requests.length).toBeGreaterThan(0)
    const slow = { text: 'Hello there, old friend.', voiceId: 'kokoro:bella', durationMs: 4_000 }
    const { projectId } = await far.story([slow])
    await far.handlers['jobs:start']({ kind: 'story', projectId, way: 'story' })
    await far.until({ endpoint: 'story', state: 'completed' })
    expect(made.durationMs ?? 0).toBeLessThan(3_000)
    expect(Math.abs(((await far.newest()).durationMs ?? 0) - 4_000)).toBeLessThan(120)
  })

  test(
    'whose engine is absent makes the conversion fail with the engine’s name, and no other voice is used',
    long,
    async () => {
      const far = await openFor({ serviceOptions: engineAt('http://127.0.0.1:9') })
      const told = await toldOf(far.speak({ text: 'Hello.', voiceId: 'kokoro:bella' }))
      expect(told).toMatch(/could not make the audio.*kokoro/)
      expect(await far.newest()).toMatchObject({ state: 'failed', usedCredits: 0, audioId: null })
    },
  )
})
