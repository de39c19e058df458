import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findSpeech, medianPitchHz, rmsDb } from '../../support/measure.ts'
import { msToSamples, samplesToMs, type Pcm } from '../../../electron/lib/audio/pcm.ts'
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

const TEXT = '/uapi/v1/text-to-speech'
const EMOTION = '/uapi/v1/text-to-speech-advanced'
const STORY = '/uapi/v1/story-maker'
const PASSAGE =
  'The old lighthouse keeper climbed the stairs again. "Who is there?" she asked, and nobody answered the question.'

const lengthMs = ({ samples, sampleRate }: Pcm) => samplesToMs(samples.length, sampleRate)
const speechOf = (pcm: Pcm, minSilenceMs = 600) => findSpeech(pcm, { thresholdDb: -40, minSilenceMs })
const speakText = (body: object) => service.speak(TEXT, { input: PASSAGE, ...body })
const block = (body: object) => ({
  name: 'Block',
  input: 'Hello there.',
  silence_before: 0,
  voice_id: 'OA001',
  emotion: 'neutral',
  model: 'tts-1',
  speed: 1,
  duration: 0,
  ...body,
})
const tell = (...blocks: object[]) => service.speak(STORY, { name: 'Tale', blocks: blocks.map(block) })

function peakDb({ samples }: Pcm): number {
  return 20 * Math.log10(samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0) / 32768)
}

/** The frequency around which the spectrum's energy lies, from the energy of the signal and of its slope. */
function brightnessHz({ samples, sampleRate }: Pcm): number {
  let energy = 0
  let slope = 0
  for (let index = 1; index < samples.length; index++) {
    const here = samples[index] ?? 0
    energy += here * here
    slope += (here - (samples[index - 1] ?? 0)) ** 2
  }
  return (Math.acos(1 - slope / energy / 2) * sampleRate) / 2 / Math.PI
}

describe('a conversion', () => {
  it('goes through the published states, its percentage only rises, and it costs a credit for each character', async () => {
    const input = PASSAGE.repeat(12)
    const { conversion, seen } = await speakText({ input })
    const states = seen.map(({ status }) => status)
    const order = [1, 12, 13, 2]
    expect(states.map((status) => order.indexOf(status))).toEqual(
      states.map((status) => order.indexOf(status)).toSorted((a, b) => a - b),
    )
    expect(states.every((status) => order.includes(status))).toBe(true)
    const percentages = seen.map(({ percentage }) => percentage)
    expect(percentages).toEqual(percentages.toSorted((a, b) => a - b))
    expect(new Set(percentages).size).toBeGreaterThan(3)
    expect(conversion).toMatchObject({
      percentage: 100,
      estimatedCredit: input.length,
      usedCredit: input.length,
    })
  })

  it('that has nothing to say fails with a message and costs nothing', async () => {
    const { final } = await service.follow(await service.submit(TEXT, { input: '...' }))
    expect(final).toMatchObject({ status: 3, usedCredit: 0, mediaUrl: null })
    expect(final.errorMessage).toMatch(/nothing/)
  })

  it('starts soon after the service has started', long, async () => {
    const fresh = mkdtempSync(join(tmpdir(), 'fabula-service-'))
    const startMs = performance.now()
    const other = await runService(fresh)
    const readyMs = performance.now()
    await other.speak(TEXT, { input: 'Once upon a time, there was a lighthouse.' })
    const spokenMs = performance.now()
    await other.stop()
    rmSync(fresh, { recursive: true })
    // Very wide margins, since other work shares the machine. Measured alone: 0.3 s and 0.6 s.
    expect(readyMs - startMs).toBeLessThan(20_000)
    expect(spokenMs - readyMs).toBeLessThan(20_000)
  })
})

