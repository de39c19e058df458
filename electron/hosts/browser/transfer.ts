/** Uploads to the browser host's folder and downloads from it. A file is stored completely or not at all, and never replaces another file. */
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { basename, join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type FileRef, fileRefSchema, takenPurposeSchema } from '../../../shared/ipc/views.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { toFileName } from '../../lib/files/fileNames.ts'
import { removeDatabaseFiles } from '../../lib/sqlite/sqlite.ts'
import { assertNotOpenHere, newPartPath, removeDeadParts } from '../../lib/files/atomicFile.ts'
import { AUDIO_TYPES, fileTypeOf, hasExtensionFor, listExtensions } from '../../../shared/files/fileTypes.ts'
import { type PageAnswer, SAFETY_HEADERS } from '../page/pageFiles.ts'
import { toProjectError } from '../../lib/files/diskFaults.ts'
import type { FolderFiles } from './folderFiles.ts'
import { OPENING_FILE } from './openInBrowser.ts'

/** The size limit of an upload: a project with a day of audio. */
export const MAX_UPLOAD_BYTES = 4 * 1024 ** 3
/** By then, a file that opened a browser is no longer used. */
const STALE_MS = 24 * 3_600_000

export interface Upload {
  readonly ref: FileRef
  readonly name: string
}

/**
 * Stores an upload: a story or a document in the folder, under its own name or a similar one; a file that is only read, or that is copied
 * into a story, in a temporary folder of this process, which is removed when it is done or the process has ended. Throws `upload-…`,
 * `file-name-refused`, `folder-gone`, and `project-…` errors of the disk.
 */
export async function receiveUpload(
  files: FolderFiles,
  query: URLSearchParams,
  content: Readable,
  maxBytes = MAX_UPLOAD_BYTES,
): Promise<Upload> {
  const name = toFileName(query.get('name') ?? '')
  const purpose = takenPurposeSchema.catch('open').parse(query.get('purpose'))
  if (!hasExtensionFor(purpose, name))
    throw new UserFacingError('upload-type', { name, known: listExtensions(purpose) })
  const work = newPartPath(files.folder)
  const temporary = join(work, name)
  try {
    await mkdir(work, { mode: 0o700 })
    await pipeline(
      content,
      upTo(maxBytes, name),
      createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true }),
    )
    // The folder is for lasting files: stories, and documents, which are read again when they are sent again.
    const stays = fileTypeOf(name)?.story === 'project' || purpose === 'document'
    if (!stays) return { ref: files.temporaryRef(temporary, purpose), name }
    const ownName = await claimName(files, name)
    const path = join(files.folder, ownName)
    if (fileTypeOf(path)?.story === 'project') removeDatabaseFiles(path)
    await rename(temporary, path)
    await rm(work, { recursive: true })
    return { ref: fileRefSchema.parse(ownName), name: ownName }
  } catch (error) {
    await rm(work, { recursive: true, force: true })
    await files.assertThere()
    throw toProjectError(error, name)
  }
}

/** Creates an empty file with an unused name, so that the following rename replaces only this file. */
async function claimName(files: FolderFiles, name: string): Promise<string> {
  for (;;) {
    const candidate = await files.freeName(name)
    try {
      await (await open(join(files.folder, candidate), 'wx')).close()
      return candidate
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
  }
}

function upTo(maxBytes: number, name: string): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > maxBytes) done(new UserFacingError('upload-too-large', { name }))
      else done(null, chunk)
    },
  })
}

/** Deletes what uploads, downloads and openings of the browser left in earlier runs. */
export async function removeStaleTransfers(folder: string, nowMs: number): Promise<void> {
  removeDeadParts(folder)
  for (const name of await readdir(folder)) {
    if (!OPENING_FILE.test(name)) continue
    const path = join(folder, name)
    const { mtimeMs } = await stat(path)
    if (nowMs - mtimeMs > STALE_MS) await rm(path, { force: true })
  }
}

/** The answer to HEAD for a download: without a body, and without a length, because the length of a story is known only from its copy. */
export async function describeDownload(files: FolderFiles, ref: string): Promise<PageAnswer> {
  await files.existing(ref)
  return { status: 200, headers: downloadHeaders(ref), body: null }
}

export interface DownloadSource {
  readonly files: FolderFiles
  /** Copies a story's file, which only this process may open, to another path. */
  copyProject(path: string, copyPath: string): Promise<void>
}

/**
 * A file of the folder for the browser to save under its own name. For a story, sends a copy, which is deleted after the response: closing
 * another descriptor of a story's file would release the story's lock (connection.ts).
 */
export async function downloadAnswer(
  { files, copyProject }: DownloadSource,
  ref: string,
  response: ServerResponse,
): Promise<PageAnswer> {
  const path = await files.existing(ref)
  if (fileTypeOf(path)?.story !== 'project') {
    assertNotOpenHere(path) // under another name
    return fileAnswer(path, ref)
  }
  const copyPath = newPartPath(files.folder)
  const removeCopy = () => rm(copyPath, { force: true })
  try {
    await copyProject(path, copyPath)
    const answer = await fileAnswer(copyPath, ref)
    if (response.closed) await removeCopy()
    else response.once('close', () => void removeCopy())
    return answer
  } catch (error) {
    await removeCopy()
    throw error
  }
}

async function fileAnswer(path: string, ref: string): Promise<PageAnswer> {
  const { size } = await stat(path)
  return {
    status: 200,
    headers: { ...downloadHeaders(ref), 'content-length': String(size) },
    body: size === 0 ? null : readUpTo(path, size),
  }
}

/** Opens the file only when it is read. Sends no more than the announced length, even if the file grows meanwhile. */
async function* readUpTo(path: string, size: number): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path, { end: size - 1 }) as AsyncIterable<Buffer>
}

function downloadHeaders(ref: string): PageAnswer['headers'] {
  const audio = fileTypeOf(ref)?.audio
  return {
    ...SAFETY_HEADERS,
    'content-type': audio === undefined ? 'application/octet-stream' : AUDIO_TYPES[audio],
    'content-disposition': `attachment; filename*=UTF-8''${encodeHeaderValue(basename(ref))}`,
    'cache-control': 'no-store',
  }
}

/** RFC 8187: percent-encoded UTF-8, except for characters that are allowed as they are. */
function encodeHeaderValue(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
