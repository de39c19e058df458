import type { VoicePacksView } from '../../../shared/ipc/voicePacksContract.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { heardBlocksOf } from '../../../shared/story/heardBlocks.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { settingsOf } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { packVoiceId } from '../../../shared/voices/voicePacks.ts'
import type { InstalledPack } from '../../lib/voices/installedPacks.ts'

/** The ids of the packs that a story uses with the built-in service, the most used first. */
export function packsOfStory(story: Story, packs: readonly InstalledPack[]): readonly string[] {
  if (story.info.connectionId !== BUILT_IN_CONNECTION) return []
  const packOf = new Map(
    packs.flatMap(({ manifest }) =>
      manifest.speakers.map((speaker) => [packVoiceId(manifest.id, speaker.id), manifest.id] as const),
    ),
  )
  const counts = new Map<string, number>()
  for (const block of heardBlocksOf(story)) {
    const pack = packOf.get(settingsOf(story, block).voiceId)
    if (pack !== undefined) counts.set(pack, (counts.get(pack) ?? 0) + 1)
  }
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([id]) => id)
}

/** The ids of a pack's voices. Throws `voice-unknown` if there is no such pack. */
export function voicesOfPack({ packs }: Pick<VoicePacksView, 'packs'>, packId: string): ReadonlySet<string> {
  const pack = packs.find(({ id }) => id === packId)
  if (pack === undefined) throw new UserFacingError('voice-unknown', { name: packId })
  return new Set(pack.speakers.map(({ id }) => packVoiceId(packId, id)))
}
