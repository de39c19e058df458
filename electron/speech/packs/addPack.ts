/** Adds a voice pack that the writer has: an archive, or a folder with the files of a model. */
import { mkdirSync, rmSync } from 'node:fs'
import { copyFile, lstat, mkdir, readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { VoicePack } from '../../../shared/voices/voicePacks.ts'
import { ArchiveFault, MAX_ARCHIVE_ENTRIES } from '../../lib/archives/unpackArchive.ts'
import { unpackInThread } from '../../lib/archives/unpackThread.ts'
import { assertNotOpenHere } from '../../lib/files/lockedFiles.ts'
import { findModel } from './findModel.ts'
import { assureRoom } from './getPack.ts'
import type { PackTools } from './getPack.ts'
import { toPackError } from './packErrors.ts'

/** Adds the pack in the archive or folder at `path` and gives its manifest. What is there stays as it is. Throws UserFacingErrors. */
export async function addPack(path: string, tools: PackTools, signal: AbortSignal): Promise<VoicePack> {
  const { folder, catalogue } = tools
  const name = basename(path)
  const source = await stat(path).catch(() => {
    throw new UserFacingError('file-not-found', { name })
  })
  let work: string | null = null
  try {
    await assureRoom(folder, source.isFile() ? source.size * 1.5 : 0, name)
    work = folder.newWorkFolder()
    const unpacked = join(work, 'unpacked')
    mkdirSync(unpacked)
    if (source.isDirectory()) await copyFolder(path, unpacked, signal)
    else await unpackInThread({ path, folder: unpacked }, tools.unpackWorkerUrl, signal)
    const model = findModel(unpacked, { catalogue, name })
    if (!folder.place(work, model.folder, model.manifest))
      throw new UserFacingError('voice-here', { name: model.manifest.name })
    return model.manifest
  } catch (error) {
    signal.throwIfAborted()
    throw toPackError(error, name)
  } finally {
    if (work !== null) rmSync(work, { recursive: true, force: true })
  }
}

/** Larger than any model that sherpa-onnx speaks with. */
const MAX_BYTES = 4 * 1024 ** 3

/** Copies into the empty folder `to`. Throws `ArchiveFault`, `project-locked`, what the disk says, and the reason of the signal. */
async function copyFolder(from: string, to: string, signal: AbortSignal): Promise<void> {
  let bytes = 0
  const names = await readdir(from, { recursive: true })
  if (names.length > MAX_ARCHIVE_ENTRIES) throw new ArchiveFault('inflates')
  for (const name of names) assertNotOpenHere(join(from, name))
  for (const name of names) {
    signal.throwIfAborted()
    const entry = await lstat(join(from, name))
    if (entry.isDirectory()) await mkdir(join(to, name), { recursive: true })
    else if (entry.isFile()) {
      bytes += entry.size
      if (bytes > MAX_BYTES) throw new ArchiveFault('inflates')
      await mkdir(join(to, name, '..'), { recursive: true })
      await copyFile(join(from, name), join(to, name))
    } else throw new ArchiveFault('unsafe', name)
  }
}
