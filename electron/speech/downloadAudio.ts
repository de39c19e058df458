/**
 * Downloads the audio of a conversion into a file, and resumes after an interrupted connection. The key is sent only to the service's own
 * origin, wherever the address or a redirect leads.
 */
import { isIP } from 'node:net'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { API_KEY_HEADER } from '../../shared/speech-api/paths.ts'
import { isLoopback, parseBaseUrl, isPublicAddress } from '../lib/http/baseUrl.ts'
import { downloadResumably } from '../lib/http/resumableDownload.ts'
import type { Clock } from '../lib/clock.ts'
import type { Connection } from './connections.ts'
import type { Timeouts } from '../lib/http/httpExchange.ts'
import { faultError } from './serviceErrors.ts'

/** More than 70 hours of speech at 64 kbit/s. */
const MAX_AUDIO_BYTES = 2 * 1024 ** 3

export interface Download {
  /** As the service returned it; may be relative to its base URL. */
  readonly mediaUrl: string
  readonly connection: Pick<Connection, 'baseUrl' | 'key'>
  /** Overwritten. After an error, its content is not valid audio. */
  readonly path: string
  readonly signal?: AbortSignal | undefined
  readonly clock?: Clock
  readonly timeouts?: Timeouts
  readonly maxBytes?: number
}

/**
 * Downloads to `path` and returns the number of bytes. Throws `audio-address-refused` (neither https nor the service's own
 * origin, or on this machine or in its network, if the service itself is not), `audio-unavailable`, `audio-too-large`, or a network error after several tries.
 */
export async function downloadAudio(download: Download): Promise<number> {
  const { connection, path, signal, clock, timeouts, maxBytes = MAX_AUDIO_BYTES } = download
  const base = parseBaseUrl(connection.baseUrl)
  const first = mediaAddress(download.mediaUrl, base)
  return downloadResumably({
    address: first.href,
    path,
    signal,
    maxBytes,
    ...(clock && { clock }),
    ...(timeouts && { timeouts }),
    async ask(address, from) {
      const url = from === undefined ? first : mediaAddress(address, base, from)
      return {
        url,
        mayConnectTo: isNearService(url, base) ? undefined : isPublicAddress,
        headers: url.origin === base.origin ? { [API_KEY_HEADER]: await connection.key() } : {},
      }
    },
    errors: {
      unavailable: ({ host }, status) => new UserFacingError('audio-unavailable', { host, status }),
      tooLarge: () => new UserFacingError('audio-too-large', { megabytes: Math.floor(maxBytes / 1024 ** 2) }),
      fault: (kind, { host }) => faultError(kind, host),
    },
  })
}

/**
 * Whether an address in the local network is allowed, because the service itself is there. Other services must not use the app to reach
 * addresses that are not on the internet.
 */
function isNearService(url: URL, base: URL): boolean {
  const address = base.hostname.replace(/^\[|\]$/g, '')
  return (
    url.hostname === base.hostname || isLoopback(base) || (isIP(address) !== 0 && !isPublicAddress(address))
  )
}

function mediaAddress(
  address: string,
  base: URL,
  relativeTo: URL = new URL(`${base.href.replace(/\/+$/, '')}/`),
): URL {
  const url = URL.parse(address, relativeTo.href)
  const isAllowed = url !== null && (url.protocol === 'https:' || url.origin === base.origin)
  if (!isAllowed || url.username !== '' || url.password !== '') {
    throw new UserFacingError('audio-address-refused', { host: url?.host ?? '' })
  }
  return url
}
