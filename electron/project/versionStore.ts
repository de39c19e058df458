/**
 * Versions: earlier records of the story, gzipped, with gzip's own checksum. The writer saves some; Fabula keeps others after half an hour
 * of work and before large changes, and thins them out with age. Automatic versions are compressed in slices, so that a long story does not
 * block the host.
 */
import { setImmediate } from 'node:timers/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGzip, gunzipSync, gzipSync } from 'node:zlib'
import * as z from 'zod'
import { type KeptReason, type Version, versionSchema } from '../../shared/ipc/views.ts'
import { FORMAT_VERSION, parseStored } from '../../shared/project-file/format.ts'
import type { Change } from '../../shared/story/changes.ts'
import { MAX_LABEL } from '../../shared/story/limits.ts'
import type { Music, StoryRecord } from '../../shared/story/records.ts'
import { blocksOf } from '../../shared/story/selectors.ts'
import type { Story } from '../../shared/story/story.ts'
import type { ProjectDatabase } from './projectDatabase.ts'
import { projectError } from '../lib/files/diskFaults.ts'
import type { ProjectWork } from './project.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** A version is kept after this much time of work on the story. */
export const WORK_BETWEEN_VERSIONS_MS = 30 * MINUTE_MS
/** A version is kept before a change that removes more blocks, or replaces the words of more. */
export const MANY_BLOCKS = 50
/** The most space that automatic versions may take in a file: the oldest are dropped first. */
export const MAX_KEPT_BYTES = 64 * 1024 * 1024
export const MAX_KEPT_VERSIONS = 200

/** Far above any story; so that a damaged or hostile file cannot fill memory. */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024
/** Records compressed before other events are let through: a few milliseconds. */
const PACKED_AT_ONCE = 250

export interface VersionStoreOptions {
  readonly now: () => number
  readonly createId: () => string
  readonly work: Pick<ProjectWork, 'run'>
}

const snapshotSchema = z.object({ format: z.int(), records: z.instanceof(Uint8Array) })

export type VersionStore = ReturnType<typeof createVersionStore>

/** The versions of an open project. */
export function createVersionStore(database: ProjectDatabase, { now, createId, work }: VersionStoreOptions) {
  let isClosed = false
  /** Versions are written one after the other, so that each is compared with the one before it. */
  let last: Promise<unknown> = Promise.resolve()
  /** The time of the first change that is not in a version; null if there is none, undefined until it is needed. */
  let unkeptSinceMs: number | null | undefined

  function inLine<T>(task: () => Promise<T>): Promise<T> {
    const done = work.run(() => last.then(task))
    last = done.catch(() => undefined)
    return done
  }

  function insert(version: Version, records: Uint8Array): void {
    const { id, reason, name, createdAtMs, blocks } = version
    database.transaction(() => {
      database.run(
        'INSERT INTO versions (id, reason, name, created_at_ms, blocks, format, records) VALUES (?, ?, ?, ?, ?, ?, ?)',
        ...[id, reason, name, createdAtMs, blocks, FORMAT_VERSION],
        records,
      )
      if (reason === 'saved') return
      for (const old of thinnedOut(list(), createdAtMs))
        database.run('DELETE FROM versions WHERE id = ?', old)
    })
  }

  function versionOf(story: Story, reason: Version['reason'], name: string, records: Uint8Array): Version {
    const blocks = blocksOf(story).length
    const bytes = records.length
    return { id: createId(), reason, name: name.slice(0, MAX_LABEL), createdAtMs: now(), blocks, bytes }
  }

  /** Newest first. */
  function list(): readonly Version[] {
    const rows = database.all(
      `SELECT id, reason, name, created_at_ms AS createdAtMs, blocks, length(records) AS bytes
      FROM versions ORDER BY number DESC`,
    )
    return refuseDamage(() => rows.map((row) => versionSchema.parse(row)))
  }

  /** Gzip ends with the checksum and the length of its content: equal endings mean equal stories. */
  function isNewest(records: Buffer): boolean {
    const row = database.get(
      'SELECT substr(records, -8) AS ending FROM versions ORDER BY number DESC LIMIT 1',
    )
    return row?.['ending'] instanceof Uint8Array && records.subarray(-8).equals(row['ending'])
  }

  /** Keeps a story before a change or after a time of work; null if there is nothing in it, or the newest version is the same. */
  function keep(story: Story, reason: KeptReason, name: string): Promise<Version | null> {
    unkeptSinceMs = null
    return inLine(async () => {
      if (isBlank(story)) return null
      const records = await packStory(story)
      if (isClosed || isNewest(records)) return null
      const version = versionOf(story, reason, name, records)
      insert(version, records)
      return version
    })
  }

  /** The time of the first change after the newest version, of this session or an earlier one. */
  function firstUnkeptMs(): number | null {
    const newest = database.get('SELECT max(created_at_ms) AS ms FROM versions')?.['ms'] ?? -Infinity
    const first = database.get('SELECT min(at_ms) AS ms FROM history WHERE at_ms > ?', newest)?.['ms']
    return typeof first === 'number' ? first : null
  }

  return {
    /** Saves a story under a name chosen by the writer. */
    save(story: Story, name: string): Version {
      unkeptSinceMs = null
      const records = gzipSync(JSON.stringify(inOrder(story)))
      const version = versionOf(story, 'saved', name, records)
      insert(version, records)
      return version
    },
    keep,
    /** Must be called after each change. Keeps a version of `before` if one is due; the change does not wait for it. */
    worked(before: Story, change: Change): void {
      const nowMs = now()
      if (unkeptSinceMs === undefined) unkeptSinceMs = firstUnkeptMs()
      const sinceMs = unkeptSinceMs ?? nowMs
      unkeptSinceMs = sinceMs
      const isLarge = replacesMany(before, change)
      if (!isLarge && nowMs - sinceMs < WORK_BETWEEN_VERSIONS_MS) return
      // The disk may be full, or the story about to be closed: the change itself is on disk either way.
      keep(before, isLarge ? 'replace' : 'time', '').catch(() => undefined)
      unkeptSinceMs = nowMs
    },
    list,
    read: (versionId: string): readonly StoryRecord[] =>
      unpack(versionId, (values, format) => values.map((value) => parseStored('records', value, format))),
    /** The music of a version, for which its other records are not checked. */
    musicIn: (versionId: string): readonly Music[] =>
      unpack(versionId, (values, format) =>
        values
          .filter((value) => isMusic(value))
          .map((value) => parseStored('records', value, format))
          .filter((record) => record.type === 'music'),
      ),
    /** Nothing is written after this. */
    close(): void {
      isClosed = true
    },
  }

  function unpack<T>(versionId: string, take: (values: readonly unknown[], format: number) => T): T {
    const row = database.get('SELECT format, records FROM versions WHERE id = ?', versionId)
    if (row === undefined) throw new Error(`The project has no version ${versionId}`)
    return refuseDamage(() => {
      const { format, records } = snapshotSchema.parse(row)
      const text = new TextDecoder().decode(gunzipSync(records, { maxOutputLength: MAX_UNPACKED_BYTES }))
      return take(z.array(z.unknown()).parse(JSON.parse(text)), format)
    })
  }

  function refuseDamage<T>(read: () => T): T {
    try {
      return read()
    } catch (error) {
      throw projectError('project-corrupt', database.path, {}, error)
    }
  }
}

