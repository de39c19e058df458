// Runs other programs in place of this one: with the same signals and the same exit code.
import { spawn } from 'node:child_process'

/** How a program ended.
 * @typedef {{ code: number | null, signal: NodeJS.Signals | null }} Ending */

/** @type {readonly NodeJS.Signals[]} */
const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Runs a program to its end and passes on the signals that this process gets meanwhile. Rejects if it cannot be started.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options] streams are inherited unless told otherwise
 * @param {(child: import('node:child_process').ChildProcess) => void} [onStart]
 * @returns {Promise<Ending>} */
export function run(command, args, options = {}, onStart = () => {}) {
  const child = spawn(command, args, { stdio: 'inherit', ...options })
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => {
    // Ctrl-C in a terminal already reaches the whole process group; a second one would mean “stop at once”.
    if (signal === 'SIGINT' && process.stdin.isTTY) return
    child.kill(signal)
  }
  for (const signal of passedOn) process.on(signal, pass)
  onStart(child)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal }))
  }).finally(() => {
    for (const signal of passedOn) process.off(signal, pass)
  })
}

/** Ends this process the way another one ended.
 * @param {Ending} ending */
export function endLike({ code, signal }) {
  if (signal) process.kill(process.pid, signal)
  else process.exit(code ?? 1)
}
