/** The engine for the natural voices of this computer: a process for each voice pack and kind of work. */
import { availableParallelism, totalmem } from 'node:os'
import type { Clock } from '../../lib/clock.ts'
import { type Pcm, samplesToMs } from '../../lib/audio/pcm.ts'
import {
  type InstalledPack,
  readMakesPerSecond,
  type SherpaState,
  writeMakesPerSecond,
} from '../../lib/voices/installedPacks.ts'
import type { NaturalSpawn } from '../natural/naturalSpawn.ts'
import { createPackProcess, type PackProcess, type ProcessLimits, type Work } from '../natural/packProcess.ts'
import { spokenLanguage } from '../natural/naturalMessages.ts'
import type { PieceOwner } from '../speech/pieceQueue.ts'
import { shapeSentences, type SpokenPiece } from '../speech/shapeSpeech.ts'
import { partsToSpeak } from '../speech/textPieces.ts'
import { EngineFailure } from './engineFailure.ts'
import { limitParallel, type PacedJob, type Shape, speakExactly } from './exactLength.ts'
import type { PackVoices } from './packVoices.ts'

export interface NaturalJob extends PacedJob {
  /** Id of the voice pack. */
  readonly pack: string
  /** The speaker's number in the model. */
  readonly speaker: number
  readonly text: string
}

export interface NaturalEngineOptions {
  readonly packs: PackVoices
  readonly sherpa: SherpaState
  /** Entry of the process: source or bundle. */
  readonly entryUrl: URL
  readonly spawn: NaturalSpawn
  readonly shape: Shape
  readonly clock: Clock
  readonly limits?: Partial<ProcessLimits>
}

/** The most models in memory at the same time: a story has a few voices, and each model takes some hundred megabytes. */
const MOST_RUNNING = 3
/** The most models that are loaded in advance: others may not be needed. */
const MOST_LOADED = 2
/** Longer texts count as long work: about five minutes of speech, which nobody waits for as a whole. */
const LONG_CHARACTERS = 5_000
/** The most pieces of long work at the same time: Node provides four threads for native code. */
const AT_ONCE = Math.min(4, availableParallelism())
const GIB = 1024 ** 3

/** The default limits, which leave half of the memory for everything else. */
function defaultLimits(): ProcessLimits {
  return {
    threads: Math.min(2, availableParallelism()),
    maxMemoryBytes: Math.min(4 * GIB, totalmem() / 2),
    idleMs: 5 * 60_000,
    pieceMs: 10 * 60_000,
  }
}

export type NaturalEngine = ReturnType<typeof createNaturalEngine>

