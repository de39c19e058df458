import { createStore } from 'zustand/vanilla'
import type { ProjectId, RecentId } from '../../shared/ipc/views.ts'
import { EMPTY_HISTORY, type History, type Step } from '../../shared/story/history.ts'
import type { Story } from '../../shared/story/story.ts'

/** The open project, except the story itself. */
export interface StoryProject {
  readonly projectId: ProjectId
  readonly recentId: RecentId
  /** Null for a draft, which has no file of its own yet. */
  readonly location: string | null
  readonly fileName: string | null
}

export interface StoryState {
  readonly project: StoryProject
  readonly story: Story
  readonly history: History
  readonly saving: 'saved' | 'saving' | 'error'
}

export type StoryStore = ReturnType<typeof createStoryStore>

/** A story with its history, shared by all views. */
export function createStoryStore(project: StoryProject, story: Story) {
  return createStore<StoryState>(() => ({ project, story, history: EMPTY_HISTORY, saving: 'saved' }))
}

/** Shows the story after an edit, an undo or a redo, which is not on disk yet. */
export function takeStep(store: StoryStore, { story, history }: Step): void {
  store.setState({ story, history, saving: 'saving' })
}
