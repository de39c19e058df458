/**
 * What a `.fabula` file is: one SQLite database in rollback-journal form with the header fields below. The numbers are
 * part of every file ever saved: they are never given another meaning.
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
  /** Something else: a text, a picture, another program's database. */
  | { readonly kind: 'foreign' }
  /** Ours by its `application_id`, but in a state that Fabula never writes. */
  | { readonly kind: 'damaged' }

/** What the first bytes of a file say about it (https://www.sqlite.org/fileformat.html#the_database_header). */
export function judgeHeader(header: Uint8Array): HeaderVerdict {
  if (header.length < HEADER_LENGTH || !startsWithMagic(header)) return { kind: 'foreign' }
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength)
  if (view.getUint32(68) !== APPLICATION_ID) return { kind: 'foreign' }
  // Anything but 1 asks for a write-ahead log, and merely opening such a file makes SQLite write files beside it.
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

// The versions of the project file's format, each made from the one before by a step.

/** The tables whose rows are JSON. */
export const STORED_TABLES = ['records', 'takes', 'renders', 'conversions'] as const
export type StoredTable = (typeof STORED_TABLES)[number]

/** The oldest format that this program still reads. */
export const OLDEST_FORMAT_VERSION = 1

/** Turns the JSON values of one format version into those of the next; a table without a function keeps its values. */
export type FormatStep = Readonly<Partial<Record<StoredTable, (value: unknown) => unknown>>>

/** The first step goes from OLDEST_FORMAT_VERSION to the version after it, and so on. A new step makes a new version. */
export const FORMAT_STEPS: readonly FormatStep[] = [
  // Version 2 adds what is named here. Builds from before the first release wrote some of it: what a value has, it keeps.
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
      if (type !== 'block') return value
      // Without rules for silences, none could be told from one of 0 ms.
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
 * The highest version that builds wrote before the first release. Their project files above FORMAT_VERSION are refused as theirs; their
 * portable stories are read. No released version has one of these numbers.
 */
export const LAST_UNRELEASED_VERSION = 8

/**
 * SQLite's `user_version`: the format that this program writes. An older program refuses a file with a higher number as newer, where
 * an unknown field would have it called damaged.
 */
export const FORMAT_VERSION = OLDEST_FORMAT_VERSION + FORMAT_STEPS.length

/** Adds vibe and prompt, where version 1 has none. */
function withExpression(value: unknown, customPrompt: '' | null): unknown {
  if (!isObject(value)) return value
  const { vibe = null } = value
  return { customPrompt, ...value, vibe: isObject(vibe) ? { prompt: '', ...vibe } : vibe }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
