/** Events that were verified: each is known once, and what it says of a conversion is kept until it is needed. */
import { parseConversionResponse } from '../../../shared/speech-api/responses.ts'
import type { Conversion } from '../../../shared/speech-api/responses.ts'
import type { LibraryDatabase } from './libraryDatabase.ts'

export interface EventStore {
  isKnown(eventUuid: string): boolean
  /** `told` is what the event says of a conversion of ours; null where it says nothing of any. */
  keep(eventUuid: string, told: ToldConversion | null, nowMs: number): void
  /** What the latest event about a conversion says. */
  latest(conversionId: string): Conversion | null
}

export interface ToldConversion {
  readonly conversionId: string
  readonly conversion: Conversion
}

export function createEventStore(library: LibraryDatabase): EventStore {
  return {
    isKnown: (eventUuid) => library.get('SELECT 1 FROM events WHERE uuid = ?', eventUuid) !== undefined,
    keep(eventUuid, told, nowMs) {
      library.run(
        'INSERT OR IGNORE INTO events (uuid, received_at_ms, conversion_id, json) VALUES (?, ?, ?, ?)',
        eventUuid,
        nowMs,
        told?.conversionId ?? null,
        told === null ? null : JSON.stringify(toRecord(told.conversion)),
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

/** What is needed of a conversion to collect it, as services write it; whatever else an event holds is not kept. */
function toRecord({ timings, ...conversion }: Conversion): Readonly<Record<string, unknown>> {
  return {
    uuid: conversion.uuid,
    status: conversion.status,
    status_percentage: conversion.percentage,
    estimated_credit: conversion.estimatedCredit,
    used_credit: conversion.usedCredit,
    error_message: conversion.errorMessage,
    media_url: conversion.mediaUrl,
    timings: timings?.map(({ index, name, startMs, endMs }) => ({
      ...{ index, name },
      ...{ start_ms: startMs, end_ms: endMs },
    })),
  }
}

/** Where the audio of an event lies; null for what is not an https address without a user name. */
export function hostOfMedia(conversion: Conversion | null): string | null {
  const url = URL.parse(conversion?.mediaUrl ?? '')
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url.host : null
}
