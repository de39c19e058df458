/** Starts the real service on a random port for a test, and sends requests over real HTTP. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { decodeAudio } from '../../../electron/lib/audio/decode.ts'
import type { Pcm } from '../../../electron/lib/audio/pcm.ts'
import { readCommandLine } from '../../../electron/local-service/commandLine.ts'
import {
  type RunningService,
  type ServiceOptions,
  startService,
} from '../../../electron/local-service/service.ts'
import { parseConversionResponse, type Conversion } from '../../../shared/speech-api/responses.ts'
import { isTerminalStatus } from '../../../shared/speech-api/statuses.ts'

export const TEST_KEY = 'test-key'
const fromService = (path: string) => new URL(`../../../electron/local-service/${path}`, import.meta.url)
const MAIN = fileURLToPath(fromService('main.ts'))
/** The interval between two queries about a conversion. Each keeps the service from speaking for some milliseconds. */
const POLL_MS = 40

export interface AskedService {
  readonly baseUrl: string
  get(path: string): Promise<Response>
  post(path: string, body: unknown): Promise<Response>
  send(method: string, path: string, body?: unknown): Promise<Response>
  /** Submits and returns the record's uuid; fails the test when it is refused. */
  submit(path: string, body: unknown): Promise<string>
  find(uuid: string): Promise<Conversion>
  /** Polls until the conversion is final; `seen` has every state in between. */
  follow(
    uuid: string,
    until?: (conversion: Conversion) => boolean,
  ): Promise<{ final: Conversion; seen: Conversion[] }>
  /** Makes speech from beginning to end and decodes it. */
  speak(
    path: string,
    body: unknown,
  ): Promise<{ conversion: Conversion; seen: Conversion[]; pcm: Pcm; bytes: Uint8Array }>
}

/** A service in this process. */
export interface ServiceHere extends AskedService, Pick<RunningService, 'loadVoices'> {
  stop(): Promise<void>
}

/** A process of a service. */
export interface TestService extends AskedService {
  readonly process: ChildProcess
  /** Its output on standard error. */
  log(): string
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** Starts the service in this process, with the options of its command line: a separate process costs half a second of a core. */
export async function serveHere(
  dataFolder: string,
  options: readonly string[] = [],
  parts: Pick<ServiceOptions, 'spawnNatural'> = {},
): Promise<ServiceHere> {
  const read = readCommandLine(['--port', '0', '--data', dataFolder, ...options], {})
  if (read === 'help') throw new Error('No test asks for help')
  const service = await startService({
    ...read,
    ...parts,
    key: TEST_KEY,
    workerUrl: fromService('speech/speakWorker.ts'),
    documentWorkerUrl: fromService('../lib/documents/documentWorker.ts'),
    naturalUrl: fromService('natural/naturalProcess.ts'),
  })
  let closed: Promise<void> | undefined
  const { loadVoices } = service
  return { ...askedAt(service.baseUrl), loadVoices, stop: () => (closed ??= service.close()) }
}

/** Starts a process of the service, for tests that end it or check its output. */
export async function runService(
  dataFolder: string,
  options: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<TestService> {
  const args = [MAIN, '--port', '0', '--key', TEST_KEY, '--data', dataFolder, ...options]
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  let log = ''
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()))
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the service ended with code ${String(code)}: ${log}`)
  })
  // Once the service is ready, its end is the test's business.
  ended.catch(() => undefined)
  const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), ended])) as [string]
  const { baseUrl } = JSON.parse(line) as { baseUrl: string }
  return {
    ...askedAt(baseUrl),
    process: child,
    log: () => log,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.kill(signal)
      await exit
    },
  }
}

function askedAt(baseUrl: string): AskedService {
  const headers = { 'x-api-key': TEST_KEY }

  const get = (path: string) => fetch(`${baseUrl}${path}`, { headers })
  const send = (method: string, path: string, body?: unknown) =>
    fetch(`${baseUrl}${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const post = (path: string, body: unknown) => send('POST', path, body)

  async function readConversion(response: Response): Promise<Conversion> {
    const json: unknown = await response.json()
    const conversion = parseConversionResponse(json)
    if (!response.ok || conversion === null) throw new Error(`${response.status} ${JSON.stringify(json)}`)
    return conversion
  }

  const submit = async (path: string, body: unknown) => (await readConversion(await post(path, body))).uuid
  const find = async (uuid: string) => readConversion(await get(`/uapi/v1/history/${uuid}`))

  async function follow(
    uuid: string,
    until = (conversion: Conversion) => isTerminalStatus(conversion.status),
  ) {
    const seen: Conversion[] = []
    for (;;) {
      const conversion = await find(uuid)
      seen.push(conversion)
      if (until(conversion)) return { final: conversion, seen }
      await delay(POLL_MS)
    }
  }

  return {
    baseUrl,
    get,
    post,
    send,
    submit,
    find,
    follow,
    async speak(path, body) {
      const { final, seen } = await follow(await submit(path, body))
      if (final.mediaUrl === null) throw new Error(`status ${final.status}: ${final.errorMessage}`)
      const bytes = new Uint8Array(await (await fetch(final.mediaUrl)).arrayBuffer())
      return { conversion: final, seen, bytes, pcm: await decodeAudio(bytes) }
    },
  }
}
