/** The voices of a story, as the command line assigns them: one voice for all, and a table of characters and voices. */
import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import Papa from 'papaparse'
import { isRecord } from '../../../shared/lib/isRecord.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { BYTE_ORDER_MARK, formatCsv, plainCell } from '../../../shared/lib/csv.ts'
import { castOf } from '../../../shared/import/speakers/cast.ts'
import { namesIn as namesInText, titleOf, type Name } from '../../../shared/import/speakers/names.ts'
import { isNarrator } from '../../../shared/import/speakers/speakers.ts'
import { NARRATOR } from '../../../shared/import/storyFromPlan.ts'
import type { Change } from '../../../shared/story/changes.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import type { Story } from '../../../shared/story/story.ts'
import { listVoices, partsOfServerVoice, type VoiceInfo } from '../../../shared/voices/builtInVoices.ts'
import { naturalVoicesOf } from '../../../shared/voices/voicePacks.ts'
import { findVoicesFolder } from '../../app/appFolder.ts'
import { readInstalledPacks } from '../../lib/voices/installedPacks.ts'
import { nameOf, rankOf } from '../../../shared/import/columnNames.ts'
import { DELIMITERS, SEPARATOR } from '../../lib/documents/import/csv.ts'
import { decodeText } from '../../lib/documents/textEncoding.ts'

export interface CastChoice {
  /** The id or name of the voice of every character that no table names; if undefined, they keep their voices. */
  readonly voice: string | undefined
  /** The path of a table of characters and voices. */
  readonly castPath: string | undefined
}

const COLUMNS = ['character', 'voice'] as const
/**
 * Returns the change that assigns these voices to a story; null if there is no choice. Throws the errors of `readCastTable`,
 * `voice-id-unknown` and `voice-name-ambiguous`.
 */
export async function castChange(
  story: Story,
  { voice, castPath }: CastChoice,
  { dataDir, warn }: { readonly dataDir: string; readonly warn: (sentence: string) => void },
): Promise<Change | null> {
  if (voice === undefined && castPath === undefined) return null
  const find = voiceFinder(story, dataDir)
  const read = castPath === undefined ? [] : await readCastTable(castPath, (text) => find(text).length > 0)
  const { rows, taken } = withMeantNames(
    read,
    story.cast.map(({ name }) => name),
  )
  if (taken.length > 0)
    warn(
      `These names of the table are taken for characters: ${taken
        .slice(0, MOST_NAMED)
        .map(({ written, meant }) => `${written} for ${meant}`)
        .join(', ')}${taken.length > MOST_NAMED ? '…' : ''}.`,
    )
  const idOf = (text: string) => onlyVoice(text, find(text))
  const forAll = voice === undefined ? undefined : idOf(voice)
  const byName = new Map(
    rows.flatMap((row) => (row.voice === '' ? [] : [[nameKey(row.character), idOf(row.voice)]])),
  )
  const isCast = story.cast.some(({ name }) => isNarrator(name))
  const ofNarrator = rows.find(({ character, voice }) => voice !== '' && isNarrator(character))
  const voiceOf = (name: string) => byName.get(nameKey(name)) ?? forAll
  const ofAll = (isCast || ofNarrator === undefined ? undefined : idOf(ofNarrator.voice)) ?? forAll
  const names = new Set(story.cast.map(({ name }) => nameKey(name)))
  const unknown = rows.filter(
    ({ character }) => !names.has(nameKey(character)) && (isCast || !isNarrator(character)),
  )
  if (unknown.length > 0) warn(`Nobody in the story has these names: ${namesIn(unknown)}.`)
  const without = rows.filter((row) => row.voice === '')
  if (without.length > 0) warn(`The table has no voice for these names: ${namesIn(without)}.`)
  return {
    put: [
      ...(ofAll === undefined
        ? []
        : [{ ...story.info, defaults: { ...story.info.defaults, voiceId: ofAll } }]),
      ...story.cast.flatMap((character) => {
        const voiceId = voiceOf(character.name)
        return voiceId === undefined ? [] : [{ ...character, settings: { ...character.settings, voiceId } }]
      }),
    ],
    remove: [],
  }
}

/** A name of a table, and the character's name that is meant by it. */
interface TakenName {
  readonly written: string
  readonly meant: string
}

/**
 * Finds the characters that a table names only in part, such as “Mira” for “Mrs. Mira Hale”: the only one whose name contains these words, or who is
 * the same person by the rules of an import. A name that may be two characters', and one for a character with a row of its own, stays as it is.
 */
