// @module-tag long
/** Answers of other engines, and how they are read: audio is recognized by its bytes. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rmsDb } from '../../support/measure.ts'
import { withFileSource } from '../../../electron/lib/audio/audioSource.ts'
import { encodeMp3 } from '../../../electron/lib/audio/mp3.ts'
import { samplesToMs, type Pcm } from '../../../electron/lib/audio/pcm.ts'
import { encodeWav } from '../../../electron/lib/audio/wav.ts'
import { openEngineAudio, recogniseEngineAudio } from '../../../electron/local-service/engines/engineAudio.ts'
import { engineOptions, useOneService } from './oneService.ts'
import { serveHere, type AskedService } from './runService.ts'
import {
  sendJson,
  startToneEngine,
  toneMs,
  TONE_RATE,
  type ToneEngine,
  type ToneEngineOptions,
} from './toneEngine.ts'

const TONE = new Int16Array(TONE_RATE).map((_, at) => 8000 * Math.sin((2 * Math.PI * 220 * at) / TONE_RATE))
const TEXT = '/uapi/v1/text-to-speech'
const HELLO = 'Hello there, old friend.'
const BODY = { input: HELLO, voice_id: 'kokoro:af_bella' }

let folder: string
const running: { stop(): Promise<void> }[] = []
const engines: ToneEngine[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fabula-service-'))
})

afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.stop()))
  await Promise.all(engines.splice(0).map((engine) => engine.close()))
  rmSync(folder, { recursive: true })
})

async function startWith(options: ToneEngineOptions, more: string[] = []) {
  const engine = await startToneEngine(options)
  engines.push(engine)
  const service = await serveHere(folder, [...engineOptions(engine.url), ...more])
  running.push(service)
  return { engine, service }
}

const lengthMs = ({ samples, sampleRate }: Pcm) => samplesToMs(samples.length, sampleRate)
const speak = (service: AskedService) => service.speak(TEXT, BODY)
const fail = async (service: AskedService) => (await service.follow(await service.submit(TEXT, BODY))).final

/** The rate and length of an engine's answer, or why it is not audio. */
async function recognised(
  bytes: Uint8Array,
  contentType: string,
  pcmRate: number | null = null,
  more: IncomingHttpHeaders = {},
) {
  const path = join(folder, 'answer')
  writeFileSync(path, bytes)
  const { signal } = new AbortController()
  const headers = { 'content-type': contentType, ...more }
  const audio = await recogniseEngineAudio(path, { headers, pcmRate, signal })
  if (typeof audio === 'string') return audio
  const opened = await withFileSource(audio.path, (source) => openEngineAudio(source, audio.pcm))
  return { sampleRate: opened?.sampleRate, sampleCount: opened?.sampleCount }
}

