/** Tables of characters and voices: CSV with any separator and the headings of several languages, or JSON. */
import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import Papa from 'papaparse'
import { nameOf, rankOf } from '../../../shared/import/columnNames.ts'
import { plainCell } from '../../../shared/lib/csv.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { DELIMITERS, SEPARATOR } from '../../lib/documents/import/csv.ts'
import { decodeText } from '../../lib/documents/textEncoding.ts'

export interface CastRow {
  readonly character: string
  /** An id or a name; empty if the table has none for the character. */
  readonly voice: string
}

/** More than a cast of thousands needs. */
const MOST_BYTES = 4 * 1024 ** 2

/** Headings of the column of voices, normalised by `nameOf`, the most likely first. */
const VOICE_NAMES = (
  'voice id|voiceid|stimmen id|stimm id|id der stimme|id de voz|id de la voz|id de la voix|id voce|id da voz|' +
  'voice|voices|voice name|stimme|stimmen|name der stimme|voz|nombre de la voz|voix|voce|głos|голос|tts voice|speaker voice'
).split('|')

/**
 * Reads a table of a cast: CSV, with headings or with characters in the first column and voices in the second; or JSON (`{"Anna": "OA003"}`, or a list of
 * objects). `isVoice` recognises the cells with a voice. Throws `file-not-found`, `file-not-text`, `cast-file-unusable` and `cast-name-twice`.
 */
export async function readCastTable(path: string, isVoice: (text: string) => boolean): Promise<CastRow[]> {
  const name = basename(path)
  const found = await stat(path).catch(() => {
    throw new UserFacingError('file-not-found', { name })
  })
  if (!found.isFile() || found.size > MOST_BYTES) throw new UserFacingError('cast-file-unusable', { name })
  const { text } = decodeText(await readFile(path), name)
  const read = (/^\s*[[{]/.test(text) ? rowsOfJson(text) : rowsOfCsv(text, isVoice)) ?? []
  const rows = read
    .map(({ character, voice }) => ({ character: character.trim(), voice: voice.trim() }))
    .filter(({ character, voice }) => character !== '' || voice !== '')
  const isUsable = rows.every(({ character }) => character !== '') && rows.some(({ voice }) => voice !== '')
  if (!isUsable) throw new UserFacingError('cast-file-unusable', { name })
  const voices = new Map<string, string>()
  for (const { character, voice } of rows) {
    const known = voices.get(nameKey(character))
    if (known !== undefined && known !== voice)
      throw new UserFacingError('cast-name-twice', { name, character })
    voices.set(nameKey(character), voice)
  }
  return rows
}

/** Names that are equal except for case belong to one character. */
export const nameKey = (name: string) => name.trim().normalize('NFC').toLowerCase()

interface CastColumns {
  readonly character: number
  readonly voice: number
}

/** Finds the columns by their headings; null if the cells are not headings. Of two columns, one heading is enough, unless the other cell is a voice. */
function columnsOf(headings: readonly string[], isVoice: (text: string) => boolean): CastColumns | null {
  const best = (all: readonly (number | null)[]) =>
    all
      .flatMap((rank, index) => (rank === null || rank < 0 ? [] : [{ rank, index }]))
      .toSorted((a, b) => a.rank - b.rank)[0]?.index
  const ranks = headings.map((cell) => VOICE_NAMES.indexOf(nameOf(cell)))
  const voice = best(ranks)
  const character = best(
    headings.map((cell, index) => (ranks[index] === -1 ? rankOf(cell, 'speaker') : null)),
  )
  if (voice !== undefined && character !== undefined) return { character, voice }
  if (headings.length !== 2 || headings.some(isVoice)) return null
  if (voice !== undefined) return { character: 1 - voice, voice }
  return null
}

/** Undefined if no separator makes a table of two columns. A line such as `sep=;`, which spreadsheets write, is left out. */
function rowsOfCsv(text: string, isVoice: (text: string) => boolean): CastRow[] | undefined {
  const body = text.replace(SEPARATOR, '')
  const tables = DELIMITERS.map((delimiter) =>
    Papa.parse<string[]>(body, { delimiter, skipEmptyLines: 'greedy' }).data.map((cells) =>
      cells.map((cell) => plainCell(cell).trim()),
    ),
  )
  for (const [first = [], ...rows] of tables) {
    const columns = columnsOf(first, isVoice)
    if (columns !== null) return rows.map((cells) => rowOf(cells, columns))
  }
  const columns = { character: 0, voice: 1 }
  const score = (rows: readonly string[][], counts: (voice: string) => boolean) =>
    rows.filter(([, voice = '']) => counts(voice)).length
  const [best] = tables.toSorted(
    (a, b) =>
      score(b, isVoice) - score(a, isVoice) ||
      score(b, (voice) => voice !== '') - score(a, (voice) => voice !== ''),
  )
  return best?.map((cells) => rowOf(cells, columns))
}

function rowOf(cells: readonly string[], { character, voice }: CastColumns): CastRow {
  return { character: cells[character] ?? '', voice: cells[voice] ?? '' }
}

/** Undefined for JSON of something else. */
function rowsOfJson(text: string): CastRow[] | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  const only = isRecord(value) ? Object.values(value) : []
  // As one member of an object, such as `cast`.
  if (only.length === 1 && Array.isArray(only[0])) value = only[0]
  const rows = Array.isArray(value)
    ? value.map((each: unknown) => rowOfRecord(each, null))
    : isRecord(value)
      ? Object.entries(value).map(([character, voice]) =>
          typeof voice === 'string' || voice === null
            ? { character, voice: voice ?? '' }
            : rowOfRecord(voice, character),
        )
      : []
  return rows.every((row) => row !== undefined) ? rows : undefined
}

function rowOfRecord(value: unknown, character: string | null): CastRow | undefined {
  if (!isRecord(value)) return undefined
  const keys = Object.keys(value)
  const at = columnsOf(character === null ? keys : ['character', ...keys], () => true)
  if (at === null) return undefined
  const cells = character === null ? Object.values(value) : [character, ...Object.values(value)]
  const [said, voice] = [cells[at.character], cells[at.voice]]
  return typeof said === 'string' && (typeof voice === 'string' || voice === null)
    ? { character: said, voice: voice ?? '' }
    : undefined
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
