/** A table of lines: who speaks in one column, the words in another. Where the names of the columns do not tell, a person maps them. */
import * as z from 'zod'
import { plainCell } from '../lib/csv.ts'
import { MAX_LABEL, MAX_SPAN_MS } from '../story/limits.ts'
import { plainParagraph, sourceOf, isSpeakerName, speakerKey } from './source.ts'
import type { CastMember, ImportParagraph, ImportProblem, ImportSource, SectionParts } from './source.ts'

export const COLUMNS = [
  'speaker',
  'line',
  'name',
  'emotion',
  'start',
  'end',
  'chapter',
  'silence',
  'duration',
] as const
export type Column = (typeof COLUMNS)[number]

/** The columns of a table that Fabula writes, in their order. */
export const STORY_COLUMNS = ['chapter', 'speaker', 'line', 'emotion', 'silence', 'duration'] as const

/** The number of each column in a row, or null for a column that is not there. */
export const columnsSchema = z.strictObject({
  speaker: z.int().min(0).nullable(),
  line: z.int().min(0).nullable(),
  name: z.int().min(0).nullable(),
  emotion: z.int().min(0).nullable(),
  start: z.int().min(0).nullable(),
  end: z.int().min(0).nullable(),
  chapter: z.int().min(0).nullable(),
  silence: z.int().min(0).nullable(),
  duration: z.int().min(0).nullable(),
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
  // How games name their lines.
  name: [
    'id',
    'key',
    'line id',
    'line_id',
    'lineid',
    'string id',
    'string_id',
    'stringid',
    'cue',
    'kennung',
    'schlüssel',
    'clave',
    'identificador',
    'identifiant',
  ],
  emotion: ['emotion', 'manner', 'mood', 'tone', 'direction', 'emoción', 'émotion', 'stimmung'],
  start: ['start', 'from', 'in', 'begin', 'start time', 'start_time', 'startzeit', 'inicio', 'début'],
  end: ['end', 'to', 'out', 'end time', 'end_time', 'stop', 'endzeit', 'fin'],
  chapter: ['chapter', 'scene', 'section', 'kapitel', 'szene', 'capítulo', 'chapitre'],
  silence: ['silence', 'silence before', 'pause', 'stille', 'pausa', 'silencio'],
  duration: ['duration', 'length', 'dauer', 'länge', 'duración', 'durée'],
}

const KNOWN_NAMES: ReadonlySet<string> = new Set(Object.values(NAMES).flat())

/** How many cells of a row are names of columns. */
export function columnNamesIn(cells: readonly string[]): number {
  return cells.filter((cell) => KNOWN_NAMES.has(nameOf(cell))).length
}

/** Whether a first row names columns. */
export function isHeader(cells: readonly string[]): boolean {
  return columnNamesIn(cells) > 0 && cells.every((cell) => cell.length <= 40)
}

/** What the names of a table's columns tell; without names, the first column speaks and the second one is the words. */
export function guessColumns({ header, rows }: ImportTable): Columns {
  const width = Math.max(0, ...rows.slice(0, 100).map(({ cells }) => cells.length))
  if (header === null) {
    const none = {
      name: null,
      emotion: null,
      start: null,
      end: null,
      chapter: null,
      silence: null,
      duration: null,
    }
    return width < 2 ? { ...none, speaker: null, line: 0 } : { ...none, speaker: 0, line: 1 }
  }
  const at = (column: Column) => {
    const index = header.findIndex((cell) => NAMES[column].includes(nameOf(cell)))
    return index < 0 ? null : index
  }
  return {
    speaker: at('speaker'),
    line: at('line'),
    name: at('name'),
    emotion: at('emotion'),
    start: at('start'),
    end: at('end'),
    chapter: at('chapter'),
    silence: at('silence'),
    duration: at('duration'),
  }
}

function nameOf(cell: string): string {
  return cell.trim().toLowerCase()
}

/** The lines of a table by its columns. A row that has no words, is broken, or has times that make no sense is told with its line. */
export function sourceFromTable({ title, header, rows }: ImportTable, columns: Columns): ImportSource {
  const sections: SectionParts[] = []
  const problems: ImportProblem[] = []
  const cast = new Map<string, CastMember>()
  /** Others write an apostrophe before a formula only because they mean it. */
  const isOwn = header?.join() === STORY_COLUMNS.join()
  // Nobody has said yet which column has the words.
  const read = columns.line === null ? [] : rows
  for (const { line, cells, isBroken } of read) {
    const cellOf = (column: Column) => {
      const cell = columns[column] === null ? '' : (cells[columns[column]] ?? '').trim()
      return isOwn ? plainCell(cell) : cell
    }
    const words = cellOf('line')
    if (isBroken) problems.push({ line, problem: 'bad-row' })
    else if (words === '') problems.push({ line, problem: 'no-words' })
    if (isBroken || words === '') continue
    const times = readTimes(cellOf('start'), cellOf('end'))
    const lengths = readLengths(cellOf('silence'), cellOf('duration'))
    if (times === 'bad' || lengths === 'bad') problems.push({ line, problem: 'bad-times' })
    const named = cellOf('speaker')
    const speaker = isSpeakerName(named) ? named : ''
    const text = speaker === named ? words : `${named}: ${words}`
    const key = speakerKey(speaker)
    if (speaker !== '' && !cast.has(key)) cast.set(key, { key, name: speaker, character: null })
    const chapter = cellOf('chapter')
    const last = sections.at(-1)
    const section: SectionParts =
      last !== undefined && (chapter === '' || chapter === last.title)
        ? last
        : { title: chapter === '' ? null : chapter, kind: 'body', paragraphs: [] }
    if (section !== last) sections.push(section)
    const others: Partial<ImportParagraph> = {
      speaker: speaker === '' ? null : key,
      name: cellOf('name').slice(0, MAX_LABEL),
      manner: cellOf('emotion').slice(0, 200),
      times: times === 'bad' ? null : times,
      lengths: lengths === 'bad' ? null : lengths,
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

/** The silence before a line and its target length; null where neither is told. */
function readLengths(silence: string, duration: string): ImportParagraph['lengths'] | 'bad' {
  if (silence === '' && duration === '') return null
  const lengths = {
    silenceMs: silence === '' ? null : toMs(silence),
    durationMs: duration === '' ? null : toMs(duration),
  }
  const isBad = (written: string, ms: number | null) => written !== '' && (ms === null || ms > MAX_SPAN_MS)
  if (isBad(silence, lengths.silenceMs) || isBad(duration, lengths.durationMs)) return 'bad'
  return { ...lengths, durationMs: lengths.durationMs === 0 ? null : lengths.durationMs }
}

function toMs(time: string): number | null {
  const match = CLOCK.exec(time)
  if (match === null) return null
  const [, hours = '0', minutes = '0', seconds = '0', fraction = ''] = match
  return (
    ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, '0'))
  )
}
