/**
 * The list of recent stories as shown, with the stored summaries. A file written after its summary was taken is read
 * again, in a thread, so that the list appears at once.
 */
import { statSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { Recent, RecentId } from '../../shared/ipc/views.ts'
import type { LexiconEntry } from '../../shared/story/records.ts'
import { readTitle, type Drafts } from './drafts.ts'
import type { OpenProjects } from './openProjects.ts'
import type { Project } from './project.ts'
import type { OutlineReader } from './outlineReader.ts'
import { toRecent, type RecentEntry, type RecentsStore } from './recents.ts'
import { outlineOf, type StoryOutline } from './storySummary.ts'

export interface RecentListOptions {
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
