/** Single blocks, stories and their conversions: the app with the real embedded service, field by field. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeAudio } from '../../../electron/lib/audio/decode.ts'
import { followConversion } from '../../../electron/speech/followConversion.ts'
import { createSpeechClient } from '../../../electron/speech/speechClient.ts'
import { countCharacters } from '../../../shared/speech-api/limits.ts'
import {
  emotionToSpeechRequestSchema,
  storyMakerRequestSchema,
  textToSpeechRequestSchema,
} from '../../../shared/speech-api/requests.ts'
import { parseConversionResponse } from '../../../shared/speech-api/responses.ts'
import { parseServiceTime } from '../../../shared/speech-api/records.ts'
import { TEST_KEY } from '../local-service/runService.ts'
import { openApp, type TestApp } from './app.ts'
import type { Heard } from './wiretap.ts'
import { long } from '../../support/tags.ts'

let app: TestApp
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.close())

const TEXT = 'text-to-speech'
const EMOTION = 'text-to-speech-advanced'
const STORY = 'story-maker'

/** The client's last request to an endpoint, and the service's answer. */
function lastAt(path: string): Heard {
  const heard = app.wiretap.heardAt('POST', path).at(-1)
  if (heard === undefined) throw new Error(`Nothing was sent to ${path}`)
  return heard
}
const sentTo = (path: string) => JSON.parse(lastAt(path).body.toString()) as unknown

type Wire = Record<string, unknown>

/** The record inside an answer, as the service wrote it. */
function recordIn(json: unknown): Wire {
  expect(Object.keys(json as Wire).sort()).toEqual(['result', 'success'])
  return (json as { result: Wire }).result
}

/** Compares what the client read from a record with each of its published fields. */
function expectRead(json: unknown): void {
  const wire = recordIn(json)
  expect(parseConversionResponse(json)).toEqual({
    uuid: wire['uuid'],
    voiceId: wire['voice_id'],
    speed: wire['speed'],
    model: wire['model'],
    input: wire['tts_input'],
    vibeId: wire['vibe_id'] ?? null,
    emotion: wire['emotion'] ?? '',
    customPrompt: wire['custom_prompt'] ?? '',
    estimatedCredit: wire['estimated_credit'],
    usedCredit: wire['used_credit'],
    status: wire['status'],
    percentage: wire['status_percentage'],
    errorMessage: wire['error_message'],
    speakerName: wire['speaker_name'],
    createdAtMs: parseServiceTime(String(wire['created_at'])),
    updatedAtMs: parseServiceTime(String(wire['updated_at'])),
    fileSize: wire['file_size'] ?? null,
    mediaUrl: wire['media_url'] ?? null,
    timings: null,
  })
}

/** The kilobits of a second of a story's stored audio. */
async function kbpsOf({ projectId, audioId }: { projectId: unknown; audioId: string | null }) {
  const audio = app.findAudio(String(projectId))
  const info = audio?.find(audioId ?? '')
  if (info === undefined) throw new Error('The audio is stored')
  return (info.byteLength * 8) / info.durationMs
}

