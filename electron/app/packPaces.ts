/** How long natural voices take for a block, before they have made enough blocks to tell: by how fast their packs spoke here. */
import type { Paces } from '../../shared/jobs/pace.ts'
import { ESTIMATED_MS_PER_CHARACTER } from '../../shared/story/layout.ts'
import { naturalVoicesOf } from '../../shared/voices/voicePacks.ts'
import { readMakesPerSecond, type InstalledPack } from '../lib/voices/installedPacks.ts'

/** The paces of the built-in service, with those of natural voices that have spoken a sentence. What blocks took before says more. */
export function withPackPaces({ all, byVoice }: Paces, packs: readonly InstalledPack[]): Paces {
  const ofPacks = packs.flatMap(({ manifest, folder }) => {
    const makesPerSecond = readMakesPerSecond(folder)
    if (makesPerSecond === null) return []
    return naturalVoicesOf(manifest).map(
      ({ id }) => [id, ESTIMATED_MS_PER_CHARACTER / makesPerSecond] as const,
    )
  })
  return { all, byVoice: { ...Object.fromEntries(ofPacks), ...byVoice } }
}
