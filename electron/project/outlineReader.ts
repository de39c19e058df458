/** The outlines of stories in the list of recent stories, read from their files in threads: the list does not wait for any of them. */
import { DatabaseSync } from 'node:sqlite'
import type { LexiconEntry } from '../../shared/story/records.ts'
import { runThread } from '../lib/runThread.ts'
import { createInTurn } from '../lib/turns.ts'
import type { StorySummary } from '../../shared/ipc/views.ts'
import { layout } from '../../shared/story/layout.ts'
import { countStory } from '../../shared/story/storyCounts.ts'
import { blocksOf } from '../../shared/story/selectors.ts'
import { withCommonLexicon } from '../../shared/story/story.ts'
import { indexTakes, isCurrentRender } from '../../shared/story/takes.ts'
import { readUserVersion } from '../lib/sqlite/sqlite.ts'
import { type ProjectState, readStoryAndTakes } from './readProject.ts'

/** A story's title and summary. */
export interface StoryOutline {
  readonly title: string
  readonly summary: StorySummary
}

const FIRST_CHARACTERS = 160

/** The title and the summary of a story with its audio. */
export function outlineOf({ story, takes, render }: ProjectState): StoryOutline {
  const index = indexTakes(takes)
  const made = new Set(takes.map(({ blockId }) => blockId))
  const { blocks, changed, notMade } = countStory(story, index, (id) => render !== null || made.has(id))
  const isWhole = isCurrentRender(story, render, index)
  const first = blocksOf(story).find(({ text }) => text.trim() !== '')?.text ?? ''
  return {
    title: story.info.title,
    summary: {
      lengthMs: layout(story, index).totalMs,
      chapters: story.sequence.filter(({ type }) => type === 'chapter').length,
      blocks,
      changed: isWhole ? 0 : changed,
      notMade: isWhole ? 0 : notMade,
      firstWords: Array.from(first.trim().replaceAll(/\s+/g, ' ')).slice(0, FIRST_CHARACTERS).join(''),
    },
  }
}

/**
 * The title and the summary of a story whose file is not open here, spoken with the entries of the lexicon for all stories;
 * undefined if they cannot be read without writing to the file.
 */
export function readOutline(path: string, commonLexicon: readonly LexiconEntry[]): StoryOutline | undefined {
  try {
    const db = new DatabaseSync(path, { readOnly: true })
    try {
      const state = readStoryAndTakes({ db, formatVersion: readUserVersion(db) })
      return outlineOf({ ...state, story: withCommonLexicon(state.story, commonLexicon) })
    } finally {
      db.close()
    }
  } catch {
    return undefined
  }
}

export interface OutlineJob {
  readonly path: string
  readonly commonLexicon: readonly LexiconEntry[]
}

export interface OutlineAnswer {
  readonly outline: StoryOutline | undefined
}

interface OutlineReaderOptions {
  readonly workerUrl?: URL | undefined
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 10_000
/** Two, so that a slow story does not hold up the others. */
const AT_ONCE = 2
const LIMITS = { resourceLimits: { maxOldGenerationSizeMb: 1024 } }

export type OutlineReader = ReturnType<typeof createOutlineReader>

export function createOutlineReader(options: OutlineReaderOptions = {}) {
  const { workerUrl = new URL('./outlineWorker.ts', import.meta.url), timeoutMs = TIMEOUT_MS } = options
  const closed = new AbortController()
  const inTurn = createInTurn(() => AT_ONCE)

  async function readInThread(job: OutlineJob): Promise<StoryOutline | undefined> {
    closed.signal.throwIfAborted()
    try {
      const { outline } = await runThread<OutlineAnswer, OutlineAnswer>({
        workerUrl,
        job,
        signal: AbortSignal.any([closed.signal, AbortSignal.timeout(timeoutMs)]),
        limits: LIMITS,
        onMessage: (answer) => answer,
      })
      return outline
    } catch {
      closed.signal.throwIfAborted()
      return undefined
    }
  }

  return {
    /**
     * The outline of a story in a file that is not open here; undefined if it cannot be read, or takes too much time or memory. Rejects
     * when the reader is closed.
     */
    read: (job: OutlineJob): Promise<StoryOutline | undefined> => inTurn('outline', () => readInThread(job)),
    /** Stops reading. */
    close: (): void => closed.abort(),
  }
}