describe('text to speech', () => {
  test('is requested with exactly the four published fields, and every field of the answer is read', async () => {
    const made = await app.speak({ text: 'Good evening, keeper.', voiceId: 'OA003', speed: 1.5 })
    expect(sentTo(TEXT)).toEqual({
      model: 'tts-1',
      voice_id: 'OA003',
      speed: 1.5,
      input: 'Good evening, keeper.',
    })
    expectRead(lastAt(TEXT).json)
    expect(recordIn(lastAt(TEXT).json)).toMatchObject({ status: 1, speaker_name: 'Fable' })
    expect(made).toMatchObject({ endpoint: 'speech', state: 'completed', status: 2, source: 'history' })
  })

  test('is requested with the published defaults by a new story', async () => {
    await app.speak({ text: 'As it is.' })
    expect(sentTo(TEXT)).toEqual({ model: 'tts-1', voice_id: 'OA001', speed: 1, input: 'As it is.' })
  })

  test('with tts-1-hd has twice the bit rate of tts-1', async () => {
    const [plain, fine] = [
      await app.speak({ text: 'The lamp was lit at dusk, and the sea was calm.' }),
      await app.speak({ text: 'The lamp was lit at dusk, and the sea was calm.', model: 'tts-1-hd' }),
    ]
    expect(sentTo(TEXT)).toMatchObject({ model: 'tts-1-hd' })
    expect((await kbpsOf(fine)) / (await kbpsOf(plain))).toBeCloseTo(2, 0)
  })

  test('at four times the speed takes a quarter of the time, and another voice makes other audio', async () => {
    const text = 'A ship came in at night, and nobody saw it but the keeper.'
    const plain = await app.speak({ text })
    const fast = await app.speak({ text, speed: 4 })
    expect((plain.durationMs ?? 0) / (fast.durationMs ?? 1)).toBeCloseTo(4, 0)
    const other = await app.speak({ text, voiceId: 'OA002' })
    const stored = [plain, other].map(({ projectId, audioId }) =>
      Buffer.from(app.findAudio(String(projectId))?.read(audioId ?? '', 0, 1e6) ?? []),
    )
    expect(stored[0]?.equals(stored[1] ?? Buffer.of())).toBe(false)
    expect((await decodeAudio(Uint8Array.from(stored[1] ?? []))).samples.length).toBeGreaterThan(22_050)
  })

  test('accepts 10,000 characters as the service counts them, and the app sends no more', async () => {
    const client = createSpeechClient({ baseUrl: app.wiretap.baseUrl, key: () => TEST_KEY })
    const bodyOf = (input: string) => JSON.stringify({ model: 'tts-1', voice_id: 'OA001', speed: 1, input })
    const longest = `Far away.${' '.repeat(9_990)}😀`
    expect(await client.submit('speech', bodyOf(longest))).toMatchObject({
      kind: 'accepted',
      conversion: { estimatedCredit: 10_000 },
    })
    // The service would refuse it, and the app does not even send it.
    expect(await client.submit('speech', bodyOf(` ${longest}`))).toMatchObject({
      kind: 'refused',
      error: {
        code: 'service-refused',
        params: { message: expect.stringMatching(/input must be at most 10,000/) },
      },
    })
    const before = app.wiretap.heard.length
    await expect(app.speak({ text: ` ${longest}` })).rejects.toMatchObject({
      code: 'block-too-long',
      params: { characters: 10_001, limit: 10_000 },
    })
    expect(app.wiretap.heard).toHaveLength(before)
  })
})

describe('emotion to speech', () => {
  test('is requested with all seven published fields, and every field of the answer is read', async () => {
    const made = await app.speak({
      ...{ text: 'The light went out.', model: 'audio_stable', voiceId: 'OA005', speed: 1.25 },
      ...{ vibe: { id: 1, name: 'The first', prompt: '' }, emotion: 'sad', customPrompt: 'slow and quiet' },
    })
    expect(sentTo(EMOTION)).toEqual({
      ...{ model: 'audio_stable', voice_id: 'OA005', speed: 1.25, input: 'The light went out.' },
      ...{ vibe_id: 1, emotion: 'sad', custom_prompt: 'slow and quiet' },
    })
    expectRead(lastAt(EMOTION).json)
    expect(recordIn(lastAt(EMOTION).json)).toMatchObject({
      ...{ vibe_id: 1, emotion: 'sad', custom_prompt: 'slow and quiet' },
    })
    expect(made).toMatchObject({ endpoint: 'emotion', state: 'completed' })
  })

  test('omits what was not chosen, and the audio follows what was', long, async () => {
    const text = 'It is waiting for a story by the light of the lantern.'
    const plain = await app.speak({ text, model: 'audio_stable' })
    expect(sentTo(EMOTION)).toEqual({ model: 'audio_stable', voice_id: 'OA001', speed: 1, input: text })
    const tired = await app.speak({ text, model: 'audio_stable', emotion: 'tired' })
    const slow = await app.speak({ text, model: 'audio_stable', customPrompt: 'slow' })
    for (const { durationMs } of [tired, slow])
      expect(durationMs ?? 0).toBeGreaterThan((plain.durationMs ?? 0) * 1.1)
  })
})

