/** Vibes as files: some of the writer's own to pass on, and those of somebody else to take in. */
import i18next from 'i18next'
import type { FileRef } from '../../shared/ipc/views.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { parseVibeFile, vibeWordsSchema } from '../../shared/story/vibeFile.ts'
import type { VibeWords } from '../../shared/story/vibeFile.ts'
import type { World } from '../stores/world.ts'

/** Far above a library in full. */
const MAX_FILE_BYTES = 16 * 1024 * 1024

/** Shows what is in a file of vibes, to choose what the library takes. Nothing is sent. */
export async function showVibesOf(world: World, file: File): Promise<void> {
  if (file.size > MAX_FILE_BYTES) throw new UserFacingError('vibe-file-invalid', { name: file.name })
  const vibes = parseVibeFile(await file.text(), file.name)
  world.view.setState({ dialog: { kind: 'import-vibes', fileName: file.name, vibes } })
}

/** Asks where to write some vibes, and writes them there. A library may hold some that no file takes; these are left out. */
export async function shareVibes(world: World, chosen: readonly VibeWords[]): Promise<void> {
  const vibes = chosen.flatMap(({ name, prompt }) => {
    const words = vibeWordsSchema.safeParse({ name, prompt })
    return words.success ? [words.data] : []
  })
  const [only, ...others] = vibes
  const suggestedName = others.length === 0 && only !== undefined ? only.name : i18next.t('vibes.shareName')
  if (world.app.getState().info?.filePicker === 'system') {
    const { ref } = await world.bridge.call('files:pick', { purpose: 'export-vibes', suggestedName })
    world.view.setState({ dialog: null })
    if (ref !== null) await writeVibes(world, ref, vibes)
    return
  }
  world.view.setState({ dialog: { kind: 'file-save', purpose: 'export-vibes', suggestedName, vibes } })
}

/** Writes vibes to a place that was chosen. */
export async function writeVibes(world: World, ref: FileRef, vibes: readonly VibeWords[]): Promise<void> {
  const { fileName } = await world.bridge.call('vibes:writeFile', { ref, vibes: [...vibes] })
  world.note('vibes.shared', { count: vibes.length, name: fileName })
}
