/**
 * A `.fabula` file is one SQLite database in rollback-journal form with the header fields below. The numbers are
 * part of every file ever saved: they never change their meaning.
 */
import { NO_BOOK, NO_SILENCES } from '../story/records.ts'

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
export type FormatStep = Readonly<Partial<Record<StoredTable, (value: unknown) => unknown>>>

/** The first step converts OLDEST_FORMAT_VERSION to the next version, and so on. Adding a step adds a version. */
export const FORMAT_STEPS: readonly FormatStep[] = [
  // Version 2 adds the fields below. Builds from before the first release wrote some of them: existing fields are kept.
  {
    records(value) {
      if (!isObject(value)) return value
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
    takes: (value) => (isObject(value) ? { kind: 'speech', name: '', ...value } : value),
    conversions: (value) => (isObject(value) ? { source: null, audioId: null, ...value } : value),
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
  if (!isObject(value)) return value
  const { vibe = null } = value
  return { customPrompt, ...value, vibe: isObject(vibe) ? { prompt: '', ...vibe } : vibe }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