describe('a story', () => {
  test('is one request with the published fields of every block, in whole seconds, and every field of the answer is read', async () => {
    const { projectId } = await app.story([
      { name: 'Opening', text: 'The light went out.', voiceId: 'OA002' },
      {
        ...{ name: 'Answer', text: 'Who is there?', model: 'tts-1-hd', speed: 1.25, emotion: 'happy' },
        ...{ silenceBeforeMs: 2_000, durationMs: 3_000 },
      },
    ])
    await app.handlers['jobs:start']({ kind: 'story', projectId, way: 'story' })
    await app.until({ endpoint: 'story', state: 'completed' })
    expect(sentTo(STORY)).toEqual({
      name: 'The Lighthouse',
      blocks: [
        {
          ...{ name: 'Opening', input: 'The light went out.', silence_before: 0, voice_id: 'OA002' },
          ...{ emotion: 'neutral', model: 'tts-1', speed: 1, duration: 0 },
        },
        {
          ...{ name: 'Answer', input: 'Who is there?', silence_before: 2, voice_id: 'OA001' },
          ...{ emotion: 'happy', model: 'tts-1-hd', speed: 1.25, duration: 3 },
        },
      ],
    })
    expectRead(lastAt(STORY).json)
    expect(recordIn(lastAt(STORY).json)).toMatchObject({
      ...{ voice_id: '', speaker_name: null, file_size: 0, tts_input: 'The Lighthouse' },
    })
    const { durationMs, usedCredits } = await app.newest()
    expect(usedCredits).toBe('The light went out.Who is there?'.length)
    // The first block, two seconds of silence, and three of speech.
    expect(durationMs ?? 0).toBeGreaterThan(5_500)
  })
})

