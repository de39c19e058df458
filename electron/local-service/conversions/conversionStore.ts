/**
 * The stored conversions, each with its request, in one SQLite file. A conversion is on disk before the response to its
 * request is sent, so that an unfinished one continues after a crash.
 */
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import {
  type EmotionRecord,
  type FileRecord,
  formatServiceTime,
  type TextRecord,
  timingSchema,
  type WireRecord,
} from '../../../shared/speech-api/records.ts'
import {
  documentFieldsSchema,
  emotionToSpeechRequestSchema,
  storyMakerRequestSchema,
  textToSpeechRequestSchema,
} from '../../../shared/speech-api/requests.ts'
import { isTerminalStatus, STATUS } from '../../../shared/speech-api/statuses.ts'
import { inTransaction } from '../../lib/sqlite/sqlite.ts'
import { EMOTION_MODEL } from '../../../shared/speech-api/models.ts'

/** The request of a conversion, with every default filled in. */
export const conversionRequestSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), body: textToSpeechRequestSchema }),
  z.object({
    kind: z.literal('emotion'),
    body: emotionToSpeechRequestSchema,
    /** The vibe's prompt at the time of the request: later changes of the vibe do not affect the conversion. */
    vibePrompt: z.string().default(''),
  }),
  z.object({ kind: z.literal('story'), body: storyMakerRequestSchema }),
  /** Only the text of a document is kept. */
  z.object({
    kind: z.literal('document'),
    body: documentFieldsSchema.omit({ file_password: true }).extend({
      file_name: z.string(),
      file_size: z.number().int(),
      sections: z.array(z.object({ name: z.string(), text: z.string() })),
    }),
  }),
])

const kindSchema = z.union(conversionRequestSchema.options.map((option) => option.shape.kind))

export type ConversionRequest = z.output<typeof conversionRequestSchema>

/** The part of the request that records contain; the rest of the request is read only to convert it. */
const subjectSchema = z.object({
  voice_id: z.string(),
  speed: z.number(),
  model: z.string(),
  tts_input: z.string(),
  speaker_name: z.string().nullable(),
})

const fromJson = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(schema)

const rowSchema = z.object({
  uuid: z.string(),
  subject: fromJson(
    z.discriminatedUnion('kind', [
      subjectSchema.extend({ kind: z.literal('text') }),
      subjectSchema.extend({
        kind: z.literal('emotion'),
        vibe_id: z.number().nullable(),
        emotion: z.string(),
        custom_prompt: z.string(),
      }),
      subjectSchema.extend({ kind: z.literal('file') }),
      subjectSchema.extend({ kind: z.literal('document'), file_size: z.number().int() }),
    ]),
  ),
  /** Unguessable part of the audio's address. */
  mediaToken: z.string(),
  status: z.number().int(),
  percentage: z.number().int(),
  estimatedCredit: z.number().int(),
  usedCredit: z.number().int(),
  errorMessage: z.string(),
  createdAtMs: z.number().int(),
  updatedAtMs: z.number().int(),
  /** Size of the audio in bytes; 0 until it exists. */
  fileSize: z.number().int(),
  timings: fromJson(z.array(timingSchema)),
})

export type StoredConversion = z.output<typeof rowSchema>
export type ConversionSubject = StoredConversion['subject']

/** The fields that change while a conversion runs. */
export type ConversionProgress = Pick<
  StoredConversion,
  'status' | 'percentage' | 'usedCredit' | 'errorMessage' | 'updatedAtMs' | 'fileSize' | 'timings'
>

export type ConversionStore = ReturnType<typeof createConversionStore>