describe('voices', () => {
  it(
    'OA001 to OA006 differ clearly in pitch or in spectrum, stay below −1 dBFS and are equally loud',
    long,
    async () => {
      const spoken = await Promise.all(
        ['OA001', 'OA002', 'OA003', 'OA004', 'OA005', 'OA006'].map(async (voice_id) => {
          const { pcm } = await speakText({ voice_id })
          return {
            pitch: medianPitchHz(pcm) ?? 0,
            brightness: brightnessHz(pcm),
            peak: peakDb(pcm),
            level: rmsDb(pcm.samples),
          }
        }),
      )
      for (const [index, one] of spoken.entries()) {
        expect(one.peak).toBeLessThan(-1)
        expect(one.peak).toBeGreaterThan(-9)
        expect(Math.abs(one.level - (spoken[0]?.level ?? 0))).toBeLessThan(2.5)
        for (const other of spoken.slice(index + 1)) {
          expect(Math.abs(Math.log2(one.pitch / other.pitch))).toBeGreaterThan(2.5 / 12)
        }
      }
      expect(
        new Set(spoken.map(({ brightness }) => Math.round(brightness / 150))).size,
      ).toBeGreaterThanOrEqual(3)
    },
  )

  it('of other languages speak their own script, and an English one gets past foreign characters', async () => {
    const russian = await service.speak(TEXT, {
      voice_id: 'ES-ru',
      input: 'Жил-был старик у самого синего моря.',
    })
    const german = await service.speak(TEXT, {
      voice_id: 'ES-de',
      input: 'Es war einmal ein alter Mann am Meer.',
    })
    for (const { pcm } of [russian, german]) expect(lengthMs(pcm)).toBeGreaterThan(1500)
    const english = await service.speak(TEXT, {
      voice_id: 'OA001',
      input: '日本語 и русский 😀 &<b>[[ab]]\u0000',
    })
    expect(lengthMs(english.pcm)).toBeGreaterThan(500)
  })

  it('read markup aloud instead of interpreting it', async () => {
    const plain = await service.speak(TEXT, { input: 'Tom run now' })
    const marked = await service.speak(TEXT, { input: 'Tom <whispers> run now' })
    expect(lengthMs(marked.pcm)).toBeGreaterThan(lengthMs(plain.pcm) + 200)
  })
})

describe('speed', () => {
  it('divides the length by its value within 5 %', long, async () => {
    const [natural, double, quadruple] = await Promise.all([1, 2, 4].map((speed) => speakText({ speed })))
    if (!natural || !double || !quadruple) throw new Error('three were asked for')
    expect(Math.abs(lengthMs(natural.pcm) / lengthMs(double.pcm) / 2 - 1)).toBeLessThan(0.01)
    expect(Math.abs(lengthMs(natural.pcm) / lengthMs(quadruple.pcm) / 4 - 1)).toBeLessThan(0.01)
    const pitches = [natural, double, quadruple].map(({ pcm }) => medianPitchHz(pcm) ?? 0)
    expect(Math.max(...pitches) / Math.min(...pitches)).toBeLessThan(1.1)
  })
})

describe('models', () => {
  it('tts-1-hd is the same speech at twice the bit rate', async () => {
    const plain = await speakText({})
    const better = await speakText({ model: 'tts-1-hd' })
    expect(better.bytes.length / plain.bytes.length).toBeCloseTo(2, 1)
    expect(Math.abs(lengthMs(better.pcm) - lengthMs(plain.pcm))).toBeLessThan(30)
  })

  it(
    'audio_stable speaks with the emotion: a sad voice is lower, slower and quieter than an excited one',
    long,
    async () => {
      const [sad, excited, vibe, plain] = await Promise.all(
        [{ emotion: 'sad' }, { emotion: 'excited' }, { vibe_id: 3 }, { emotion: 'blue-green' }].map(
          async (body) => (await service.speak(EMOTION, { input: PASSAGE, ...body })).pcm,
        ),
      )
      if (!sad || !excited || !vibe || !plain) throw new Error('four were asked for')
      expect(medianPitchHz(excited) ?? 0).toBeGreaterThan((medianPitchHz(plain) ?? 0) * 1.15)
      expect(medianPitchHz(sad) ?? 0).toBeLessThan((medianPitchHz(plain) ?? 0) * 0.9)
      expect(lengthMs(sad)).toBeGreaterThan(lengthMs(excited) * 1.2)
      expect(rmsDb(sad.samples)).toBeLessThan(rmsDb(excited.samples) - 3)
      expect(medianPitchHz(vibe) ?? 0).toBeGreaterThan((medianPitchHz(plain) ?? 0) * 1.1)
    },
  )
})

