import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { samplesToMs, type Pcm } from '../../../electron/lib/audio/pcm.ts'
import { readMakesPerSecond } from '../../../electron/lib/voices/installedPacks.ts'
import { forkNatural } from '../../../electron/local-service/natural/naturalSpawn.ts'
import type { NaturalRequest } from '../../../electron/local-service/natural/naturalMessages.ts'
import { textToSpeechRequestSchema } from '../../../shared/speech-api/requests.ts'
import { voicesAnswerSchema } from '../../../shared/speech-api/responses.ts'
import { findSpeech, medianPitchHz } from '../../support/measure.ts'
import { syntheticManifest, syntheticMs, writeSyntheticPack } from '../../support/syntheticVoice.ts'
import { engineOptions } from './oneService.ts'
import { runService, serveHere, type TestService } from './runService.ts'
import { startToneEngine, toneMs, type ToneEngine } from './toneEngine.ts'
import { long } from '../../support/tags.ts'

const TEXT = '/uapi/v1/text-to-speech'
const STORY = '/uapi/v1/story-maker'
const TONE = 'NV-tone-main'
const HELLO = 'hello there'
/** A sample or two are lost at both ends of the tone, where it is zero, and a block ends on a whole millisecond. */
const NEAR_MS = 4

let folder: string
let voicesFolder: string
let engine: ToneEngine
let service: TestService

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fabula-natural-'))
  voicesFolder = join(folder, 'voices')
  writeSyntheticPack(voicesFolder)
  engine = await startToneEngine()
  service = await runService(join(folder, 'data'), ['--voices', voicesFolder, ...engineOptions(engine.url)])
})

afterAll(async () => {
  await service.stop()
  await engine.close()
  rmSync(folder, { recursive: true })
})

const lengthMs = ({ samples, sampleRate }: Pcm) => samplesToMs(samples.length, sampleRate)
const speak = (body: object) => service.speak(TEXT, { input: HELLO, voice_id: TONE, ...body })

describe('a natural voice of the service', () => {
  it('is in the library with its language and its character', async () => {
    const answer = voicesAnswerSchema.parse(await (await service.get('/uapi/v1/voices')).json())
    expect(answer.result).toContainEqual({
      id: TONE,
      name: 'Tone',
      language: 'en-us',
      gender: 'neutral',
      description: 'One clear tone',
    })
  })

  it('has its own sound, as long as its model’s output', async () => {
    const { pcm, conversion } = await speak({})
    expect(conversion.speakerName).toBe('Tone')
    expect(Math.abs(lengthMs(pcm) - syntheticMs(HELLO))).toBeLessThan(NEAR_MS)
    expect(pcm.sampleRate).toBe(24_000) // a model may have more than the built-in voice
    expect(Math.abs((medianPitchHz(pcm) ?? 0) - 200)).toBeLessThan(5)
  })

  it.each([1, 1.5, 2, 4])('at speed %d takes exactly its share of the natural length', async (speed) => {
    const { pcm } = await speak({ speed })
    expect(Math.abs(lengthMs(pcm) - syntheticMs(HELLO) / speed)).toBeLessThan(NEAR_MS)
  })

  it('divides long text into pieces at the ends of sentences, with the pauses of the built-in voice', async () => {
    const sentence = `${'the lamp was lit and the kettle sang '.repeat(6).trim()}!`
    const input = `${sentence} ${sentence}\n\n${sentence}`
    const { pcm, seen } = await speak({ input })
    // Three sentences of 222 characters: no two of them fit into one piece. After the first comes a sentence's pause, then a paragraph's.
    // The second piece has the space before its sentence, or the first one after it.
    const expectedMs = syntheticMs(sentence) * 3 + 305 + 530
    expect(lengthMs(pcm)).toBeGreaterThan(expectedMs - 20)
    expect(lengthMs(pcm)).toBeLessThan(expectedMs + syntheticMs('    '))
    expect(seen.at(-1)?.percentage).toBe(100)
  })

  it('reports its speed on this computer after its first sentence', () => {
    expect(readMakesPerSecond(join(voicesFolder, 'tone'))).toBeGreaterThan(1)
  })

  it('is silent for text that it cannot speak', async () => {
    const { conversion } = await service.speak(STORY, {
      name: 'Tale',
      blocks: [
        { input: '—', voice_id: TONE, duration: 2 },
        { input: HELLO, voice_id: TONE },
      ],
    })
    expect(conversion.timings?.[1]?.startMs).toBe(2000)
  })
})

