/** Keeps secrets out of what an event says: nobody asked for it, so nobody has masked it yet. */
import type { JobView } from '../../../shared/jobs/jobView.ts'
import type { Conversion } from '../../../shared/speech-api/responses.ts'
import type { Redact } from '../../lib/http/redact.ts'

export interface EventSecrets {
  /** Masks the key of a connection. */
  readonly redactKey: (connectionId: string) => Redact
  /** Masks the password of a document in what the service says of its conversion. */
  readonly redactPassword: (conversionId: string) => Redact
}

/** Masks the keys of all connections that an event may be of. */
export function redactKeys({ redactKey }: EventSecrets, connectionIds: ReadonlySet<string>): Redact {
  const masks = [...connectionIds].map(redactKey)
  return (text) => masks.reduce((masked, redact) => redact(masked), text)
}

/** What an event tells of one of our conversions, as it may be kept and shown. */
export function maskTold(
  told: Conversion,
  { id, endpoint }: Pick<JobView, 'id' | 'endpoint'>,
  redact: Redact,
  { redactPassword }: EventSecrets,
): Conversion {
  const ofDocument: Redact = endpoint === 'document' ? redactPassword(id) : (text) => text
  const words = (text: string) => (text === '' ? '' : ofDocument(redact(text)))
  return {
    ...told,
    mediaUrl: told.mediaUrl === null ? null : redact(told.mediaUrl),
    errorMessage: words(told.errorMessage),
    timings: told.timings?.map((timing) => ({ ...timing, name: words(timing.name) })) ?? null,
  }
}
