/** React's access to the world: its context, and hooks that read one store each. */
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import type { ProjectId } from '../../shared/ipc/views.ts'
import type { RenderState } from '../../shared/jobs/renderState.ts'
import type { CastStats } from '../../shared/story/castStats.ts'
import type { Layout } from '../../shared/story/layout.ts'
import { areLocked } from '../../shared/story/locks.ts'
import { BUILT_IN_CONNECTION } from '../../shared/story/records.ts'
import type { Block, BlockId } from '../../shared/story/records.ts'
import type { StoryCounts } from '../../shared/story/storyCounts.ts'
import { orderOf } from '../../shared/story/selectors.ts'
import type { Story } from '../../shared/story/story.ts'
import type { AppState } from '../stores/appStore.ts'
import type { AudioState } from '../stores/audioStore.ts'
import { blockStateOf, blockStatesOf } from '../stores/blockState.ts'
import type { BlockState } from '../stores/blockState.ts'
import { renderOf } from '../stores/jobsStore.ts'
import type { JobsState } from '../stores/jobsStore.ts'
import type { PlaybackState } from '../stores/playbackStore.ts'
import type { OpenStory, StoryState } from '../stores/storyStore.ts'
import { castStatsOf, countsOf, layoutOf } from '../stores/timing.ts'
import type { SpokenAudio } from '../stores/timing.ts'
import type { ViewState } from '../stores/viewStore.ts'
import type { World } from '../stores/world.ts'

export const WorldContext = createContext<World | null>(null)

/** The world of the component's page. Throws outside a WorldContext. */
export function useWorld(): World {
  const world = useContext(WorldContext)
  if (world === null) throw new Error('useWorld needs a WorldContext around it')
  return world
}

/** Closes the dialog or the page that is open. */
export function useCloseDialog(): () => void {
  const { view } = useWorld()
  return useCallback(() => view.setState({ dialog: null }), [view])
}

export function useStoryState<T>(selector: (state: StoryState) => T): T {
  return useStore(useWorld().story, selector)
}

export function useAudioState<T>(selector: (state: AudioState) => T): T {
  return useStore(useWorld().audio, selector)
}

export function useViewState<T>(selector: (state: ViewState) => T): T {
  return useStore(useWorld().view, selector)
}

export function useAppState<T>(selector: (state: AppState) => T): T {
  return useStore(useWorld().app, selector)
}

export function useJobsState<T>(selector: (state: JobsState) => T): T {
  return useStore(useWorld().jobs, selector)
}

/** Whether all selected blocks are locked; false where none is selected. */
export function useSelectionLocked(): boolean {
  const selection = useViewState((state) => state.selection)
  return useStoryState(({ open }) => open !== null && areLocked(open.story, selection))
}

/** How the render of the open story is. */
export function useRenderState(): RenderState {
  const projectId = useStoryState((state) => state.open?.project.projectId)
  return useJobsState(useShallow((state) => renderOf(state, projectId)))
}

export function usePlayback<T>(selector: (state: PlaybackState) => T): T {
  return useStore(useWorld().playback, selector)
}

/** The open story. Throws where no story is open: for components that are drawn only while a story is open. */
export function useOpenStory(): OpenStory {
  const open = useStoryState((state) => state.open)
  if (open === null) throw new Error('No story is open')
  return open
}

/** Which project is open. */
export function useOpenProjectId(): ProjectId {
  const projectId = useStoryState((state) => state.open?.project.projectId)
  if (projectId === undefined) throw new Error('No story is open')
  return projectId
}

/** The records of the open story. */
export function useStory(): Story {
  return useOpenStory().story
}

/** A selection from the open story. The component is drawn again only when the selection changes; objects are compared by their fields. */
export function useOfStory<T>(select: (story: Story) => T): T {
  return useStoryState(
    useShallow((state) => {
      if (state.open === null) throw new Error('No story is open')
      return select(state.open.story)
    }),
  )
}

/** The open story as views without text fields show it; null where none is open. */
export const DeferredStoryContext = createContext<Story | null>(null)

/** The open story for views without text fields. While the writer types, React updates them with lower priority. */
export function useDeferredStory(): Story {
  const story = useContext(DeferredStoryContext)
  if (story === null) throw new Error('No story is open')
  return story
}

/**
 * The open story for a list of its blocks: as it is once blocks or chapters were added, moved or taken away, so that what is
 * typed next goes into the right field; else deferred.
 */
export function useOrderedStory(): Story {
  const deferred = useDeferredStory()
  return useStoryState(({ open }) =>
    open === null || orderOf(open.story) === orderOf(deferred) ? deferred : open.story,
  )
}

/** The counts of the open story, computed once for all views, and updated with lower priority while the writer types. */
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
  return useStoryState((state) => state.open?.story.info.connectionId === BUILT_IN_CONNECTION)
}

function spokenAudio({ takes, allTakes, render }: AudioState): SpokenAudio {
  return { takes, allTakes, render }
}

/** The layout of the open story, computed once for all views, and updated with lower priority while the writer types. */
export function useLayout(): Layout {
  const story = useDeferredStory()
  const takes = useAudioState((state) => state.takes)
  return layoutOf(story, takes)
}

/** The state of a block's audio. The component is drawn again only when the state changes. */
export function useBlockState(block: Block): BlockState {
  const { story, audio, jobs } = useWorld()
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
    const open = story.getState().open
    if (open === null) throw new Error('No story is open')
    const { projectId } = open.project
    return blockStateOf(block, {
      story: open.story,
      projectId,
      audio: audio.getState(),
      jobs: jobs.getState().jobs,
    })
  })
  return useSyncExternalStore(subscribe, () => read(undefined))
}

/** The states of all blocks of the open story, worked out once for all views, and updated with lower priority while the writer types. */
export function useBlockStates(): ReadonlyMap<BlockId, BlockState> {
  const story = useDeferredStory()
  const projectId = useOpenProjectId()
  const audio = useAudioState(
    useShallow(({ takes, allTakes, render, making }) => ({ takes, allTakes, render, making })),
  )
  const jobs = useJobsState((state) => state.jobs)
  return blockStatesOf({ story, projectId, audio, jobs })
}
