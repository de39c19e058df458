import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { decodeAudio } from '../../../electron/lib/audio/decode.ts'
import { runService, TEST_KEY, type TestService } from './runService.ts'
import { long } from '../../support/tags.ts'

const TEXT = '/uapi/v1/text-to-speech'
const STORY = '/uapi/v1/story-maker'
const SENTENCE = 'The old lighthouse keeper climbed the stairs again, and nobody knew why. '

let folder: string
const running: TestService[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fabula-service-'))
})

afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.stop('SIGKILL')))
  rmSync(folder, { recursive: true })
})

async function start(): Promise<TestService> {
  const service = await runService(folder)
  running.push(service)
  return service
}

/** Two minutes of speech: long enough to be interrupted. */
const longStory = {
  name: 'Long',
  blocks: Array.from({ length: 12 }, (_, index) => ({
    name: `Block ${index + 1}`,
    input: SENTENCE.repeat(2),
    voice_id: index % 2 === 0 ? 'OA001' : 'OA005',
    silence_before: 1,
  })),
}

describe('a restarted service', () => {
  it('still has its conversions and their audio', async () => {
    const first = await start()
    const { conversion, bytes } = await first.speak(TEXT, { input: SENTENCE })
    await first.stop()

    const second = await start()
    const found = await second.find(conversion.uuid)
    expect({ ...found, mediaUrl: '' }).toEqual({ ...conversion, mediaUrl: '' })
    const audio = await fetch(found.mediaUrl ?? '')
    expect(new Uint8Array(await audio.arrayBuffer())).toEqual(bytes)
  })

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'continues what %s interrupted, with status 11, to a complete story',
    long,
    async (signal) => {
      const first = await start()
      const uuid = await first.submit(STORY, longStory)
      const { final: interrupted } = await first.follow(uuid, ({ percentage }) => percentage >= 25)
      expect(interrupted.status).toBe(1)
      await first.stop(signal)

      const second = await start()
      const { final, seen } = await second.follow(uuid)
      expect(seen[0]?.status).toBe(11)
      expect(seen[0]?.percentage).toBeGreaterThanOrEqual(10)
      expect(final).toMatchObject({ status: 2, percentage: 100, usedCredit: SENTENCE.length * 2 * 12 })
      expect(final.timings).toHaveLength(12)
      const audio = await decodeAudio(new Uint8Array(await (await fetch(final.mediaUrl ?? '')).arrayBuffer()))
      expect((audio.samples.length / audio.sampleRate) * 1000).toBeCloseTo(
        final.timings?.at(-1)?.endMs ?? 0,
        -1,
      )
      expect(readdirSync(join(folder, 'audio'))).toEqual([`${uuid}.mp3`])
    },
  )
})

describe('a folder', () => {
  it('serves one service at a time: a second one reports that and ends', long, async () => {
    await start()
    const main = fileURLToPath(new URL('../../../electron/local-service/main.ts', import.meta.url))
    const second = spawnSync(process.execPath, [main, '--key', TEST_KEY, '--data', folder], {
      encoding: 'utf8',
    })
    expect(second.status).toBe(1)
    expect(second.stderr).toMatch(/Another speech service is using/)
  })
})