/**
 * The automatic versions to delete, by age: all stay for a day, then the last of each day for 30 days, then the last
 * of each week. Beyond MAX_KEPT_BYTES or MAX_KEPT_VERSIONS, the oldest are deleted. `versions` are newest first; returns ids.
 */
export function thinnedOut(versions: readonly Version[], nowMs: number): readonly string[] {
  const taken = new Set<string>()
  let bytes = 0
  let count = 0
  return versions
    .filter(({ reason }) => reason !== 'saved')
    .filter((version) => {
      const ageMs = nowMs - version.createdAtMs
      const spanMs = ageMs < DAY_MS ? null : ageMs < 31 * DAY_MS ? DAY_MS : 7 * DAY_MS
      const span = spanMs === null ? version.id : `${spanMs} ${Math.floor(version.createdAtMs / spanMs)}`
      if (taken.has(span)) return true
      taken.add(span)
      bytes += version.bytes
      count += 1
      return count > 1 && (bytes > MAX_KEPT_BYTES || count > MAX_KEPT_VERSIONS)
    })
    .map(({ id }) => id)
}

/** Whether a change removes very many blocks, or replaces their words. */
function replacesMany(before: Story, { put, remove }: Change): boolean {
  if (put.length + remove.length <= MANY_BLOCKS) return false
  const removed = remove.filter((id) => before.records.get(id)?.type === 'block').length
  const replaced = put.filter((record) => {
    const old = before.records.get(record.id)
    return record.type === 'block' && old?.type === 'block' && record.text !== old.text
  })
  return removed + replaced.length > MANY_BLOCKS
}

/** Whether a story is still as it was created, so that nothing would be lost. */
function isBlank({ sequence, cast, music, lexicon }: Story): boolean {
  return (
    cast.length + music.length + lexicon.length === 0 &&
    sequence.every((entry) => entry.type === 'block' && entry.text === '')
  )
}

const isMusic = (value: unknown) => z.object({ type: z.literal('music') }).safeParse(value).success

async function packStory(story: Story): Promise<Buffer> {
  return buffer(Readable.from(slicesOf(inOrder(story))).pipe(createGzip()))
}

/** Records as JSON, a piece at a time; the story may be edited meanwhile, but these records never change. */
async function* slicesOf(records: readonly StoryRecord[]): AsyncGenerator<string> {
  for (let at = 0; at < records.length; at += PACKED_AT_ONCE) {
    const slice = JSON.stringify(records.slice(at, at + PACKED_AT_ONCE)).slice(1, -1)
    yield `${at === 0 ? '[' : ','}${slice}`
    await setImmediate()
  }
  yield records.length === 0 ? '[]' : ']'
}

/** The records of a story in an order that depends only on them, so that equal stories are compressed to equal bytes. */
function inOrder({ info, sequence, cast, lexicon, music, records }: Story): readonly StoryRecord[] {
  const listed = [info, ...sequence, ...cast, ...lexicon, ...music]
  if (listed.length === records.size) return listed
  const known = new Set(listed.map(({ id }) => id as string))
  const others = [...records.values()].filter(({ id }) => !known.has(id))
  return [...listed, ...others.toSorted((a, b) => (a.id < b.id ? -1 : 1))]
}
