/**
 * How a page refers to files without paths. A host issues references for files that the writer chose, each for one purpose, and accepts
 * only those: a compromised page can neither reach another file nor write to a file that was chosen for reading.
 */
import { randomBytes } from 'node:crypto'
import { fileTypeOf, type FilePurpose } from '../../../shared/files/fileTypes.ts'
import { fileRefSchema, takenPurposeSchema, type FileEntry, type FileRef } from '../../../shared/ipc/views.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { assertNotOpenHere } from './atomicFile.ts'

/** A path for a file that may not exist yet. */
export interface PlacedFile {
  readonly ref: FileRef
  readonly name: string
  readonly exists: boolean
}

/** The files that a host makes available to its page. */
export interface HostFiles {
  /** Who shows file dialogs: the system, or Fabula itself for one folder. */
  readonly picker: 'system' | 'own'
  /** The folder of Fabula's own dialog. */
  readonly folder: string | null
  /** The path of a reference. Throws `file-unknown` if it was not issued for this purpose. */
  pathOf(ref: FileRef, purpose: FilePurpose): Promise<string>
  /** Called when an uploaded file was copied and is no longer needed; the writer's own files are not deleted. */
  done(ref: FileRef): Promise<void>
  /** Asks the writer for a file, or for a folder with a voice, in the system's dialog; null if the writer cancels. */
  pick(purpose: FilePurpose, suggestedName: string): Promise<FileRef | null>
  /** The files of a purpose in the host's folder. */
  list(purpose: FilePurpose): Promise<FileEntry[]>
  /** A path in the host's folder for a name that the writer typed. */
  place(purpose: FilePurpose, name: string): Promise<PlacedFile>
  /** Shows one of the writer's files in the system's file manager; does nothing if the host's `picker` is not the system's. */
  showFile(path: string): void
  /** A link, relative to the page, that downloads a finished file; null if the host does not offer downloads. */
  downloadLink(path: string): string | null
}

/**
 * The files of a host, except open stories: closing such a file would release the story's lock. A story to be opened or written is checked,
 * under any name, by the code that opens stories.
 */
export function withoutOpenStories(files: HostFiles): HostFiles {
  return {
    ...files,
    async pathOf(ref, purpose) {
      const path = await files.pathOf(ref, purpose)
      const isStory = purpose === 'open' && fileTypeOf(path)?.story === 'project'
      if (!isStory && takenPurposeSchema.safeParse(purpose).success) assertNotOpenHere(path)
      return path
    },
  }
}

/** References to paths anywhere on the computer. */
export interface IssuedRefs {
  issue(path: string, purpose: FilePurpose): FileRef
  /** Throws `file-unknown` if the reference was not issued for this purpose. */
  pathOf(ref: FileRef, purpose: FilePurpose): string
}

/** Creates the references of one run; they are random, so that none can be guessed. */
export function createIssuedRefs(
  createToken: () => string = () => randomBytes(24).toString('base64url'),
): IssuedRefs {
  const issued = new Map<string, { readonly path: string; readonly purpose: FilePurpose }>()
  return {
    issue(path, purpose) {
      const ref = fileRefSchema.parse(createToken())
      issued.set(ref, { path, purpose })
      return ref
    },
    pathOf(ref, purpose) {
      const known = issued.get(ref)
      if (known?.purpose !== purpose) throw new UserFacingError('file-unknown')
      return known.path
    },
  }
}
