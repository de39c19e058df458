/** Reads documents one after the other, each in its own thread, with limits on time and memory. */
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
   * The text of a document. Rejects with the errors of `readDocument`, with `document-too-complex` if it takes too much time or memory, and
   * with the signal's reason.
   */
  readSections(source: DocumentFile, signal: AbortSignal): Promise<readonly DocumentSection[]>
  /**
   * The content of a file, or of bytes with a name, to make a story from. Rejects with the errors of `readImport`, with
   * `document-too-complex` if it takes too much time or memory, and with the signal's reason. `onProgress` is called for a long document
   * that is read in portions.
   */
  readImport(source: ImportFile, signal?: AbortSignal, onProgress?: OnProgress): Promise<ImportReading>
  /** Reads a file as `readImport` does, in a thread that keeps running: the caller ends it. */
  openReview(
    source: ReviewedFile,
    signal?: AbortSignal,
    onProgress?: OnProgress,
  ): Promise<{ readonly opened: OpenedReview; readonly thread: ReviewThread }>
  /** Starts a thread for the next `openReview`, so that the readers are already loaded. It ends if no call follows soon. */
  expectReview(): void
  /** The text of the file at a path in each encoding, the most likely first; empty if its encoding is certain. */
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
 * A thread that reaches its engine's limit can bring down the whole process, so it is ended long before that, judging by the growth of the
 * process while it reads (a busy thread does not answer questions about itself). Only one thread runs at a time, so only it can make the
 * process grow by that much; in Electron all threads share 4 GB.
 */
const ENGINE_LIMITS = {
  resourceLimits: { maxOldGenerationSizeMb: 2 * MEMORY_MB, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
}
const WATCH_MS = 50
/** How long a thread waits for a file while the user looks for it in a dialog. */
const EXPECTED_MS = 60_000
const MEGABYTE = 1024 * 1024
/** For readings that only the reader's own limits end. */
const unlimited = new AbortController().signal

export function createDocumentReader(options: DocumentReaderOptions): DocumentReader {
  const { workerUrl, timeoutMs = TIMEOUT_MS, memoryMb = MEMORY_MB } = options
  const waiting: (() => void)[] = []
  let isReading = false
  /** A thread that loads the readers, or has loaded them, and waits for a job. */
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

  /** Hands the thread that waits for a job to the caller, if there is one. */
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
      // The answer to this job has this type.
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

  /** How a thread reads, without its signal. */
  function threadRun(
    job: DocumentTask,
    onProgress?: OnProgress,
  ): Omit<ThreadRun<DocumentMessage, DocumentAnswer>, 'signal'> {
    // The password travels in the thread's own data: it is in no argument and no environment variable, and the output of parsers about a
    // document is discarded.
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

  /** Reads with a signal that aborts if it takes too much time or memory. */
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
