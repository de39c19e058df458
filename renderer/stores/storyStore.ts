import { createStore } from 'zustand/vanilla'
import type { ProjectId, RecentId } from '../../shared/ipc/views.ts'
import { EMPTY_HISTORY } from '../../shared/story/history.ts'
import type { History, Step } from '../../shared/story/history.ts'
import type { Story } from '../../shared/story/story.ts'

/** The open project, as far as it is not the story itself. */
export interface StoryProject {
  readonly projectId: ProjectId
  readonly recentId: RecentId
  /** Null for a draft that has no file of its own yet. */
  readonly location: string | null
  readonly fileName: string | null
}

export interface OpenStory {
  /** Aborted when the page shows this story no longer, or opens it again. It stays the same through every edit. */
  readonly session: AbortController
  readonly project: StoryProject
  readonly story: Story
  readonly history: History
}

export interface StoryState {
  /** Null on the welcome screen. */
  readonly open: OpenStory | null
  readonly saving: 'saved' | 'saving' | 'error'
}

export type StoryStore = ReturnType<typeof createStoryStore>

/** The story with its history: saved, undone, and the same for every view. */
export function createStoryStore() {
  const store = createStore<StoryState>(() => ({ open: null, saving: 'saved' }))
  store.subscribe(({ open }, { open: before }) => {
    if (open?.session !== before?.session) before?.session.abort()
  })
  return store
}

/** The store's state after an edit, an undo or a redo, which is not on disk yet. */
export function steppedStory(open: OpenStory, { story, history }: Step): StoryState {
  return { open: { ...open, story, history }, saving: 'saving' }
}

/** What opening a project starts with. */
export function openedStory(project: StoryProject, story: Story): OpenStory {
  return { session: new AbortController(), project, story, history: EMPTY_HISTORY }
}
