import { createStore } from 'zustand/vanilla'
import type { EventPayload } from '../../shared/ipc/contract.ts'
import type { BlockId } from '../../shared/story/records.ts'
import { indexTakes, type StoryRender, type Take, type TakeIndex } from '../../shared/story/takes.ts'
import type { PendingDeletes } from './pendingDeletes.ts'

export interface AudioState {
  readonly takes: TakeIndex
  /** Every take, oldest first, for the lists of takes. */
  readonly allTakes: readonly Take[]
  readonly render: StoryRender | null
  /** Blocks being rendered. */
  readonly making: ReadonlySet<BlockId>
  /** Takes that are about to be deleted, by their ids. */
  readonly removing: PendingDeletes<string>
  /** Take keys of lines being rendered for auditions. */
  readonly auditions: ReadonlySet<string>
  /** The take key of the latest requested line: audio of other lines arrives too late to be played. */
  readonly wantedAudition: string | null
}

export type AudioStore = ReturnType<typeof createAudioStore>

/** The audio of a story: never part of undo. */
export function createAudioStore(allTakes: readonly Take[] = [], render: StoryRender | null = null) {
  return createStore<AudioState>(() => ({
    takes: indexTakes(allTakes),
    allTakes,
    render,
    making: new Set(),
    auditions: new Set(),
    wantedAudition: null,
    removing: new Map(),
  }))
}

/** The state with more audio; takes that it already has, and an older render, are ignored. */
export function withAudio(
  state: AudioState,
  { takes, render }: { readonly takes: readonly Take[]; readonly render: StoryRender | null },
): AudioState {
  const known = new Set(state.allTakes.map((take) => take.id))
  const added = takes.filter((take) => !known.has(take.id))
  const isOlder = render === null || (state.render?.createdAtMs ?? -Infinity) > render.createdAtMs
  const latest = isOlder ? state.render : render
  if (added.length === 0) return latest === state.render ? state : { ...state, render: latest }
  const allTakes = [...state.allTakes, ...added]
  return { ...state, allTakes, takes: indexTakes(allTakes), render: latest }
}

/** The state with renamed takes, and without deleted ones. */
export function withChangedTakes(
  state: AudioState,
  { changed, removed }: Pick<EventPayload<'takes:changed'>, 'changed' | 'removed'>,
): AudioState {
  const gone = new Set(removed)
  const byId = new Map(changed.map((take) => [take.id, take]))
  const allTakes = state.allTakes.filter(({ id }) => !gone.has(id)).map((take) => byId.get(take.id) ?? take)
  return { ...state, allTakes, takes: indexTakes(allTakes) }
}
