/** Runs a thread that has one job and ends, or that goes on after its first answer. */
import { basename } from 'node:path'
import { Worker, type WorkerOptions } from 'node:worker_threads'

export interface ThreadRun<Message, Answer> {
  readonly workerUrl: URL
  /** What the thread finds as its `workerData`. */
  readonly job: unknown
  /** Ends the thread; `runThread` then throws its reason. */
  readonly signal: AbortSignal
  readonly limits?: Pick<WorkerOptions, 'resourceLimits'>
  /** Takes a message of the thread: gives its answer, throws its failure, or returns undefined and waits for the next message. */
  onMessage(message: Message, thread: Worker): Answer | undefined
  /** Asks a thread to end that has to clean up first. Any other thread is ended at once. */
  onAbort?(thread: Worker): void
}

/** Starts a thread, gives its answer, and ends it. Throws as `startThread`. */
export async function runThread<Message, Answer>(run: ThreadRun<Message, Answer>): Promise<Answer> {
  const { answer, thread } = await startThread(run)
  await thread.terminate()
  return answer
}

/**
 * Starts a thread and returns it with its first answer; the caller ends it, and listens for its errors from then on. Throws the signal's reason, what `onMessage` throws, an error that the thread
 * did not catch, and an error where the thread ends without an answer: it is then ended. What a thread with limits prints goes nowhere.
 */
export async function startThread<Message, Answer>(
  run: ThreadRun<Message, Answer>,
): Promise<{ readonly answer: Answer; readonly thread: Worker }> {
  const { workerUrl, job, signal, limits, onMessage, onAbort } = run
  signal.throwIfAborted()
  const isSilent = limits !== undefined
  const thread = new Worker(workerUrl, {
    workerData: job,
    stdout: isSilent,
    stderr: isSilent,
    ...threadOptions(),
    ...limits,
  })
  if (isSilent) {
    thread.stdout.resume()
    thread.stderr.resume()
  }
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

// How the app starts a thread that works on what others wrote.

/**
 * The thread gets no arguments and none of the app's environment, which can hold keys. Where the sources run as they are, it is
 * told the folder of Node's compile cache: it starts in half the time when it need not strip and compile them again.
 * https://nodejs.org/api/module.html#module-compile-cache
 */
export function threadOptions(): Pick<WorkerOptions, 'argv' | 'execArgv' | 'env'> {
  const { NODE_COMPILE_CACHE: cache } = process.env
  return { argv: [], execArgv: [], env: cache === undefined ? {} : { NODE_COMPILE_CACHE: cache } }
}
