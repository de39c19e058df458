/** The system's proxy, as Chromium finds it, for the requests of the app's main process and of the speech service. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Session } from 'electron'
import { proxyOfEnvironment, readPacResult, useProxies } from '../../lib/http/proxies.ts'

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
