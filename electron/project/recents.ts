/** The list of stories opened lately: a convenience that lives beside the app, never the only way to a story. */
import { homedir } from 'node:os'
import { basename, join, sep } from 'node:path'
import { existsSync } from 'node:fs'
import * as z from 'zod'
import { recentIdSchema, storySummarySchema, type Recent, type RecentId } from '../../shared/ipc/views.ts'
import { keepAside, readJsonFile, updateJsonFile } from '../lib/files/jsonFile.ts'

const entrySchema = z.object({
  id: recentIdSchema,
  path: z.string().min(1),
  title: z.string(),
  openedAtMs: z.number(),
  isDraft: z.boolean(),
  /** The path of the draft that this file was saved from: of no use any more, and removed where it is still there. */
  savedDraft: z.string().min(1).optional(),
  summary: storySummarySchema.optional().catch(undefined),
  /** When the file was written last, in ms, as its title and summary were taken from it. */
  writtenAtMs: z.number().optional().catch(undefined),
})
const fileSchema = z.object({ version: z.literal(1), recents: z.array(z.unknown()) })

export type RecentEntry = z.infer<typeof entrySchema>
export type RecentDescription = Pick<RecentEntry, 'title' | 'summary' | 'writtenAtMs'>

/** Older entries of stories with a file of their own are dropped; drafts are only to be found here, and stay. */
const MAX_FILES = 50

export type RecentsStore = ReturnType<typeof createRecentsStore>

/** The store over `recents.json` in the app's folder. It is read anew each time: several hosts may use one folder. */
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

  /** `update` gives undefined to leave the list as it is. */
  function change(update: (entries: readonly RecentEntry[]) => readonly RecentEntry[] | undefined): void {
    try {
      updateJsonFile(path, (stored) => {
        const entries = update(read(stored))
        if (entries === undefined) return undefined
        const files = entries.filter((entry) => !entry.isDraft).slice(0, MAX_FILES)
        return { version: 1, recents: entries.filter((entry) => entry.isDraft || files.includes(entry)) }
      })
    } catch {
      // A story opens and closes all the same; drafts are found again by looking into their folder.
    }
  }

  return {
    list,
    find: (id: RecentId): RecentEntry | undefined => list().find((entry) => entry.id === id),
    /** Puts a story first in the list; a path keeps its id and its `savedDraft`, and is no `savedDraft` itself any more. */
    remember(story: Omit<RecentEntry, 'id'>): RecentEntry {
      let entry: RecentEntry = { ...story, id: recentIdSchema.parse(createId()) }
      change((entries) => {
        const known = entries.find(({ path }) => path === story.path)
        const { id, savedDraft, summary, writtenAtMs } = known ?? entry
        entry = { summary, writtenAtMs, ...entry, id, savedDraft: story.savedDraft ?? savedDraft }
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
    /** Brings titles and summaries up to date, where the stories are still in the list. */
    describe(told: ReadonlyMap<RecentId, RecentDescription>): void {
      if (told.size === 0) return
      change((entries) =>
        entries.some(({ id }) => told.has(id))
          ? entries.map((entry) => ({ ...entry, ...told.get(entry.id) }))
          : undefined,
      )
    },
    forget(id: RecentId): void {
      change((entries) => {
        const entry = entries.find((other) => other.id === id)
        if (entry === undefined) return undefined
        forgotten.set(id, entry)
        return entries.filter((other) => other !== entry)
      })
    },
    /** Takes back what `forget` did in this run of the program. */
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
  }
}

/** A path as the writer would say it: with `~` for the home folder. */
export function formatLocation(path: string, home: string = homedir()): string {
  return path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path
}
