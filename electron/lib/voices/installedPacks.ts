/** The voice packs of the app: each in a folder of its own, named after the pack's id. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  VOICE_PACK_MANIFEST,
  VOICE_PACK_MODEL_FOLDER,
  voicePackSchema,
  type VoicePack,
} from '../../../shared/voices/voicePacks.ts'

/** Name of the folder of packs in the app's own folder. */
export const VOICES_FOLDER = 'voices'

export interface InstalledPack {
  readonly manifest: VoicePack
  readonly folder: string
  readonly modelFolder: string
}

/** The packs in the folder, by name. What is not a pack (a download under way, a damaged manifest, another name) is passed over. */
export function readInstalledPacks(voicesFolder: string): InstalledPack[] {
  return namesIn(voicesFolder)
    .flatMap((name) => readPack(voicesFolder, name) ?? [])
    .toSorted((a, b) => a.manifest.name.localeCompare(b.manifest.name, 'en'))
}

function readPack(voicesFolder: string, name: string): InstalledPack | null {
  const folder = join(voicesFolder, name)
  try {
    const json: unknown = JSON.parse(readFileSync(join(folder, VOICE_PACK_MANIFEST), 'utf8'))
    const manifest = voicePackSchema.parse(json)
    if (manifest.id !== name) return null
    return { manifest, folder, modelFolder: join(folder, VOICE_PACK_MODEL_FOLDER) }
  } catch {
    return null
  }
}

/** An app without packs has no such folder. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
