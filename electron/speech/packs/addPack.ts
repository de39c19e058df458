/** Adds a voice pack that the writer has: an archive, a folder with the files of a model, or the two files of a Piper voice. */
import { mkdirSync, rmSync } from 'node:fs'
import { chmod, copyFile, lstat, mkdir, readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { VoicePack } from '../../../shared/voices/voicePacks.ts'
import { ArchiveFault, MAX_ARCHIVE_ENTRIES } from '../../lib/archives/unpackArchive.ts'
import { unpackInThread } from '../../lib/archives/unpackThread.ts'
import { assertNotOpenHere } from '../../lib/files/lockedFiles.ts'
import { findModel } from './findModel.ts'
import { piperFilesIn, piperFilesOf } from './piperVoice.ts'
import type { PiperFiles } from './piperVoice.ts'
import { assureRoom } from './getPack.ts'
import type { PackTools } from './getPack.ts'
import { toPackError } from './packErrors.ts'

/**
 * Adds the voice at `paths` and returns its manifest: an archive, a folder, or one or both files of a Piper voice. What is there stays as
 * it is. Throws UserFacingErrors.
 */
export async function addPack(
  paths: readonly string[],
  tools: PackTools,
  signal: AbortSignal,
): Promise<VoicePack> {
  const { folder, catalogue } = tools
  const [path = ''] = paths
  const name = basename(path)
  for (const each of paths) {
    await stat(each).catch(() => {
      throw new UserFacingError('file-not-found', { name: basename(each) })
    })
  }
  let work: string | null = null
  try {
    const source = await stat(path)
    const piper = source.isDirectory() && paths.length === 1 ? piperFilesIn(path, name) : piperFilesOf(paths)
    if (piper === null && paths.length > 1)
      throw new UserFacingError('voice-many', {
        name,
        voices: paths
          .map((each) => basename(each))
          .slice(0, 3)
          .join(', '),
      })
    const bytes =
      piper === null ? (source.isFile() ? source.size * 1.5 : 0) : (await stat(piper.model)).size * 1.1
    await assureRoom(folder, bytes, name)
    work = folder.newWorkFolder()
    const unpacked = join(work, 'unpacked')
    mkdirSync(unpacked)
    if (piper !== null) await copyPiper(piper, unpacked)
    else if (source.isDirectory()) await copyFolder(path, unpacked, signal)
    else await unpackInThread({ path, folder: unpacked }, tools.unpackWorkerUrl, signal)
    const model = await findModel(unpacked, { catalogue, name })
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

/** Copies the files of a Piper voice, under the names that they belong together by. Throws as `copyFolder`. */
async function copyPiper({ model, config, card }: PiperFiles, to: string): Promise<void> {
  const name = basename(model)
  const files = [
    { from: model, as: name },
    { from: config, as: `${name}.json` },
    ...(card === null ? [] : [{ from: card, as: 'MODEL_CARD' }]),
  ]
  for (const { from } of files) assertNotOpenHere(from)
  for (const { from, as } of files) {
    if ((await stat(from)).size > MAX_BYTES) throw new ArchiveFault('inflates')
    await copyFile(from, join(to, as))
    await chmod(join(to, as), 0o600)
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
