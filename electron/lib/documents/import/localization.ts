/** A translation file as a table of lines: the ids of its entries, their speakers, the words, and notes. */
import type { ImportTable, TableRow } from '../../../../shared/import/tableLayout.ts'

export interface TranslatedLine {
  /** The number of its line in the file, from 1. */
  readonly line: number
  /** '' if it has none. */
  readonly id: string
  readonly source: string
  /** '' if it is not translated. */
  readonly translation: string
  /** Whether the file marks the translation as needing review. */
  readonly isUnsure: boolean
  /** What an entry is that is not read: an obsolete one is hidden, and markup is not for translators. */
  readonly piece: 'hidden' | 'markup' | null
  /** Distinguishes the line from others with the same words; '' if there is no context. */
  readonly context: string
  readonly notes: readonly string[]
  /** The source file of the game that contains the line; '' if it is unknown. */
  readonly file: string
  /** Codes within the words that are read: those of the translation, or of the source if it is not translated. */
  readonly codes?: readonly { readonly start: number; readonly end: number }[]
}

const HEADER = ['id', 'chapter', 'speaker', 'line', 'source', 'notes']
const LINE = HEADER.indexOf('line')

/** “Speaker: Mira”, as a note to translators. */
const SPEAKER_NOTE =
  /^\s*(?:speaker|character|voice|actor|spoken by|sprecher(?:in)?|figur|personaje|hablante|personnage|locuteur|personaggio|personagem|postać|персонаж|話者)\s{0,9}[:=]\s{0,9}(\S[^\n]*)$/iu

/** The lines as a table whose columns can be mapped. Columns that are empty in all lines are left out. */
export function tableOfLines(title: string, written: readonly TranslatedLine[]): ImportTable {
  const lines = written.map((line) => ({ ...line, notes: line.notes.flatMap((note) => note.split('\n')) }))
  const used = lines.filter(({ piece }) => piece === null)
  const isTranslated = used.some(({ translation }) => translation !== '')
  const files = new Set(used.map(({ file }) => file))
  const areContextsSpeakers = areSpeakers(used.map(({ context }) => context))
  const areNotesSpeakers = areSpeakers(used.map(({ notes }) => (notes.length === 1 ? (notes[0] ?? '') : '')))
  const rows = lines.map((line): TableRow & { readonly cells: string[] } => {
    const { context, id, translation, source, piece, isUnsure, codes = [] } = line
    const told = line.notes.map((note) => SPEAKER_NOTE.exec(note)?.[1]?.trim())
    const named = told.find((name) => name !== undefined)
    const speaker = named ?? (areContextsSpeakers ? context : areNotesSpeakers ? (line.notes[0] ?? '') : '')
    const notes = line.notes.filter((note, index) => told[index] === undefined && note !== speaker)
    if (context !== '' && context !== speaker && id !== '' && context !== id) notes.unshift(context)
    return {
      line: line.line,
      cells: [
        id === '' && context !== speaker ? context : id,
        files.size > 1 ? line.file : '',
        speaker,
        translation === '' ? source : translation,
        translation === '' || translation === source ? '' : source,
        notes.join('\n'),
      ],
      isBroken: false,
      ...(piece !== null && { piece }),
      ...problemOf(piece !== 'markup' && isTranslated && translation === '', isUnsure && translation !== ''),
      ...(codes.length > 0 && { codes: codes.map((code) => ({ ...code, cell: LINE })) }),
    }
  })
  const kept = HEADER.flatMap((_, index) =>
    index === LINE || rows.some(({ cells }) => cells[index] !== '') ? [index] : [],
  )
  const pick = (cells: readonly string[]) => kept.map((index) => cells[index] ?? '')
  return {
    title,
    header: pick(HEADER),
    rows: rows.map(({ codes, ...row }) => ({
      ...row,
      cells: pick(row.cells),
      ...(codes !== undefined && { codes: codes.map((code) => ({ ...code, cell: kept.indexOf(LINE) })) }),
    })),
  }
}

function problemOf(isMissing: boolean, isUnsure: boolean): Pick<TableRow, 'problem'> {
  if (isMissing) return { problem: 'no-translation' }
  return isUnsure ? { problem: 'unsure-translation' } : {}
}

/** A longer text is not a name. */
const LONGEST_NAME = 40

/** Whether texts are the names of speakers: all are short and look like names, and most lines have a name that occurs more than once. */
function areSpeakers(texts: readonly string[]): boolean {
  const told = texts.filter((text) => text !== '')
  const names = new Set(told)
  // A person with a single line is a speaker just like those with many.
  const repeated = [...Map.groupBy(told, (name) => name).values()].filter(({ length }) => length > 1).flat()
  return (
    (repeated.length * 2 >= told.length || (names.size < told.length && told.length < 6)) &&
    names.size > 0 &&
    [...names].every((name) => name.length <= LONGEST_NAME && /^\p{Lu}[\p{L}\p{M}’'. -]*$/u.test(name))
  )
}
