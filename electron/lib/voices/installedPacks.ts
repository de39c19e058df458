/** The app's voice packs: each in its own folder, named after the pack's id. */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { z } from 'zod'
import {
  VOICE_PACK_MANIFEST,
  VOICE_PACK_MODEL_FOLDER,
  voicePackSchema,
  type VoicePack,
} from '../../../shared/voices/voicePacks.ts'
import { writeFileAtomic } from '../files/atomicFile.ts'

/** The folder of packs in the app's folder. */
export const VOICES_FOLDER = 'voices'

export interface InstalledPack {
  readonly manifest: VoicePack
  readonly folder: string
  readonly modelFolder: string
}

/** The packs in the folder, by name. Other entries (a download in progress, a damaged manifest, another name) are skipped. */
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

/** The measured speed of a voice pack on this computer, stored in the pack's folder. */
const SPEED_FILE = 'speed.json'
const speedSchema = z.object({ makesPerSecond: z.number().positive() })

/** Seconds of speech made per second; null for a pack that was never used here. */
export function readMakesPerSecond(packFolder: string): number | null {
  try {
    const json: unknown = JSON.parse(readFileSync(join(packFolder, SPEED_FILE), 'utf8'))
    return speedSchema.parse(json).makesPerSecond
  } catch {
    return null
  }
}

/** Stores a measurement in place of the previous one. Throws the errors of the disk. */
export function writeMakesPerSecond(packFolder: string, makesPerSecond: number): void {
  writeFileAtomic(join(packFolder, SPEED_FILE), `${JSON.stringify({ makesPerSecond })}\n`)
}

// Whether natural voices can speak on this computer: `sherpa-onnx-node` is an optional package with native code for some systems.

/** Where to look for the package, and for which system. */
interface SherpaPlace {
  /** A file or folder from which packages are resolved. */
  readonly from: string
  readonly platform: string
  readonly arch: string
}

/** The systems that the package has native code for (its own optional dependencies). */
const SYSTEMS = ['darwin-arm64', 'darwin-x64', 'linux-x64', 'linux-arm64', 'win-x64', 'win-ia32']

/** `system`: there is no native code for this kind of computer. `package`: it was not installed with Fabula. */
export type SherpaState =
  { readonly isAvailable: true } | { readonly isAvailable: false; readonly reason: 'system' | 'package' }

/** Looks for the package without loading it. */
export function findSherpa(place: Partial<SherpaPlace> = {}): SherpaState {
  const { from = import.meta.url, platform = process.platform, arch = process.arch } = place
  const system = `${platform === 'win32' ? 'win' : platform}-${arch}`
  if (!SYSTEMS.includes(system)) return { isAvailable: false, reason: 'system' }
  const require = createRequire(from)
  try {
    require.resolve('sherpa-onnx-node')
    require.resolve(`sherpa-onnx-${system}/sherpa-onnx.node`)
    return { isAvailable: true }
  } catch {
    return { isAvailable: false, reason: 'package' }
  }
}
