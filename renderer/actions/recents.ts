/** The lists of the welcome screen: removing, renaming and tagging stories, deleting and restoring drafts, and opening a story in another window. */
import {
  DELETED_DRAFT_DAYS,
  type DeletedDraft,
  MAX_TAG,
  MAX_TAGS,
  type Recent,
  type RecentId,
} from '../../shared/ipc/views.ts'
import type { App } from '../stores/app.ts'
import { refreshWelcome } from './projects.ts'

/** Removes a story from the list of recent stories. Its file stays, and the message offers to undo the removal. */
export async function removeFromList(app: App, { id: recentId }: Recent, title: string): Promise<void> {
  await app.bridge.call('recents:remove', { recentId })
  await refreshWelcome(app)
  app.note(
    'app.removedFromList',
    { title },
    {
      label: 'app.undoDelete',
      async run() {
        await app.bridge.call('recents:restore', { recentId })
        await refreshWelcome(app)
      },
    },
  )
}

/** Renames a story that is not open. */
export async function renameRecent(app: App, { id: recentId }: Recent, title: string): Promise<void> {
  await app.bridge.call('recents:rename', { recentId, title })
  await refreshWelcome(app)
}

/** Sets the tags of a story in the list, from what was typed. */
export async function tagRecent(app: App, { id: recentId }: Recent, typed: string): Promise<void> {
  await app.bridge.call('recents:setTags', { recentId, tags: parseTags(typed) })
  await refreshWelcome(app)
}

/** Reads tags that are separated by commas of any script, each of them once. */
export function parseTags(typed: string): string[] {
  const tags = new Map<string, string>()
  for (const part of typed.split(/[,;،、，；\n]/)) {
    const tag = part.trim().slice(0, MAX_TAG).trim()
    if (tag !== '' && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag)
  }
  return [...tags.values()].slice(0, MAX_TAGS)
}

/** Moves a draft to the deleted drafts. The message offers to undo it. */
export async function deleteDraft(app: App, { id: recentId }: Recent, title: string): Promise<void> {
  const { deletedId } = await app.bridge.call('drafts:delete', { recentId })
  await refreshWelcome(app)
  if (deletedId === null) return
  app.note(
    'app.draftDeleted',
    { title, days: DELETED_DRAFT_DAYS },
    {
      label: 'app.undoDelete',
      run: () => restoreDraft(app, deletedId),
    },
  )
}

/** Restores a deleted draft to the recent stories. */
export async function restoreDraft(app: App, deletedId: DeletedDraft['id']): Promise<void> {
  await app.bridge.call('drafts:restore', { deletedId })
  await refreshWelcome(app)
}

/** Permanently deletes a deleted draft. */
export async function deleteForGood(app: App, deletedId: DeletedDraft['id']): Promise<void> {
  await app.bridge.call('drafts:deleteForGood', { deletedId })
  await refreshWelcome(app)
}

/**
 * Opens another window, or another browser tab, with a story or the welcome page. A desktop window that already shows the story
 * comes to the front instead.
 */
export function openWindow(recentId?: RecentId): void {
  const address = new URL(window.location.href)
  address.hash = recentId ?? ''
  window.open(address.href, '_blank', 'noopener')
}
