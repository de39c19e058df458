/** Events that were verified: each is known once, and what it says of a conversion is kept until it is needed. */
import { parseConversionResponse } from '../../shared/speech-api/responses.ts'
import type { Conversion } from '../../shared/speech-api/responses.ts'
import type { LibraryDatabase } from './libraryDatabase.ts'

export interface EventStore {
  isKnown(eventUuid: string): boolean
  /** `record` is the event's `data` as it came. */
  keep(eventUuid: string, conversionId: string | null, record: unknown, nowMs: number): void
  /** What the latest event about a conversion says. */
  latest(conversionId: string): Conversion | null
}

export function createEventStore(library: LibraryDatabase): EventStore {
  return {
    isKnown: (eventUuid) => library.get('SELECT 1 FROM events WHERE uuid = ?', eventUuid) !== undefined,
    keep(eventUuid, conversionId, record, nowMs) {
      library.run(
        'INSERT OR IGNORE INTO events (uuid, received_at_ms, conversion_id, json) VALUES (?, ?, ?, ?)',
        eventUuid,
        nowMs,
        conversionId,
        conversionId === null ? null : JSON.stringify(record),
      )
    },
    latest(conversionId) {
      const row = library.get(
        'SELECT json FROM events WHERE conversion_id = ? ORDER BY received_at_ms DESC, rowid DESC LIMIT 1',
        conversionId,
      )
      return row === undefined ? null : parseConversionResponse(JSON.parse(String(row['json'])))
    },
  }
}

/** Where the audio of an event lies; null for what is not an https address without a user name. */
export function hostOfMedia(conversion: Conversion | null): string | null {
  const url = URL.parse(conversion?.mediaUrl ?? '')
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url.host : null
}
