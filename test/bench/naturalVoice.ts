/** The time of the synthetic natural voice of the tests, and the memory of its process: the cost of everything except a real model. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { systemClock } from '../../electron/lib/clock.ts'
import { samplesToMs } from '../../electron/lib/audio/pcm.ts'
import { findSherpa } from '../../electron/lib/voices/installedPacks.ts'
import { createNaturalEngine } from '../../electron/local-service/engines/naturalEngine.ts'
import { openPackVoices } from '../../electron/local-service/engines/packVoices.ts'
import { forkNatural } from '../../electron/local-service/natural/naturalSpawn.ts'
import { shapeSpeech } from '../../electron/local-service/speech/shapeSpeech.ts'
import { SYNTHETIC_RATE, writeSyntheticPack } from '../support/syntheticVoice.ts'

const PIECES = 20
const TEXT = 'the lamp was lit and the kettle sang, and nobody in the house had any thought of bed. '.repeat(
  4,
)

export interface NaturalFigures {
  /** From the start to the first piece of some 20 seconds of speech. */
  readonly firstPieceSeconds: number
  /** Seconds of speech for each second, after the first piece. */
  readonly realTimeFactor: number
  /** The most resident memory of the process; null if the system does not report it. */
  readonly peakProcessMb: number | null
}

/** Speaks with a process of a voice pack. Null if natural voices cannot speak on this computer. */
export async function benchNaturalVoice(folder: string): Promise<NaturalFigures | null> {
  const sherpa = findSherpa()
  if (!sherpa.isAvailable) return null
  const voicesFolder = join(folder, 'voices')
  writeSyntheticPack(voicesFolder)
  const engine = createNaturalEngine({
    packs: openPackVoices(voicesFolder),
    sherpa,
    entryUrl: new URL('../../electron/local-service/natural/naturalProcess.ts', import.meta.url),
    spawn: forkNatural,
    shape: (job) => shapeSpeech(job),
    clock: systemClock,
  })
  const speak = async () => {
    const length = { kind: 'natural' } as const
    const job = { pack: 'tone', speaker: 0, text: TEXT, pace: 1, gain: 1, sampleRate: SYNTHETIC_RATE, length }
    const owner = { remainingCharacters: () => TEXT.length, signal: new AbortController().signal }
    return samplesToMs((await engine.speak(job, owner)).samples.length, SYNTHETIC_RATE)
  }
  try {
    const startMs = performance.now()
    await speak()
    const firstMs = performance.now()
    let spokenMs = 0
    for (let count = 0; count < PIECES; count++) spokenMs += await speak()
    const tookMs = performance.now() - firstMs
    return {
      firstPieceSeconds: Math.round(firstMs - startMs) / 1000,
      realTimeFactor: Math.round(spokenMs / tookMs),
      peakProcessMb: await peakOfProcess(),
    }
  } finally {
    engine.close()
  }
}

/** Of the process of the pack, as Linux reports it. */
async function peakOfProcess(): Promise<number | null> {
  const read = (path: string) => readFile(path, 'utf8').catch(() => '')
  const threads = await readdir('/proc/self/task').catch(() => [])
  const children = await Promise.all(threads.map((thread) => read(`/proc/self/task/${thread}/children`)))
  for (const pid of children.flatMap((pids) => pids.split(' ').filter(Boolean))) {
    if (!(await read(`/proc/${pid}/cmdline`)).includes('naturalProcess')) continue
    const peakKb = /^VmHWM:\s+(\d+) kB/m.exec(await read(`/proc/${pid}/status`))?.[1]
    return peakKb === undefined ? null : Math.round(Number(peakKb) / 1024)
  }
  return null
}
