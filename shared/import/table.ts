/** A table of lines: who speaks in one column, the words in another. Where the names of the columns do not tell, a person maps them. */
import * as z from 'zod'
import { plainParagraph, sourceOf, speakerKey } from './source.ts'
import type { CastMember, ImportParagraph, ImportProblem, ImportSource, SectionParts } from './source.ts'

export const COLUMNS = ['speaker', 'line', 'emotion', 'start', 'end', 'chapter'] as const
export type Column = (typeof COLUMNS)[number]

/** The number of each column in a row, or null for a column that is not there. */
export const columnsSchema = z.strictObject({
  speaker: z.int().min(0).nullable(),
  line: z.int().min(0).nullable(),
  emotion: z.int().min(0).nullable(),
  start: z.int().min(0).nullable(),
  end: z.int().min(0).nullable(),
  chapter: z.int().min(0).nullable(),
})
export type Columns = z.infer<typeof columnsSchema>

export const importTableSchema = z.strictObject({
  title: z.string(),
  /** The names of the columns; null for a table that begins with a line. */
  header: z.array(z.string()).nullable(),
  rows: z.array(
    z.strictObject({
      /** In the file, from 1. */
      line: z.int().min(1),
      cells: z.array(z.string()),
      /** Whether the file breaks its own rules there. */
      isBroken: z.boolean(),
    }),
  ),
})
export type ImportTable = z.infer<typeof importTableSchema>

const NAMES: Readonly<Record<Column, readonly string[]>> = {
  speaker: [
    'speaker',
    'character',
    'name',
    'who',
    'role',
    'actor',
    'sprecher',
    'figur',
    'rolle',
    'personaje',
    'personnage',
  ],
  line: [
    'line',
    'text',
    'dialogue',
    'dialog',
    'words',
    'speech',
    'input',
    'content',
    'zeile',
    'texto',
    'texte',
    'línea',
  ],
  emotion: ['emotion', 'manner', 'mood', 'tone', 'direction', 'emoción', 'émotion', 'stimmung'],
  start: ['start', 'from', 'in', 'begin', 'start time', 'start_time', 'startzeit', 'inicio', 'début'],
  end: ['end', 'to', 'out', 'end time', 'end_time', 'stop', 'endzeit', 'fin'],
  chapter: ['chapter', 'scene', 'section', 'kapitel', 'szene', 'capítulo', 'chapitre'],
}

/** Whether a first row names columns. */
export function isHeader(cells: readonly string[]): boolean {
  const known = new Set(Object.values(NAMES).flat())
  return cells.some((cell) => known.has(nameOf(cell))) && cells.every((cell) => cell.length <= 40)
}

/** What the names of a table's columns tell; without names, the first column speaks and the second one is the words. */
export function guessColumns({ header, rows }: ImportTable): Columns {
  const width = Math.max(0, ...rows.slice(0, 100).map(({ cells }) => cells.length))
  if (header === null) {
    const none = { emotion: null, start: null, end: null, chapter: null }
    return width < 2 ? { ...none, speaker: null, line: 0 } : { ...none, speaker: 0, line: 1 }
  }
  const at = (column: Column) => {
    const index = header.findIndex((cell) => NAMES[column].includes(nameOf(cell)))
    return index < 0 ? null : index
  }
  return {
    speaker: at('speaker'),
    line: at('line'),
    emotion: at('emotion'),
    start: at('start'),
    end: at('end'),
    chapter: at('chapter'),
  }
}

function nameOf(cell: string): string {
  return cell.trim().toLowerCase()
}

/** The lines of a table by its columns. A row that has no words, is broken, or has times that make no sense is told with its line. */
export function sourceFromTable({ title, rows }: ImportTable, columns: Columns): ImportSource {
  const sections: SectionParts[] = []
  const problems: ImportProblem[] = []
  const cast = new Map<string, CastMember>()
  // Nobody has said yet which column has the words.
  const read = columns.line === null ? [] : rows
  for (const { line, cells, isBroken } of read) {
    const cellOf = (column: Column) => (columns[column] === null ? '' : (cells[columns[column]] ?? '').trim())
    const text = cellOf('line')
    if (isBroken) problems.push({ line, problem: 'bad-row' })
    else if (text === '') problems.push({ line, problem: 'no-words' })
    if (isBroken || text === '') continue
    const times = readTimes(cellOf('start'), cellOf('end'))
    if (times === 'bad') problems.push({ line, problem: 'bad-times' })
    const name = cellOf('speaker')
    const key = speakerKey(name)
    if (name !== '' && !cast.has(key)) cast.set(key, { key, name, character: null })
    const chapter = cellOf('chapter')
    const last = sections.at(-1)
    const section: SectionParts =
      last !== undefined && (chapter === '' || chapter === last.title)
        ? last
        : { title: chapter === '' ? null : chapter, kind: 'body', paragraphs: [] }
    if (section !== last) sections.push(section)
    const others: Partial<ImportParagraph> = {
      speaker: name === '' ? null : key,
      manner: cellOf('emotion').slice(0, 200),
      times: times === 'bad' ? null : times,
    }
    section.paragraphs.push(plainParagraph(text, others))
  }
  return sourceOf(title, sections, { cast: [...cast.values()], problems, namesSpeakers: true })
}

const CLOCK = /^(?:(?:(\d{1,3}):)?(\d{1,2}):)?(\d{1,6})(?:[.,](\d{1,3})\d*)?\s?s?$/

/** When a line is spoken: seconds (“12.5”) or a time of the day’s form (“0:00:12.500”); null where nothing stands there. */
function readTimes(start: string, end: string): ImportParagraph['times'] | 'bad' {
  if (start === '' && end === '') return null
  const [startMs, endMs] = [toMs(start), toMs(end)]
  return startMs === null || endMs === null || endMs < startMs ? 'bad' : { startMs, endMs }
}

function toMs(time: string): number | null {
  const match = CLOCK.exec(time)
  if (match === null) return null
  const [, hours = '0', minutes = '0', seconds = '0', fraction = ''] = match
  return (
    ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, '0'))
  )
}
