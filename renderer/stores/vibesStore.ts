import { createStore } from 'zustand/vanilla'
import type { VibeView } from '../../shared/ipc/vibesContract.ts'
import type { WireError } from '../../shared/ipc/result.ts'
import { vibeRefOf } from '../../shared/story/vibeCommands.ts'
import type { VibeRef } from '../../shared/story/speechSettings.ts'
import type { VibeWords } from '../../shared/story/vibeFile.ts'
import type { PendingDeletes } from './pendingDeletes.ts'

export interface VibesState {
  /** Whose library this is; null before one was asked for. */
  readonly connectionId: string | null
  readonly phase: 'idle' | 'loading' | 'ready' | 'failed'
  /** The writer's own; null where the service has no such library. */
  readonly custom: readonly VibeView[] | null
  /** The platform's; null where it has none to offer. */
  readonly master: readonly VibeView[] | null
  readonly error: WireError | null
  /** Vibes that are about to be deleted. */
  readonly removing: PendingDeletes<number>
  /** Words that were to be saved when their vibe turned out to be gone: they can be saved as a new one. */
  readonly lost: { readonly words: VibeWords; readonly error: WireError } | null
}

export type VibesStore = ReturnType<typeof createVibesStore>

export const NO_VIBES: VibesState = {
  connectionId: null,
  phase: 'idle',
  custom: null,
  master: null,
  error: null,
  removing: new Map(),
  lost: null,
}

/** The library of vibes at the open story's connection, as it was last seen. */
export function createVibesStore() {
  return createStore<VibesState>(() => NO_VIBES)
}

/** How a vibe of a story stands to the library: its words may have changed there, or it may be gone. */
export type VibeStanding = 'unknown' | 'fine' | 'changed' | 'gone'

/** Finds a story's vibe in the library. One of the same id with another name and other words is another vibe. */
export function standingOf({ phase, custom, master }: VibesState, ref: VibeRef): VibeStanding {
  if (phase !== 'ready') return 'unknown'
  const found = [...(custom ?? []), ...(master ?? [])].find(({ id }) => id === ref.id)
  if (found === undefined) return 'gone'
  const known = vibeRefOf(found)
  if (known.prompt === ref.prompt || ref.prompt === '') return 'fine'
  return known.name === ref.name ? 'changed' : 'gone'
}
