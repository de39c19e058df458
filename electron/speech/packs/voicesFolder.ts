/** The folder of voice packs: each is in a subfolder named after it. Hidden folders contain packs that are being installed, and stopped downloads. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  packVoiceId,
  VOICE_PACK_MANIFEST,
  VOICE_PACK_MODEL_FOLDER,
  type VoicePack,
} from '../../../shared/voices/voicePacks.ts'
import { newPartPath, removeDeadParts, renameDurably, writeFileAtomic } from '../../lib/files/atomicFile.ts'
import { freeBytesAt } from '../../lib/files/diskFaults.ts'
import { readInstalledPacks, readMakesPerSecond } from '../../lib/voices/installedPacks.ts'
import type { VoicePacksView } from '../../../shared/ipc/voicePacksContract.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'

interface KeptPack {
  readonly pack: VoicePack
  readonly bytes: number
  /** Seconds of speech made per second on this computer; null before the first use. */
  readonly makesPerSecond: number | null
}

export type VoicesFolder = ReturnType<typeof createVoicesFolder>

/** The folder of voices at `path`, which is created when it is needed. */
export function createVoicesFolder(path: string) {
  const packPath = (packId: string) => join(path, packId)
  /** Creates a hidden folder for installing a pack. Removes the folders that ended processes have left. */
  const newWorkFolder = () => {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    const work = newPartPath(path)
    mkdirSync(work, { mode: 0o700 })
    return work
  }
  return {
    path,
    /** The installed packs. */
    list(): readonly KeptPack[] {
      removeDeadParts(path)
      return readInstalledPacks(path).map(({ manifest, folder }) => ({
        pack: manifest,
        bytes: bytesOf(folder),
        makesPerSecond: readMakesPerSecond(folder),
      }))
    },
    has: (packId: string): boolean => existsSync(packPath(packId)),
    newWorkFolder,
    /**
     * Moves a model to its place as the manifest's pack, completely or not at all. `work` is the folder in which it was made, `model` a
     * folder in it. Returns false if the pack already exists.
     */
    place(work: string, model: string, manifest: VoicePack): boolean {
      if (existsSync(packPath(manifest.id))) return false
      const whole = join(work, 'pack')
      mkdirSync(whole, { mode: 0o700 })
      renameSync(model, join(whole, VOICE_PACK_MODEL_FOLDER))
      writeManifest(whole, manifest)
      renameDurably(whole, packPath(manifest.id))
      return true
    },
    /** Renames a pack, and its speaker if it has only one. Returns false if there is no such pack. Throws the errors of the disk. */
    rename(packId: string, name: string): boolean {
      const installed = readInstalledPacks(path).find(({ manifest }) => manifest.id === packId)
      if (installed === undefined) return false
      const { manifest, folder } = installed
      const [first, ...others] = manifest.speakers
      const speakers = first !== undefined && others.length === 0 ? [{ ...first, name }] : manifest.speakers
      writeManifest(folder, { ...manifest, name, speakers })
      return true
    },
    /** Removes a pack. Returns false if there is none. */
    remove(packId: string): boolean {
      if (!existsSync(packPath(packId))) return false
      // One rename removes the whole pack at once; its files are then deleted, or left by a process that ends.
      const grave = join(newWorkFolder(), 'removed')
      renameSync(packPath(packId), grave)
      rmSync(join(grave, '..'), { recursive: true, force: true })
      return true
    },
    async freeBytes(): Promise<number> {
      mkdirSync(path, { recursive: true, mode: 0o700 })
      return (await freeBytesAt(path)) ?? Infinity
    },
  }
}

function writeManifest(folder: string, manifest: VoicePack): void {
  writeFileAtomic(join(folder, VOICE_PACK_MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`)
}

function bytesOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

/** The ids of a pack's voices. Throws `voice-unknown` if there is no such pack. */
export function voicesOfPack({ packs }: Pick<VoicePacksView, 'packs'>, packId: string): ReadonlySet<string> {
  const pack = packs.find(({ id }) => id === packId)
  if (pack === undefined) throw new UserFacingError('voice-unknown', { name: packId })
  return new Set(pack.speakers.map(({ id }) => packVoiceId(packId, id)))
}
