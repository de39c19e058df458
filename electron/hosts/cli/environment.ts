/** The service that the environment variables FABULA_BASE_URL and FABULA_API_KEY name, for scripts. */
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { parseBaseUrl } from '../../lib/http/baseUrl.ts'
import { connectionIdOf } from '../../speech/servers/serverStore.ts'
import type { Connection } from '../../speech/connections.ts'

export type Env = Readonly<Record<string, string | undefined>>

/** Whether the environment names a hosted service. */
export function namesHostedService(env: Env): boolean {
  return (env['FABULA_BASE_URL'] ?? '') !== ''
}

/**
 * The connection to the service that the environment names; null if it names none. Throws `base-url-invalid`, `base-url-not-https`, or
 * `api-key-missing` if FABULA_API_KEY is empty.
 */
export function connectionOf(env: Env): Connection | null {
  if (!namesHostedService(env)) return null
  const baseUrl = parseBaseUrl(env['FABULA_BASE_URL'] ?? '')
  const key = env['FABULA_API_KEY'] ?? ''
  if (key === '') throw new UserFacingError('api-key-missing')
  // The id comes from the address, so an unfinished render resumes at this service and at no other.
  return { connectionId: connectionIdOf(baseUrl), baseUrl: baseUrl.href, key: () => key, isBuiltIn: false }
}
