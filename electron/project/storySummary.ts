/** The summary of a story in the list of recent stories, and reading it from a closed file. */
import { DatabaseSync } from 'node:sqlite'
import type { StorySummary } from '../../shared/ipc/views.ts'
import { layout } from '../../shared/story/layout.ts'
import type { LexiconEntry } from '../../shared/story/records.ts'
import { countStory } from '../../shared/story/storyCounts.ts'
import { blocksOf } from '../../shared/story/selectors.ts'
import { withCommonLexicon } from '../../shared/story/story.ts'
import { isCurrentRender, indexTakes } from '../../shared/story/takes.ts'
import { readUserVersion } from '../lib/sqlite/sqlite.ts'
import { readStoryAndTakes, type ProjectState } from './readProject.ts'

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
