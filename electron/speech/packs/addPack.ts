/** Adds a voice pack that the writer has: an archive, or a folder with the files of a model. */
import { mkdirSync, rmSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { VoicePack } from '../../../shared/voices/voicePacks.ts'
import { unpackInThread } from '../../lib/archives/unpackThread.ts'
import { copyFolder } from './copyFolder.ts'
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
