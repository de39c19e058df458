import { createStore } from 'zustand/vanilla'
import type { VibeView } from '../../shared/ipc/libraryContract.ts'
import type { WireError } from '../../shared/ipc/result.ts'
import { vibeRefOf, type VibeWords } from '../../shared/story/vibes.ts'
import type { VibeRef } from '../../shared/story/speechSettings.ts'
import type { PendingDeletes } from './pendingDeletes.ts'

export interface VibesState {
  /** The connection of this library; null before the first request. */
  readonly connectionId: string | null
  readonly phase: 'idle' | 'loading' | 'ready' | 'failed'
  /** The writer's own vibes; null if the service has no such library. */
  readonly custom: readonly VibeView[] | null
  /** The platform's vibes; null if the platform offers none. */
  readonly master: readonly VibeView[] | null
  readonly error: WireError | null
  /** Vibes that are about to be deleted. */
  readonly removing: PendingDeletes<number>
  /** The words of an edited vibe that was deleted at the service meanwhile: the writer can save them as a new vibe. */
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

/** The library of vibes at the open story's connection, as the service last reported it. */
export function createVibesStore() {
  return createStore<VibesState>(() => NO_VIBES)
}

/** A story's vibe compared with the library: unchanged, changed there, or no longer there. */
export type VibeStanding = 'unknown' | 'fine' | 'changed' | 'gone'

/** Compares a story's vibe with the library. A vibe with the same id but another name and other words is a different vibe. */
export function standingOf({ phase, custom, master }: VibesState, ref: VibeRef): VibeStanding {
  if (phase !== 'ready') return 'unknown'
  const found = [...(custom ?? []), ...(master ?? [])].find(({ id }) => id === ref.id)
  if (found === undefined) return 'gone'
  const known = vibeRefOf(found)
  if (known.prompt === ref.prompt || ref.prompt === '') return 'fine'
  return known.name === ref.name ? 'changed' : 'gone'
}
