import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Clock } from '../../../electron/lib/clock.ts'
import { findSherpa, type SherpaState } from '../../../electron/lib/voices/installedPacks.ts'
import type { ChildPort } from '../../../electron/local-service/processPorts.ts'
import {
  createNaturalEngine,
  type NaturalEngine,
} from '../../../electron/local-service/engines/naturalEngine.ts'
import { openPackVoices, type PackVoices } from '../../../electron/local-service/engines/packVoices.ts'
import type { NaturalRequest } from '../../../electron/local-service/natural/naturalMessages.ts'
import {
  forkNatural,
  serveChildren,
  spawnThroughApp,
  type NaturalSpawn,
} from '../../../electron/local-service/natural/naturalSpawn.ts'
import type { ProcessLimits } from '../../../electron/local-service/natural/packProcess.ts'
import type { PieceOwner } from '../../../electron/local-service/speech/pieceQueue.ts'
import { shapeSpeech } from '../../../electron/local-service/speech/shapeSpeech.ts'
import { syntheticManifest, writeSyntheticPack } from '../../support/syntheticVoice.ts'
import { long } from '../../support/tags.ts'

const MIB = 1024 ** 2
/** A few samples are lost at both ends of the tone, where it is zero. */
const NEAR_SAMPLES = 32

let folder: string
const engines: NaturalEngine[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fabula-natural-'))
})

afterEach(() => {
  for (const engine of engines.splice(0)) engine.close()
  rmSync(folder, { recursive: true })
})

/** A clock that only the test advances. */
function handClock(): Clock & { pass(ms: number): void } {
  let nowMs = 0
  const waiting = new Set<{ untilMs: number; resolve: () => void }>()
  return {
    now: () => nowMs,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const wait = { untilMs: nowMs + ms, resolve }
        waiting.add(wait)
        signal?.addEventListener('abort', () => {
          waiting.delete(wait)
          reject(new Error('aborted'))
        })
      }),
    pass(ms) {
      nowMs += ms
      for (const wait of [...waiting].filter(({ untilMs }) => untilMs <= nowMs)) {
        waiting.delete(wait)
        wait.resolve()
      }
    },
  }
}

interface World {
  readonly engine: NaturalEngine
  readonly packs: PackVoices
  readonly clock: ReturnType<typeof handClock>
  /** Every process that was started, with the messages sent to it. */
  readonly started: readonly StartedProcess[]
  speak(
    text: string,
    signal?: AbortSignal,
    pack?: string,
    heard?: Pick<PieceOwner, 'onSamples' | 'awaited'>,
  ): Promise<number>
}

interface StartedProcess {
  readonly child: ChildPort<NaturalRequest>
  readonly ended: Promise<unknown>
}

interface WorldOptions {
  readonly limits?: Partial<ProcessLimits>
  readonly sherpa?: SherpaState
  readonly spawn?: NaturalSpawn
  /** Called when a process has been told to speak. */
  readonly onSpeak?: (child: ChildPort<NaturalRequest>) => void
}

function world({ limits, sherpa = findSherpa(), spawn = forkNatural, onSpeak }: WorldOptions = {}): World {
  const clock = handClock()
  const packs = openPackVoices(folder)
  const started: StartedProcess[] = []
  const engine = createNaturalEngine({
    ...{ packs, sherpa, clock },
    entryUrl: new URL('../../../electron/local-service/natural/naturalProcess.ts', import.meta.url),
    spawn(entryUrl) {
      const child = spawn(entryUrl)
      started.push({ child, ended: new Promise((resolve) => child.onExit(resolve)) })
      return {
        ...child,
        send(message) {
          child.send(message)
          if (message.kind === 'speak') onSpeak?.(child)
        },
      }
    },
    shape: (job) => shapeSpeech(job),
    ...(limits === undefined ? {} : { limits }),
  })
  engines.push(engine)
  return {
    ...{ engine, packs, clock, started },
    async speak(text, signal = new AbortController().signal, pack = 'tone', heard = {}) {
      const piece = await engine.speak(jobOf(text, pack), {
        remainingCharacters: () => text.length,
        signal,
        ...heard,
      })
      return piece.samples.length
    },
  }
}

