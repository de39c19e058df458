/** The formats in which a story is exported as text. */
import type { SavedPurpose } from '../ipc/views.ts'

export const TEXT_FORMATS = ['md', 'html', 'fountain', 'fdx', 'csv', 'request', 'json'] as const
export type TextFormat = (typeof TEXT_FORMATS)[number]

/** Of the terminal alone: the table of characters and voices. */
export const CAST_FORMAT = 'cast'
/** Of the terminal alone, since the window has it beside the list of notes: the table of notes and marks. */
export const NOTES_FORMAT = 'notes'
/** Of the terminal alone: each block in a line, just as its voice gets the words. */
export const SPOKEN_FORMAT = 'spoken'

/** What a place for a file of each format is asked for. */
export const TEXT_PURPOSES = {
  md: 'export-md',
  html: 'export-html',
  fountain: 'export-fountain',
  fdx: 'export-fdx',
  csv: 'export-csv',
  request: 'export-json',
  json: 'export-json',
} as const satisfies Record<TextFormat, SavedPurpose>
