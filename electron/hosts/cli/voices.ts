/** The natural voices of this computer: listed, downloaded, added from a file, and removed. */
import { resolve } from 'node:path'
import { randomUUID } from 'node:crypto'
import type { PackView, VoicePacksView } from '../../../shared/ipc/voicePacksContract.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { listVoices as listBuiltInVoices } from '../../../shared/voices/builtInVoices.ts'
import { type CatalogueEntry, readVoiceCatalogue } from '../../../shared/voices/voiceCatalogue.ts'
import { packVoiceId } from '../../../shared/voices/voicePacks.ts'
import { UNPACK_SOURCE } from '../../lib/archives/unpackThread.ts'
import { systemClock } from '../../lib/clock.ts'
import type { Report } from '../../lib/report.ts'
import { findVoicesFolder } from '../../app/appFolder.ts'
import type { EngineSettings } from '../../lib/http/engineSettings.ts'
import { listServerVoices } from '../../speech/servers/testServer.ts'
import { type ListedStories, storiesWithVoices } from '../../project/storiesUsing.ts'
import { createVoicePacks } from '../../speech/packs/voicePacks.ts'
import { createVoicesFolder, voicesOfPack } from '../../speech/packs/voicesFolder.ts'
import { createProgressLine, type ProgressLine, type ProgressOutput } from './terminalText.ts'
import { createLexiconStore } from '../../app/lexiconStore.ts'
import { createOpenProjects } from '../../project/openProjects.ts'
import { createProjects } from '../../project/projects.ts'

export type VoicesCommand = { readonly isJson: boolean } & (
  | { readonly kind: 'list-voices' }
  | { readonly kind: 'get-voices'; readonly names: readonly string[] }
  | { readonly kind: 'add-voice'; readonly paths: readonly string[] }
  | { readonly kind: 'rename-voice'; readonly name: string; readonly newName: string }
  | { readonly kind: 'remove-voice'; readonly name: string }
)

/** Parses the words after `voices`. Returns a sentence if they are wrong. */
export function parseVoicesCommand(
  [verb = 'list', ...names]: readonly string[],
  isJson: boolean,
): VoicesCommand | string {
  const [name, ...others] = names
  if (verb === 'list') return name === undefined ? { kind: 'list-voices', isJson } : 'list takes no name.'
  if (verb !== 'get' && verb !== 'add' && verb !== 'rename' && verb !== 'remove')
    return `Voices cannot “${verb}”.`
  if (name === undefined)
    return verb === 'add' ? 'Name the file, archive or folder of the voice.' : 'Name the voice.'
  if (verb === 'get') return { kind: 'get-voices', names, isJson }
  if (verb === 'add') return { kind: 'add-voice', paths: names.map((each) => resolve(each)), isJson }
  const [newName, ...rest] = others
  if (verb === 'rename') {
    if (newName === undefined || rest.length > 0) return 'Name the voice and its new name.'
    return { kind: 'rename-voice', name, newName, isJson }
  }
  return others.length > 0 ? 'One voice at a time.' : { kind: 'remove-voice', name, isJson }
}

export interface VoicesOptions {
  /** The app's folder. */
  readonly dataDir: string
  /** Default: the catalogue that comes with Fabula. */
  readonly catalogue?: readonly CatalogueEntry[]
  /** The servers that lend voices; called when voices are listed. */
  readonly engines?: () => readonly EngineSettings[]
  /** The list of stories; called when a voice is removed. */
  readonly stories: () => ListedStories
  readonly stderr: ProgressOutput
  /** Called with a sentence that a person should know in addition to the output. */
  readonly warn: (sentence: string) => void
  readonly report: Report
  readonly signal: AbortSignal
}

/** Runs the command and returns the text to print. Throws `voice-…` errors. */
export async function runVoices(command: VoicesCommand, options: VoicesOptions): Promise<string> {
  const { dataDir, catalogue = readVoiceCatalogue(), stderr, warn, report, signal } = options
  const line = createProgressLine(stderr)
  const packs = createVoicePacks({
    catalogue,
    report,
    clock: systemClock,
    unpackWorkerUrl: UNPACK_SOURCE,
    folder: createVoicesFolder(findVoicesFolder(dataDir)),
    // A running app reads its packs when it lists voices, and when it is asked for an unknown voice.
    onVoices: async () => {},
    onChange: (view) => tellProgress(view, line),
  })
  async function remove(packId: string): Promise<void> {
    const voices = voicesOfPack(await packs.view(), packId)
    await packs.remove(packId)
    const titles = storiesWithVoices(voices, options.stories())
    if (titles.length > 0) warn(removedFrom(titles))
  }
  const stop = () => void packs.close()
  signal.addEventListener('abort', stop)
  try {
    switch (command.kind) {
      case 'list-voices':
        break
      case 'get-voices':
        for (const name of command.names) await packs.get(parsePack(name, await packs.view()))
        break
      case 'add-voice':
        await packs.add(command.paths)
        break
      case 'rename-voice':
        await packs.rename(parsePack(command.name, await packs.view()), command.newName)
        break
      case 'remove-voice':
        await remove(parsePack(command.name, await packs.view()))
    }
    const view = await packs.view()
    const voices =
      command.kind === 'list-voices' ? await listVoices(view, options.engines?.() ?? [], warn) : []
    if (command.isJson)
      return `${JSON.stringify({ ...jsonOf(view), ...(voices.length > 0 && { voices }) }, null, 2)}\n`
    return [...view.packs.map(lineOf), ...voices.map(voiceLine)].join('')
  } finally {
    line.end()
    signal.removeEventListener('abort', stop)
    await packs.close()
  }
}