describe('a conversion', () => {
  test('goes through the published states, and its percentage only rises', long, async () => {
    const client = createSpeechClient({ baseUrl: app.wiretap.baseUrl, key: () => TEST_KEY })
    const block = {
      name: 'b',
      silence_before: 0,
      voice_id: 'OA001',
      emotion: 'neutral',
      speed: 1,
      duration: 0,
    }
    const blocks = Array.from({ length: 12 }, (_, index) => ({
      ...block,
      model: 'tts-1',
      input: `The lighthouse keeper climbed the stairs for the ${index}th time.`,
    }))
    const submitted = await client.submit('story', JSON.stringify({ name: 'States', blocks }))
    if (submitted.kind !== 'accepted') throw submitted.error
    const seen: { status: number; percentage: number }[] = []
    const end = await followConversion({
      last: submitted.conversion,
      ask: (signal) => client.history(submitted.conversion.uuid, signal),
      pace: {
        firstMs: 1,
        factor: 1,
        longestMs: 1,
        shortensAtEnd: false,
        giveUpAfterMs: 1_000,
        forgottenAfterMs: 0,
      },
      clock: { now: Date.now, sleep: () => Promise.resolve() },
      random: () => 0.5,
      signal: new AbortController().signal,
      onProgress: (progress) => seen.push(progress),
      onRetry: () => undefined,
    })
    expect(end).toMatchObject({ kind: 'completed', conversion: { status: 2, percentage: 100 } })
    const statuses = [...new Set(seen.map(({ status }) => status))]
    // The states in between are short: a client may miss one, and never sees them in another order.
    expect(statuses).toEqual([1, 12, 13, 2].filter((status) => statuses.includes(status)))
    expect([statuses[0], statuses.at(-1)]).toEqual([1, 2])
    const percentages = seen.map(({ percentage }) => percentage)
    expect(percentages).toEqual(percentages.toSorted((a, b) => a - b))
    expect(new Set(percentages).size).toBeGreaterThan(3)
  })

  test('that failed carries state 3 and the service’s message, and costs nothing', async () => {
    await expect(app.speak({ text: '...' })).rejects.toMatchObject({ code: 'conversion-failed' })
    const failed = await app.newest()
    const said = recordIn(app.wiretap.heard.at(-1)?.json)
    expect(said).toMatchObject({ status: 3, error_message: expect.stringMatching(/./) })
    expect(failed).toMatchObject({
      ...{ state: 'failed', status: 3, usedCredits: 0 },
      error: { code: 'conversion-failed', params: { message: said['error_message'] } },
    })
  })

  test('is shown with the app’s own estimate first, then with the service’s figures', async () => {
    const from = app.told.length
    const text = 'Naïve café: 😀.'
    const made = await app.speak({ text })
    const views = app.told
      .slice(from)
      .flatMap(({ payload }) => ('jobs' in payload ? payload.jobs : []))
      .filter(({ state }) => state !== 'preparing')
    const characters = countCharacters(text)
    expect(views[0]).toMatchObject({ state: 'sending', estimatedCredits: characters, usedCredits: null })
    expect(made).toMatchObject({ estimatedCredits: characters, usedCredits: characters })
    const { connections } = await app.handlers['ledger:get']({})
    expect(connections.find(({ key }) => key === app.connectionId)?.charged).toBeGreaterThan(characters)
  })

  test('whose answer was lost can be claimed from the history, and is not paid for twice', async () => {
    app.wiretap.meddle = ({ method }, response) => {
      if (method === 'POST') response.destroy()
      return method === 'POST'
    }
    const text = 'An answer that nobody heard.'
    const before = app.wiretap.heardAt('POST', TEXT).length
    await expect(app.speak({ text })).rejects.toMatchObject({ code: 'conversion-outcome-unknown' })
    app.wiretap.meddle = () => false
    const { id } = await app.newest()
    const [offered, ...others] = (await app.handlers['jobs:claimable']({ id })) ?? []
    expect(others).toEqual([])
    expect(offered).toMatchObject({ input: text, voiceId: 'OA001' })
    await app.handlers['jobs:claim']({ id, uuid: offered?.uuid ?? '' })
    await app.until({ id, state: 'completed' })
    expect(await app.newest()).toMatchObject({ source: 'history', usedCredits: text.length })
    expect(app.wiretap.heardAt('POST', TEXT)).toHaveLength(before + 1)
  })

  test('whose audio download breaks off is resumed, and the audio is complete', async () => {
    let cuts = 0
    const ranges: (string | undefined)[] = []
    app.wiretap.meddle = ({ path, headers }, response) => {
      if (!path.endsWith('.mp3')) return false
      ranges.push(headers.range)
      if (cuts++ > 0) return false
      response.writeHead(200, { 'content-length': 100_000, etag: headers.etag ?? '"none"' })
      response.write(Buffer.alloc(5_000), () => response.destroy())
      return true
    }
    const made = await app.speak({ text: 'One part, and then the other part of it.' })
    app.wiretap.meddle = () => false
    expect(ranges.length).toBeGreaterThan(1)
    expect(made.state).toBe('completed')
    expect(made.durationMs ?? 0).toBeGreaterThan(1_000)
  })
})

test('every request carries the key in x-api-key, a path under the version’s prefix, and a body that the schemas accept', () => {
  expect(app.wiretap.heard.length).toBeGreaterThan(30)
  for (const { method, path, headers, body } of app.wiretap.heard) {
    expect([path, headers['x-api-key']]).toEqual([path, TEST_KEY])
    expect(path).toMatch(/^\/(uapi\/v1|media)\//)
    if (method === 'POST') expect(headers['content-type']).toBe('application/json')
    expect(body.toString()).not.toContain(TEST_KEY)
  }
  const schemas = [textToSpeechRequestSchema, emotionToSpeechRequestSchema, storyMakerRequestSchema]
  for (const [index, path] of [TEXT, EMOTION, STORY].entries()) {
    const good = app.wiretap.heardAt('POST', path).filter(({ status }) => status === 200)
    expect(good.length).toBeGreaterThan(0)
    for (const { body } of good) {
      const sent = JSON.parse(body.toString()) as unknown
      expect(schemas[index]?.parse(sent)).toEqual(sent)
    }
  }
})
