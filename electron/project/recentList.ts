/**
 * The list of recent stories as it is shown: with titles and summaries that are up to date, although a file is opened for them
 * only where it was written since the list was told of it.
 */
import { statSync } from 'node:fs'
import type { Recent, RecentId } from '../../shared/ipc/views.ts'
import type { LexiconEntry } from '../../shared/story/records.ts'
import type { Drafts } from './drafts.ts'
import type { OpenProjects } from './openProjects.ts'
import type { Project } from './project.ts'
import { toRecent } from './recents.ts'
import type { RecentDescription, RecentEntry, RecentsStore } from './recents.ts'
import { outlineOf, readOutline } from './storySummary.ts'
import type { StoryOutline } from './storySummary.ts'

/** The most files that are read for one list; more of them come with the next. */
const MAX_READ = 20

export interface RecentList {
  /** Stories opened lately, newest first; every draft is among them. */
  list(): Recent[]
  /** Keeps what the list says of a project whose file was just closed. */
  closed(id: RecentId, project: Project): void
}

export interface RecentListOptions {
  readonly recents: RecentsStore
  readonly drafts: Pick<Drafts, 'removeSaved' | 'others'>
  readonly openProjects: Pick<OpenProjects, 'at'>
  /** The entries of the lexicon for all stories, as they are now. */
  readonly commonLexicon: () => readonly LexiconEntry[]
}

export function createRecentList(options: RecentListOptions): RecentList {
  const { recents, drafts, openProjects, commonLexicon } = options

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
    const read = new Map<RecentId, RecentDescription>()
    const entries = recents.list().map((entry) => {
      const open = openProjects.at(entry.path)
      if (open !== undefined) return { ...entry, ...outlineOfProject(open.project) }
      const told = read.size < MAX_READ ? readAgain(entry) : undefined
      if (told !== undefined) read.set(entry.id, told)
      return { ...entry, ...told }
    })
    recents.describe(read)
    return entries.map(toRecent)
  }

  /** What a closed file says that was written since the list was told of it, such as by a program that was killed; else undefined. */
  function readAgain({ path, title, writtenAtMs: knownMs }: RecentEntry): RecentDescription | undefined {
    const atMs = writtenAtMs(path)
    if (atMs === undefined || atMs === knownMs) return undefined
    const outline = readOutline(path, commonLexicon())
    // A file that cannot be read is not tried again until it is written again.
    return { ...(outline ?? { title, summary: undefined }), writtenAtMs: atMs }
  }

  return {
    list,
    closed(id, project) {
      recents.describe(
        new Map([[id, { ...outlineOfProject(project), writtenAtMs: writtenAtMs(project.path) }]]),
      )
    },
  }
}

function outlineOfProject(project: Project): StoryOutline {
  return outlineOf({ story: project.story(), takes: project.takes(), render: project.render() })
}

/** When a file was written last, in ms; undefined where there is no such file. */
function writtenAtMs(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs
}