/** A voice that can be used here. */
interface ListedVoice {
  readonly id: string
  readonly name: string
  /** Null if the server does not state it. */
  readonly language: string | null
  readonly gender: string | null
  /** Its source: a voice pack, `built-in`, or a server. */
  readonly from: string
}

/** The voices that can be used here: natural voices, then built-in voices, then those of servers. */
async function listVoices(
  { packs }: VoicePacksView,
  engines: readonly EngineSettings[],
  warn: VoicesOptions['warn'],
): Promise<ListedVoice[]> {
  const natural = packs
    .filter(({ state }) => state.kind === 'here')
    .flatMap(({ id, name, speakers }) =>
      speakers.map((speaker): ListedVoice => ({
        id: packVoiceId(id, speaker.id),
        name: speaker.name,
        language: speaker.language,
        gender: speaker.gender,
        from: name,
      })),
    )
  const builtIn = listBuiltInVoices().map(({ id, name, language, gender }): ListedVoice => ({
    ...{ id, name, language, gender },
    from: 'built-in',
  }))
  const ofServers = await Promise.all(
    engines.map(async (engine) => {
      const { voices, fault } = await listServerVoices(engine)
      if (fault !== null) warn(`The voices of ${engine.name} are not known: ${fault}.`)
      return voices.map((voice): ListedVoice => ({
        id: `${engine.name}:${voice}`,
        name: voice,
        language: null,
        gender: null,
        from: engine.name,
      }))
    }),
  )
  return [...natural, ...builtIn, ...ofServers.flat()]
}

function voiceLine({ id, name, language, gender, from }: ListedVoice): string {
  return `${[id, name, language ?? 'language not stated', gender ?? 'gender not stated', from].join('\t')}\n`
}

function tellProgress({ packs }: VoicePacksView, line: ProgressLine): void {
  for (const { id, state } of packs) {
    if (state.kind === 'unpacking') line.tell(`${id}: unpacking`, 1, null)
    if (state.kind !== 'getting') continue
    const { bytes, totalBytes, remainingMs } = state
    const of = totalBytes === null ? megabytes(bytes) : `of ${megabytes(totalBytes)}`
    line.tell(`${id}: ${of}`, totalBytes === null ? 0 : bytes / totalBytes, remainingMs)
  }
}

function removedFrom(titles: readonly string[]): string {
  return `These stories use its voices: ${titles.join(', ')}. Their audio stays; new audio needs another voice.`
}

/** Every line shows the licence, because it limits what a writer may do with the audio. */
function lineOf({ id, name, languages, licence, size, state }: PackView): string {
  const room = size === null ? 'size not stated' : `${size.isExact ? '' : 'about '}${megabytes(size.bytes)}`
  const use = {
    true: 'commercial use allowed',
    false: 'no commercial use',
    null: 'commercial use not stated',
  }
  const commercial = use[String(licence.allowsCommercialUse) as keyof typeof use]
  const words = [id, name, languages.join(' '), room, `${licence.name}, ${commercial}`, stateWord(state)]
  return `${words.join('\t')}\n`
}

function stateWord(state: PackView['state']): string {
  if (state.kind === 'here') return 'here'
  return 'bytes' in state && state.bytes > 0 ? `${megabytes(state.bytes)} of it here` : 'not here'
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`
}

/** What `--json` prints. */
function jsonOf({ packs, folder, usedBytes, freeBytes }: VoicePacksView) {
  return {
    folder,
    usedBytes,
    freeBytes,
    packs: packs.map(({ id, name, author, languages, speakers, licence, size, state }) => ({
      id,
      name,
      author,
      languages,
      licence,
      size,
      isHere: state.kind === 'here',
      voices: speakers.map((speaker) => ({
        id: packVoiceId(id, speaker.id),
        name: speaker.name,
        language: speaker.language,
        gender: speaker.gender,
      })),
    })),
  }
}

/** The id of a pack, by its id, or by its name if only one pack has it. Throws `voice-unknown`. */
function parsePack(name: string, { packs }: Pick<VoicePacksView, 'packs'>): string {
  const byId = packs.find(({ id }) => id === name.toLowerCase())
  const [byName, ...others] = packs.filter((pack) => pack.name.toLowerCase() === name.toLowerCase())
  const found = byId ?? (others.length === 0 ? byName : undefined)
  if (found === undefined) throw new UserFacingError('voice-unknown', { name })
  return found.id
}

/** The stories that the app with this folder lists. None of them is open. */
export function listedStories(dataDir: string): ListedStories {
  const openProjects = createOpenProjects(systemClock)
  const commonLexicon = createLexiconStore(dataDir).entries
  const options = { dataDir, now: Date.now, createId: randomUUID, openProjects, commonLexicon }
  return { openProjects, projects: createProjects(options) }
}
