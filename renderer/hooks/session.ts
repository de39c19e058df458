/**
 * React's access to the session of the open story: its context, and hooks that read one store each. There are three ways to read the story.
 * `useStory` reads its current state, `useDeferredStory` a slightly older one, which keeps typing fast. Event handlers read it with
 * `storyOf(session)`, since the drawn state may lag behind. The hooks named `…IfOpen` are for components that are also drawn without a
 * story.
 */
import {
  createContext,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useSyncExternalStore,
} from 'react'
import { type StoreApi, useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import type { ProjectId } from '../../shared/ipc/views.ts'
import type { RenderState } from '../../shared/jobs/renderState.ts'
import type { CastStats, StoryCounts } from '../../shared/story/storyCounts.ts'
import type { Layout } from '../../shared/story/layout.ts'
import { areLocked } from '../../shared/story/locks.ts'
import {
  type Block,
  type BlockId,
  BUILT_IN_CONNECTION,
  type ChapterId,
  type CharacterId,
} from '../../shared/story/records.ts'
import { orderOf } from '../../shared/story/selectors.ts'
import type { Story } from '../../shared/story/story.ts'
import type { AudioState } from '../stores/audioStore.ts'
import { type BlockState, blockStateOf, blockStatesOf } from '../stores/blockState.ts'
import { type EditorState, nameNew } from '../stores/editorStore.ts'
import { renderOf } from '../stores/jobsStore.ts'
import type { PlaybackState } from '../stores/player.ts'
import type { Session } from '../stores/app.ts'
import type { StoryState } from '../stores/storyStore.ts'
import { castStatsOf, countsOf, layoutOf, type SpokenAudio } from '../stores/timing.ts'
import { useJobsState } from './app.ts'

/** The session around the component; null if no story is open. */
export const SessionContext = createContext<Session | null>(null)

/** The session, for components that are drawn only while a story is open. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('useSession needs an open story')
  return session
}

/** The session; null if no story is open. */
export function useOpenSession(): Session | null {
  return useContext(SessionContext)
}

/** The whole current story. The component is drawn again with every letter: a selection, or `useDeferredStory`, costs less. */
export function useStory(): Story
/**
 * A selection from the current story, for everything that a person writes in, and for small values. The component is drawn again only when
 * the selection changes; objects are compared by their fields.
 */
export function useStory<T>(select: (story: Story) => T): T
export function useStory(select: (story: Story) => unknown = (story) => story): unknown {
  return useStoryState(useShallow(({ story }) => select(story)))
}

/** The state of the open story besides its records: the location of its project, its history, and whether it is saved. */
export function useStoryState<T>(selector: (state: StoryState) => T): T {
  return useStore(useSession().story, selector)
}

/** Like `useStoryState`, and also for the story itself; undefined if no story is open. */
export function useStoryIfOpen<T>(selector: (state: StoryState) => T): T | undefined {
  return useIfOpen(useOpenSession()?.story, selector)
}

const NONE: readonly BlockId[] = []

/** The selected blocks; empty if no story is open. */
export function useSelectionIfOpen(): readonly BlockId[] {
  return useIfOpen(useOpenSession()?.editor, (state) => state.selection) ?? NONE
}

function useIfOpen<S, T>(
  store: Pick<StoreApi<S>, 'getState' | 'subscribe'> | undefined,
  selector: (state: S) => T,
): T | undefined {
  return useSyncExternalStore(
    useCallback((listener: () => void) => store?.subscribe(listener) ?? (() => undefined), [store]),
    () => (store === undefined ? undefined : selector(store.getState())),
  )
}

export function useAudioState<T>(selector: (state: AudioState) => T): T {
  return useStore(useSession().audio, selector)
}

export function useEditor<T>(selector: (state: EditorState) => T): T {
  return useStore(useSession().editor, selector)
}

export function usePlayback<T>(selector: (state: PlaybackState) => T): T {
  return useStore(useSession().playback, selector)
}

/** Which project is open. */
export function useProjectId(): ProjectId {
  return useStoryState(({ project }) => project.projectId)
}

/** Whether all selected blocks are locked; false if none is selected. */
export function useSelectionLocked(): boolean {
  const selection = useEditor((state) => state.selection)
  return useStory((story) => areLocked(story, selection))
}

/** The state of the open story's render. */
export function useRenderState(): RenderState {
  const projectId = useStoryIfOpen(({ project }) => project.projectId)
  return useJobsState(useShallow((state) => renderOf(state, projectId)))
}

/** Holds the story for `useDeferredStory`: `OpenStory` provides it. */
export const DeferredStoryContext = createContext<Story | null>(null)

/** The story for views without text fields. While the writer types, React updates them with lower priority. */
export function useDeferredStory(): Story {
  const story = useDeferredStoryIfOpen()
  if (story === null) throw new Error('useDeferredStory needs an open story')
  return story
}

/** Like `useDeferredStory`; null if no story is open. */
export function useDeferredStoryIfOpen(): Story | null {
  return useContext(DeferredStoryContext)
}

/**
 * The story for a list of its blocks: current once blocks or chapters were added, moved or removed, so that the next letter typed
 * goes into the right field; otherwise deferred.
 */
export function useOrderedStory(): Story {
  const deferred = useDeferredStory()
  return useStoryState(({ story }) => (orderOf(story) === orderOf(deferred) ? deferred : story))
}

/** The counts of the story, computed once for all views, and updated with lower priority while the writer types. */
export function useCounts(): StoryCounts {
  const story = useDeferredStory()
  return countsOf(story, useAudioState(useShallow(spokenAudio)))
}

/** What each member of the cast says, computed once for all views, and updated with lower priority while the writer types. */
export function useCastStats(): CastStats {
  const story = useDeferredStory()
  return castStatsOf(story, useAudioState(useShallow(spokenAudio)))
}

/** Whether the local voice speaks the open story: it costs nothing, so no credits are shown. */
export function useIsFree(): boolean {
  return useStoryIfOpen(({ story }) => story.info.connectionId) === BUILT_IN_CONNECTION
}

function spokenAudio({ takes, allTakes, render }: AudioState): SpokenAudio {
  return { takes, allTakes, render }
}

/** The layout of the story, computed once for all views, and updated with lower priority while the writer types. */
export function useLayout(): Layout {
  const story = useDeferredStory()
  const takes = useAudioState((state) => state.takes)
  return layoutOf(story, takes)
}

/** The state of a block's audio. The component is drawn again only when the state changes. */
export function useBlockState(block: Block): BlockState {
  const { story, audio, jobs } = useSession()
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [story, audio, jobs].map((store) => store.subscribe(listener))
      return () => {
        for (const stop of stops) stop()
      }
    },
    [story, audio, jobs],
  )
  const read = useShallow(() => {
    const { story: now, project } = story.getState()
    return blockStateOf(block, {
      story: now,
      projectId: project.projectId,
      audio: audio.getState(),
      jobs: jobs.getState().jobs,
    })
  })
  return useSyncExternalStore(subscribe, () => read(undefined))
}

/** The states of all blocks of the story, computed once for all views, and updated with lower priority while the writer types. */
export function useBlockStates(): ReadonlyMap<BlockId, BlockState> {
  const story = useDeferredStory()
  const projectId = useProjectId()
  const audio = useAudioState(
    useShallow(({ takes, allTakes, render, making }) => ({ takes, allTakes, render, making })),
  )
  const jobs = useJobsState((state) => state.jobs)
  return blockStatesOf({ story, projectId, audio, jobs })
}

/** A ref for the name field of a chapter or character. The name of a newly added one gets the focus and is selected. */
export function useNewName(id: ChapterId | CharacterId): RefObject<HTMLInputElement | null> {
  const { editor } = useSession()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (editor.getState().namingId !== id) return
    nameNew(editor, null)
    field.current?.focus()
    field.current?.select()
  }, [editor, id])
  return field
}
