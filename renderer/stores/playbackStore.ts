import { createStore } from 'zustand/vanilla'
import type { BlockId } from '../../shared/story/records.ts'

/** What plays. The position is not here: it changes with every frame and is read from the player. */
export interface PlaybackState {
  readonly status: 'stopped' | 'preparing' | 'playing'
  /** A block alone, or the story from the playhead on. */
  readonly scope: 'story' | 'block'
  /** The block that is heard or waited for; null between blocks. */
  readonly blockId: BlockId | null
  /** Whether the story begins again where it ends. */
  readonly isLooping: boolean
  /** The part of a stored audio that is heard outside the story, such as a take or a voice that is tried. */
  readonly clip: { readonly audioId: string; readonly startMs: number } | null
}

export type PlaybackStore = ReturnType<typeof createPlaybackStore>

export function createPlaybackStore() {
  return createStore<PlaybackState>(() => ({
    status: 'stopped',
    scope: 'story',
    blockId: null,
    isLooping: false,
    clip: null,
  }))
}
