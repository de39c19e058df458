/** The list of recently opened stories: a convenience, never the only way to a story. */
import { homedir } from 'node:os'
import { basename, join, sep } from 'node:path'
import { existsSync } from 'node:fs'
import * as z from 'zod'
import {
  recentIdSchema,
  storySummarySchema,
  tagsSchema,
  type Recent,
  type RecentId,
} from '../../shared/ipc/views.ts'
import { keepAside, readJsonFile, updateJsonFile } from '../lib/files/jsonFile.ts'

const entrySchema = z.object({
  id: recentIdSchema,
  path: z.string().min(1),
  title: z.string(),
  openedAtMs: z.number(),
  isDraft: z.boolean(),
  /** The path of the draft that this file was saved from: no longer needed, and removed if it still exists. */
  savedDraft: z.string().min(1).optional(),
  summary: storySummarySchema.optional().catch(undefined),
  tags: tagsSchema.optional().catch(undefined),
  /** The modification time of the file, in ms, when its title and summary were read. */
  writtenAtMs: z.number().optional().catch(undefined),
})
const fileSchema = z.object({ version: z.literal(1), recents: z.array(z.unknown()) })

export type RecentEntry = z.infer<typeof entrySchema>
export type RecentDescription = Pick<RecentEntry, 'title' | 'summary' | 'writtenAtMs'>

/** Older entries of stories with their own files are dropped; drafts can only be found here, so they stay. */
const MAX_FILES = 50

export type RecentsStore = ReturnType<typeof createRecentsStore>

/** The store over `recents.json` in the app's folder. It is read again each time, because several hosts may use one folder. */
export function createRecentsStore(dataDir: string, createId: () => string) {
  const path = join(dataDir, 'recents.json')

  function read(content: unknown): readonly RecentEntry[] {
    if (content === undefined) return []
    const file = fileSchema.safeParse(content)
    const stored = file.success ? file.data.recents : []
    const entries = stored.flatMap((value) => entrySchema.safeParse(value).data ?? [])
    if (!file.success || entries.length < stored.length) keepAside(path)
    return entries.sort((a, b) => b.openedAtMs - a.openedAtMs)
  }

  /** Newest first. */
  const list = () => read(readJsonFile(path))
  const forgotten = new Map<RecentId, RecentEntry>()

  /** `update` returns undefined to leave the list unchanged. */
  function change(update: (entries: readonly RecentEntry[]) => readonly RecentEntry[] | undefined): void {
    try {
      updateJsonFile(path, (stored) => {
        const entries = update(read(stored))
        if (entries === undefined) return undefined
        const files = entries.filter((entry) => !entry.isDraft).slice(0, MAX_FILES)
        return { version: 1, recents: entries.filter((entry) => entry.isDraft || files.includes(entry)) }
      })
    } catch {
      // Stories still open and close; drafts are found again in their folder.
    }
  }

  return {
    list,
    find: (id: RecentId): RecentEntry | undefined => list().find((entry) => entry.id === id),
    /**
     * Puts a story first in the list; a path keeps its id, tags and `savedDraft`, and is itself no longer a `savedDraft`. A file
     * that a draft was saved to has the tags of the draft.
     */
    remember(story: Omit<RecentEntry, 'id'>): RecentEntry {
      let entry: RecentEntry = { ...story, id: recentIdSchema.parse(createId()) }
      change((entries) => {
        const known = entries.find(({ path }) => path === story.path)
        const { id, savedDraft, summary, writtenAtMs } = known ?? entry
        const { tags } = known ?? entries.find(({ path }) => path === story.savedDraft) ?? entry
        entry = { summary, writtenAtMs, tags, ...entry, id, savedDraft: story.savedDraft ?? savedDraft }
        const others = entries.filter(({ path }) => path !== story.path && path !== story.savedDraft)
        return [
          entry,
          ...others.map((other) =>
            other.savedDraft === story.path ? { ...other, savedDraft: undefined } : other,
          ),
        ]
      })
      return entry
    },
    /** Updates titles and summaries of stories that are still in the list. */
    describe(told: ReadonlyMap<RecentId, RecentDescription>): void {
      if (told.size === 0) return
      change((entries) =>
        entries.some(({ id }) => told.has(id))
          ? entries.map((entry) => ({ ...entry, ...told.get(entry.id) }))
          : undefined,
      )
    },
    setTags(id: RecentId, tags: readonly string[]): void {
      change((entries) => entries.map((entry) => (entry.id === id ? { ...entry, tags: [...tags] } : entry)))
    },
    forget(id: RecentId): void {
      change((entries) => {
        const entry = entries.find((other) => other.id === id)
        if (entry === undefined) return undefined
        forgotten.set(id, entry)
        return entries.filter((other) => other !== entry)
      })
    },
    /** Undoes a `forget` of this run of the program. */
    restore(id: RecentId): void {
      const entry = forgotten.get(id)
      if (entry === undefined) return
      change((entries) => (entries.some(({ path }) => path === entry.path) ? undefined : [...entries, entry]))
    },
  }
}

/** An entry as the welcome screen shows it. */
export function toRecent(entry: RecentEntry): Recent {
  return {
    id: entry.id,
    title: entry.title === '' && !entry.isDraft ? basename(entry.path) : entry.title,
    location: entry.isDraft ? null : formatLocation(entry.path),
    openedAtMs: entry.openedAtMs,
    isDraft: entry.isDraft,
    exists: existsSync(entry.path),
    summary: entry.summary ?? null,
    tags: entry.tags ?? [],
  }
}

/** A readable path: with `~` for the home folder. */
export function formatLocation(path: string, home: string = homedir()): string {
  return path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path
}
