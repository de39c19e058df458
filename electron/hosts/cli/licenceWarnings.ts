/** Tells which voices of an exported story may not be sold, or of which nobody states whether they may. */
import { unsoldVoicesOf } from '../../../shared/story/unsoldVoices.ts'
import type { Story } from '../../../shared/story/story.ts'
import { naturalVoicesOf } from '../../../shared/voices/naturalVoices.ts'
import type { InstalledPack } from '../../lib/voices/installedPacks.ts'

/** A sentence for each kind of licence that a writer should know of. */
export function licenceWarnings(story: Story, packs: readonly InstalledPack[]): string[] {
  const voices = packs.flatMap(({ manifest }) =>
    naturalVoicesOf(manifest).map(({ id, name }) => ({ id, name, licence: manifest.licence })),
  )
  const { forbidden, notStated } = unsoldVoicesOf(story, voices)
  return [
    ...(forbidden.length === 0
      ? []
      : [`The licence of these voices forbids that their audio is sold: ${forbidden.join(', ')}.`]),
    ...(notStated.length === 0
      ? []
      : [`Nobody states whether audio of these voices may be sold: ${notStated.join(', ')}.`]),
  ]
}