function jobOf(text: string, pack = 'tone') {
  return {
    pack,
    speaker: 0,
    text,
    pace: 1,
    gain: 1,
    sampleRate: 16_000,
    length: { kind: 'natural' } as const,
  }
}

describe('the process of a voice pack', () => {
  it('starts with the first piece, and speaks the next one without loading the model again', async () => {
    writeSyntheticPack(folder)
    const { speak, started } = world()
    expect(started).toHaveLength(0)
    expect(Math.abs((await speak('hello there')) - 11_000)).toBeLessThan(NEAR_SAMPLES)
    expect(Math.abs((await speak('hello')) - 5_000)).toBeLessThan(NEAR_SAMPLES)
    expect(started).toHaveLength(1)
  })

  it('speaks the first clause of a long sentence first if somebody is waiting, and loses nothing of the rest', async () => {
    writeSyntheticPack(folder)
    const { speak } = world()
    const text =
      'the old harbour was quiet, and the ferry which everybody on the pier had waited for since noon had not come.'
    const heard: number[] = []
    const onSamples = (samples: Int16Array) => heard.push(samples.length)
    const length = await speak(text, undefined, undefined, { onSamples, awaited: Promise.resolve() })
    expect(heard).toHaveLength(2)
    expect(heard[0]).toBeLessThan(30_000)
    expect(Math.abs(length - (await speak(text)))).toBeLessThan(2_500)
    expect(Math.abs((heard[0] ?? 0) + (heard[1] ?? 0) - length)).toBeLessThan(NEAR_SAMPLES)
  })

  it('speaks a piece that a listener asks for before what is left of another one', async () => {
    writeSyntheticPack(folder)
    const order: string[] = []
    const hear = (name: string) => ({ onSamples: () => void order.push(name) })
    let asked: Promise<number> | undefined
    const { speak } = world({
      onSpeak() {
        asked ??= speak('one. two. three.', undefined, undefined, {
          ...hear('asked'),
          awaited: Promise.resolve(),
        })
      },
    })
    await speak('one. two. three. four.', undefined, undefined, hear('other'))
    await asked
    expect(order).toEqual(['asked', 'asked', 'asked', 'other', 'other', 'other', 'other'])
  })

  it('has the beginning of a piece ready that was prepared, even while it speaks another one', async () => {
    writeSyntheticPack(folder)
    let order: string[] = []
    const hear = (name: string) => ({ onSamples: () => void order.push(name), awaited: Promise.resolve() })
    const asked: Promise<number>[] = []
    const { speak, engine } = world({
      onSpeak() {
        if (asked.length === 0) asked.push(speak(next, undefined, undefined, hear('next')))
      },
    })
    const next = 'one. two.'
    const other = `${'the harbour was quiet '.repeat(200)}.`
    const plain = await speak(next)
    await Promise.all(asked)
    await vi.waitFor(
      async () => {
        order = []
        engine.prepare(jobOf(next))
        await setTimeout(50)
        asked.length = 0
        await speak(other, undefined, undefined, hear('other'))
        expect(await Promise.all(asked)).toEqual([plain])
        expect(order.slice(0, 2)).toEqual(['next', 'other'])
      },
      { timeout: 10_000 },
    )
  })

  it('that crashes fails only its own piece, and another process speaks the next one', async () => {
    writeSyntheticPack(folder)
    let crashes = 1
    const { speak, started } = world({
      onSpeak(child) {
        if (crashes-- > 0) child.kill()
      },
    })
    await expect(speak('hello')).rejects.toThrow(
      /^The natural voice Tone ended in the middle of its speech: .* Nothing else is lost\./,
    )
    expect(Math.abs((await speak('hello')) - 5_000)).toBeLessThan(NEAR_SAMPLES)
    expect(started).toHaveLength(2)
  })

  it('that exceeds its memory limit is ended with a message', long, async () => {
    // 40 characters of 1,000,000 samples are 160 MB in each step of the model.
    writeSyntheticPack(folder, syntheticManifest(), { samplesPerCharacter: 1_000_000 })
    const { speak, started } = world({ limits: { maxMemoryBytes: 300 * MIB } })
    await expect(speak('a text that takes the model much memory.')).rejects.toThrow(
      /^The natural voice Tone needed \d+ MB of memory, which is more than it may have/,
    )
    await started[0]?.ended
    expect(await speak('hi')).toBeGreaterThan(1_900_000)
    expect(started).toHaveLength(2)
  })

  it('ends after it has been idle for a while, and not before', async () => {
    writeSyntheticPack(folder)
    const { speak, started, clock } = world({ limits: { idleMs: 60_000 } })
    await speak('hello')
    clock.pass(59_000)
    await speak('hello')
    clock.pass(59_000)
    await speak('hello')
    expect(started).toHaveLength(1)
    clock.pass(60_000)
    await started[0]?.ended
    await speak('hello')
    expect(started).toHaveLength(2)
  })

  it('that hangs is killed', async () => {
    writeSyntheticPack(folder)
    const { speak, started, clock } = world({
      limits: { pieceMs: 60_000 },
      // A process that gets no messages never answers.
      spawn: (entryUrl) => ({ ...forkNatural(entryUrl), send: () => undefined }),
      onSpeak: () => clock.pass(60_000),
    })
    await expect(speak('hello')).rejects.toThrow('The natural voice Tone took too long for a piece of text')
    await started[0]?.ended
  })

  it('drops a cancelled piece, and speaks the next one', async () => {
    writeSyntheticPack(folder, syntheticManifest(), { samplesPerCharacter: 400_000 })
    const cancel = new AbortController()
    const { speak, started } = world({ onSpeak: () => cancel.abort() })
    await expect(
      speak('one sentence. and another sentence. and a third one.', cancel.signal),
    ).rejects.toThrow()
    expect(await speak('hi')).toBeGreaterThan(790_000)
    expect(started).toHaveLength(1)
  })

  it('ends when its pack is removed, and its voice is reported as missing', async () => {
    const packFolder = writeSyntheticPack(folder)
    const { speak, started, packs, engine } = world()
    await speak('hello')
    rmSync(packFolder, { recursive: true })
    packs.read()
    engine.packsChanged()
    await started[0]?.ended
    await expect(speak('hello')).rejects.toThrow(
      /is not on this computer any more\. Get its voice pack again/,
    )
  })

  it(
    'belongs to one of at most three loaded models: the least recently used is ended first',
    long,
    async () => {
      const ids = ['one', 'two', 'three', 'four']
      for (const id of ids) writeSyntheticPack(folder, syntheticManifest({ id }))
      const { speak, started } = world()
      for (const id of ids) await speak('hello', undefined, id)
      await started[0]?.ended
      await speak('hello', undefined, 'four')
      expect(started).toHaveLength(4)
      await speak('hello', undefined, 'one')
      expect(started).toHaveLength(5)
    },
  )

  it('can be started by the app if the service cannot start processes', async () => {
    writeSyntheticPack(folder)
    let hear: ReturnType<typeof spawnThroughApp>['hear'] = () => undefined
    // Messages between the app and the service are copies.
    const app = serveChildren(forkNatural, (event) => hear(structuredClone(event)))
    const service = spawnThroughApp((request) => app.take(structuredClone(request)))
    hear = service.hear
    const { speak, started } = world({ spawn: service.spawn })
    expect(Math.abs((await speak('hello there')) - 11_000)).toBeLessThan(NEAR_SAMPLES)
    app.endAll()
    await started[0]?.ended
    expect(Math.abs((await speak('hello')) - 5_000)).toBeLessThan(NEAR_SAMPLES)
    expect(started).toHaveLength(2)
  })
})

describe('if natural voices are not available,', () => {
  it('the reason is known without loading anything: a missing package or an unsupported system', () => {
    expect(findSherpa()).toEqual({ isAvailable: true })
    expect(findSherpa({ from: join(folder, 'app.js') })).toEqual({ isAvailable: false, reason: 'package' })
    expect(findSherpa({ platform: 'freebsd' })).toEqual({ isAvailable: false, reason: 'system' })
  })

  it('a piece fails with that reason, and no process is started', async () => {
    writeSyntheticPack(folder)
    const { speak, started } = world({ sherpa: { isAvailable: false, reason: 'package' } })
    await expect(speak('hello')).rejects.toThrow(/the package sherpa-onnx-node is missing/)
    expect(started).toHaveLength(0)
  })
})
