/** The versions of the project file's format, each made from the one before by a step. */
import { NO_BOOK, NO_SILENCES } from '../story/records.ts'

/** The tables whose rows are JSON. */
export const STORED_TABLES = ['records', 'takes', 'renders', 'conversions'] as const
export type StoredTable = (typeof STORED_TABLES)[number]

/** The oldest format that this program still reads. */
export const OLDEST_FORMAT_VERSION = 1

/** Turns the JSON values of one format version into those of the next; a table without a function keeps its values. */
export type FormatStep = Readonly<Partial<Record<StoredTable, (value: unknown) => unknown>>>

/** The first step goes from OLDEST_FORMAT_VERSION to the version after it, and so on. A new step makes a new version. */
export const FORMAT_STEPS: readonly FormatStep[] = [
  // Version 1 was written without and, later, with these fields.
  {
    records(value) {
      if (!isObject(value)) return value
      const { type, defaults, settings } = value
      if (type === 'story') return { ...value, defaults: withExpression(defaults, '') }
      if (type === 'character') return { ...value, settings: withExpression(settings, '') }
      return type === 'block' ? withExpression(value, null) : value
    },
    conversions: (value) => (isObject(value) ? { source: null, audioId: null, ...value } : value),
  },
  // Version 3 adds rules for silences, notes on characters, locks, and entries of the lexicon. No silence follows the rules now.
  {
    records(value) {
      if (!isObject(value)) return value
      const { type } = value
      if (type === 'story') return { ...value, silenceRules: NO_SILENCES }
      if (type === 'character') return { ...value, notes: '' }
      if (type !== 'block') return value
      const silenceBeforeMs = value.silenceBeforeMs === 0 ? null : value.silenceBeforeMs
      return { ...value, silenceBeforeMs, breakBefore: 'paragraph', lockedKey: null }
    },
  },
  // Version 4 adds the take that is picked for a block, names and kinds of takes, and the way a story is rendered.
  {
    records(value) {
      if (!isObject(value)) return value
      if (value.type === 'story') return { ...value, renderWay: null }
      return value.type === 'block' ? { ...value, pick: null } : value
    },
    takes: (value) => (isObject(value) ? { ...value, kind: 'speech', name: '' } : value),
  },
  // Version 5 adds records of music. Those of version 4 stay as they are.
  {},
  // Version 6 adds the times of words to takes. Those of version 5 have none.
  {},
  // Version 7 adds covers, and what a story says of itself as a book.
  {
    records: (value) => (isObject(value) && value.type === 'story' ? { ...value, book: NO_BOOK } : value),
  },
  // Version 8 adds the genders of characters and whether their voices were chosen, and makes the language a field of the story, since voices follow it.
  {
    records(value) {
      if (!isObject(value)) return value
      if (value.type === 'character') return { ...value, gender: null, isVoiceChosen: false }
      if (value.type === 'block') return { notes: '', mark: null, ...value }
      if (value.type !== 'story') return value
      const { language, ...book } = isObject(value.book) ? value.book : {}
      return { ...value, book, language: typeof language === 'string' && language !== '' ? language : null }
    },
  },
]

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
