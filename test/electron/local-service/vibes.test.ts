import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { medianPitchHz, rmsDb } from '../../support/measure.ts'
import { samplesToMs, type Pcm } from '../../../electron/lib/audio/pcm.ts'
import { openServiceDatabase } from '../../../electron/local-service/conversions/serviceDatabase.ts'
import { createVibes } from '../../../electron/local-service/vibes.ts'
import { runService, type TestService } from './runService.ts'
import { long } from '../../support/tags.ts'

const folder = mkdtempSync(join(tmpdir(), 'fabula-service-'))
let service: TestService

beforeAll(async () => {
  service = await runService(folder)
})

afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

const VIBES = '/uapi/v1/custom-vibes'
const EMOTION = '/uapi/v1/text-to-speech-advanced'

interface Vibe {
  id: number
  vibe: string
  prompt: string
  created_at: string
  updated_at: string
}

async function ask<Result = Vibe>(method: string, path: string, body?: unknown) {
  const response = await service.send(method, path, body)
  // The tests check the fields that they use.
  const json = (await response.json()) as { result: Result; errors: { field: string }[] }
  return { status: response.status, json, result: json.result }
}

const create = async (vibe: string, prompt: string) => (await ask('POST', VIBES, { vibe, prompt })).result
const ids = (vibes: Vibe[]) => vibes.map(({ id }) => id)

describe('custom vibes', () => {
  it('are created, listed, changed and deleted, each with exactly the published envelope', async () => {
    const made = await ask('POST', VIBES, { vibe: 'Storm', prompt: 'Angry and loud.' })
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
    const record = {
      type: 'user_vibe',
      id: expect.any(Number),
      created_at: time,
      vibe: 'Storm',
      prompt: 'Angry and loud.',
      user_id: 1,
      updated_at: time,
    }
    expect(made).toMatchObject({ status: 200, json: { success: true, result: record, message: null } })
    expect(Object.keys(made.json)).toEqual(['success', 'result', 'message'])
    expect(made.result).toEqual(record)

    const { id } = made.result
    expect((await ask<Vibe[]>('GET', VIBES)).json).toEqual({
      success: true,
      result: [made.result],
      message: null,
    })
    const changed = await ask('PUT', `${VIBES}/${id}`, { vibe: 'Calm', prompt: 'Quiet.' })
    expect(changed.result).toEqual({ ...record, id, vibe: 'Calm', prompt: 'Quiet.' })
    expect(changed.result.created_at).toBe(made.result.created_at)
    const again = await ask('PUT', `${VIBES}/${id}`, { vibe: 'Calm', prompt: 'Quiet.' })
    const times = [made.result.updated_at, changed.result.updated_at, again.result.updated_at]
    expect(new Set(times).size, 'each change shows, however soon it comes').toBe(3)
    expect(times.toSorted()).toEqual(times)

    const deleted = await ask('DELETE', `${VIBES}/${id}`)
    expect(deleted.json).toEqual({
      success: true,
      result: { ...again.result, user: {}, tts_histories: [], story_blocks: [] },
      message: null,
    })
    expect((await ask<Vibe[]>('GET', VIBES)).result).toEqual([])
  })

  it('have ids that differ from those of master vibes and are never reused', async () => {
    const masters = await ask<Vibe[]>('GET', '/uapi/v1/master-vibes')
    const first = await create('One', 'happy')
    await ask('DELETE', `${VIBES}/${first.id}`)
    const second = await create('Two', 'happy')
    expect(second.id).toBeGreaterThan(first.id)
    expect(ids(masters.result)).not.toContain(second.id)
    await ask('DELETE', `${VIBES}/${second.id}`)
  })

  it.each([
    ['vibe', { prompt: 'x' }],
    ['prompt', { vibe: 'x' }],
    ['vibe', { vibe: '  ', prompt: 'x' }],
    ['vibe', { vibe: 'x'.repeat(201), prompt: 'x' }],
    ['prompt', { vibe: 'x', prompt: 'x'.repeat(2_001) }],
    ['prompt', { vibe: 'x', prompt: 7 }],
    ['body', ['x']],
  ])('are refused with the name of the field: %s (case %#)', async (field, body) => {
    const vibe = await create('Old', 'happy')
    for (const [method, path] of [
      ['POST', VIBES],
      ['PUT', `${VIBES}/${vibe.id}`],
    ] as const) {
      const { status, json } = await ask(method, path, body)
      expect([status, json.errors.map((error) => error.field)]).toEqual([422, [field]])
    }
    expect((await ask('DELETE', `${VIBES}/${vibe.id}`)).result).toMatchObject({
      vibe: 'Old',
      prompt: 'happy',
    })
  })

  it('accept the longest name and prompt, counted in characters and not in bytes', async () => {
    const { status, result } = await ask('POST', VIBES, { vibe: '😀'.repeat(200), prompt: 'ö'.repeat(2_000) })
    expect([status, result.vibe.length]).toEqual([200, 400])
    await ask('DELETE', `${VIBES}/${result.id}`)
  })

  it('that do not exist are answered with 404, and so are master vibes, which cannot be changed', async () => {
    const body = { vibe: 'x', prompt: 'y' }
    for (const id of [1, 999_999]) {
      expect((await ask('PUT', `${VIBES}/${id}`, body)).status).toBe(404)
      expect((await ask('DELETE', `${VIBES}/${id}`)).status).toBe(404)
    }
    const { status, json } = await ask('DELETE', `${VIBES}/first`)
    expect([status, json.errors.map(({ field }) => field)]).toEqual([422, ['id']])
    expect((await service.get(`${VIBES}/1`)).headers.get('allow')).toBe('PUT, DELETE')
  })

  it('are found by name or prompt, in any case and spelling', async () => {
    const made = [
      await create('ÜBERMUT', 'playful'),
      await create('Straße', 'sad'),
      await create('Σοφός', 'serious'),
      await create('Cafe\u0301', 'A tender voice, 100% calm_'),
    ]
    const [first, second, third, fourth] = ids(made)
    const search = async (key: string) =>
      ids((await ask<Vibe[]>('GET', `${VIBES}/search?key=${encodeURIComponent(key)}`)).result)
    expect(await search('übermut')).toEqual([first])
    expect(await search('STRASSE')).toEqual([second])
    expect(await search('ΣΟΦΌΣ')).toEqual([third])
    expect(await search('café')).toEqual([fourth])
    expect(await search('TENDER voice')).toEqual([fourth])
    expect(await search('100%')).toEqual([fourth])
    expect(await search('calm_')).toEqual([fourth])
    expect(await search('%')).toEqual([fourth])
    expect(await search('nothing like it')).toEqual([])
    expect(await search('')).toEqual([first, second, third, fourth])
    const { status, json } = await ask('GET', `${VIBES}/search`)
    expect([status, json.errors.map(({ field }) => field)]).toEqual([422, ['key']])
  })

  it('survive a restart of the service, even after it was killed', long, async () => {
    const own = mkdtempSync(join(tmpdir(), 'fabula-service-'))
    const first = await runService(own)
    const made = (await (await first.post(VIBES, { vibe: 'Kept', prompt: 'calm' })).json()) as object
    await first.stop('SIGKILL')
    const second = await runService(own)
    expect(await (await second.get(VIBES)).json()).toEqual({
      ...made,
      result: [(made as { result: object }).result],
    })
    await second.stop()
    rmSync(own, { recursive: true })
  })
})