describe('a story', () => {
  it('has every silence within 10 ms and every duration within 50 ms, and reports when each block speaks', async () => {
    const { pcm, conversion, bytes } = await tell(
      { name: 'One', silence_before: 1 },
      { name: 'Two', voice_id: 'OA005', silence_before: 2, duration: 3, input: PASSAGE },
      { name: 'Three', voice_id: 'OA002', silence_before: 1, speed: 2 },
      { name: 'Four', voice_id: 'OA006', silence_before_ms: 1250, duration_ms: 1600, input: 'What is that?' },
    )
    const timings = conversion.timings ?? []
    const heard = speechOf(pcm, 800)
    expect(timings.map(({ name }) => name)).toEqual(['One', 'Two', 'Three', 'Four'])
    expect(heard).toHaveLength(4)
    expect(pcm.sampleRate).toBe(22_050)
    for (const [index, { startMs, endMs }] of timings.entries()) {
      expect(Math.abs((heard[index]?.startMs ?? 0) - startMs)).toBeLessThan(5)
      expect(Math.abs((heard[index]?.endMs ?? 0) - endMs)).toBeLessThan(25)
      const silence = startMs - (timings[index - 1]?.endMs ?? 0)
      expect(silence).toBe([1000, 2000, 1000, 1250][index])
    }
    const durations = timings.map(({ startMs, endMs }) => endMs - startMs)
    expect([durations[1], durations[3]]).toEqual([3000, 1600])
    expect(Math.abs(lengthMs(pcm) - (timings.at(-1)?.endMs ?? 0))).toBeLessThan(1)
    expect(conversion).toMatchObject({
      voiceId: '',
      speakerName: null,
      fileSize: bytes.length,
      input: 'Tale',
    })
  })

  it('joins blocks without a click: no step at a join is larger than in speech itself', async () => {
    const { pcm, conversion } = await tell(
      { input: 'Ah.' },
      { input: 'Oh.', voice_id: 'OA005' },
      { input: 'Ah.', voice_id: 'OA002' },
    )
    const stepAt = (index: number) => Math.abs((pcm.samples[index] ?? 0) - (pcm.samples[index - 1] ?? 0))
    for (const { endMs } of (conversion.timings ?? []).slice(0, -1)) {
      const join = msToSamples(endMs, pcm.sampleRate)
      for (let index = join - 22; index < join + 22; index++) expect(stepAt(index)).toBeLessThan(1500)
      const around = pcm.samples.subarray(join - 8, join + 8)
      expect(Math.max(...around.map(Math.abs))).toBeLessThan(1500)
    }
  })

  it(
    'meets a duration whether it is far shorter or far longer than the speech, and cuts nothing off',
    long,
    async () => {
      const { conversion, pcm } = await tell(
        { input: PASSAGE, duration: 1 },
        { input: PASSAGE, silence_before: 1, duration: 20 },
        { input: 'One.', silence_before: 1, duration: 2 },
      )
      expect(conversion.timings?.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
        [0, 1000],
        [2000, 22_000],
        [23_000, 25_000],
      ])
      expect(lengthMs(pcm)).toBeCloseTo(25_000, 0)
      for (const [startMs, endMs] of [
        [900, 1000],
        [21_800, 22_000],
      ] as const) {
        const ending = pcm.samples.subarray(
          msToSamples(startMs, pcm.sampleRate),
          msToSamples(endMs, pcm.sampleRate),
        )
        expect(rmsDb(ending)).toBeGreaterThan(-50)
      }
    },
  )

  it('accepts the emotion of a block, and ignores it', async () => {
    const plain = await tell({ input: PASSAGE, emotion: 'neutral' })
    const sad = await tell({ input: PASSAGE, emotion: 'sad' })
    // If it were applied, the speech would be a sixth slower, and lower.
    expect(lengthMs(sad.pcm) / lengthMs(plain.pcm)).toBeCloseTo(1, 1)
    expect((medianPitchHz(sad.pcm) ?? 0) / (medianPitchHz(plain.pcm) ?? 1)).toBeCloseTo(1, 1)
  })

  it('has only the silence of blank and unspeakable blocks', async () => {
    const { conversion } = await tell(
      {},
      { input: ' ', silence_before: 1 },
      { input: '…', silence_before: 1 },
      { silence_before: 1 },
    )
    const timings = conversion.timings ?? []
    expect(timings.map(({ startMs, endMs }) => endMs > startMs)).toEqual([true, false, false, true])
    expect((timings[3]?.startMs ?? 0) - (timings[0]?.endMs ?? 0)).toBe(3000)
  })

  it('fills the duration of an unspeakable block with silence', async () => {
    const { conversion, pcm } = await tell({ input: '…', duration: 2 }, {})
    expect(conversion.timings?.[1]?.startMs).toBe(2000)
    expect(speechOf(pcm)[0]?.startMs).toBeGreaterThan(1990)
  })

  it(
    'speaks long text in pieces with pauses between sentences, and meets a duration across them',
    long,
    async () => {
      const input = `${PASSAGE} `.repeat(20)
      const { conversion, pcm } = await tell({ input, duration: 90 })
      expect(conversion.timings?.[0]?.endMs).toBe(90_000)
      const heard = findSpeech(pcm, { thresholdDb: -45, minSilenceMs: 40 })
      const pauses = heard.slice(1).map(({ startMs }, index) => startMs - (heard[index]?.endMs ?? 0))
      expect(Math.max(...pauses)).toBeLessThan(900)
    },
  )
})

