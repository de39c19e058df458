import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import type { Clock } from '../../../electron/lib/clock.ts'
import type { Connection } from '../../../electron/speech/connections.ts'
import type { Timeouts } from '../../../electron/lib/http/httpExchange.ts'
import { startFaultServer, type FaultScript, type FaultServer } from '../../fakes/faultServer.ts'
import type { Fault } from '../../fakes/faults.ts'

/** A key that tests search for wherever it must not appear. */
export const CANARY_KEY = 'canary-Key/41c0+ffee=77'

/** For servers that answer: a machine that is busy for a while is not a fault. */
export const PATIENT: Timeouts = { connectMs: 20_000, firstByteMs: 20_000, idleMs: 20_000, textMs: 20_000 }

/** For silent servers: tests wait until these limits are over. */
export const QUICK: Timeouts = { connectMs: 1_500, firstByteMs: 500, idleMs: 500, textMs: 1_000 }

/** The time limits under which a fault is tried. */
export function timeoutsFor({ isSilent }: Fault): Timeouts {
  return isSilent ? QUICK : PATIENT
}

export interface TestClock extends Clock {
  /** The requested waits, in ms. */
  readonly waits: readonly number[]
}

/** A clock on which waiting takes no time. */
export function testClock(startMs = 1_700_000_000_000): TestClock {
  const waits: number[] = []
  let nowMs = startMs
  return {
    waits,
    now: () => nowMs,
    async sleep(ms, signal) {
      signal?.throwIfAborted()
      waits.push(ms)
      nowMs += ms
      await setImmediate(undefined, { signal })
    },
  }
}

export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fabula-speech-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export async function faultServer(script: FaultScript = {}): Promise<FaultServer> {
  const server = await startFaultServer(script)
  onTestFinished(() => server.close())
  return server
}

export function hostedConnection(baseUrl: string, connectionId = 'hosted'): Connection {
  return { connectionId, baseUrl, key: () => CANARY_KEY, isBuiltIn: false }
}

/** Every form in which the key must not appear in a text. */
export function keyFormsIn(text: string): string[] {
  const bytes = Buffer.from(CANARY_KEY)
  const forms = [CANARY_KEY, encodeURIComponent(CANARY_KEY), bytes.toString('base64'), bytes.toString('hex')]
  return forms.filter((form) => text.includes(form))
}

/** An error with all its properties, as a careless log would print it. */
export function everythingOf(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error)
  const own = Object.getOwnPropertyNames(error).map((name) => `${name}: ${String(Reflect.get(error, name))}`)
  return [JSON.stringify(error), ...own, error.cause === undefined ? '' : everythingOf(error.cause)].join(
    '\n',
  )
}

/** All files below a folder, as one text. */
export function filesAsText(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')
}
