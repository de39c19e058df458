/** The natural voices of this computer: those of the packs in the app's folder of voices when it was last read. */
import { naturalVoicesOf, type NaturalVoice } from '../../../shared/voices/voicePacks.ts'
import { readInstalledPacks, type InstalledPack } from '../../lib/voices/installedPacks.ts'

export type PackVoices = ReturnType<typeof openPackVoices>

/** Reads the folder; if it is null, there are no packs. */
export function openPackVoices(voicesFolder: string | null) {
  let packs: readonly InstalledPack[] = []
  let voices: readonly NaturalVoice[] = []
  /** Reads the folder again. */
  const read = () => {
    packs = voicesFolder === null ? [] : readInstalledPacks(voicesFolder)
    voices = packs.flatMap(({ manifest }) => naturalVoicesOf(manifest))
  }
  read()
  return {
    voices: (): readonly NaturalVoice[] => voices,
    /** The pack with this id, or null. */
    find: (id: string): InstalledPack | null => packs.find(({ manifest }) => manifest.id === id) ?? null,
    read,
  }
}
