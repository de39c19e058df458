/**
 * What the app knows across all stories, in one SQLite file: conversions, their costs, received events. Each story's own file remains
 * authoritative: a lost or damaged library fills again as stories are opened.
 */
import { chmodSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { diskFaultOf } from '../lib/files/diskFaults.ts'
import { setAside } from '../lib/files/atomicFile.ts'
import {
  columnsMadeBy,
  columnsOf,
  createStatements,
  findDamage,
  inTransaction,
  readUserVersion,
} from '../lib/sqlite/sqlite.ts'
import { CONVERSION_TABLE, createConversionTable, foldText } from './conversionTable.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { type Conversion, parseConversionResponse } from '../../shared/speech-api/responses.ts'

const TABLES = `
${CONVERSION_TABLE}CREATE TABLE IF NOT EXISTS events (
  uuid TEXT PRIMARY KEY,
  received_at_ms INTEGER NOT NULL,
  conversion_id TEXT,
  json TEXT
) STRICT;
CREATE INDEX IF NOT EXISTS events_by_conversion ON events (conversion_id);
`

/** Several hosts may share one app folder, so each waits for the short writes of the others. */
const LOCK_WAIT_MS = 2_000

/** Stored as `user_version`. A library of another version is not read; one without a number has the first version. */
const LIBRARY_VERSION = 1

/** The file is a valid database, but not a library that can be used. */
class UnusableLibrary extends Error {}

export type LibraryDatabase = ReturnType<typeof openLibrary>

/**
 * Opens `library.db` in the app's folder, which only this user may read. A damaged file, or a file of a newer version, is set aside,
 * and a new file is created. Throws, and leaves the file unchanged, if another program holds it or it may not be read. `onLost` is
 * called before the list of spending is set aside.
 */
export function openLibrary(dataDir: string, onLost: () => void = () => {}) {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, 'library.db')
  let db: DatabaseSync
  let setAsideAs: string | null = null
  try {
    db = connect(path)
  } catch (error) {
    if (!(error instanceof UnusableLibrary) && diskFaultOf(error) !== 'damaged') throw error
    onLost()
    setAsideAs = basename(setAside(path))
    db = connect(path)
  }
  chmodSync(path, 0o600)
  const statements = createStatements(db)
  return {
    ...statements,
    /** The conversions of all projects, one row each. */
    conversions: createConversionTable(statements),
    /** Runs several writes as one transaction. */
    transaction: (write: () => void): void => inTransaction(db, write),
    /** The new file name of the previous library, if it was damaged or of another version; otherwise null. */
    setAsideAs,
    close: (): void => db.close(),
  }
}

function connect(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: LOCK_WAIT_MS, defensive: true })
  try {
    db.function('has_text', { deterministic: true }, (text, sought) =>
      Number(foldText(String(text)).includes(String(sought))),
    )
    db.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON')
    if (readUserVersion(db) > LIBRARY_VERSION) throw new UnusableLibrary('The library is of a newer version')
    if (findDamage(db) !== null) throw new UnusableLibrary('The library is damaged')
    const columns = columnsOf(db)
    const missing = columns.size === 0 ? columns : columnsMadeBy(TABLES).difference(columns)
    if (missing.size > 0) throw new UnusableLibrary(`The library has no ${[...missing].join(', ')}`)
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    db.exec(`BEGIN IMMEDIATE; ${TABLES}; PRAGMA user_version = ${LIBRARY_VERSION}; COMMIT`)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Stores verified events, each once, with what they report about a conversion until that is needed. */
interface ToldConversion {
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
