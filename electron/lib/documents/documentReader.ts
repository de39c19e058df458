/** Reads documents one after the other, each in a thread of its own, with an end to the time and the memory it may take. */
import type { Worker } from 'node:worker_threads'
import { toUserFacing } from '../../../shared/ipc/result.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { runThread, startThread, waitingThread, type ThreadRun } from '../runThread.ts'
import type { DocumentSection } from './documentSections.ts'
import type {
  DocumentAnswer,
  DocumentFile,
  DocumentTask,
  DocumentTasks,
  DocumentMessage,
  OpenedReview,
  ReviewedFile,
} from './documentWorker.ts'
import type { ImportReading, ReadingProgress } from '../../../shared/ipc/importContract.ts'
import type { ImportFile } from './import/readImport.ts'
import { createReviewThread, isOutOfMemory, type ReviewThread } from './reviewThread.ts'
import type { EncodingSample } from './textEncoding.ts'

type OnProgress = (progress: ReadingProgress) => void

export interface DocumentReader {
  /**
   * The text of a document. Rejects with what `readDocument` throws, with `document-too-complex` if it takes too much
   * time or memory, and with the signal's reason.
   */
  readSections(source: DocumentFile, signal: AbortSignal): Promise<readonly DocumentSection[]>
  /**
   * What is in a file, or in bytes with a name, to make a story of. Rejects with what `readImport` throws, and with
   * `document-too-complex` if it takes too much time or memory, and with the signal's reason. `onProgress` is called for a long
   * document that comes in portions.
   */
  readImport(source: ImportFile, signal?: AbortSignal, onProgress?: OnProgress): Promise<ImportReading>
  /** Reads a file as `readImport` does, in a thread that goes on: the caller ends it. */
  openReview(
    source: ReviewedFile,
    signal?: AbortSignal,
    onProgress?: OnProgress,
  ): Promise<{ readonly opened: OpenedReview; readonly thread: ReviewThread }>
  /** Starts a thread for the next `openReview`, which then need not load the readers. It ends if there is none soon. */
  expectReview(): void
  /** What each encoding makes of the text file at a path, the most likely first; none if its encoding is certain. */
  readEncodings(path: string): Promise<readonly EncodingSample[]>
}

export interface DocumentReaderOptions {
  readonly workerUrl: URL
  readonly timeoutMs?: number
  readonly memoryMb?: number
}

const TIMEOUT_MS = 60_000
const MEMORY_MB = 1024
/**
 * A thread that reaches the limit of its engine can take the whole process with it, so it is ended long before that, by what
 * the process grows while it reads (a thread that is busy does not answer questions about itself). There is one thread at a
 * time: it alone makes the process grow by so much, and in Electron all threads share 4 GB.
 */
const ENGINE_LIMITS = {
  resourceLimits: { maxOldGenerationSizeMb: 2 * MEMORY_MB, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
}
const WATCH_MS = 50
/** How long a thread waits for a file: somebody looks for it in a dialog. */
const EXPECTED_MS = 60_000
const MEGABYTE = 1024 * 1024
/** Only the reader's own limits end the reading. */
const unlimited = new AbortController().signal

export function createDocumentReader(options: DocumentReaderOptions): DocumentReader {
  const { workerUrl, timeoutMs = TIMEOUT_MS, memoryMb = MEMORY_MB } = options
  const waiting: (() => void)[] = []
  let isReading = false
  /** Loads the readers, or has loaded them, and waits for a job. */
  let waitingFor: { readonly thread: Worker; readonly timer: NodeJS.Timeout } | null = null

  async function takeTurn(): Promise<Disposable> {
    if (isReading) await new Promise<void>((resolve) => void waiting.push(resolve))
    isReading = true
    return {
      [Symbol.dispose]() {
        const next = waiting.shift()
        if (next === undefined) isReading = false
        else next()
      },
    }
  }

  /** The thread that waits for a job, if there is one: it is the caller's from here on. */
  function takeWaiting(): Worker | undefined {
    const taken = waitingFor?.thread
    clearTimeout(waitingFor?.timer)
    taken?.removeAllListeners('error').removeAllListeners('exit')
    waitingFor = null
    return taken
  }

  return {
    expectReview() {
      if (waitingFor !== null) return
      const thread = waitingThread(workerUrl, ENGINE_LIMITS)
      const drop = () => void takeWaiting()?.terminate()
      thread.once('error', drop).once('exit', drop)
      waitingFor = { thread, timer: setTimeout(drop, EXPECTED_MS).unref() }
    },
    readSections: (source, signal) => readIn({ kind: 'sections', source }, signal),
    readImport: (source, signal = unlimited, onProgress) =>
      readIn({ kind: 'import', source }, signal, onProgress),
    readEncodings: (source) => readIn({ kind: 'encodings', source }, unlimited),
    async openReview(source, signal = unlimited, onProgress) {
      using _turn = await takeTurn()
      signal.throwIfAborted()
      const run = threadRun({ kind: 'review', source }, onProgress)
      const { answer, thread } = await limited(signal, (limit) =>
        startThread({ ...run, waiting: takeWaiting(), signal: limit }),
      )
      if (answer.kind === 'refused') {
        await thread.terminate()
        throw toUserFacing(answer)
      }
      // It is the answer to this job.
      return { opened: answer.value as OpenedReview, thread: createReviewThread(thread, timeoutMs) }
    },
  }

  async function readIn<Kind extends keyof DocumentTasks>(
    job: DocumentTask & { readonly kind: Kind },
    signal: AbortSignal,
    onProgress?: OnProgress,
  ): Promise<DocumentTasks[Kind]['value']> {
    using _turn = await takeTurn()
    signal.throwIfAborted()
    const run = threadRun(job, onProgress)
    const answer = await limited(signal, (limit) => runThread({ ...run, signal: limit }))
    if (answer.kind === 'read') return answer.value
    throw toUserFacing(answer)
  }

  /** How a thread reads; its signal is to be added. */
  function threadRun(
    job: DocumentTask,
    onProgress?: OnProgress,
  ): Omit<ThreadRun<DocumentMessage, DocumentAnswer>, 'signal'> {
    // The password travels in the thread's own data: it is in no argument and no environment, and what parsers print
    // about a document goes nowhere.
    return {
      workerUrl,
      job,
      limits: ENGINE_LIMITS,
      onMessage(message) {
        if (message.kind !== 'progress') return message
        onProgress?.(message.progress)
        return undefined
      },
    }
  }

  /** Reads with a signal that ends what takes too much time or memory. */
  async function limited<Answer>(
    signal: AbortSignal,
    read: (limit: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> {
    const tooComplex = new UserFacingError('document-too-complex')
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(tooComplex), timeoutMs)
    const memoryBefore = process.memoryUsage.rss()
    const watch = setInterval(() => {
      if (process.memoryUsage.rss() - memoryBefore > memoryMb * MEGABYTE) limit.abort(tooComplex)
    }, WATCH_MS)
    try {
      return await read(AbortSignal.any([signal, limit.signal]))
    } catch (error) {
      throw isOutOfMemory(error) ? tooComplex : error
    } finally {
      clearTimeout(timer)
      clearInterval(watch)
    }
  }
}
