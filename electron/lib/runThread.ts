/** Runs a thread that does one job and ends, or that continues after its first answer. */
import { basename } from 'node:path'
import { Worker, type WorkerOptions } from 'node:worker_threads'

export interface ThreadRun<Message, Answer> {
  readonly workerUrl: URL
  /** Passed to the thread as its `workerData`. */
  readonly job: unknown
  /** Ends the thread; `runThread` then throws its reason. */
  readonly signal: AbortSignal
  readonly limits?: Pick<WorkerOptions, 'resourceLimits'>
  /** A thread of `waitingThread` that takes the job instead of a new one. */
  readonly waiting?: Worker | undefined
  /** Handles a message of the thread: returns its answer, throws its failure, or returns undefined to wait for the next message. */
  onMessage(message: Message, thread: Worker): Answer | undefined
  /** Asks a thread to clean up and end. By default, the thread is ended at once. */
  onAbort?(thread: Worker): void
}

/** Starts a thread, returns its answer, and ends it. Throws like `startThread`. */
export async function runThread<Message, Answer>(run: ThreadRun<Message, Answer>): Promise<Answer> {
  const { answer, thread } = await startThread(run)
  await thread.terminate()
  return answer
}

/**
 * Starts a thread and returns it with its first answer; the caller must end it and listen for its errors. Throws the signal's reason, what
 * `onMessage` throws, an error that the thread did not catch, and an error if the thread ends without an answer; the thread is then ended.
 * The output of a thread with limits is discarded.
 */
export async function startThread<Message, Answer>(
  run: ThreadRun<Message, Answer>,
): Promise<{ readonly answer: Answer; readonly thread: Worker }> {
  const { workerUrl, job, signal, limits, waiting, onMessage, onAbort } = run
  signal.throwIfAborted()
  const thread = waiting ?? newThread(workerUrl, job, limits)
  waiting?.ref()
  waiting?.postMessage(job)
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const stop = () => {
    if (onAbort === undefined) reject(new Error('aborted'))
    else onAbort(thread)
  }
  signal.addEventListener('abort', stop)
  thread.on('message', (message: Message) => {
    try {
      const answer = onMessage(message, thread)
      if (answer !== undefined) resolve(answer)
    } catch (error) {
      reject(error)
    }
  })
  thread.once('error', reject)
  thread.once('exit', () =>
    reject(new Error(`The thread of ${basename(workerUrl.pathname)} ended without an answer`)),
  )
  try {
    return { answer: await promise, thread }
  } catch (error) {
    await thread.terminate()
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Starts a thread whose `workerData` is null: its job is its first message. It does not keep the app running. */
export function waitingThread(workerUrl: URL, limits: ThreadRun<unknown, unknown>['limits']): Worker {
  const thread = newThread(workerUrl, null, limits)
  thread.unref()
  return thread
}

function newThread(workerUrl: URL, workerData: unknown, limits: WorkerOptions | undefined): Worker {
  const isSilent = limits !== undefined
  const silent = { stdout: isSilent, stderr: isSilent }
  const thread = new Worker(workerUrl, { workerData, ...silent, ...threadOptions(), ...limits })
  if (isSilent) {
    thread.stdout.resume()
    thread.stderr.resume()
  }
  return thread
}

// The options of threads that process untrusted files.

/**
 * The thread gets no arguments and none of the app's environment, which may contain keys. If it runs unbundled, it gets the folder of
 * Node's compile cache: it starts in half the time if it need not strip and compile the sources again.
 * https://nodejs.org/api/module.html#module-compile-cache
 */
export function threadOptions(): Pick<WorkerOptions, 'argv' | 'execArgv' | 'env'> {
  const { NODE_COMPILE_CACHE: cache } = process.env
  return { argv: [], execArgv: [], env: cache === undefined ? {} : { NODE_COMPILE_CACHE: cache } }
}
