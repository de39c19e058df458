/** The voices of a story, as the command line assigns them: one voice for all, and a table of characters and voices. */
import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import Papa from 'papaparse'
import { z } from 'zod'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { BYTE_ORDER_MARK, formatCsv, plainCell } from '../../../shared/lib/csv.ts'
import { NARRATOR } from '../../../shared/import/storyFromPlan.ts'
import type { Change } from '../../../shared/story/changes.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import type { Story } from '../../../shared/story/story.ts'
import { findVoice } from '../../../shared/voices/builtInVoices.ts'
import { naturalVoicesOf } from '../../../shared/voices/voicePacks.ts'
import { findVoicesFolder } from '../../app/appFolder.ts'
import { readInstalledPacks } from '../../lib/voices/installedPacks.ts'

export interface CastChoice {
  /** The id of the voice of every character that no table names; if undefined, they keep their voices. */
  readonly voice: string | undefined
  /** The path of a table of characters and voices. */
  readonly castPath: string | undefined
}

const COLUMNS = ['character', 'voice'] as const
/** More than a cast of thousands needs. */
const MOST_BYTES = 4 * 1024 ** 2

interface CastRow {
  readonly character: string
  readonly voice: string
}

/**
 * Returns the change that assigns these voices to a story; null if there is no choice. Throws `cast-file-unusable`, `file-not-found` and
 * `voice-id-unknown`.
 */
export async function castChange(
  story: Story,
  { voice, castPath }: CastChoice,
  { dataDir, warn }: { readonly dataDir: string; readonly warn: (sentence: string) => void },
): Promise<Change | null> {
  if (voice === undefined && castPath === undefined) return null
  const rows = castPath === undefined ? [] : await readCast(castPath)
  const known = knownVoices(story, dataDir)
  for (const id of new Set([...(voice === undefined ? [] : [voice]), ...rows.map((row) => row.voice)]))
    if (!known(id)) throw new UserFacingError('voice-id-unknown', { voice: id })
  const byName = new Map(rows.map((row) => [folded(row.character), row.voice]))
  const isCast = story.cast.some(({ name }) => folded(name) === folded(NARRATOR))
  const voiceOf = (name: string) => byName.get(folded(name)) ?? voice
  const ofAll = (isCast ? undefined : byName.get(folded(NARRATOR))) ?? voice
  const names = new Set(story.cast.map(({ name }) => folded(name)))
  const unknown = rows.filter(
    ({ character }) => !names.has(folded(character)) && folded(character) !== folded(NARRATOR),
  )
  if (unknown.length > 0)
    warn(
      `Nobody in the story has these names: ${unknown
        .slice(0, 10)
        .map(({ character }) => character)
        .join(', ')}${unknown.length > 10 ? '…' : ''}.`,
    )
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

/** The voices of a story's characters, and of the blocks without a character, as CSV, or as JSON if the file's name ends in .json. */
export function writeCast(story: Story, path: string | null): string {
  const rows = [
    ...(story.cast.some(({ name }) => folded(name) === folded(NARRATOR))
      ? []
      : [{ character: NARRATOR, voice: story.info.defaults.voiceId }]),
    ...story.cast.map(({ name, settings }) => ({ character: name, voice: settings.voiceId })),
  ]
  if (path !== null && /\.json$/i.test(path))
    return `${JSON.stringify(Object.fromEntries(rows.map(({ character, voice }) => [character, voice])), null, 2)}\n`
  return `${BYTE_ORDER_MARK}${formatCsv([COLUMNS, ...rows.map(({ character, voice }) => [character, voice])])}`
}

const castJsonSchema = z.union([
  z
    .record(z.string(), z.string().min(1))
    .transform((voices): CastRow[] =>
      Object.entries(voices).map(([character, voice]) => ({ character, voice })),
    ),
  z.array(z.object({ character: z.string(), voice: z.string().min(1) })),
])

/** Reads a cast table: JSON (`{"Anna": "OA003"}`, or a list of `{character, voice}`), or CSV with these columns. */
async function readCast(path: string): Promise<CastRow[]> {
  const name = basename(path)
  const found = await stat(path).catch(() => {
    throw new UserFacingError('file-not-found', { name })
  })
  if (!found.isFile() || found.size > MOST_BYTES) throw new UserFacingError('cast-file-unusable', { name })
  const text = (await readFile(path, 'utf8')).replace(BYTE_ORDER_MARK, '')
  const rows = /^\s*[[{]/.test(text) ? castJsonSchema.safeParse(jsonIn(text)).data : rowsOfCsv(text)
  if (rows === undefined || rows.length === 0) throw new UserFacingError('cast-file-unusable', { name })
  return rows.map(({ character, voice }) => ({ character: character.trim(), voice: voice.trim() }))
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The header row is optional. Undefined if a line lacks a voice. */
function rowsOfCsv(text: string): CastRow[] | undefined {
  const { data } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' })
  const rows = data.map((cells) => cells.map(plainCell))
  const [first = []] = rows
  const headings = first.map(folded)
  const [characterAt, voiceAt] = COLUMNS.map((column) => headings.indexOf(column))
  const isHeaded = characterAt !== undefined && voiceAt !== undefined && characterAt >= 0 && voiceAt >= 0
  const read = (isHeaded ? rows.slice(1) : rows).map((cells) => ({
    character: cells[isHeaded ? characterAt : 0]?.trim() ?? '',
    voice: cells[isHeaded ? voiceAt : 1]?.trim() ?? '',
  }))
  return read.every(({ voice }) => voice !== '') ? read : undefined
}

/** Whether a voice can speak the story. For hosted services and servers, every name is accepted: only they know their voices. */
function knownVoices(story: Story, dataDir: string): (id: string) => boolean {
  const isLocal = story.info.connectionId === BUILT_IN_CONNECTION
  const natural = new Set(
    readInstalledPacks(findVoicesFolder(dataDir)).flatMap(({ manifest }) =>
      naturalVoicesOf(manifest).map(({ id }) => id),
    ),
  )
  return (id) => !isLocal || id.includes(':') || findVoice(id) !== null || natural.has(id)
}

const folded = (name: string) => name.trim().normalize('NFC').toLowerCase()