describe('the audio', () => {
  it('is served whole, in ranges, and by validators, without a key but only at its exact address', async () => {
    const { conversion, bytes } = await speakText({})
    const url = conversion.mediaUrl ?? ''
    const whole = await fetch(url)
    expect(whole.headers.get('content-type')).toBe('audio/mpeg')
    expect(whole.headers.get('accept-ranges')).toBe('bytes')

    const ask = async (range: string, headers: Record<string, string> = {}) => {
      const response = await fetch(url, { headers: { range, ...headers } })
      const body = new Uint8Array(await response.arrayBuffer())
      return { status: response.status, range: response.headers.get('content-range'), body }
    }
    const size = bytes.length
    expect(await ask('bytes=10-19')).toEqual({
      status: 206,
      range: `bytes 10-19/${size}`,
      body: bytes.slice(10, 20),
    })
    expect(await ask('bytes=-5')).toEqual({
      status: 206,
      range: `bytes ${size - 5}-${size - 1}/${size}`,
      body: bytes.slice(-5),
    })
    expect((await ask(`bytes=${size - 3}-`)).body).toEqual(bytes.slice(-3))
    expect((await ask(`bytes=5-${size * 2}`)).body).toEqual(bytes.slice(5))
    expect(await ask(`bytes=${size}-`)).toMatchObject({ status: 416, range: `bytes */${size}` })
    expect((await ask('bytes=0-1', { 'if-range': '"other"' })).status).toBe(200)

    const head = await fetch(url, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(size)])
    const etag = whole.headers.get('etag') ?? ''
    expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await fetch(url, { headers: { 'if-none-match': '"x"' } })).status).toBe(200)
    expect((await fetch(url.replace(/media\/./, 'media/~'))).status).toBe(404)
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(405)
  })
})