describe('an answer in JSON', () => {
  const samples = new Int16Array(1_000).fill(5)
  const wav = Buffer.from(encodeWav({ sampleRate: TONE_RATE, samples }))
  const heard = { sampleRate: TONE_RATE, sampleCount: samples.length }
  const base64 = wav.toString('base64')

  it.each([
    ['a field of its own', { audio: base64 }],
    ['the field of Google', { audioContent: base64 }],
    ['a data URL', { audio: `data:audio/wav;base64,${base64}` }],
    ['hexadecimal digits', { data: { audio: wav.toString('hex'), status: 2 } }],
    ['a list', [{ index: 0, b64_json: base64 }]],
    [
      'fields of long texts before it',
      { text: HELLO.repeat(20), id: 'a'.repeat(200), result: { wav: base64 } },
    ],
    ['a text alone', base64],
  ])('is read from %s', async (_, json) => {
    expect(await recognised(Buffer.from(JSON.stringify(json)), 'application/json')).toEqual(heard)
    expect(await recognised(Buffer.from(JSON.stringify(json)), 'audio/wav')).toEqual(heard)
  })

  it('is read from a data URL without JSON, and as MP3', async () => {
    expect(await recognised(Buffer.from(`data:audio/wav;base64,${base64}`), 'text/plain')).toEqual(heard)
    const mp3 = Buffer.from(await encodeMp3({ sampleRate: TONE_RATE, samples: TONE }, { kbps: 64 }))
    const found = await recognised(
      Buffer.from(JSON.stringify({ audio: mp3.toString('base64') })),
      'application/json',
    )
    expect(found).toMatchObject({ sampleRate: TONE_RATE })
  })

  it.each([
    [
      'an error',
      {
        error: { message: 'The voice is not known to this server, or it was removed from it some time ago.' },
      },
    ],
    ['other base64', { audio: Buffer.alloc(3_000, 'no audio at all, but text').toString('base64') }],
    [
      'audio that is cut',
      {
        audio: Buffer.from(encodeWav({ sampleRate: TONE_RATE, samples: TONE }))
          .toString('base64')
          .slice(0, 4_000),
      },
    ],
    ['an address', { url: `https://speech.example.org/${'a'.repeat(80)}.wav` }],
  ])('is not read from %s', async (_, json) => {
    expect(typeof (await recognised(Buffer.from(JSON.stringify(json)), 'application/json'))).toBe('string')
  })

  it('is spoken, and asked for once', async () => {
    const { engine, service } = await startWith({
      send(response, samples) {
        const speech = Buffer.from(encodeWav({ sampleRate: TONE_RATE, samples }))
        sendJson(response, 200, { audioContent: speech.toString('base64') })
      },
    })
    expect(Math.abs(lengthMs((await speak(service)).pcm) - toneMs(HELLO))).toBeLessThan(5)
    expect(engine.requests).toHaveLength(1)
  })
})