/** Creates the engine; processes start later. */
export function createNaturalEngine(options: NaturalEngineOptions) {
  const { packs, sherpa, entryUrl, spawn, shape, clock } = options
  const limits = { ...defaultLimits(), ...options.limits }
  /** By kind of work and pack id; the most recently used process is last. */
  const processes = new Map<string, { readonly packId: string; readonly process: PackProcess }>()
  /** The signals of conversions that began as long work, so that the same process speaks them to the end. */
  const longOnes = new WeakSet<AbortSignal>()
  const inTurn = { heard: limitParallel(1), long: limitParallel(AT_ONCE) }

  function processOf(pack: InstalledPack, work: Work): PackProcess {
    const { id } = pack.manifest
    const name = `${work} ${id}`
    const ofWork = work === 'long' ? { ...limits, threads: 1 } : limits
    const known = processes.get(name)?.process
    const process =
      known ?? createPackProcess({ pack, work, limits: ofWork, clock, spawn: () => spawn(entryUrl) })
    processes.delete(name)
    processes.set(name, { packId: id, process })
    const running = [...processes.values()].filter(
      (each) => each.process !== process && each.process.isRunning(),
    )
    const others = running.filter((each) => !each.process.isSpeaking())
    for (const oldest of others.slice(0, Math.max(0, running.length + 1 - MOST_RUNNING))) oldest.process.end()
    return process
  }

  async function speakAt(
    speed: number,
    pack: InstalledPack,
    job: NaturalJob,
    owner: PieceOwner,
    work: Work,
  ): Promise<Pcm> {
    const { onSamples } = owner
    const onSentence =
      onSamples === undefined || job.length.kind !== 'natural' ? undefined : shapeSentences(job, onSamples)
    const isAwaited = onSentence !== undefined && owner.awaited !== undefined
    const request = { ...wordsOf(pack, job, isAwaited), speed }
    const { audio, tookMs } = await processOf(pack, work).speak(request, owner.signal, onSentence)
    // Each piece takes longer if several are spoken in parallel.
    const speechMs = samplesToMs(audio.samples.length, audio.sampleRate) * (work === 'long' ? AT_ONCE : 1)
    if (speed === 1) keepSpeed(pack, speechMs, tookMs)
    return audio
  }

  /** The text of a piece in the parts in which it is spoken, and who speaks them in which language. */
  function wordsOf({ manifest }: InstalledPack, { text, speaker }: NaturalJob, isAwaited: boolean) {
    const language = spokenLanguage(manifest, speaker)
    return {
      parts: partsToSpeak(text, language ?? manifest.languages[0] ?? '', isAwaited),
      speaker,
      language,
    }
  }

  return {
    /** Queues a piece with those of all conversions, and speaks it. Rejects with `EngineFailure`. */
    async speak(job: NaturalJob, owner: PieceOwner): Promise<SpokenPiece> {
      if (!sherpa.isAvailable) throw new EngineFailure(UNAVAILABLE[sherpa.reason], true)
      const pack = packs.find(job.pack)
      if (pack === null) throw packGone(`of the voice pack ${job.pack}`)
      if (owner.remainingCharacters() > LONG_CHARACTERS) longOnes.add(owner.signal)
      const work = longOnes.has(owner.signal) ? 'long' : 'heard'
      const speak = (speed: number) => inTurn[work](() => speakAt(speed, pack, job, owner, work), owner)
      return speakExactly(job, owner, speak, shape)
    },
    /** Loads the models of the first `MOST_LOADED` of these packs in advance, if they are installed, so that they speak at once. */
    load(packIds: readonly string[]): void {
      if (!sherpa.isAvailable) return
      for (const id of packIds.slice(0, MOST_LOADED)) {
        const pack = packs.find(id)
        if (pack !== null) processOf(pack, 'heard').load(null)
      }
    },
    /** Speaks the beginning of a piece in advance: what a listener who asks for it next would wait for. */
    prepare(job: NaturalJob): void {
      const pack = sherpa.isAvailable && job.length.kind === 'natural' ? packs.find(job.pack) : null
      if (pack === null) return
      const { parts, ...delivery } = wordsOf(pack, job, true)
      const [text] = parts
      if (text !== undefined) processOf(pack, 'heard').load({ text, ...delivery, speed: job.pace })
    },
    /** Ends the processes of removed packs. */
    packsChanged(): void {
      for (const [name, { packId, process }] of processes) {
        if (packs.find(packId) !== null) continue
        process.end()
        processes.delete(name)
      }
    },
    close(): void {
      for (const { process } of processes.values()) process.end()
    },
  }
}

/** Shorter speech is not measured, because its speed is not representative. */
const LEAST_MEASURED_MS = 1_000
/** A measurement is stored only if the mean changes by at least this share. */
const LEAST_CHANGE = 0.1

function keepSpeed(pack: InstalledPack, speechMs: number, tookMs: number): void {
  if (speechMs < LEAST_MEASURED_MS || tookMs <= 0) return
  const kept = readMakesPerSecond(pack.folder)
  const measured = speechMs / tookMs
  const next = kept === null ? measured : (kept * 3 + measured) / 4
  if (kept !== null && Math.abs(next / kept - 1) < LEAST_CHANGE) return
  try {
    writeMakesPerSecond(pack.folder, next)
  } catch {
    // The pack was removed in the meantime, or the disk is full; the speech can be used anyway.
  }
}

const UNAVAILABLE = {
  system: 'Natural voices cannot speak on this kind of computer. Choose another voice',
  package:
    'Natural voices cannot speak: the package sherpa-onnx-node is missing. Install Fabula again, or choose another voice',
}

/** The error for a voice whose pack was removed after the story was written. */
export function packGone(voice: string): EngineFailure {
  return new EngineFailure(
    `The voice ${voice} is not on this computer any more. Get its voice pack again, or choose another voice. The story is as it was`,
    true,
  )
}
