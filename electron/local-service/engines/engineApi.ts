/** The OpenAI-compatible speech protocol, as far as this service speaks it: one text in, audio out; and a list of voices. */
import { createWriteStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { parseErrorMessage } from '../../../shared/speech-api/errors.ts'
import {
  DEFAULT_TIMEOUTS,
  exchange,
  ExchangeFault,
  limitedBody,
  readBytes,
} from '../../lib/http/httpExchange.ts'
import type { FaultKind } from '../../lib/http/httpExchange.ts'
import { createRedact } from '../../lib/http/redact.ts'
import { EngineFailure } from './engineFailure.ts'
import { recogniseEngineAudio } from './engineAudio.ts'
import type { EngineFile, NoEngineAudio } from './engineAudio.ts'
import { parseEngineVoices } from '../../lib/http/engineSettings.ts'
import type { EngineSettings } from '../../lib/http/engineSettings.ts'

export interface EngineApi {
  /**
   * Speaks a text at a pace from 0.25 to 4 into the new file `path`, until `cancelled` is aborted. The caller removes the file. Rejects
   * with `EngineFailure`, and with the disk's errors.
   */
  speak(
    request: {
      readonly text: string
      readonly voice: string
      readonly speed: number
      readonly instructions: string
    },
    path: string,
    cancelled: AbortSignal,
  ): Promise<EngineFile>
  /** The voices that the server lists, or null where it has no list. Rejects with `EngineFailure` where it is absent. */
  listVoices(): Promise<string[] | null>
}

const MAX_AUDIO_BYTES = 512 * 1024 * 1024
const MAX_TEXT_BYTES = 4 * 1024 * 1024
/** Of what a server says of a refusal, in characters. */
const MAX_MESSAGE = 500
const LIST_TIMEOUT_MS = 3_000
/** Answers to a format that a server does not have. Others are about something else, or not for good. */
const UNKNOWN_FORMAT = [400, 415, 422, 500, 501]

/** The protocol at one server. `closing` ends all that is under way. */
export function createEngineApi(settings: EngineSettings, closing: AbortSignal): EngineApi {
  const { name, baseUrl, model, key } = settings
  const pcmRate = settings.pcmRate === 0 ? null : settings.pcmRate
  const redact = createRedact(key)
  /** What is asked for, and what is asked for instead of a format that a server does not have. */
  const formats: readonly AudioFormat[] = pcmRate === null ? ['wav', 'mp3'] : ['pcm', 'wav']
  let [format = 'wav', otherFormat] = formats

  const failure = (what: string, isAbsent = false) =>
    new EngineFailure(redact(`The speech engine ${name} at ${baseUrl} ${what}`), isAbsent)

  async function ask(
    method: 'GET' | 'POST',
    path: string,
    timeoutMs: number,
    signal: AbortSignal,
    { body, path: filePath }: { readonly body?: object; readonly path?: string } = {},
  ): Promise<EngineAnswer> {
    try {
      const answer = await exchange({
        url: new URL(`${baseUrl}${path}`),
        method,
        headers: {
          ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) }),
        timeouts: {
          ...DEFAULT_TIMEOUTS,
          connectMs: Math.min(DEFAULT_TIMEOUTS.connectMs, timeoutMs),
          firstByteMs: timeoutMs,
          idleMs: timeoutMs,
        },
        signal,
      })
      const type = answer.headers['content-type'] ?? ''
      if (answer.status !== 200 || filePath === undefined)
        return { status: answer.status, type, bytes: await readBytes(answer, MAX_TEXT_BYTES) }
      await pipeline(limitedBody(answer, MAX_AUDIO_BYTES), createWriteStream(filePath, { mode: 0o600 }))
      return { status: answer.status, type, bytes: new Uint8Array() }
    } catch (error) {
      if (!(error instanceof ExchangeFault)) throw error
      throw failure(FAULT_WORDS[error.kind], ABSENT.includes(error.kind))
    }
  }

  /** The message in an answer, after a colon; '' if there is none. */
  const messageIn = (bytes: Uint8Array) => {
    const message = readMessage(bytes)
    // Mask before truncating: a truncated key would not be recognised.
    return message === null ? '' : `: ${redact(message).slice(0, MAX_MESSAGE)}`
  }

  const refusal = ({ status, bytes }: EngineAnswer) => {
    if (status >= 300 && status < 400)
      return failure('sends its callers to another address, which is not followed')
    return failure(`refused with HTTP ${status}${messageIn(bytes)}`)
  }

  return {
    async speak({ text, voice, speed, instructions }, file, cancelled) {
      const request = (response_format: AudioFormat) => ({
        model,
        input: text,
        voice,
        response_format,
        speed,
        ...(instructions === '' ? {} : { instructions }),
      })
      const path = '/v1/audio/speech'
      const signal = AbortSignal.any([closing, cancelled])
      const askFor = (wanted: AudioFormat) =>
        ask('POST', path, settings.timeoutMs, signal, { body: request(wanted), path: file })
      let answer = await askFor(format)
      if (otherFormat !== undefined && UNKNOWN_FORMAT.includes(answer.status)) {
        const second = await askFor(otherFormat)
        // If this helped, it was the format; if not, the first answer tells what is wrong.
        if (second.status === 200) {
          answer = second
          ;[format, otherFormat] = [otherFormat, undefined]
        }
      }
      if (answer.status !== 200) throw refusal(answer)
      const { size } = await stat(file)
      if (size === 0) throw failure('answered without any audio')
      const audio = await recogniseEngineAudio(file, { contentType: answer.type, pcmRate, signal })
      if (typeof audio !== 'string') return audio
      const message = audio === 'text' && size <= MAX_TEXT_BYTES ? messageIn(await readFile(file)) : ''
      throw failure(`${NO_AUDIO_WORDS[audio]} (${answer.type || 'no type'})${message}`)
    },
    async listVoices() {
      const { status, bytes } = await ask('GET', '/v1/audio/voices', LIST_TIMEOUT_MS, closing)
      return status === 200 ? parseEngineVoices(readJson(bytes)) : null
    },
  }
}

