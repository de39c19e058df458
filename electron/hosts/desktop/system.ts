/** What the app uses of the system through Electron: the keychain, the proxy, utility processes, progress bars and the power saver. */
import type {
  BrowserWindow,
  ForkOptions,
  PowerSaveBlocker,
  SafeStorage,
  Session,
  UtilityProcess,
} from 'electron'
import type { KeySafe, RenewedSeal } from '../../speech/servers/keyStore.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { proxyOfEnvironment, readPacResult, useProxies } from '../../lib/http/proxies.ts'
import { fileURLToPath } from 'node:url'
import { serviceProcessOptions } from '../../local-service/startLocalService.ts'
import { type ChildPort, type Spawn, withoutKeys } from '../../local-service/processPorts.ts'
import type { HostMessage } from '../../local-service/hostMessages.ts'
import type { Work } from '../../app/workUnderWay.ts'

type Storage = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptStringAsync' | 'decryptStringAsync'
>

/**
 * The keychain answers in its own time, so it is asked in `prepare`, and the rest is what it answered last. On Linux without a keyring
 * Chromium “encrypts” with a password that is the same everywhere (`basic_text`), and calls that available:
 * https://www.electronjs.org/docs/latest/api/safe-storage
 */
export function createKeySafe(storage: Storage, platform = process.platform): KeySafe {
  let isProtected = false
  /** Texts by what they are when sealed, as base64; and the other way about until they are kept. */
  const opened = new Map<string, string>()
  const closed = new Map<string, Uint8Array>()

  async function askProtected(): Promise<boolean> {
    try {
      if (!(await storage.isAsyncEncryptionAvailable())) return false
      return platform !== 'linux' || !['basic_text', 'unknown'].includes(storage.getSelectedStorageBackend())
    } catch {
      return false
    }
  }

  return {
    keeping: () => (isProtected ? 'sealed' : 'ask'),
    seal(text) {
      const sealed = closed.get(text)
      closed.delete(text)
      if (!isProtected || sealed === undefined) throw new Error('The system offers no protection')
      return sealed
    },
    unseal(sealed) {
      const text = opened.get(base64Of(sealed))
      if (text === undefined) throw new Error('The keychain has not opened this')
      return text
    },
    async prepare(sealed, texts) {
      isProtected = await askProtected()
      const unopened = sealed.filter((each) => !opened.has(base64Of(each)))
      const renewed: RenewedSeal[] = []
      // One that cannot be opened or sealed must not keep the others from it.
      await Promise.allSettled([
        ...unopened.map(async (each) => {
          const { result, shouldReEncrypt } = await storage.decryptStringAsync(Buffer.from(each))
          opened.set(base64Of(each), result)
          if (!shouldReEncrypt || !isProtected) return
          const made = await storage.encryptStringAsync(result)
          opened.set(base64Of(made), result)
          renewed.push({ from: each, to: made })
        }),
        ...(isProtected ? texts : []).map(async (text) => {
          const made = await storage.encryptStringAsync(text)
          opened.set(base64Of(made), text)
          closed.set(text, made)
        }),
      ])
      return renewed
    },
  }
}

function base64Of(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}

/** A system that looks for a proxy in its network takes its time; the app does not wait longer to start. */
const PATIENCE_MS = 500

/**
 * Has every request of this process go through the system's proxy, and returns the environment for processes that cannot ask the system: it
 * names the proxy that an ordinary address has. What the environment says already goes first.
 */
export async function useSystemProxy(
  session: Pick<Session, 'resolveProxy'>,
  env: NodeJS.ProcessEnv = process.env,
): Promise<NodeJS.ProcessEnv> {
  // Of the address, only the origin: a proxy script is somebody else's program.
  const find = async (url: URL) => readPacResult(await session.resolveProxy(`${url.origin}/`))
  useProxies(find)
  const named: NodeJS.ProcessEnv = { ...env }
  await Promise.all(
    (['https', 'http'] as const).map(async (scheme) => {
      const usual = new URL(`${scheme}://www.example.com`)
      if (proxyOfEnvironment(usual, env) !== null) return
      const found = await Promise.race([
        find(usual).catch(() => null),
        delay(PATIENCE_MS, null, { ref: false }),
      ])
      if (found instanceof URL) named[`${scheme.toUpperCase()}_PROXY`] = found.href
    }),
  )
  return named
}

/** `utilityProcess.fork`. */
type Fork = (modulePath: string, args?: string[], options?: ForkOptions) => UtilityProcess

interface SpeechProcesses {
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

/** What `setProgressBar` takes for no bar, and for one without an end. https://www.electronjs.org/docs/latest/api/browser-window */
const NO_BAR = -1
const UNKNOWN_END = 2

interface WorkSignsOptions {
  readonly windows: () => readonly Pick<BrowserWindow, 'setProgressBar' | 'isDestroyed'>[]
  readonly powerSaveBlocker: Pick<PowerSaveBlocker, 'start' | 'stop'>
}

/** Returns a function that shows how the work is now. */
export function createWorkSigns({ windows, powerSaveBlocker }: WorkSignsOptions): (work: Work) => void {
  let blockerId: number | undefined
  return ({ isUnderWay, fraction }) => {
    // The screen may go dark: only the app goes on.
    if (isUnderWay) blockerId ??= powerSaveBlocker.start('prevent-app-suspension')
    else if (blockerId !== undefined) {
      powerSaveBlocker.stop(blockerId)
      blockerId = undefined
    }
    for (const window of windows()) {
      if (window.isDestroyed()) continue
      window.setProgressBar(isUnderWay ? (fraction ?? UNKNOWN_END) : NO_BAR)
    }
  }
}
