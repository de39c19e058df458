/** What the app uses of the system through Electron: the keychain, the proxy, utility processes, progress bars and the power saver. */
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type {
  BrowserWindow,
  ForkOptions,
  PowerSaveBlocker,
  SafeStorage,
  Session,
  UtilityProcess,
} from 'electron'
import type { KeySafe, RenewedSeal } from '../../speech/servers/keyStore.ts'
import { proxyOfEnvironment, readPacResult, useProxies } from '../../lib/http/proxies.ts'
import { serviceProcessOptions } from '../../local-service/startLocalService.ts'
import { type ChildPort, type Spawn, withoutKeys } from '../../local-service/processPorts.ts'
import type { HostMessage } from '../../local-service/hostMessages.ts'
import type { Work } from '../../app/workUnderWay.ts'

type Storage = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptStringAsync' | 'decryptStringAsync'
>

/**
 * The system's keychain, by Electron's safeStorage. It answers asynchronously, so it is asked in `prepare`, and the other functions return its
 * last answers. On Linux without a keyring
 * Chromium “encrypts” with a password that is the same everywhere (`basic_text`), and calls that available:
 * https://www.electronjs.org/docs/latest/api/safe-storage
 */
export function createKeySafe(storage: Storage, platform = process.platform): KeySafe {
  let isProtected = false
  /** Texts by their sealed form as base64; and sealed forms by their text, until they are stored. */
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
      // A text that cannot be opened or sealed must not affect the others.
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

/** The search for a proxy in a network can take long; the app does not wait longer to start. */
const PATIENCE_MS = 500

/**
 * Has every request of this process go through the system's proxy, and returns the environment for processes that cannot ask the system: it
 * names the proxy that an ordinary address has. A proxy named in the environment takes precedence.
 */
export async function useSystemProxy(
  session: Pick<Session, 'resolveProxy'>,
  env: NodeJS.ProcessEnv = process.env,
): Promise<NodeJS.ProcessEnv> {
  // Only the origin of the address: a proxy script is third-party code.
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

/**
 * Starts the speech service and its voice packs as utility processes of Electron, because its fuses may forbid plain Node processes. Native
 * code writes words of the text to standard error, which is discarded.
 */
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

/** The values of `setProgressBar` for no bar, and for an indeterminate bar. https://www.electronjs.org/docs/latest/api/browser-window */
const NO_BAR = -1
const UNKNOWN_END = 2

interface WorkSignsOptions {
  readonly windows: () => readonly Pick<BrowserWindow, 'setProgressBar' | 'isDestroyed'>[]
  readonly powerSaveBlocker: Pick<PowerSaveBlocker, 'start' | 'stop'>
}

/** Returns a function that shows work on the taskbar or dock, and keeps the computer awake during it. */
export function createWorkSigns({ windows, powerSaveBlocker }: WorkSignsOptions): (work: Work) => void {
  let blockerId: number | undefined
  return ({ isUnderWay, fraction }) => {
    // The screen may turn off, but the app must continue.
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
