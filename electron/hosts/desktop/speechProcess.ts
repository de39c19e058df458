/** The speech service, and its voice packs, as utility processes of Electron, because its fuses may forbid plain Node processes. */
import { fileURLToPath } from 'node:url'
import type { ForkOptions, UtilityProcess } from 'electron'
import { serviceProcessOptions } from '../../local-service/startLocalService.ts'
import { type ChildPort, type Spawn, withoutKeys } from '../../local-service/processPorts.ts'
import type { HostMessage } from '../../local-service/hostMessages.ts'

/** `utilityProcess.fork`. */
export type Fork = (modulePath: string, args?: string[], options?: ForkOptions) => UtilityProcess

export interface SpeechProcesses {
  /** Starts the service's entry. */
  readonly spawn: Spawn<HostMessage>
  /** Starts the process of a voice pack for the service. */
  readonly spawnNatural: Spawn<unknown>
}

/** How both are started. Native code complains on standard error, with words of the text: nobody keeps them. */
export function createSpeechProcesses(fork: Fork, env = process.env): SpeechProcesses {
  const ofService = { serviceName: 'Fabula speech', ...serviceProcessOptions(env), stdio: 'inherit' } as const
  const ofVoice = { serviceName: 'Fabula voice', env: withoutKeys(env), stdio: 'ignore' } as const
  return {
    spawn: (entryUrl) => portOf(fork(fileURLToPath(entryUrl), [], ofService)),
    spawnNatural: (entryUrl) => portOf(fork(fileURLToPath(entryUrl), [], ofVoice)),
  }
}

function portOf<Message>(child: UtilityProcess): ChildPort<Message> {
  return {
    send: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.once('exit', listener),
    kill: () => void child.kill(),
  }
}
