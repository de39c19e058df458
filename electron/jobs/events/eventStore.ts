/** Stores verified events, each once, with what they report about a conversion until that is needed. */
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { parseConversionResponse, type Conversion } from '../../../shared/speech-api/responses.ts'
import type { LibraryDatabase } from '../libraryDatabase.ts'

export interface ToldConversion {
  readonly conversionId: string
  readonly conversion: Conversion
}

export type EventStore = ReturnType<typeof createEventStore>

export function createEventStore(library: LibraryDatabase) {
  return {
    isKnown: (eventUuid: string): boolean =>
      library.get('SELECT 1 FROM events WHERE uuid = ?', eventUuid) !== undefined,
    /** `told` is the event’s conversion, or null if it is not one of ours. */
    keep(eventUuid: string, told: ToldConversion | null, nowMs: number): void {
      library.run(
        'INSERT OR IGNORE INTO events (uuid, received_at_ms, conversion_id, json) VALUES (?, ?, ?, ?)',
        eventUuid,
        nowMs,
        told?.conversionId ?? null,
        told === null ? null : JSON.stringify(toRecord(told.conversion)),
      )
    },
    /** What the latest event about a conversion reports. */
    latest(conversionId: string): Conversion | null {
      const row = library.get(
        'SELECT json FROM events WHERE conversion_id = ? ORDER BY received_at_ms DESC, rowid DESC LIMIT 1',
        conversionId,
      )
      return row === undefined ? null : parseConversionResponse(JSON.parse(String(row['json'])))
    },
  }
}

/** The fields of a service's conversion that are needed to fetch it; nothing else of an event is stored. */
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
      index,
      name,
      start_ms: startMs,
      end_ms: endMs,
    })),
  }
}

export type OfferedAudio = ReturnType<typeof createOfferedAudio>

/** The audio offered by events, from hosts that the writer has allowed. */
export function createOfferedAudio(
  events: Pick<EventStore, 'latest'>,
  allowedHosts: () => readonly string[],
) {
  return {
    /** What an event reported about a job. Throws `webhook-host-new` if the writer has not allowed the host of its audio. */
    recall({ id }: { readonly id: string }): Conversion | null {
      const told = events.latest(id)
      const host = hostOfMedia(told)
      if (told === null || host === null) return told?.mediaUrl === null ? told : null
      if (!allowedHosts().includes(host)) throw new UserFacingError('webhook-host-new', { host })
      return told
    },
    /** The host that the writer has to allow first. */
    offeredHost(jobId: string): string | null {
      const host = hostOfMedia(events.latest(jobId))
      return host === null || allowedHosts().includes(host) ? null : host
    },
  }
}

/** The address of an event's audio; null if it is not https, or has a user name. */
function hostOfMedia(conversion: Conversion | null): string | null {
  const url = URL.parse(conversion?.mediaUrl ?? '')
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url.host : null
}