function withMeantNames(
  rows: readonly CastRow[],
  names: readonly string[],
): { readonly rows: readonly CastRow[]; readonly taken: readonly TakenName[] } {
  const known = new Set(names.map(nameKey))
  const named = new Set(rows.map(({ character }) => nameKey(character)))
  const open = names.filter((name) => !named.has(nameKey(name)) && !isNarrator(name))
  const found = rows.flatMap(({ character }) => {
    if (known.has(nameKey(character)) || isNarrator(character)) return []
    const meant = meantName(character, names)
    return meant !== undefined && open.includes(meant) ? [{ written: character, meant }] : []
  })
  const taken = found.filter(({ meant }) => found.filter((other) => other.meant === meant).length === 1)
  const meantBy = new Map(taken.map(({ written, meant }) => [written, meant]))
  return {
    rows: rows.map((row) => ({ ...row, character: meantBy.get(row.character) ?? row.character })),
    taken,
  }
}

function meantName(written: string, names: readonly string[]): string | undefined {
  const words = wordsOf(written)
  const containing = names.filter(
    (name) => words.length > 0 && words.every((word) => wordsOf(name).includes(word)),
  )
  if (containing.length > 0) return containing.length === 1 ? containing[0] : undefined
  const people = castOf([written, ...names].map((name) => [personName(name), name] as const))
  const person = people.personOf(personName(written))
  const same = names.filter((name) => people.personOf(personName(name)) === person)
  return same.length === 1 ? same[0] : undefined
}

/** The words of a name in lower case; titles in their normal form. */
const wordsOf = (name: string) =>
  (name.normalize('NFC').match(/[\p{L}\p{M}\p{N}’'-]+\.?/gu) ?? []).map((word) =>
    titleOf(word).replace(/\.$/, ''),
  )

function personName(text: string): Name {
  const [name, ...others] = namesInText(text, () => true)
  return name !== undefined && others.length === 0
    ? name
    : { start: 0, end: text.length, title: '', words: wordsOf(text), isPossessive: false }
}

function namesIn(rows: readonly CastRow[]): string {
  const names = rows.slice(0, MOST_NAMED).map(({ character }) => character)
  return `${names.join(', ')}${rows.length > MOST_NAMED ? '…' : ''}`
}

/** The voices of a story's characters, and of the blocks without a character, as CSV, or as JSON if the file's name ends in .json. */
export function writeCast(story: Story, path: string | null): string {
  const rows = [
    ...(story.cast.some(({ name }) => isNarrator(name))
      ? []
      : [{ character: NARRATOR, voice: story.info.defaults.voiceId }]),
    ...story.cast.map(({ name, settings }) => ({ character: name, voice: settings.voiceId })),
  ]
  if (path !== null && /\.json$/i.test(path))
    return `${JSON.stringify(Object.fromEntries(rows.map(({ character, voice }) => [character, voice])), null, 2)}\n`
  return `${BYTE_ORDER_MARK}${formatCsv([COLUMNS, ...rows.map(({ character, voice }) => [character, voice])])}`
}

/** Finds voices by id, or else by name. For hosted services and servers, every text is accepted as an id: only they know their voices. */
function voiceFinder(story: Story, dataDir: string): (text: string) => readonly VoiceInfo[] | string {
  const isLocal = story.info.connectionId === BUILT_IN_CONNECTION
  const natural = readInstalledPacks(findVoicesFolder(dataDir)).flatMap(({ manifest }) =>
    naturalVoicesOf(manifest),
  )
  const voices: readonly VoiceInfo[] = [...listVoices(), ...natural]
  return (text) => {
    if (!isLocal || partsOfServerVoice(text) !== null || voices.some(({ id }) => id === text)) return text
    const meant = voices.filter(({ id }) => nameKey(id) === nameKey(text))
    return meant.length > 0 ? meant : voices.filter(({ name }) => nameKey(name) === nameKey(text))
  }
}

/** The id of the only voice. Throws `voice-id-unknown` and `voice-name-ambiguous`. */
function onlyVoice(text: string, found: readonly VoiceInfo[] | string): string {
  if (typeof found === 'string') return found
  const [voice, ...others] = found
  if (voice === undefined) throw new UserFacingError('voice-id-unknown', { voice: text })
  const ids = found.slice(0, MOST_NAMED).map(({ id }) => id)
  if (others.length > 0)
    throw new UserFacingError('voice-name-ambiguous', { voice: text, ids: ids.join(', ') })
  return voice.id
}

/** In a message. */
const MOST_NAMED = 10

/** Tables of characters and voices: CSV with any separator and the headings of several languages, or JSON. */
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
async function readCastTable(path: string, isVoice: (text: string) => boolean): Promise<CastRow[]> {
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
const nameKey = (name: string) => name.trim().normalize('NFC').toLowerCase()

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
