/** Reads the outlines of stories from their files, in threads: the list of recent stories does not wait for any of them. */
import type { LexiconEntry } from '../../shared/story/records.ts'
import { runThread } from '../lib/runThread.ts'
import { createInTurn } from '../lib/turns.ts'
import type { StoryOutline } from './storySummary.ts'

export interface OutlineJob {
  readonly path: string
  readonly commonLexicon: readonly LexiconEntry[]
}

export interface OutlineAnswer {
  readonly outline: StoryOutline | undefined
}

export interface OutlineReaderOptions {
  readonly workerUrl?: URL | undefined
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 10_000
/** Two, so that a slow story does not hold up the others. */
const AT_ONCE = 2
const LIMITS = { resourceLimits: { maxOldGenerationSizeMb: 1024 } }

export type OutlineReader = ReturnType<typeof createOutlineReader>

export function createOutlineReader(options: OutlineReaderOptions = {}) {
  const { workerUrl = new URL('./outlineWorker.ts', import.meta.url), timeoutMs = TIMEOUT_MS } = options
  const closed = new AbortController()
  const inTurn = createInTurn(() => AT_ONCE)

  async function readInThread(job: OutlineJob): Promise<StoryOutline | undefined> {
    closed.signal.throwIfAborted()
    try {
      const { outline } = await runThread<OutlineAnswer, OutlineAnswer>({
        workerUrl,
        job,
        signal: AbortSignal.any([closed.signal, AbortSignal.timeout(timeoutMs)]),
        limits: LIMITS,
        onMessage: (answer) => answer,
      })
      return outline
    } catch {
      closed.signal.throwIfAborted()
      return undefined
    }
  }

  return {
    /**
     * The outline of a story in a file that is not open here; undefined if it cannot be read, or takes too much time or memory. Rejects
     * when the reader is closed.
     */
    read: (job: OutlineJob): Promise<StoryOutline | undefined> => inTurn('outline', () => readInThread(job)),
    /** Stops reading. */
    close: (): void => closed.abort(),
  }
}
