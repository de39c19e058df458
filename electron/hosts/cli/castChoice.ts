/** The voices of a story, as the command line assigns them: one voice for all, and a table of characters and voices. */
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { BYTE_ORDER_MARK, formatCsv } from '../../../shared/lib/csv.ts'
import { isNarrator } from '../../../shared/import/speakers/speakers.ts'
import { NARRATOR } from '../../../shared/import/storyFromPlan.ts'
import type { Change } from '../../../shared/story/changes.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import type { Story } from '../../../shared/story/story.ts'
import { listVoices, type VoiceInfo } from '../../../shared/voices/builtInVoices.ts'
import { naturalVoicesOf } from '../../../shared/voices/voicePacks.ts'
import { findVoicesFolder } from '../../app/appFolder.ts'
import { readInstalledPacks } from '../../lib/voices/installedPacks.ts'
import { nameKey, readCastTable, type CastRow } from './castTable.ts'

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
  const rows = castPath === undefined ? [] : await readCastTable(castPath, (text) => find(text).length > 0)
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
    if (!isLocal || text.includes(':') || voices.some(({ id }) => id === text)) return text
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
