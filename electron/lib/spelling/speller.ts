/** Checks the spelling of words in a separate thread, so that neither typing nor the rest of the app waits for a dictionary. */
import { Worker } from 'node:worker_threads'
import type { Report } from '../report.ts'
import { threadOptions } from '../runThread.ts'
import type { DictionaryId } from './dictionaries.ts'

export interface SpellRequest {
  readonly id: number
  readonly kind: 'check' | 'suggest'
  readonly words: readonly string[]
  readonly dictionaries: readonly DictionaryId[]
}

export interface SpellAnswer {
  readonly id: number
  readonly words: readonly string[]
  /** Why the answer is incomplete. */
  readonly fault?: string
}

export interface Speller {
  /** The words that are in none of the dictionaries; empty without dictionaries. */
  check(words: readonly string[], dictionaries: readonly DictionaryId[]): Promise<readonly string[]>
  /** Suggested corrections, the likeliest first. */
  suggest(word: string, dictionaries: readonly DictionaryId[]): Promise<readonly string[]>
  /** Ends the thread. */
  close(): Promise<void>
}

/** A Polish dictionary takes 40 MB in addition. */
const LIMITS = { resourceLimits: { maxOldGenerationSizeMb: 512 } }

/**
 * The thread starts with the first request. If it ends unexpectedly, or cannot load a dictionary, every requested word counts as correct,
 * and the error is reported to the log.
 */
export function createSpeller(
  report: Report,
  workerUrl = new URL('./spellWorker.ts', import.meta.url),
): Speller {
  let thread: Worker | undefined
  const waiting = new Map<number, (words: readonly string[]) => void>()
  let asked = 0

  function start(): Worker {
    const started = new Worker(workerUrl, { ...threadOptions(), ...LIMITS })
    started.unref()
    started.on('message', ({ id, words, fault }: SpellAnswer) => {
      if (fault !== undefined) report('spelling', new Error(fault))
      waiting.get(id)?.(words)
      waiting.delete(id)
    })
    started.on('error', (error) => report('spelling', error)) // its exit follows
    started.on('exit', () => {
      if (thread === started) thread = undefined
      for (const answer of waiting.values()) answer([])
      waiting.clear()
    })
    return started
  }

  function ask(kind: SpellRequest['kind'], words: readonly string[], dictionaries: readonly DictionaryId[]) {
    if (words.length === 0 || dictionaries.length === 0) return Promise.resolve([])
    const request: SpellRequest = { id: ++asked, kind, words, dictionaries }
    return new Promise<readonly string[]>((resolve) => {
      waiting.set(request.id, resolve)
      thread ??= start()
      thread.postMessage(request)
    })
  }

  return {
    check: (words, dictionaries) => ask('check', words, dictionaries),
    suggest: (word, dictionaries) => ask('suggest', [word], dictionaries),
    async close() {
      await thread?.terminate()
    },
  }
}
