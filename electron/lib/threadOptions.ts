/** How the app starts a thread that works on what others wrote. */
import type { WorkerOptions } from 'node:worker_threads'

/**
 * The thread gets no arguments and none of the app's environment, which can hold keys. Where the sources run as they are, it is
 * told the folder of Node's compile cache: it starts in half the time when it need not strip and compile them again.
 * https://nodejs.org/api/module.html#module-compile-cache
 */
export function threadOptions(): Pick<WorkerOptions, 'argv' | 'execArgv' | 'env'> {
  const { NODE_COMPILE_CACHE: cache } = process.env
  return { argv: [], execArgv: [], env: cache === undefined ? {} : { NODE_COMPILE_CACHE: cache } }
}
