/** Natural voices: what there is, getting, adding and removing them. */
import type { PackView, VoicePacksView } from '../../shared/ipc/voicePacksContract.ts'
import type { FileRef } from '../../shared/ipc/views.ts'
import type { World } from '../stores/world.ts'
import { refreshVoices } from './servers.ts'

/** Asks for the packs that there are and can be got. Nothing is fetched from elsewhere. */
export async function loadPacks(world: World): Promise<void> {
  world.app.setState({ packs: await world.bridge.call('voicePacks:list', {}) })
}

/** Takes what the host tells of the packs; the library follows where one came or went. */
export function hearPacks(world: World, packs: VoicePacksView): void {
  const before = world.app.getState().packs
  world.app.setState({ packs })
  for (const pack of packs.packs) {
    const then = before?.packs.find(({ id }) => id === pack.id)?.state.kind
    if (isUnderWay(then) && pack.state.kind === 'here') world.note('packs.got', { name: pack.name })
  }
  if (hereIds(packs) !== (before === null ? '' : hereIds(before))) refreshVoices(world).catch(world.report)
}

function isUnderWay(kind: PackView['state']['kind'] | undefined): boolean {
  return kind !== undefined && kind !== 'absent' && kind !== 'here' && kind !== 'failed'
}

function hereIds({ packs }: VoicePacksView): string {
  return packs
    .filter(({ state }) => state.kind === 'here')
    .map(({ id }) => id)
    .join(' ')
}

export async function getPack(world: World, packId: string): Promise<void> {
  await world.bridge.call('voicePacks:get', { packId })
}

export async function stopPack(world: World, packId: string): Promise<void> {
  await world.bridge.call('voicePacks:stop', { packId })
}

/** Adds the voice in an archive that the writer chose, or in one or both files of a Piper voice. */
export async function addPack(world: World, files: readonly File[]): Promise<void> {
  const refs: FileRef[] = []
  for (const file of files) refs.push(await world.bridge.takeFile(file, 'voice'))
  await addFrom(world, refs)
}

/** Asks for a folder with the files of a model, and adds its voice. For hosts that show the system's dialogs. */
export async function addPackFolder(world: World): Promise<void> {
  const { ref } = await world.bridge.call('files:pick', { purpose: 'voice', suggestedName: '' })
  if (ref !== null) await addFrom(world, [ref])
}

async function addFrom(world: World, refs: readonly FileRef[]): Promise<void> {
  await world.bridge.call('voicePacks:add', { refs: [...refs] })
  world.note('packs.added')
}

/** Gives a voice that is here another name. */
export async function renamePack(world: World, { id, name }: PackView, typed: string): Promise<void> {
  await world.bridge.call('voicePacks:rename', { packId: id, name: typed })
  world.note('packs.renamed', { before: name, name: typed.trim() })
  await refreshVoices(world)
}

export async function removePack(world: World, { id, name }: PackView): Promise<void> {
  await world.bridge.call('voicePacks:remove', { packId: id })
  world.note('packs.removed', { name })
}
