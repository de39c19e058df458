/**
 * A `.fabula` file is one SQLite database in rollback-journal form with the header fields below. The numbers are
 * part of every file ever saved: they never change their meaning. A change of any stored shape adds a step to FORMAT_STEPS, which converts
 * values of older formats. A test compares the schemas with a stored fingerprint, and frozen files of every version are opened by the tests.
 */
import * as z from 'zod'
import { isRecord } from '../lib/isRecord.ts'
import { NO_BOOK, NO_SILENCES, type StoryRecord, storyRecordSchema } from '../story/records.ts'
import { AUDIO_TYPES } from '../files/fileTypes.ts'
import { endpointSchema, jobIdSchema, jobSchema } from '../jobs/job.ts'
import { type StoryRender, storyRenderSchema, type Take, takeSchema } from '../story/takes.ts'

/** SQLite's `application_id`: the bytes of "Fabu". */
export const APPLICATION_ID = 0x46616275

/** Length of a SQLite header in bytes. */
export const HEADER_LENGTH = 100

type HeaderVerdict =
  | { readonly kind: 'fabula'; readonly version: number }
  | { readonly kind: 'newer'; readonly version: number }
  /** Written by a build from before the first release, in a format that no release reads. */
  | { readonly kind: 'unreleased'; readonly version: number }
  /** Something else: a text, a picture, or another program's database. */
  | { readonly kind: 'foreign' }
  /** Ours by its `application_id`, but in a state that Fabula never writes. */
  | { readonly kind: 'damaged' }

/** Judges a file by its first bytes (https://www.sqlite.org/fileformat.html#the_database_header). */
export function judgeHeader(header: Uint8Array): HeaderVerdict {
  if (header.length < HEADER_LENGTH || !startsWithMagic(header)) return { kind: 'foreign' }
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength)
  if (view.getUint32(68) !== APPLICATION_ID) return { kind: 'foreign' }
  // Anything except 1 means a write-ahead log, and merely opening such a file makes SQLite write files beside it.
  if (header[18] !== 1 || header[19] !== 1) return { kind: 'damaged' }
  const version = view.getInt32(60)
  if (version > FORMAT_VERSION) {
    return { kind: version > LAST_UNRELEASED_VERSION ? 'newer' : 'unreleased', version }
  }
  return version < OLDEST_FORMAT_VERSION ? { kind: 'damaged' } : { kind: 'fabula', version }
}

const MAGIC = 'SQLite format 3\0'

function startsWithMagic(header: Uint8Array): boolean {
  return Array.from(MAGIC).every((character, index) => header[index] === character.charCodeAt(0))
}

// The versions of the project file's format, with a step from each to the next.

/** The tables whose rows are JSON. */
export const STORED_TABLES = ['records', 'takes', 'renders', 'conversions'] as const
export type StoredTable = (typeof STORED_TABLES)[number]

/** The oldest format that this program still reads. */
export const OLDEST_FORMAT_VERSION = 1

/** Converts the JSON values of one format version to the next; a table without a function keeps its values. */
type FormatStep = Readonly<Partial<Record<StoredTable, (value: unknown) => unknown>>>

/** The first step converts OLDEST_FORMAT_VERSION to the next version, and so on. Adding a step adds a version. */
export const FORMAT_STEPS: readonly FormatStep[] = [
  // Version 2 adds the fields below. Builds from before the first release wrote some of them: existing fields are kept.
  {
    records(value) {
      if (!isRecord(value)) return value
      const { type } = value
      if (type === 'story') {
        const added = { silenceRules: NO_SILENCES, renderWay: null, book: NO_BOOK, language: null }
        return { ...added, ...value, defaults: withExpression(value.defaults, '') }
      }
      if (type === 'character') {
        const added = { notes: '', gender: null, isVoiceChosen: false, gainDb: 0 }
        return { ...added, ...value, settings: withExpression(value.settings, '') }
      }
      if (type === 'music') return { loopEndMs: null, ...value }
      if (type !== 'block') return value
      // Before there were silence rules, “no silence” was stored as 0 ms.
      const isUnruled = !('breakBefore' in value) && value.silenceBeforeMs === 0
      const silenceBeforeMs = isUnruled ? null : value.silenceBeforeMs
      const added = {
        ...{ breakBefore: 'paragraph', lockedKey: null, pick: null },
        ...{ gainDb: 0, takeGains: {}, takeCuts: {}, notes: '', mark: null },
      }
      return withExpression({ ...added, ...value, silenceBeforeMs }, null)
    },
    takes: (value) => (isRecord(value) ? { kind: 'speech', name: '', ...value } : value),
    conversions: (value) => (isRecord(value) ? { source: null, audioId: null, ...value } : value),
  },
]

/**
 * The highest version that builds wrote before the first release. Their project files above FORMAT_VERSION are refused as unreleased; their
 * portable stories are read. No released version has one of these numbers.
 */
export const LAST_UNRELEASED_VERSION = 8

/**
 * SQLite's `user_version`: the format that this program writes. An older program refuses a file with a higher number as newer, whereas
 * an unknown field would make it look damaged.
 */
export const FORMAT_VERSION = OLDEST_FORMAT_VERSION + FORMAT_STEPS.length

/** Adds vibe and prompt, which version 1 lacks. */
function withExpression(value: unknown, customPrompt: '' | null): unknown {
  if (!isRecord(value)) return value
  const { vibe = null } = value
  return { customPrompt, ...value, vibe: isRecord(vibe) ? { prompt: '', ...vibe } : vibe }
}

/**
 * A job as it is stored, without the request's body, which has its own column. `kind` is the endpoint; `purpose` and `error`
 * are JSON texts, of the payload and of the error.
 */
const storedJobSchema = z.strictObject({
  ...jobSchema.omit({ endpoint: true, error: true }).shape,
  kind: endpointSchema,
  requestHash: z.string().max(200),
  purpose: z.string(),
  error: z.string().nullable(),
})
export type StoredJob = z.infer<typeof storedJobSchema>

/** The tables whose rows are JSON, and the value of a row. */
export interface StoredValues extends Readonly<Record<StoredTable, unknown>> {
  readonly records: StoryRecord
  readonly takes: Take
  readonly renders: StoryRender
  readonly conversions: StoredJob
}

export const STORED_SCHEMAS: { readonly [Table in StoredTable]: z.ZodType<StoredValues[Table]> } = {
  records: storyRecordSchema,
  takes: takeSchema,
  renders: storyRenderSchema,
  conversions: storedJobSchema,
}

export const storedAudioSchema = z.strictObject({
  audioId: jobIdSchema,
  type: z.enum([AUDIO_TYPES.mp3, AUDIO_TYPES.wav]),
  byteLength: z.int().min(0),
  durationMs: z.int().min(0),
})

/** Converts a table's JSON value from format version `from` to FORMAT_VERSION. Throws for a version without steps. */
export function upgradeStored(
  table: StoredTable,
  value: unknown,
  from: number,
  steps: readonly FormatStep[] = FORMAT_STEPS,
): unknown {
  const first = from - OLDEST_FORMAT_VERSION
  if (first < 0 || first > steps.length) throw new Error(`There is no step from format version ${from}`)
  return steps.slice(first).reduce((current, step) => step[table]?.(current) ?? current, value)
}

/** Parses a table's JSON value of format version `from` into a checked current value. Throws if the value is not valid. */
export function parseStored<T extends StoredTable>(
  table: T,
  value: unknown,
  from: number = FORMAT_VERSION,
): StoredValues[T] {
  return STORED_SCHEMAS[table].parse(upgradeStored(table, value, from))
}
