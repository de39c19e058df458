/**
 * Deleted drafts, which a writer can bring back for 30 days. They lie in a folder of the app, which is the truth about them: a
 * file's name tells when its draft was deleted.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DELETED_DRAFT_DAYS, deletedDraftIdSchema } from '../../shared/ipc/views.ts'
import type { DeletedDraft, DeletedDraftId } from '../../shared/ipc/views.ts'
import { PROJECT_EXTENSION } from '../../shared/files/fileTypes.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { renameDurably } from '../lib/files/atomicFile.ts'
import { openConnection } from './connection.ts'
import { filesOfDraft, readTitle } from './drafts.ts'

const KEPT_MS = DELETED_DRAFT_DAYS * 24 * 60 * 60 * 1000
/** When a draft was deleted, in ms, and the name that its file had. */
const BIN_NAME = /^deleted-(\d{1,16})-(.+)$/

export interface DraftBin {
  /** Moves a draft's files here; null where there is no such draft. Throws `project-locked` where it is open. */
  put(path: string): DeletedDraftId | null
  /** Newest first. Drafts that were deleted too long ago are then gone for good. */
  list(): readonly DeletedDraft[]
  /** Moves a draft's files back to where it was. Throws `deleted-draft-gone`. */
  restore(id: DeletedDraftId): void
  /** Deletes a draft for good; does nothing where it is gone. */
  remove(id: DeletedDraftId): void
}

/** The bin under the app's folder, of drafts that live in `draftsFolder`. */
export function createDraftBin(dataDir: string, draftsFolder: string, now: () => number): DraftBin {
  const folder = join(dataDir, 'discarded')

  /** The names of the drafts here. A draft that an earlier version put here has no time in its name, and gets it now. */
  function names(): DeletedDraftId[] {
    mkdirSync(folder, { recursive: true })
    const drafts = readdirSync(folder).filter((name) => name.endsWith(PROJECT_EXTENSION))
    return drafts.map((name) =>
      BIN_NAME.test(name) ? deletedDraftIdSchema.parse(name) : put(join(folder, name)),
    )
  }

  function put(path: string): DeletedDraftId {
    const id = deletedDraftIdSchema.parse(`deleted-${String(now())}-${basename(path)}`)
    mkdirSync(folder, { recursive: true })
    moveDraft(path, join(folder, id))
    return id
  }

  function remove(id: DeletedDraftId): void {
    if (!names().includes(id)) return
    for (const path of filesOfDraft(join(folder, id))) rmSync(path, { force: true })
  }

  return {
    put(path) {
      if (!filesOfDraft(path).includes(path)) return null
      assertUnused(path)
      return put(path)
    },
    list() {
      const drafts = names().map((id) => ({ id, deletedAtMs: Number(BIN_NAME.exec(id)?.[1]) }))
      const isKept = ({ deletedAtMs }: { readonly deletedAtMs: number }) => now() - deletedAtMs < KEPT_MS
      for (const draft of drafts) if (!isKept(draft)) remove(draft.id)
      return drafts
        .filter(isKept)
        .map((draft) => ({ ...draft, title: readTitle(join(folder, draft.id)) }))
        .sort((a, b) => b.deletedAtMs - a.deletedAtMs)
    },
    restore(id) {
      const name = names().includes(id) ? BIN_NAME.exec(id)?.[2] : undefined
      if (name === undefined) throw new UserFacingError('deleted-draft-gone')
      moveDraft(join(folder, id), join(draftsFolder, name))
    },
    remove,
  }
}

/** Moves a draft with the files beside it. */
function moveDraft(path: string, target: string): void {
  for (const file of filesOfDraft(path))
    renameDurably(file, join(dirname(target), basename(target) + file.slice(path.length)))
}

/** Throws `project-locked` where a story is open, here or elsewhere. A file that cannot be opened at all is not in use. */
function assertUnused(path: string): void {
  try {
    openConnection(path, () => undefined).connection.close()
  } catch (error) {
    if (error instanceof UserFacingError && error.code === 'project-locked') throw error
  }
}
