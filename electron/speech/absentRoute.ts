/**
 * Tells the two meanings of 404 apart: a service that has no such endpoint, and an endpoint that does not know the conversion. A
 * service answers to an endpoint that certainly does not exist, and its answer is compared.
 */
import { parseErrorMessage } from '../../shared/speech-api/errors.ts'
import { API_PREFIX } from '../../shared/speech-api/paths.ts'
import type { Answer, AskService } from './askService.ts'

const ABSENT_PATH = `${API_PREFIX}/no-such-endpoint`

/** Whether a refusal with 404 at `path` is what the service answers at an endpoint that does not exist. Throws as `AskService` does. */
export type IsAbsentRoute = (refusal: Answer, path: string, signal?: AbortSignal) => Promise<boolean>

/** The service is asked for the absent endpoint once. */
export function createIsAbsentRoute(ask: AskService): IsAbsentRoute {
  let absent: Answer | undefined
  return async (refusal, path, signal) => {
    absent ??= await ask(ABSENT_PATH, { method: 'GET', signal })
    return describe(refusal, path) === describe(absent, ABSENT_PATH)
  }
}

/** A refusal without what is different each time: the path, times and request ids. */
function describe({ status, json }: Answer, path: string): string {
  const message = parseErrorMessage(json)?.replaceAll(path.slice(1), '')
  const fields = typeof json === 'object' && json !== null ? Object.keys(json).sort() : typeof json
  return JSON.stringify([status, message, fields])
}
