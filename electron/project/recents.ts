/** The list of recently opened stories: a convenience, never the only way to a story. */
import { homedir } from 'node:os'
import { basename, join, sep } from 'node:path'
import { existsSync, statSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import {
  type Recent,
  type RecentId,
  recentIdSchema,
  storySummarySchema,
  tagsSchema,
} from '../../shared/ipc/views.ts'
import { keepAside, readJsonFile, updateJsonFile } from '../lib/files/jsonFile.ts'
import type { LexiconEntry } from '../../shared/story/records.ts'
import { type Drafts, readTitle } from './drafts.ts'
import type { OpenProjects } from './openProjects.ts'
import type { Project } from './project.ts'
import { outlineOf, type OutlineReader, type StoryOutline } from './outlineReader.ts'

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

type RecentEntry = z.infer<typeof entrySchema>
type RecentDescription = Pick<RecentEntry, 'title' | 'summary' | 'writtenAtMs'>

/** Older entries of stories with their own files are dropped; drafts can only be found here, so they stay. */
const MAX_FILES = 50

type RecentsStore = ReturnType<typeof createRecentsStore>

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
function toRecent(entry: RecentEntry): Recent {
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

/**
 * The list of recent stories as shown, with the stored summaries. A file written after its summary was taken is read
 * again, in a thread, so that the list appears at once.
 */
interface RecentListOptions {
  readonly recents: RecentsStore
  readonly drafts: Pick<Drafts, 'removeSaved' | 'others'>
  readonly openProjects: Pick<OpenProjects, 'at'>
  /** The entries of the lexicon for all stories, as they are now. */
  readonly commonLexicon: () => readonly LexiconEntry[]
  readonly outlines: Pick<OutlineReader, 'read'>
}

export type RecentList = ReturnType<typeof createRecentList>

export function createRecentList(options: RecentListOptions) {
  const { recents, drafts, openProjects, commonLexicon, outlines } = options
  /** The modification times, in ms, of the files read or being read in this run. */
  const read = new Map<RecentId, number>()

  /** Recently opened stories, newest first; every draft is among them. */
  function list(): Recent[] {
    drafts.removeSaved(recents.list())
    const known = recents.list()
    for (const draft of drafts.others(new Set(known.map((entry) => entry.path)))) {
      recents.remember({
        path: draft.path,
        title: draft.title,
        openedAtMs: draft.modifiedAtMs,
        isDraft: true,
      })
    }
    const entries = recents.list().map((entry) => {
      const open = openProjects.at(entry.path)
      if (open !== undefined) return { ...entry, ...outlineOfProject(open.project) }
      const atMs = writtenAtMs(entry.path)
      if (atMs === undefined || atMs === entry.writtenAtMs) return entry
      // Reading the title is quick, whatever is in the story.
      return { ...entry, title: readTitle(entry.path) || entry.title }
    })
    return entries.map(toRecent)
  }

  async function readEntry(entry: RecentEntry): Promise<boolean> {
    const { id, path, title, summary } = entry
    const atMs = writtenAtMs(path)
    if (atMs === undefined || atMs === entry.writtenAtMs || atMs === read.get(id)) return false
    if (openProjects.at(path) !== undefined) return false
    read.set(id, atMs)
    const outline = await outlines.read({ path, commonLexicon: commonLexicon() })
    if (openProjects.at(path) !== undefined) return false
    const told = { ...(outline ?? { title, summary: undefined }), writtenAtMs: atMs }
    recents.describe(new Map([[id, told]]))
    return told.title !== title || !isDeepStrictEqual(told.summary, summary)
  }

  return {
    list,
    /**
     * Updates the titles and summaries of closed stories that were written since the list last read them, for example by a program that
     * was killed. Calls `onRead` after each change. A file that cannot be read, or takes too long, is not tried
     * again until it is written again.
     */
    async readAgain(onRead: () => void): Promise<void> {
      // Files not yet read when the reader is closed are read in the next run.
      await Promise.allSettled(
        recents.list().map(async (entry) => {
          if (await readEntry(entry)) onRead()
        }),
      )
    },
    /** Stores the summary of a project whose file was just closed. */
    closed(id: RecentId, project: Project): void {
      recents.describe(
        new Map([[id, { ...outlineOfProject(project), writtenAtMs: writtenAtMs(project.path) }]]),
      )
    },
  }
}

function outlineOfProject(project: Project): StoryOutline {
  return outlineOf({ story: project.story(), takes: project.takes(), render: project.render() })
}

/** The modification time of a file, in ms; undefined if there is no such file. */
function writtenAtMs(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs
}
