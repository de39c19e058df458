/** A file of translations as a table of lines: what its entries are called, who speaks them, the words, and notes. */
import type { ImportTable, TableRow } from '../../../../shared/import/tableLayout.ts'

export interface TranslatedLine {
  /** In the file, from 1. */
  readonly line: number
  /** '' if it has none. */
  readonly id: string
  readonly source: string
  /** '' if nobody has translated it. */
  readonly translation: string
  /** Whether the file says that the translation has to be checked. */
  readonly isUnsure: boolean
  /** Whether the entry is kept without being used. */
  readonly isUnused: boolean
  /** What tells the line from others with the same words; '' if nothing does. */
  readonly context: string
  readonly notes: readonly string[]
  /** The file of the game that the line stands in; '' if it is not told. */
  readonly file: string
  /** Codes within the words that are read: those of the translation, or of the source if there is none. */
  readonly codes?: readonly { readonly start: number; readonly end: number }[]
}

const HEADER = ['id', 'chapter', 'speaker', 'line', 'source', 'notes']
const LINE = HEADER.indexOf('line')

/** “Speaker: Mira”, as a note to translators. */
const SPEAKER_NOTE =
  /^\s*(?:speaker|character|voice|actor|spoken by|sprecher(?:in)?|figur|personaje|hablante|personnage|locuteur|personaggio|personagem|postać|персонаж|話者)\s{0,9}[:=]\s{0,9}(\S[^\n]*)$/iu

/** The lines as a table whose columns can be mapped. Columns that no line has are left out. */
export function tableOfLines(title: string, lines: readonly TranslatedLine[]): ImportTable {
  const used = lines.filter(({ isUnused }) => !isUnused)
  const isTranslated = used.some(({ translation }) => translation !== '')
  const files = new Set(used.map(({ file }) => file))
  const areContextsSpeakers = areSpeakers(used.map(({ context }) => context))
  const areNotesSpeakers = areSpeakers(used.map(({ notes }) => (notes.length === 1 ? (notes[0] ?? '') : '')))
  const rows = lines.map((line): TableRow & { readonly cells: string[] } => {
    const { context, id, translation, source, isUnused, isUnsure, codes = [] } = line
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
      ...(isUnused && { piece: 'hidden' }),
      ...problemOf(isTranslated && translation === '', isUnsure && translation !== ''),
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

/** Whether texts are the names of speakers: all of them short words as names are, and most lines with a name that stands more than once. */
function areSpeakers(texts: readonly string[]): boolean {
  const told = texts.filter((text) => text !== '')
  const names = new Set(told)
  // Whoever speaks once is a speaker as those are who have most lines.
  const repeated = [...Map.groupBy(told, (name) => name).values()].filter(({ length }) => length > 1).flat()
  return (
    (repeated.length * 2 >= told.length || (names.size < told.length && told.length < 6)) &&
    names.size > 0 &&
    [...names].every((name) => name.length <= LONGEST_NAME && /^\p{Lu}[\p{L}\p{M}’'. -]*$/u.test(name))
  )
}