/** The conversions in the service's database. */
export function createConversionStore(database: DatabaseSync) {
  const insert = database.prepare(`
    INSERT INTO conversions (uuid, request, subject, mediaToken, status, percentage, estimatedCredit, usedCredit,
      errorMessage, createdAtMs, updatedAtMs, fileSize, timings)
    VALUES (:uuid, :request, :subject, :mediaToken, :status, :percentage, :estimatedCredit, :usedCredit, :errorMessage,
      :createdAtMs, :updatedAtMs, :fileSize, :timings)`)
  const update = database.prepare(`
    UPDATE conversions SET status = :status, percentage = :percentage, usedCredit = :usedCredit,
      errorMessage = :errorMessage, updatedAtMs = :updatedAtMs, fileSize = :fileSize, timings = :timings
    WHERE uuid = :uuid`)
  const shown = `uuid, subject, mediaToken, status, percentage, estimatedCredit, usedCredit, errorMessage,
    createdAtMs, updatedAtMs, fileSize`
  const byUuid = database.prepare(`SELECT ${shown}, timings FROM conversions WHERE uuid = ?`)
  const byToken = database.prepare(`SELECT ${shown}, timings FROM conversions WHERE mediaToken = ?`)
  const requestOf = database.prepare('SELECT request FROM conversions WHERE uuid = ?')
  const kindOf = database.prepare("SELECT request ->> '$.kind' AS kind FROM conversions WHERE uuid = ?")
  const page = database.prepare(
    `SELECT ${shown}, '[]' AS timings FROM conversions ORDER BY id DESC LIMIT :limit OFFSET :offset`,
  )
  const count = database.prepare('SELECT count(*) AS total FROM conversions')
  const statuses = database.prepare('SELECT uuid, status, updatedAtMs FROM conversions ORDER BY id')
  const remove = database.prepare('DELETE FROM conversions WHERE uuid = ?')

  const readRow = (row: unknown) => (row === undefined ? null : rowSchema.parse(row))
  const states = () =>
    z.array(z.object({ uuid: z.string(), status: z.number(), updatedAtMs: z.number() })).parse(statuses.all())

  function write(uuid: string, progress: ConversionProgress): void {
    const { status, percentage, usedCredit, errorMessage, updatedAtMs, fileSize, timings } = progress
    const changed = { status, percentage, usedCredit, errorMessage, updatedAtMs, fileSize }
    update.run({ ...changed, uuid, timings: JSON.stringify(timings) })
  }

  return {
    insert({ subject, timings, ...rest }: StoredConversion, request: ConversionRequest): void {
      insert.run({
        ...rest,
        request: JSON.stringify(request),
        subject: JSON.stringify(subject),
        timings: JSON.stringify(timings),
      })
    },
    update: write,
    /** Like `update`, in one transaction with what `alsoStore` writes. */
    finish(uuid: string, progress: ConversionProgress, alsoStore: () => void): void {
      inTransaction(database, () => {
        write(uuid, progress)
        alsoStore()
      })
    },
    find: (uuid: string): StoredConversion | null => readRow(byUuid.get(uuid)),
    findRequest(uuid: string): ConversionRequest | null {
      const row = requestOf.get(uuid)
      return row === undefined ? null : fromJson(conversionRequestSchema).parse(row['request'])
    },
    findKind(uuid: string): ConversionRequest['kind'] | null {
      const row = kindOf.get(uuid)
      return row === undefined ? null : kindSchema.parse(row['kind'])
    },
    findByMediaToken: (token: string): StoredConversion | null => readRow(byToken.get(token)),
    /** Newest first, without their timings (a novel has thousands of them). */
    list: ({
      offset,
      limit,
    }: {
      readonly offset: number
      readonly limit: number
    }): {
      rows: StoredConversion[]
      total: number
    } => ({
      rows: z.array(rowSchema).parse(page.all({ offset, limit })),
      total: Number(count.get()?.['total']),
    }),
    /** Oldest first. */
    listUnfinished: (): string[] =>
      states()
        .filter(({ status }) => !isTerminalStatus(status))
        .map(({ uuid }) => uuid),
    /** Removes finished conversions that have not changed since a time, and returns their uuids. */
    removeFinishedBefore(timeMs: number): string[] {
      const old = states().filter(
        ({ status, updatedAtMs }) => isTerminalStatus(status) && updatedAtMs < timeMs,
      )
      for (const { uuid } of old) remove.run(uuid)
      return old.map(({ uuid }) => uuid)
    },
  }
}

/** The record of a conversion. If it is finished, the record contains the address of the audio and the times of each block. */
export function toWireRecord(conversion: StoredConversion, mediaUrl: string): WireRecord {
  const { subject, timings } = conversion
  const isFinished = conversion.status === STATUS.completed
  const common = {
    uuid: conversion.uuid,
    voice_id: subject.voice_id,
    speed: subject.speed,
    model: subject.model,
    tts_input: subject.tts_input,
    estimated_credit: conversion.estimatedCredit,
    used_credit: conversion.usedCredit,
    status: conversion.status,
    status_percentage: conversion.percentage,
    error_message: conversion.errorMessage,
    speaker_name: subject.speaker_name,
    created_at: formatServiceTime(conversion.createdAtMs),
    updated_at: formatServiceTime(conversion.updatedAtMs),
    ...(isFinished ? { media_url: mediaUrl } : {}),
    ...(isFinished && timings.length > 0 ? { timings } : {}),
  }
  switch (subject.kind) {
    case 'text':
      return common satisfies TextRecord
    case 'emotion': {
      const { vibe_id, emotion, custom_prompt } = subject
      return { ...common, model: EMOTION_MODEL, vibe_id, emotion, custom_prompt } satisfies EmotionRecord
    }
    case 'document':
      return { ...common, file_size: subject.file_size } satisfies FileRecord
    case 'file':
      return { ...common, file_size: conversion.fileSize } satisfies FileRecord
  }
}