describe('an answer', () => {
  it('ends before chunks that follow the audio, and its sample rate is read from it', async () => {
    const samples = new Int16Array(1_000).fill(5)
    const wav = encodeWav({ sampleRate: TONE_RATE, samples })
    const tag = Buffer.from('LIST\x04\x00\x00\x00INFO', 'latin1')
    const heard = { sampleRate: TONE_RATE, sampleCount: samples.length }
    expect(await recognised(Buffer.concat([wav, tag]), 'audio/wav')).toEqual(heard)
    const pcm = Buffer.from(samples.buffer)
    expect(await recognised(pcm, 'audio/pcm;rate=16000', 24_000)).toEqual({ ...heard, sampleRate: 16_000 })
    expect(await recognised(pcm, 'application/octet-stream', 22_050)).toEqual({
      ...heard,
      sampleRate: 22_050,
    })
    expect(await recognised(pcm, 'audio/pcm')).toBe('headless')
    expect(await recognised(pcm, 'application/octet-stream')).toBe('unknown')
    expect(await recognised(Buffer.from('RIFF'), 'audio/wav')).toBe('text')
    for (const page of ['<!DOCTYPE html><p>Erreur gén\xe9rale', '{"error":"indispon\xedvel"}'])
      for (const type of ['text/html; charset=latin1', 'application/json'])
        expect(await recognised(Buffer.from(page, 'latin1'), type, 24_000)).toBe('text')
    expect(await recognised(Buffer.from('<html><p>Erreur gén\xe9rale', 'latin1'), '', 24_000)).toBe('text')
    const manyChunks = Buffer.concat([wav, Buffer.from('LIST\0\0\0\0'.repeat(100_000), 'latin1')])
    expect(await recognised(manyChunks, 'audio/wav')).toMatchObject({ sampleRate: TONE_RATE })
  })

  it.each<[string, string, IncomingHttpHeaders, number]>([
    ['a parameter', 'audio/pcm;rate=16000', {}, 1],
    ['a parameter of another name', 'audio/pcm; sample_rate=16000', {}, 1],
    ['a third name', 'audio/x-pcm;bits=16;samplerate=16000', {}, 1],
    ['quotation marks', 'audio/pcm;rate="16000"', {}, 1],
    ['two channels', 'audio/L16; rate=16000; channels=2', {}, 2],
    ['a header', 'audio/pcm', { 'x-sample-rate': '16000' }, 1],
    ['headers', 'audio/pcm', { 'x-sample-rate': '16000', 'x-channels': '2' }, 2],
  ])(
    'without a header in its audio is read at the rate that it states, which needs no settings: %s',
    async (_, type, headers, channels) => {
      const pcm = Buffer.from(new Int16Array(1_000).fill(5).buffer)
      const heard = { sampleRate: 16_000, sampleCount: 1_000 / channels }
      expect(await recognised(pcm, type, null, headers)).toEqual(heard)
      expect(await recognised(pcm, type, 24_000, headers)).toEqual(heard)
      expect(
        await recognised(encodeWav({ sampleRate: TONE_RATE, samples: TONE }), type, null, headers),
      ).toEqual({
        sampleRate: TONE_RATE,
        sampleCount: TONE.length,
      })
    },
  )

  it.each([
    ['without anything between them', ''],
    ['with chunks between them', 'LIST\x04\x00\x00\x00INFO'],
  ])('that consists of several WAV files is read to its end: %s', async (_, chunk) => {
    const samples = new Int16Array(1_001).fill(5)
    const wav = Buffer.from(encodeWav({ sampleRate: TONE_RATE, samples }))
    const part = Buffer.concat([wav, Buffer.from(chunk, 'latin1')])
    const heard = { sampleRate: TONE_RATE, sampleCount: 3 * samples.length }
    expect(await recognised(Buffer.concat([part, part, part]), 'audio/wav')).toEqual(heard)
    const long = encodeWav({ sampleRate: TONE_RATE, samples: TONE })
    const faster = encodeWav({ sampleRate: 2 * TONE_RATE, samples })
    expect(await recognised(Buffer.concat([part, faster]), 'audio/wav')).toBe('unknown')
    expect(await recognised(Buffer.concat([part, wav.subarray(0, 20)]), 'audio/wav')).toBe('cut')
    expect(await recognised(Buffer.concat([part, long.subarray(0, 44)]), 'audio/wav')).toBe('cut')
  })

  it('in WAV that ends before the length in its header is cut, except for a tenth of a second', async () => {
    const wav = Buffer.from(encodeWav({ sampleRate: TONE_RATE, samples: TONE }))
    expect(await recognised(wav.subarray(0, wav.length / 2), 'audio/wav')).toBe('cut')
    expect(await recognised(wav.subarray(0, -100), 'audio/wav')).toMatchObject({ sampleRate: TONE_RATE })
  })

  it.each([
    ['MP4', 'audio/mpeg', '\0\0\0\x20ftypM4A \0\0\0\0'],
    ['AAC', 'audio/aac', '\xff\xf1\x50\x80\x01\x3f\xfc'],
    ['WebM', 'application/octet-stream', '\x1aE\xdf\xa3\x9f\x42\x86\x81'],
    ['AIFF', '', 'FORM\0\0\x10\0AIFFCOMM'],
    ['CAF', 'audio/x-caf', 'caff\0\x01\0\0desc'],
  ])(
    'in %s is recognized as another format, whatever its type, even if headerless samples are expected',
    async (_, type, head) => {
      const bytes = Buffer.concat([Buffer.from(head, 'latin1'), Buffer.alloc(4000, '\x80\x01')])
      expect(await recognised(bytes, type)).toBe('other-format')
      expect(await recognised(bytes, type, 24_000)).toBe('other-format')
    },
  )

  it.each([1, 3_999, 384_001, 4_000_000_000])(
    'with a sample rate of %i Hz is not audio',
    async (sampleRate) => {
      const wav = encodeWav({ sampleRate, samples: new Int16Array(1_000).fill(5) })
      expect(await recognised(wav, 'audio/wav')).toBe('unknown')
    },
  )
})

