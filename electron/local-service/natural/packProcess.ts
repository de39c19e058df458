/**
 * The process of one voice pack: started for its first piece, ended when it has been idle for a while. If a process crashes, hangs
 * or takes too much memory, only its own pieces fail; the next piece starts another process.
 */
import type { Clock } from '../../lib/clock.ts'
import type { Pcm } from '../../lib/audio/pcm.ts'
import type { InstalledPack } from '../../lib/voices/installedPacks.ts'
import type { ChildPort } from '../processPorts.ts'
import { EngineFailure } from '../engines/engineFailure.ts'
import {
  naturalAnswerSchema,
  type NaturalAnswer,
  type NaturalRequest,
  type SpeakMessage,
  type SpeechPart,
} from './naturalMessages.ts'

type SpokenText = Pick<SpeakMessage, 'parts' | 'speaker' | 'speed' | 'language'>

/**
 * The work of a process. `heard`: pieces that somebody waits for, on two cores, one at a time: one that a listener waits for begins at once,
 * and the others go on after it. `long`: long texts, a piece on each core, which takes less time in all, with a low priority. A process
 * cannot raise a priority that it has lowered, so each kind of work has a process of its own.
 */
export type Work = 'heard' | 'long'

export interface ProcessLimits {
  /** Threads for each piece. */
  readonly threads: number
  readonly maxMemoryBytes: number
  /** After this time without a piece, the process ends and its memory is freed. */
  readonly idleMs: number
  /** The process counts as hung if a piece takes longer. */
  readonly pieceMs: number
}

export interface PackProcessOptions {
  readonly pack: InstalledPack
  readonly work: Work
  readonly spawn: () => ChildPort<NaturalRequest>
  readonly limits: ProcessLimits
  readonly clock: Clock
}

export type PackProcess = ReturnType<typeof createPackProcess>

/** Creates the object; the process starts later. */
export function createPackProcess({ pack, work, spawn, limits, clock }: PackProcessOptions) {
  const { name } = pack.manifest
  const { threads, maxMemoryBytes, idleMs, pieceMs } = limits
  let child: ChildPort<NaturalRequest> | null = null
  /** The listeners of running pieces, by turn. */
  const answered = new Map<number, (answer: NaturalAnswer | { readonly kind: 'ended' }) => void>()
  const tell = (answer: NaturalAnswer | { readonly kind: 'ended' }) => {
    if ('turn' in answer) answered.get(answer.turn)?.(answer)
    else for (const each of [...answered.values()]) each(answer)
  }
  let turns = 0
  let idle = new AbortController()

  function start(): ChildPort<NaturalRequest> {
    const started = spawn()
    started.onMessage((data) => {
      const answer = naturalAnswerSchema.safeParse(data)
      if (answer.success && child === started) tell(answer.data)
    })
    started.onExit(() => {
      if (child !== started) return
      child = null
      tell({ kind: 'ended' })
    })
    started.send({
      kind: 'open',
      modelFolder: pack.modelFolder,
      threads,
      isInBackground: work === 'long',
      maxMemoryBytes,
    })
    return started
  }

  function end(): void {
    const ending = child
    child = null
    ending?.kill()
    tell({ kind: 'ended' })
  }

  function endWhenIdle(): void {
    idle = new AbortController()
    clock.sleep(idleMs, idle.signal).then(end, () => undefined) // The wait was cancelled by new work.
  }

  function ask(
    text: SpokenText,
    signal: AbortSignal,
    onSentence: ((audio: Pcm) => void) | undefined,
  ): ReturnType<PackProcess['speak']> {
    const turn = ++turns
    const isOver = new AbortController()
    return new Promise<Awaited<ReturnType<PackProcess['speak']>>>((resolve, reject) => {
      const running = (child ??= start())
      answered.set(turn, (answer) => {
        switch (answer.kind) {
          case 'sentence':
            onSentence?.({ sampleRate: answer.sampleRate, samples: answer.samples })
            break
          case 'spoken':
            resolve({
              audio: { sampleRate: answer.sampleRate, samples: answer.samples },
              tookMs: answer.tookMs,
            })
            break
          case 'failed':
            reject(cannotSpeak(name, answer.message))
            break
          case 'memory':
            reject(tooLarge(name, answer.megabytes))
            break
          case 'ended':
            reject(crashed(name))
        }
      })
      signal.addEventListener(
        'abort',
        () => {
          running.send({ kind: 'drop', turn })
          reject(new Error('nobody waits for this piece any more'))
        },
        { signal: isOver.signal },
      )
      clock.sleep(pieceMs, isOver.signal).then(
        () => {
          reject(tooSlow(name))
          end()
        },
        () => undefined, // The piece was finished in time.
      )
      running.send({ kind: 'speak', turn, isLive: onSentence !== undefined, ...text })
    }).finally(() => {
      isOver.abort()
      answered.delete(turn)
    })
  }

  return {
    /**
     * Speaks a text; `tookMs` is the time that it took without loading the model. `onSentence` receives each sentence as soon as it is
     * spoken. Rejects with `EngineFailure`, or when `signal` is aborted.
     */
    async speak(
      text: SpokenText,
      signal: AbortSignal,
      onSentence?: (audio: Pcm) => void,
    ): Promise<{ readonly audio: Pcm; readonly tookMs: number }> {
      signal.throwIfAborted()
      idle.abort()
      try {
        return await ask(text, signal, onSentence)
      } finally {
        if (answered.size === 0) endWhenIdle()
      }
    },
    /**
     * Loads the model, which stays loaded for `idleMs`, and speaks the part that will probably be asked for first, if it is known. Does
     * nothing without a part if the process runs.
     */
    load(first: SpeechPart | null): void {
      if (child !== null && first === null) return
      child ??= start()
      child.send({ kind: 'load', first })
      idle.abort()
      if (answered.size === 0) endWhenIdle()
    },
    isRunning: (): boolean => child !== null,
    /** Whether it is speaking a piece. */
    isSpeaking: (): boolean => answered.size > 0,
    /** Ends the process; running pieces fail. */
    end(): void {
      idle.abort()
      end()
    },
  }
}

const crashed = (name: string) =>
  new EngineFailure(
    `The natural voice ${name} ended in the middle of its speech: the computer has too little free memory, or its voice pack is ` +
      'damaged. Nothing else is lost. Close other programs and try again, or remove the voice pack and get it again',
    false,
  )

const tooLarge = (name: string, megabytes: number) =>
  new EngineFailure(
    `The natural voice ${name} needed ${megabytes} MB of memory, which is more than it may have on this computer, and was ended. ` +
      'Choose a smaller voice',
    false,
  )

const tooSlow = (name: string) =>
  new EngineFailure(`The natural voice ${name} took too long for a piece of text, and was ended`, false)

const cannotSpeak = (name: string, reason: string) =>
  new EngineFailure(
    `The natural voice ${name} cannot speak: ${reason.replace(/[.\s]+$/, '')}. Remove its voice pack and get it again`,
    false,
  )
