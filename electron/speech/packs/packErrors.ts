/** The errors shown if a voice pack is not available. */
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { ErrorCodeFor } from '../../../shared/messages/errors.ts'
import { ArchiveFault } from '../../lib/archives/unpackArchive.ts'
import { diskFaultOf } from '../../lib/files/diskFaults.ts'
import type { FaultKind } from '../../lib/http/httpExchange.ts'

const OF_ARCHIVE: Readonly<Record<ArchiveFault['kind'], ErrorCodeFor<{ name: string; entry: string }>>> = {
  unknown: 'voice-file-unknown',
  damaged: 'voice-archive-damaged',
  unsafe: 'voice-archive-unsafe',
  inflates: 'voice-archive-inflates',
}

const OF_NETWORK: Readonly<Record<FaultKind, ErrorCodeFor<{ host: string }>>> = {
  'unknown-name': 'voice-offline',
  unreachable: 'voice-offline',
  proxy: 'network-proxy',
  'proxy-kind': 'network-proxy-kind',
  'refused-address': 'voice-address-refused',
  untrusted: 'voice-untrusted',
  'timed-out': 'voice-cut-off',
  'cut-off': 'voice-cut-off',
  'too-large': 'voice-differs',
  'unusable-header': 'voice-cut-off',
  aborted: 'request-cancelled',
}

export function networkError(kind: FaultKind, host: string): UserFacingError {
  return new UserFacingError(OF_NETWORK[kind], { host })
}

/** The error to show if work on the pack `name` failed; unexpected errors are returned unchanged. */
export function toPackError(error: unknown, name: string): unknown {
  if (error instanceof UserFacingError) return error
  if (error instanceof ArchiveFault)
    return new UserFacingError(
      OF_ARCHIVE[error.kind],
      { name, entry: printable(error.entry) },
      { cause: error },
    )
  switch (diskFaultOf(error)) {
    case undefined:
      return error
    case 'full':
      return new UserFacingError('voice-disk-full', { name }, { cause: error })
    default:
      return new UserFacingError('voice-not-kept', { name }, { cause: error })
  }
}

/** A name from an untrusted archive, made safe to show in a message, even in a terminal. */
function printable(entry: string): string {
  return entry.slice(0, 200).replaceAll(/\p{C}/gu, '\ufffd')
}
