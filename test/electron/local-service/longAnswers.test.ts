// @module-tag long
/**
 * The memory that the service needs for long audio of a voice server, which it decodes, resamples and encodes in pieces: of six minutes
 * here, of an hour in `npm run soak -- --long-audio`.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { wavHeader } from '../../../electron/lib/audio/wav.ts'
import { engineOptions } from './oneService.ts'
import { runService, type TestService } from './runService.ts'
import { startToneEngine, type ToneEngine, type ToneEngineOptions } from './toneEngine.ts'

const MINUTES = Number(process.env['FABULA_SOAK_MINUTES'] ?? 6)
const SECONDS = MINUTES * 60
/** The service alone needs up to 170, and 60 more with its second worker. Ten minutes of 8 kHz in memory needed 540, so that six would need 390. On a busy machine it needs up to 320. */
const MOST_MB = 350

let folder: string
let service: TestService | undefined
let engine: ToneEngine | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fabula-long-'))
})
afterEach(async () => {
  await service?.stop('SIGKILL')
  await engine?.close()
  rmSync(folder, { recursive: true })
})

/** Sends a tone with a pause in every ten seconds, or without any. */
function longTone(sampleRate: number, pauseS: number): NonNullable<ToneEngineOptions['answer']> {
  const tenSeconds = Int16Array.from({ length: 10 * sampleRate }, (_, at) =>
    at < pauseS * sampleRate ? 0 : 8000 * Math.sin((2 * Math.PI * 220 * at) / sampleRate),
  )
  const bytes = Buffer.from(tenSeconds.buffer)
  return (response) => {
    response.writeHead(200, { 'content-type': 'audio/wav' })
    response.write(wavHeader({ sampleRate, channels: 1, bits: 16 }, SECONDS * sampleRate * 2, 44))
    let sent = 0
    const pump = () => {
      while (sent < SECONDS / 10) {
        sent += 1
        if (!response.write(bytes)) {
          response.once('drain', pump)
          return
        }
      }
      response.end()
    }
    pump()
    return true
  }
}

/** The peak memory of a process, in MB. */
function peakMb(pid: number | undefined): number {
  const [, kilobytes] = /VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

it.runIf(process.platform === 'linux').each([
  ['8 kHz with pauses', 8_000, 1, {}],
  ['8 kHz without a pause', 8_000, 0, {}],
  ['24 kHz', 24_000, 1, {}],
  ['8 kHz in half the time', 8_000, 1, { duration: SECONDS / 2 }],
])(
  `${MINUTES} minutes of WAV at %s use little memory`,
  { timeout: 600_000 },
  async (_, sampleRate, pauseS, length) => {
    engine = await startToneEngine({ answer: longTone(sampleRate, pauseS) })
    service = await runService(folder, engineOptions(engine.url))
    const uuid = await service.submit('/uapi/v1/story-maker', {
      name: 'Tale',
      blocks: [{ input: 'Once upon a time.', voice_id: 'kokoro:x', ...length }],
    })
    const { final } = await service.follow(uuid)
    expect(final.errorMessage).toBe('')
    expect(peakMb(service.process.pid)).toBeLessThan(MOST_MB)
    const wantedMs = 'duration' in length ? length.duration * 1000 : (SECONDS - pauseS) * 1000
    expect(Math.abs((final.timings?.[0]?.endMs ?? 0) - wantedMs)).toBeLessThan(200)
    expect(readdirSync(join(folder, 'pieces'))).toEqual([])
  },
)
