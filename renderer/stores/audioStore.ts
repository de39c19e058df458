import { createStore } from 'zustand/vanilla'
import type { ProjectId, RenderState, RenderView } from '../../shared/ipc/views.ts'
import type { BlockId } from '../../shared/story/records.ts'
import { takesByKey } from '../../shared/story/takes.ts'
import type { StoryRender, Take, TakesByKey } from '../../shared/story/takes.ts'

export interface AudioState {
  readonly takes: TakesByKey
  /** Every take, oldest first, for the lists of takes. */
  readonly allTakes: readonly Take[]
  readonly render: StoryRender | null
  readonly renderState: RenderState
  /** What was told last of the render of each project; the open project's is above. */
  readonly renderings: ReadonlyMap<ProjectId, RenderView>
  /** Blocks whose audio is being made. */
  readonly making: ReadonlySet<BlockId>
}

export type AudioStore = ReturnType<typeof createAudioStore>

export const NO_AUDIO: AudioState = {
  takes: new Map(),
  allTakes: [],
  render: null,
  renderState: { phase: 'idle' },
  renderings: new Map(),
  making: new Set(),
}

/** The project's audio and the conversion that is under way: never part of undo. */
export function createAudioStore() {
  return createStore<AudioState>(() => NO_AUDIO)
}

/** The state with what was told of a render. Something older than what is known already is ignored. */
export function withRendering(
  state: AudioState,
  view: RenderView,
  openId: ProjectId | undefined,
): AudioState {
  const known = state.renderings.get(view.projectId)
  const newest = known === undefined || known.revision < view.revision ? view : known
  const renderings = new Map(state.renderings).set(view.projectId, newest)
  if (view.projectId !== openId) return { ...state, renderings }
  return { ...state, renderings, render: newest.render, renderState: newest.state }
}

/** The state with more takes; takes that it has already are ignored. */
export function withTakes(state: AudioState, takes: readonly Take[]): AudioState {
  const known = new Set(state.allTakes.map((take) => take.id))
  const added = takes.filter((take) => !known.has(take.id))
  if (added.length === 0) return state
  const allTakes = [...state.allTakes, ...added]
  return { ...state, allTakes, takes: takesByKey(allTakes) }
}
