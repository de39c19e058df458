/**
 * Everything that an intention needs, in one value made by the composition root: the bridge, the stores, the player, and
 * sources of ids and time. Components read it from context; actions take it as an argument; tests build a fresh one.
 */
import { createContext, useContext, useDeferredValue } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import type { MessageParams } from '../../shared/lib/userFacingError.ts'
import type { Change } from '../../shared/story/changes.ts'
import type { BlockId, ChapterId, CharacterId } from '../../shared/story/records.ts'
import type { Layout } from '../../shared/story/layout.ts'
import type { StoryCounts } from '../../shared/story/renderPlan.ts'
import type { Story } from '../../shared/story/story.ts'
import type { Player } from '../audio/player.ts'
import type { PeaksCache } from '../audio/peaksCache.ts'
import type { Bridge } from '../bridge/bridge.ts'
import type { AppState, AppStore } from './appStore.ts'
import type { AudioState, AudioStore } from './audioStore.ts'
import type { DocumentsState, DocumentsStore } from './documentsStore.ts'
import type { PlaybackState, PlaybackStore } from './playbackStore.ts'
import type { Saver } from './saver.ts'
import type { OpenStory, StoryState, StoryStore } from './storyStore.ts'
import { countsOf, isHeardWhole, layoutOf } from './timing.ts'
import type { SpokenAudio } from './timing.ts'
import type { VibesStore } from './vibesStore.ts'
import type { ViewState, ViewStore } from './viewStore.ts'

export interface World {
  readonly bridge: Bridge
  readonly story: StoryStore
  readonly audio: AudioStore
  readonly view: ViewStore
  readonly vibes: VibesStore
  readonly documents: DocumentsStore
  readonly app: AppStore
  readonly playback: PlaybackStore
  readonly saver: Saver
  readonly player: Player
  readonly peaks: PeaksCache
  readonly newBlockId: () => BlockId
  readonly newChapterId: () => ChapterId
  readonly newCharacterId: () => CharacterId
  readonly now: () => number
  /** Does an edit: seen at once, in the undo list under `label` (an i18n key), on disk a moment later. */
  edit(label: string, change: Change, coalesceKey?: string): void
  /** Shows an error to the writer; what is no UserFacingError is shown as an unexpected one. */
  report(error: unknown): void
  /** Says something that went well, on screen for a while and to a screen reader. */
  note(message: string, params?: MessageParams): void
  /** Tells a screen reader only. */
  announce(message: string, params?: MessageParams): void
}

export const WorldContext = createContext<World | null>(null)

/** The world that this component lives in. */
export function useWorld(): World {
  const world = useContext(WorldContext)
  if (world === null) throw new Error('useWorld needs a WorldContext around it')
  return world
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

export function useDocumentsState<T>(selector: (state: DocumentsState) => T): T {
  return useStore(useWorld().documents, selector)
}

export function usePlayback<T>(selector: (state: PlaybackState) => T): T {
  return useStore(useWorld().playback, selector)
}

/** The open story; for components that are only drawn while one is open. */
export function useOpenStory(): OpenStory {
  const open = useStoryState((state) => state.open)
  if (open === null) throw new Error('No story is open')
  return open
}

/** The records of the open story. */
export function useStory(): Story {
  return useOpenStory().story
}

/** Something of the open story; the component is drawn again only when that changed (objects are compared by their fields). */
export function useOfStory<T>(select: (story: Story) => T): T {
  return useStoryState(
    useShallow((state) => {
      if (state.open === null) throw new Error('No story is open')
      return select(state.open.story)
    }),
  )
}

/** The open story for views that are not typed into: while the writer types, they follow when there is time. */
export function useDeferredStory(): Story {
  return useDeferredValue(useStory())
}

/** The counts of the open story, shared by all views; while the writer types, they follow when there is time. */
export function useCounts(): StoryCounts {
  const story = useDeferredStory()
  return countsOf(story, useAudioState(useShallow(spokenAudio)))
}

/** Whether the open story is heard as one render, whose service told no places of blocks. */
export function useIsHeardWhole(): boolean {
  const story = useDeferredStory()
  return isHeardWhole(story, useAudioState(useShallow(spokenAudio)))
}

function spokenAudio({ takes, allTakes, render }: AudioState): SpokenAudio {
  return { takes, allTakes, render }
}

/** The timing of the open story, shared by all views; while the writer types, it follows when there is time. */
export function useLayout(): Layout {
  const story = useDeferredStory()
  const takes = useAudioState((state) => state.takes)
  return layoutOf(story, takes)
}
