/**
 * The files of one folder, for the browser host. A reference is the file's name, which is checked at each use: the real path, with links
 * resolved, must be inside the folder.
 */
import { lstat, mkdir, readdir, realpath, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, parse, relative, sep } from 'node:path'
import { fileRefSchema, type FileEntry, type FileRef } from '../../../shared/ipc/views.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { isFileName, toFileName } from '../../lib/files/fileNames.ts'
import {
  hasExtensionFor,
  isFolderUse,
  withExtension,
  type FilePurpose,
} from '../../../shared/files/fileTypes.ts'
import type { HostFiles } from '../../lib/files/fileRefs.ts'
import { isInside } from '../page/pageFiles.ts'

export interface FolderFiles extends HostFiles {
  readonly folder: string
  /** The path of an existing file in the folder or one of its subfolders, of any purpose, for download. Throws `file-unknown`. */
  existing(ref: string): Promise<string>
  /** A reference to a file in a private temporary folder, which `done` removes. */
  temporaryRef(path: string, purpose: FilePurpose): FileRef
  /** Throws `folder-gone` if the folder no longer exists. */
  assertThere(): Promise<void>
  /** A name based on the given one that no file in the folder has. */
  freeName(name: string): Promise<string>
}

/** What a name refers to. */
type Found = 'file' | 'folder' | 'other' | 'nothing'
const wantedFor = (purpose: FilePurpose): Found => (isFolderUse(purpose) ? 'folder' : 'file')
const isInTheWay = (found: Found, purpose: FilePurpose) => found !== 'nothing' && found !== wantedFor(purpose)

/** Opens the folder; creates it if it is missing. */
export async function createFolderFiles(folderPath: string): Promise<FolderFiles> {
  await mkdir(folderPath, { recursive: true })
  const folder = await realpath(folderPath)
  const temporaryFiles = new Map<FileRef, { readonly path: string; readonly purpose: FilePurpose }>()

  /** The path that a name refers to, and what is there. Throws `file-unknown` if it is outside the folder. */
  async function resolve(name: string): Promise<{ path: string; found: Found }> {
    const path = join(folder, name)
    const entry = await lstat(path).catch(() => undefined)
    if (!entry) return { path, found: 'nothing' }
    const real = await realpath(path).catch(() => undefined)
    if (real === undefined || !isInside(folder, real)) throw new UserFacingError('file-unknown')
    const stats = await stat(real)
    return { path: real, found: stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other' }
  }

  async function assertThere(): Promise<void> {
    const stats = await stat(folder).catch(() => null)
    if (stats?.isDirectory() !== true) throw new UserFacingError('folder-gone', { name: folder })
  }

  async function toEntry(name: string, wanted: Found): Promise<FileEntry | undefined> {
    try {
      const { path, found } = await resolve(name)
      if (found !== wanted) return undefined
      const { size, mtimeMs } = await stat(path)
      return { ref: toRef(name), name, sizeBytes: size, modifiedAtMs: Math.round(mtimeMs) }
    } catch {
      return undefined // a link out of the folder, or a file that was just deleted
    }
  }

  return {
    picker: 'own',
    folder,
    async pathOf(ref, purpose) {
      const own = temporaryFiles.get(ref)
      if (own?.purpose === purpose) return own.path
      if (!isFileName(ref) || !hasExtensionFor(purpose, ref)) throw new UserFacingError('file-unknown')
      const { path, found } = await resolve(ref)
      if (purpose === 'open' && found === 'nothing')
        throw new UserFacingError('file-not-found', { name: ref })
      if (isInTheWay(found, purpose)) throw new UserFacingError('file-unknown')
      return path
    },
    temporaryRef(path, purpose) {
      const ref = toRef(basename(dirname(path)))
      temporaryFiles.set(ref, { path, purpose })
      return ref
    },
    async done(ref) {
      const own = temporaryFiles.get(ref)
      temporaryFiles.delete(ref)
      if (own !== undefined) await rm(dirname(own.path), { recursive: true, force: true })
    },
    pick() {
      throw new Error('The browser host has no system dialog')
    },
    assertThere,
    async list(purpose) {
      await assertThere()
      const names = await readdir(folder)
      const fitting = names.filter((name) => isFileName(name) && hasExtensionFor(purpose, name))
      const entries = await Promise.all(fitting.map((name) => toEntry(name, wantedFor(purpose))))
      return entries
        .filter((entry) => entry !== undefined)
        .toSorted((a, b) => b.modifiedAtMs - a.modifiedAtMs || a.name.localeCompare(b.name))
    },
    async place(purpose: FilePurpose, typed: string) {
      const name = toFileName(withExtension(purpose, toFileName(typed)))
      await assertThere()
      const { found } = await resolve(name)
      if (isInTheWay(found, purpose)) throw new UserFacingError('place-taken', { name })
      return { ref: toRef(name), name, exists: found !== 'nothing' }
    },
    showFile: () => undefined,
    downloadLink(path) {
      const parts = relative(folder, path).split(sep)
      return isDownload(parts) ? `./download/${parts.map(encodeURIComponent).join('/')}` : null
    },
    async existing(ref) {
      if (!isDownload(ref.split('/'))) throw new UserFacingError('file-unknown')
      const { path, found } = await resolve(ref)
      if (found === 'nothing' && isFileName(ref)) throw new UserFacingError('file-not-found', { name: ref })
      if (found !== 'file') throw new UserFacingError('file-unknown')
      return path
    },
    async freeName(name) {
      await assertThere()
      const taken = new Set((await readdir(folder)).map(fold))
      const { name: stem, ext } = parse(name)
      for (let number = 1; ; number++) {
        const candidate = number === 1 ? name : `${stem} ${number}${ext}`
        if (!taken.has(fold(candidate))) return candidate
      }
    },
  }
}

/** Whether a name, or a folder and a name, can refer to a file that is offered for download. */
function isDownload(parts: readonly string[]): boolean {
  return parts.length <= 2 && parts.every(isFileName)
}

/** On some systems, names that differ only in case or normalization are the same file. */
function fold(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

function toRef(name: string): FileRef {
  return fileRefSchema.parse(name)
}