describe('the library of vibes', () => {
  it('holds a thousand and then refuses more; a change updates only the time of the change', () => {
    let nowMs = Date.UTC(2026, 0, 1)
    const database = openServiceDatabase(':memory:')
    const vibes = createVibes(database, () => nowMs)
    const first = vibes.create({ vibe: 'One', prompt: 'calm' })
    for (let count = 1; count < 1_000; count++) vibes.create({ vibe: `Vibe ${count}`, prompt: 'calm' })
    expect(vibes.create({ vibe: 'Too many', prompt: 'calm' })).toBeNull()
    nowMs += 61_000
    expect(vibes.update(first?.id ?? 0, { vibe: 'One', prompt: 'loud' })).toEqual({
      ...first,
      prompt: 'loud',
      updated_at: '2026-01-01T00:01:01',
    })
    vibes.remove(first?.id ?? 0)
    expect(vibes.create({ vibe: 'Fits again', prompt: 'calm' })).not.toBeNull()
    database.close()
  })
})

describe('a vibe in emotion-to-speech', () => {
  const input = 'The old lighthouse keeper climbed the stairs again, and nobody knew why.'
  const speak = async (body: object): Promise<Pcm> => (await service.speak(EMOTION, { input, ...body })).pcm
  const lengthMs = ({ samples, sampleRate }: Pcm) => samplesToMs(samples.length, sampleRate)
  const pitch = (pcm: Pcm) => medianPitchHz(pcm) ?? 0

  it(
    'that is custom changes pitch, pace and loudness by the words of its prompt, and a custom prompt adds to it',
    long,
    async () => {
      const weary = await create('Weary', 'Tired, very tired.')
      const storm = await create('Storm', 'Excited and loud!')
      const [plain, low, high, more] = await Promise.all([
        speak({}),
        speak({ vibe_id: weary.id }),
        speak({ vibe_id: storm.id }),
        speak({ vibe_id: weary.id, custom_prompt: 'and quiet' }),
      ])
      expect(pitch(low)).toBeLessThan(pitch(plain) * 0.92)
      expect(pitch(high)).toBeGreaterThan(pitch(plain) * 1.15)
      expect(lengthMs(low)).toBeGreaterThan(lengthMs(plain) * 1.1)
      expect(lengthMs(high)).toBeLessThan(lengthMs(plain) * 0.95)
      expect(rmsDb(low.samples)).toBeLessThan(rmsDb(plain.samples) - 3)
      expect(rmsDb(high.samples)).toBeGreaterThan(rmsDb(plain.samples) + 1)
      expect(rmsDb(more.samples)).toBeLessThan(rmsDb(low.samples) - 3)
    },
  )

  it('is refused with the field’s name once it is deleted, but a conversion that uses it keeps it', async () => {
    const vibe = await create('Short-lived', 'low')
    const uuid = await service.submit(EMOTION, { input, vibe_id: vibe.id })
    await ask('DELETE', `${VIBES}/${vibe.id}`)
    expect((await service.follow(uuid)).final).toMatchObject({ status: 2, vibeId: vibe.id })
    const { status, json } = await ask('POST', EMOTION, { input, vibe_id: vibe.id })
    expect([status, json.errors.map(({ field }) => field)]).toEqual([422, ['vibe_id']])
  })
})