describe('unexpected audio from an engine', () => {
  const shared = useOneService()
  const sentAs = (bytes: Uint8Array, type: string): ToneEngineOptions => ({
    send: (response) => response.writeHead(200, type === '' ? {} : { 'content-type': type }).end(bytes),
  })
  const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../../fixtures/audio', name))

  it.each([
    ['MP3 without a type', async () => encodeMp3({ sampleRate: TONE_RATE, samples: TONE }, { kbps: 64 }), ''],
    [
      'WAV as plain bytes',
      () => encodeWav({ sampleRate: TONE_RATE, samples: TONE }),
      'application/octet-stream',
    ],
    ['Ogg Vorbis', () => fixture('tone.ogg'), 'application/octet-stream'],
    ['FLAC in Ogg', () => fixture('tone.oga'), 'audio/ogg'],
  ])('is recognized by its bytes: %s', async (_, bytes, type) => {
    const { pcm } = await speak(shared.speakWith(sentAs(await bytes(), type)))
    expect(lengthMs(pcm)).toBeGreaterThan(600)
    expect(Math.abs(rmsDb(pcm.samples) + 15)).toBeLessThan(8)
  })

  it.each([
    ['JSON without a type', JSON.stringify({ error: { message: 'out of memory' } }), '', /: out of memory$/],
    ['JSON as bytes', '{"detail":"no"}', 'application/octet-stream', /not audio/],
    ['a page as bytes', '<!doctype html><title>Sign in</title>', 'application/octet-stream', /not audio/],
    ['a page as audio', '<h1>Welcome</h1>', 'audio/wav', /not audio/],
    ['noise', Buffer.alloc(9_000, 'ab\u0001\u0080'), '', /not audio/],
    [
      'samples that the settings do not describe',
      Buffer.from(TONE.buffer),
      'audio/pcm',
      /sample rate in the settings/,
    ],
  ])('is never assumed for %s', async (_, body, type, message) => {
    const service = shared.speakWith(sentAs(Buffer.from(body), type))
    const final = await fail(service)
    expect(final).toMatchObject({ status: 3, usedCredit: 0, mediaUrl: null })
    expect(final.errorMessage).toMatch(/^The speech engine kokoro at http:/)
    expect(final.errorMessage).toMatch(message)
    expect(readdirSync(join(shared.folder, 'pieces'))).toEqual([])
  })

  it('that ends early without an error of the connection fails the conversion', async () => {
    const wav = encodeWav({ sampleRate: TONE_RATE, samples: TONE })
    const final = await fail(shared.speakWith(sentAs(wav.subarray(0, 20_000), 'audio/wav')))
    expect(final).toMatchObject({ status: 3, usedCredit: 0, mediaUrl: null })
    expect(final.errorMessage).toMatch(/broke off in the middle of its answer/)
  })

  it('may be headerless samples if the settings state their rate', async () => {
    const { engine, service } = await startWith({}, ['--engine-pcm-rate', String(TONE_RATE)])
    const { pcm } = await speak(service)
    expect(engine.requests.map(({ response_format }) => response_format)).toEqual(['pcm'])
    expect(Math.abs(lengthMs(pcm) - toneMs(HELLO))).toBeLessThan(3)
  })

  it('is requested as MP3 if a server does not support WAV', async () => {
    const { engine, service } = await startWith({
      answer(response, { response_format }) {
        if (response_format === 'wav') sendJson(response, 400, { detail: 'no such format' })
        return response_format === 'wav'
      },
      send(response, samples) {
        void encodeMp3({ sampleRate: TONE_RATE, samples }, { kbps: 64 }).then((mp3) => response.end(mp3))
      },
    })
    for (let count = 0; count < 2; count++)
      expect(Math.abs(lengthMs((await speak(service)).pcm) - toneMs(HELLO))).toBeLessThan(5)
    expect(engine.requests.map(({ response_format }) => response_format)).toEqual(['wav', 'mp3', 'mp3'])
  })
})
