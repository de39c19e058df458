/** Files of vibes: sharing some of the writer's own, and importing those of another writer. */
import i18next from 'i18next'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { parseVibeFile, vibeWordsSchema, type VibeWords } from '../../shared/story/vibeFile.ts'
import type { App } from '../stores/app.ts'
import { choosePlace } from './places.ts'
import { closeDialog, openDialog } from './dialogs.ts'

/** Far above a full library. */
const MAX_FILE_BYTES = 16 * 1024 * 1024

/** Shows the vibes in a file, to choose which of them to import. Nothing is sent yet. */
export async function showVibesOf(app: App, file: File): Promise<void> {
  if (file.size > MAX_FILE_BYTES) throw new UserFacingError('vibe-file-invalid', { name: file.name })
  const vibes = parseVibeFile(await file.text(), file.name)
  openDialog(app, { kind: 'import-vibes', fileName: file.name, vibes })
}

/** Asks where to write vibes, and writes them there. Leaves out vibes that are too long for a file. */
export async function shareVibes(app: App, chosen: readonly VibeWords[]): Promise<void> {
  const vibes = chosen.flatMap(({ name, prompt }) => {
    const words = vibeWordsSchema.safeParse({ name, prompt })
    return words.success ? [words.data] : []
  })
  const [only, ...others] = vibes
  const suggestedName = others.length === 0 && only !== undefined ? only.name : i18next.t('vibes.shareName')
  closeDialog(app)
  await choosePlace(app, 'export-vibes', suggestedName, async (ref) => {
    const { fileName } = await app.bridge.call('vibes:writeFile', { ref, vibes })
    app.note('vibes.shared', { count: vibes.length, name: fileName })
  })
}
