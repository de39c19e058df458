/** The speech service as a process of Electron's own: plain Node processes cannot be had where its fuses forbid them. */
import type { ForkOptions, UtilityProcess } from 'electron'
import { fileURLToPath } from 'node:url'
import { serviceProcessOptions } from '../../local-service/startLocalService.ts'
import type { ServiceProcess } from '../../local-service/startLocalService.ts'

/** `utilityProcess.fork`. */
export type Fork = (modulePath: string, args?: string[], options?: ForkOptions) => UtilityProcess

/** Starts the service's entry. */
export function createSpeechProcess(fork: Fork, env = process.env): (entryUrl: URL) => ServiceProcess {
  return (entryUrl) => {
    const child = fork(fileURLToPath(entryUrl), [], {
      serviceName: 'Fabula speech',
      ...serviceProcessOptions(env),
      stdio: 'inherit',
    })
    return {
      send: (message) => child.postMessage(message),
      onMessage: (listener) => void child.on('message', listener),
      onExit: (listener) => void child.once('exit', listener),
      kill: () => void child.kill(),
    }
  }
}
