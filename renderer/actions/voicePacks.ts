/** Natural voices: listing, downloading, adding and removing them. */
import type { PackView, VoicePacksView } from '../../shared/ipc/voicePacksContract.ts'
import type { FileRef } from '../../shared/ipc/views.ts'
import type { App } from '../stores/app.ts'
import { refreshVoices } from './servers.ts'

/** Loads the installed and available packs. Nothing is downloaded. */
export async function loadPacks(app: App): Promise<void> {
  app.state.setState({ packs: await app.bridge.call('voicePacks:list', {}) })
}

/** Applies an update of the packs, and reloads the voices if one was added or removed. */
export function hearPacks(app: App, packs: VoicePacksView): void {
  const before = app.state.getState().packs
  app.state.setState({ packs })
  for (const pack of packs.packs) {
    const then = before?.packs.find(({ id }) => id === pack.id)?.state.kind
    if (isUnderWay(then) && pack.state.kind === 'here') app.note('packs.got', { name: pack.name })
  }
  if (hereIds(packs) !== (before === null ? '' : hereIds(before))) refreshVoices(app).catch(app.report)
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

export async function getPack(app: App, packId: string): Promise<void> {
  await app.bridge.call('voicePacks:get', { packId })
}

/** Downloads the sample of a voice and plays it, to its end or until the signal. Rejects if it cannot be downloaded or played. */
export async function playSample(
  app: App,
  packId: string,
  signal: AbortSignal,
  onPlaying: () => void,
): Promise<void> {
  const { type, base64 } = await app.bridge.call('voicePacks:sample', { packId })
  if (signal.aborted) return
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const url = URL.createObjectURL(new Blob([bytes], { type }))
  const audio = new Audio(url)
  try {
    const ended = new Promise<void>((resolve) => {
      audio.addEventListener('ended', () => {
        resolve()
      })
      signal.addEventListener('abort', () => {
        resolve()
      })
    })
    await audio.play()
    onPlaying()
    await ended
  } finally {
    audio.pause()
    URL.revokeObjectURL(url)
  }
}

export async function stopPack(app: App, packId: string): Promise<void> {
  await app.bridge.call('voicePacks:stop', { packId })
}

/** Adds the voice in an archive chosen by the writer, or in one or both files of a Piper voice. */
export async function addPack(app: App, files: readonly File[]): Promise<void> {
  const refs: FileRef[] = []
  for (const file of files) refs.push(await app.bridge.takeFile(file, 'voice'))
  await addFrom(app, refs)
}

/** Asks for a folder with the files of a model, and adds its voice. For hosts that show the system's dialogs. */
export async function addPackFolder(app: App): Promise<void> {
  const { ref } = await app.bridge.call('files:pick', { purpose: 'voice', suggestedName: '' })
  if (ref !== null) await addFrom(app, [ref])
}

async function addFrom(app: App, refs: readonly FileRef[]): Promise<void> {
  await app.bridge.call('voicePacks:add', { refs: [...refs] })
  app.note('packs.added')
}

/** Renames an installed voice. */
export async function renamePack(app: App, { id, name }: PackView, typed: string): Promise<void> {
  await app.bridge.call('voicePacks:rename', { packId: id, name: typed })
  app.note('packs.renamed', { before: name, name: typed.trim() })
  await refreshVoices(app)
}

export async function removePack(app: App, { id, name }: PackView): Promise<void> {
  await app.bridge.call('voicePacks:remove', { packId: id })
  app.note('packs.removed', { name })
}
