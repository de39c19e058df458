/** The part of the OpenAI-compatible speech protocol that this service uses: a text that becomes audio, and the list of voices. */
import { createWriteStream } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { readFile, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseErrorMessage } from '../../../shared/speech-api/errors.ts'
import {
  DEFAULT_TIMEOUTS,
  exchange,
  ExchangeFault,
  limitedBody,
  readBytes,
  type FaultKind,
} from '../../lib/http/httpExchange.ts'
import { parseRetryAfter } from '../../lib/http/resumableDownload.ts'
import { createRedact } from '../../lib/http/redact.ts'
import { EngineFailure } from './engineFailure.ts'
import { recogniseEngineAudio, type EngineFile, type NoEngineAudio } from './engineAudio.ts'
import { listEngineVoices, type EngineSettings } from '../../lib/http/engineSettings.ts'

const MAX_AUDIO_BYTES = 512 * 1024 * 1024
const MAX_TEXT_BYTES = 4 * 1024 * 1024
/** The longest message of a server that is passed on, in characters. */
const MAX_MESSAGE = 500
const LIST_TIMEOUT_MS = 3_000
/** The statuses for too many requests, not ready, and overloaded: the same request may succeed later. */
const BUSY = [429, 503, 529]
/** The first and the longest wait after such an answer without a `Retry-After`, and the longest of all these waits together. */
const [FIRST_WAIT_MS, LONGEST_WAIT_MS, MOST_UNTOLD_WAIT_MS] = [1_000, 15_000, 90_000]
/** The code with which OpenAI and others refuse with 429 if the account is used up: waiting does not help. */
const USED_UP = 'insufficient_quota'
/** The statuses with which servers refuse a format that they do not have. Some fail with 500, but a server with a key may have charged for that. */
const UNKNOWN_FORMAT = { withKey: [400, 415, 422, 501], withoutKey: [400, 415, 422, 500, 501] }

export type EngineApi = ReturnType<typeof createEngineApi>

