/** The library of vibes: the app's client with the real embedded service, field by field. */
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createVibesClient, type VibesClient } from '../../../electron/speech/vibesClient.ts'
import { parseServiceTime } from '../../../shared/speech-api/records.ts'
import type { Vibe } from '../../../shared/speech-api/vibes.ts'
import { TEST_KEY } from '../local-service/runService.ts'
import { openApp, type TestApp } from './app.ts'
import { long } from '../../support/tags.ts'

const STORM = { vibe: 'Storm', prompt: 'Angry and loud.' }
const CALM = { vibe: 'Calm sea', prompt: 'Calm and hopeful.' }

let app: TestApp
let client: VibesClient
beforeAll(async () => {
  app = await openApp()
  client = createVibesClient({ baseUrl: app.wiretap.baseUrl, key: () => TEST_KEY })
})
afterAll(() => app.close())

type Wire = Record<string, unknown>

/** The last answer, which must be the vibe envelope. */
function lastResult(): unknown {
  const { json } = app.wiretap.heard.at(-1) ?? {}
  expect(json).toEqual({ success: true, result: expect.anything() as unknown, message: null })
  return (json as { result: unknown }).result
}

/** Compares what the client read of a vibe with what the service wrote. */
function expectRead(vibe: Vibe, wire: Wire): void {
  expect(vibe).toEqual({
    id: wire['id'],
    name: wire['vibe'],
    prompt: wire['prompt'],
    isMaster: wire['type'] === 'api_vibe',
    createdAtMs: parseServiceTime(String(wire['created_at'])),
    updatedAtMs: parseServiceTime(String(wire['updated_at'])),
  })
}

describe('custom vibes', () => {
  test(
    'are created, changed and deleted in the vibe envelope, each with seven fields, a deleted one with three more',
    long,
    async () => {
      const made = await client.create(STORM)
      const fields = ['created_at', 'id', 'prompt', 'type', 'updated_at', 'user_id', 'vibe']
      const created = lastResult() as Wire
      expect(Object.keys(created).sort()).toEqual(fields)
      expect(created).toMatchObject({ type: 'user_vibe', ...STORM, user_id: expect.any(Number) as number })
      expectRead(made, created)
      expect(JSON.parse(app.wiretap.heard.at(-1)?.body.toString() ?? '')).toEqual(STORM)

      await delay(1_000) // The service's dates have whole seconds.
      const changed = await client.update(made.id, CALM)
      expectRead(changed, lastResult() as Wire)
      expect(changed).toMatchObject({ id: made.id, name: 'Calm sea', createdAtMs: made.createdAtMs })
      expect(changed.updatedAtMs ?? 0).toBeGreaterThan(made.updatedAtMs ?? Infinity)

      expect(await client.remove(made.id)).toBe(true)
      const deleted = lastResult() as Wire
      expect(Object.keys(deleted).sort()).toEqual([...fields, 'story_blocks', 'tts_histories', 'user'].sort())
      expect(deleted).toMatchObject({ id: made.id, user: {}, tts_histories: [], story_blocks: [] })
      expect(await client.listCustom()).toEqual([])
    },
  )

  test('are listed and searched by the service', async () => {
    const storm = await client.create(STORM)
    const calm = await client.create(CALM)
    expect(await client.listCustom()).toEqual(expect.arrayContaining([storm, calm]))
    const [wire] = lastResult() as Wire[]
    expect(wire).toMatchObject({ type: 'user_vibe' })
    expect(await client.search('HOPE')).toEqual([calm])
    expect(app.wiretap.heard.at(-1)).toMatchObject({
      method: 'GET',
      path: '/uapi/v1/custom-vibes/search?key=HOPE',
      headers: { 'x-api-key': TEST_KEY },
    })
    expect(await client.search('zebra')).toEqual([])
    await Promise.all([client.remove(storm.id), client.remove(calm.id)])
  })

  test('that are empty or too long are refused with the field’s name, and a deleted one is reported as gone', async () => {
    const refusal = (vibe: typeof STORM) => client.create(vibe).catch((error: unknown) => error)
    expect(await refusal({ ...STORM, vibe: ' ' })).toMatchObject({
      code: 'service-refused',
      params: { message: 'vibe must not be empty' },
    })
    expect(await refusal({ ...STORM, prompt: 'p'.repeat(2_001) })).toMatchObject({
      params: { message: expect.stringMatching(/^prompt must be at most 2,000/) as string },
    })
    await expect(client.update(999_999, STORM)).rejects.toMatchObject({ code: 'vibe-gone' })
    expect(await client.remove(999_999)).toBe(false)
  })
})

test('master vibes are api_vibe with a user_id of null, and the client treats them as read-only', async () => {
  const vibes = (await client.listMaster()) ?? []
  const wires = lastResult() as Wire[]
  expect(wires.length).toBeGreaterThanOrEqual(12)
  for (const [index, wire] of wires.entries()) {
    expect(wire).toMatchObject({ type: 'api_vibe', user_id: null })
    const vibe = vibes[index]
    if (vibe !== undefined) expectRead(vibe, wire)
  }
  expect(vibes).toHaveLength(wires.length)
  expect(vibes.every(({ isMaster }) => isMaster)).toBe(true)
})