describe('a story', () => {
  it(
    'of the built-in voice, a natural voice and a remote voice is one file with exact silences and durations',
    long,
    async () => {
      const { conversion, pcm } = await service.speak(STORY, {
        name: 'Tale',
        blocks: [
          { name: 'one', input: 'Good evening.', voice_id: 'OA001', duration_ms: 1500 },
          { name: 'two', input: HELLO, voice_id: TONE, silence_before_ms: 700, duration_ms: 2000 },
          { name: 'three', input: HELLO, voice_id: 'kokoro:x', silence_before_ms: 450 },
          { name: 'four', input: HELLO, voice_id: TONE, silence_before_ms: 250, speed: 2 },
        ],
      })
      const [one, two, three, four] = conversion.timings ?? []
      expect(one).toMatchObject({ startMs: 0, endMs: 1500 })
      expect(two).toMatchObject({ startMs: 2200, endMs: 4200 })
      expect(three?.startMs).toBe(4650)
      expect(Math.abs((three?.endMs ?? 0) - 4650 - toneMs(HELLO))).toBeLessThan(NEAR_MS)
      expect(four?.startMs).toBe((three?.endMs ?? 0) + 250)
      expect(Math.abs((four?.endMs ?? 0) - (four?.startMs ?? 0) - syntheticMs(HELLO) / 2)).toBeLessThan(
        NEAR_MS,
      )
      expect(lengthMs(pcm)).toBe(four?.endMs)
      const heard = findSpeech(pcm, { thresholdDb: -40, minSilenceMs: 200 })
      const places = [one, two, three, four].flatMap((timing) =>
        timing === undefined ? [] : [timing.startMs],
      )
      for (const startMs of places.slice(1)) {
        expect(heard.some((part) => Math.abs(part.startMs - startMs) < 40)).toBe(true)
      }
    },
  )
})

test('what will probably be heard next is prepared in the same words in which it is spoken then', async () => {
  const messages: NaturalRequest[] = []
  const own = await serveHere(join(folder, 'prepared'), ['--voices', voicesFolder], {
    spawnNatural(entryUrl) {
      const child = forkNatural(entryUrl)
      return {
        ...child,
        send(message) {
          messages.push(message)
          child.send(message)
        },
      }
    },
  })
  try {
    const body = { input: 'Mr. Fox came at 7. The ferry was late.', voice_id: TONE }
    own.loadVoices([TONE], textToSpeechRequestSchema.parse(body))
    await own.speak(TEXT, body)
    const [load] = messages.flatMap((message) => (message.kind === 'load' && message.first) || [])
    const [speak] = messages.flatMap((message) => (message.kind === 'speak' ? [message] : []))
    const { text, ...delivery } = load ?? { text: 'none' }
    expect(text).toBe('Mister Fox came at seven. ')
    expect(speak).toMatchObject({ ...delivery, parts: [text, 'The ferry was late.'] })
    own.loadVoices([], textToSpeechRequestSchema.parse({ ...body, voice_id: 'NV-gone-main' }))
    own.loadVoices([], textToSpeechRequestSchema.parse({ ...body, speed: 2 }))
    expect(messages.filter(({ kind }) => kind === 'load')).toHaveLength(2)
  } finally {
    await own.stop()
  }
})

describe('a voice pack', () => {
  it('that is broken fails only its own conversion, with a clear message, and other voices continue', async () => {
    const broken = syntheticManifest({ id: 'broken', name: 'Broken' })
    const brokenFolder = writeSyntheticPack(voicesFolder, broken)
    rmSync(join(brokenFolder, 'model', 'tokens.txt'))
    const own = await runService(join(folder, 'own'), ['--voices', voicesFolder])
    try {
      const uuid = await own.submit(TEXT, { input: HELLO, voice_id: 'NV-broken-main' })
      expect((await own.follow(uuid)).final.errorMessage).toBe(
        'The natural voice Broken cannot speak: its folder lacks tokens.txt. Remove its voice pack and get it again',
      )
      const { conversion } = await own.speak(TEXT, { input: HELLO, voice_id: TONE })
      expect(conversion.status).toBe(2)
    } finally {
      await own.stop()
      rmSync(brokenFolder, { recursive: true })
    }
  })

  it('that a terminal adds while the service runs can be used, and is listed', async () => {
    const late = writeSyntheticPack(voicesFolder, syntheticManifest({ id: 'late', name: 'Late' }))
    try {
      const { conversion } = await service.speak(TEXT, { input: HELLO, voice_id: 'NV-late-main' })
      expect(conversion.status).toBe(2)
      writeSyntheticPack(voicesFolder, syntheticManifest({ id: 'later', name: 'Later' }))
      const answer = voicesAnswerSchema.parse(await (await service.get('/uapi/v1/voices')).json())
      expect(answer.result.map(({ id }) => id)).toContain('NV-later-main')
    } finally {
      rmSync(late, { recursive: true })
      rmSync(join(voicesFolder, 'later'), { recursive: true, force: true })
    }
  })

  it('that is missing is reported when its voice is requested', async () => {
    mkdirSync(voicesFolder, { recursive: true })
    const refused = await service.post(TEXT, { input: HELLO, voice_id: 'NV-gone-main' })
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('is a voice of a voice pack that is not on this computer')
  })
})