/** A client of one server. `closing` cancels its requests. */
export function createEngineApi(settings: EngineSettings, closing: AbortSignal) {
  const { name, baseUrl, model, key } = settings
  const pcmRate = settings.pcmRate === 0 ? null : settings.pcmRate
  const redact = createRedact(key)
  /** The preferred format, and the one that is tried if the server does not have it. */
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
          'accept-encoding': 'identity',
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
      const { status, headers } = answer
      if (status !== 200 || filePath === undefined)
        return {
          status,
          headers,
          bytes: await readBytes(answer, MAX_TEXT_BYTES),
          waitMs: parseRetryAfter(headers['retry-after'], Date.now()),
        }
      await pipeline(limitedBody(answer, MAX_AUDIO_BYTES), createWriteStream(filePath, { mode: 0o600 }))
      return { status, headers, bytes: new Uint8Array(), waitMs: null }
    } catch (error) {
      if (!(error instanceof ExchangeFault)) throw error
      throw failure(FAULT_WORDS[error.kind], ABSENT.includes(error.kind))
    }
  }

  /** The message in a response, after a colon; '' if there is none. */
  const messageIn = (bytes: Uint8Array) => {
    const message = parseErrorMessage(readJson(bytes))
    // Mask before truncating: part of a key would not be recognised.
    return message === null ? '' : `: ${redact(message).slice(0, MAX_MESSAGE)}`
  }

  const refusal = ({ status, headers, bytes }: EngineAnswer) => {
    if (status >= 300 && status < 400) {
      const to = headers.location === undefined ? '' : ` (${redact(headers.location).slice(0, MAX_MESSAGE)})`
      return failure(`sends its callers to another address${to}, which is not followed`)
    }
    return failure(`refused with HTTP ${status}${messageIn(bytes)}`)
  }

  /** Repeats a request until the server is ready, within the timeout of a response. */
  async function askUntilReady(
    askOnce: () => Promise<EngineAnswer>,
    signal: AbortSignal,
    onWait: (why: string | null) => void,
  ): Promise<EngineAnswer> {
    let waitedMs = 0
    for (let nextMs = FIRST_WAIT_MS; ; nextMs = Math.min(LONGEST_WAIT_MS, nextMs * 2)) {
      const answer = await askOnce()
      // A `Retry-After` of 0 counts as none: a server that sends it every time must not be asked forever.
      const isTold = answer.waitMs !== null && answer.waitMs > 0
      const waitMs = isTold ? answer.waitMs : nextMs
      const mostMs = Math.min(settings.timeoutMs, isTold ? Infinity : MOST_UNTOLD_WAIT_MS)
      const isBusy = BUSY.includes(answer.status) && !Buffer.from(answer.bytes).includes(`"${USED_UP}"`)
      if (!isBusy || waitedMs + waitMs > mostMs) {
        if (waitedMs > 0) onWait(null)
        return answer
      }
      const seconds = Math.ceil(waitMs / 1000)
      onWait(
        `The speech engine ${name} is not ready (HTTP ${answer.status}${messageIn(answer.bytes)}). It is asked again after ${seconds} s`,
      )
      waitedMs += waitMs
      await sleep(waitMs, undefined, { signal }).catch(() => {
        throw failure(FAULT_WORDS.aborted)
      })
    }
  }

  return {
    /**
     * Writes the audio of a text, at a speed from 0.25 to 4, to the new file `file`; `cancelled` stops it. The caller removes the file. If
     * the server is busy or still loading, the request is repeated after the time that it states; `onWait` receives the reason meanwhile,
     * and null when the wait is over. Rejects with `EngineFailure` or an error of the disk.
     */
    async speak(
      {
        text,
        voice,
        speed,
        instructions,
      }: {
        readonly text: string
        readonly voice: string
        readonly speed: number
        readonly instructions: string
      },
      file: string,
      cancelled: AbortSignal,
      onWait: (why: string | null) => void = () => {},
    ): Promise<EngineFile> {
      const request = (response_format: AudioFormat) => ({
        model,
        input: text,
        voice,
        response_format,
        // Some servers return broken audio if the field is present.
        ...(speed === 1 ? {} : { speed }),
        ...(instructions === '' ? {} : { instructions }),
      })
      const path = '/v1/audio/speech'
      const signal = AbortSignal.any([closing, cancelled])
      const askFor = (wanted: AudioFormat) =>
        askUntilReady(
          () => ask('POST', path, settings.timeoutMs, signal, { body: request(wanted), path: file }),
          signal,
          onWait,
        )
      let answer = await askFor(format)
      const isFormatUnknown = UNKNOWN_FORMAT[key === '' ? 'withoutKey' : 'withKey'].includes(answer.status)
      if (otherFormat !== undefined && isFormatUnknown) {
        const second = await askFor(otherFormat)
        // If the other format fails too, the format was not the reason, and the first response is reported.
        if (second.status === 200) {
          answer = second
          ;[format, otherFormat] = [otherFormat, undefined]
        }
      }
      if (answer.status !== 200) throw refusal(answer)
      otherFormat = undefined // a format that worked once is not the reason for a later failure
      const { size } = await stat(file)
      if (size === 0) throw failure('answered without any audio')
      const audio = await recogniseEngineAudio(file, { headers: answer.headers, pcmRate, signal })
      if (typeof audio !== 'string') return audio
      const message = audio === 'text' && size <= MAX_TEXT_BYTES ? messageIn(await readFile(file)) : ''
      throw failure(`${NO_AUDIO_WORDS[audio]} (${answer.headers['content-type'] ?? 'no type'})${message}`)
    },
    /** The voices that the server lists, or null if it has no list. Rejects with `EngineFailure` if it is absent. */
    async listVoices(): Promise<string[] | null> {
      const get = async (path: string) => {
        const { status, bytes } = await ask('GET', path, LIST_TIMEOUT_MS, closing)
        return { status, json: readJson(bytes) }
      }
      return (await listEngineVoices(get, model)).voices
    },
  }
}

type AudioFormat = 'wav' | 'mp3' | 'pcm'

interface EngineAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Empty for audio, which is written to a file. */
  readonly bytes: Uint8Array
  /** The time of `Retry-After` in ms; null without one. */
  readonly waitMs: number | null
}

const NO_AUDIO_WORDS: Readonly<Record<NoEngineAudio, string>> = {
  text: 'answered with something that is not audio',
  unknown: 'answered with something that is not audio',
  'other-format':
    'answered with audio in a format that Fabula does not read (it reads WAV, MP3, FLAC and Ogg)',
  headless:
    'answered with audio without a header. Enter its sample rate in the settings of this voice server',
  cut: 'broke off in the middle of its answer',
  'too-long': 'answered with far more than can be speech',
}

const ABSENT: readonly FaultKind[] = [
  'unknown-name',
  'unreachable',
  'proxy',
  'proxy-kind',
  'timed-out',
  'cut-off',
  'untrusted',
]

const FAULT_WORDS: Readonly<Record<FaultKind, string>> = {
  'unknown-name': 'cannot be found: its name is not known',
  'refused-address': 'is not at an address to connect to',
  unreachable: 'cannot be reached: is it running?',
  'proxy-kind': 'cannot be reached, because Fabula cannot use this kind of proxy',
  proxy: 'cannot be reached, because a proxy of the network does not let Fabula through',
  untrusted: 'cannot be trusted: its certificate is not valid',
  'timed-out': 'took too long to answer',
  'cut-off': 'broke off in the middle of its answer',
  'too-large': 'answered with far more than can be speech',
  'unusable-header': 'cannot be asked: its key holds characters that cannot be sent',
  aborted: 'was not waited for, because its conversion was cancelled or the service is closing',
}

function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return undefined
  }
}
