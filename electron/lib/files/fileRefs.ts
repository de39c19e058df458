/**
 * How a page speaks of files without naming paths. A host hands out references for what the writer chose, each for one
 * purpose, and only those can be handed back: a page that went wrong can neither reach another file nor write to one
 * that was chosen for reading.
 */
import { randomBytes } from 'node:crypto'
import { fileTypeOf, type FilePurpose } from '../../../shared/files/fileTypes.ts'
import { fileRefSchema, takenPurposeSchema, type FileEntry, type FileRef } from '../../../shared/ipc/views.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { assertNotOpenHere } from './atomicFile.ts'

/** A place for a file that may not be there yet. */
export interface PlacedFile {
  readonly ref: FileRef
  readonly name: string
  readonly exists: boolean
}

/** The files that a host lets its page speak of. */
export interface HostFiles {
  /** Who shows file dialogs: the system, or Fabula itself over one folder. */
  readonly picker: 'system' | 'own'
  /** The folder of Fabula's own dialog. */
  readonly folder: string | null
  /** The path behind a reference. Throws `file-unknown` if it was not given out for this purpose. */
  pathOf(ref: FileRef, purpose: FilePurpose): Promise<string>
  /** What was handed in only to be taken over is not needed any more; files of the writer stay where they are. */
  done(ref: FileRef): Promise<void>
  /** Asks the writer for a file, or for a folder with a voice, by the system's dialog; null if they think better of it. */
  pick(purpose: FilePurpose, suggestedName: string): Promise<FileRef | null>
  /** The files of a purpose in the host's folder. */
  list(purpose: FilePurpose): Promise<FileEntry[]>
  /** A place in the host's folder for a name that the writer typed. */
  place(purpose: FilePurpose, name: string): Promise<PlacedFile>
  /** Shows a file of the writer's in the system's file manager; does nothing if the host has none (its `picker` is not the system's). */
  showFile(path: string): void
  /** A link, relative to the page, that downloads a finished file; null if the host serves none. */
  downloadLink(path: string): string | null
}

/**
 * The files of a host, but none that is open as a story: whoever closed it would end the story's lock. A story that is to be opened
 * or written, under any name, is known to be open by whoever opens stories.
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

/** References for paths anywhere on the machine. */
export interface IssuedRefs {
  issue(path: string, purpose: FilePurpose): FileRef
  /** Throws `file-unknown` if the reference was not issued for this purpose. */
  pathOf(ref: FileRef, purpose: FilePurpose): string
}

/** Keeps the references of one run: random, so that none can be guessed. */
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