type AudioFormat = 'wav' | 'mp3' | 'pcm'

interface EngineAnswer {
  readonly status: number
  readonly type: string
  /** Empty for audio, which is written to a file. */
  readonly bytes: Uint8Array
}

const NO_AUDIO_WORDS: Readonly<Record<NoEngineAudio, string>> = {
  text: 'answered with something that is not audio',
  unknown: 'answered with something that is not audio',
  headless:
    'answered with audio without a header. Enter its sample rate in the settings of this voice server',
  'too-long': 'answered with far more than can be speech',
}

const ABSENT: readonly FaultKind[] = ['unknown-name', 'unreachable', 'timed-out', 'cut-off', 'untrusted']

const FAULT_WORDS: Readonly<Record<FaultKind, string>> = {
  'unknown-name': 'cannot be found: its name is not known',
  'refused-address': 'is not at an address to connect to',
  unreachable: 'cannot be reached: is it running?',
  untrusted: 'cannot be trusted: its certificate is not valid',
  'timed-out': 'took too long to answer',
  'cut-off': 'broke off in the middle of its answer',
  'too-large': 'answered with far more than can be speech',
  'unusable-header': 'cannot be asked: its key holds characters that cannot be sent',
  aborted: 'was not waited for, because its conversion was cancelled or the service is closing',
}

const openAiErrorSchema = z.object({ error: z.object({ message: z.string().min(1) }) })

function readMessage(bytes: Uint8Array): string | null {
  const json = readJson(bytes)
  const nested = openAiErrorSchema.safeParse(json)
  return nested.success ? nested.data.error.message : parseErrorMessage(json)
}

function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return undefined
  }
}
