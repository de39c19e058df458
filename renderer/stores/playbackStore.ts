import { createStore } from 'zustand/vanilla'
import type { BlockId } from '../../shared/story/records.ts'

/** The parts of a story that can be muted during playback; exports are not affected. */
export type SoundPart = 'voices' | 'music'
export type Muted = Readonly<Record<SoundPart, boolean>>
export const NOTHING_MUTED: Muted = { voices: false, music: false }

/** What plays. The position is not here: it changes with every frame and is read from the player. */
export interface PlaybackState {
  readonly status: 'stopped' | 'preparing' | 'playing'
  /** A single block, or the story from the playhead on. */
  readonly scope: 'story' | 'block'
  /** The block that is playing or awaited; null between blocks. */
  readonly blockId: BlockId | null
  /** Whether the story repeats. */
  readonly isLooping: boolean
  /** The parts of the open story that are muted. */
  readonly muted: Muted
  /** The part of stored audio that is playing outside the story, such as a take or a voice sample. */
  readonly clip: { readonly audioId: string; readonly startMs: number } | null
}

export type PlaybackStore = ReturnType<typeof createPlaybackStore>

export function createPlaybackStore() {
  return createStore<PlaybackState>(() => ({
    status: 'stopped',
    scope: 'story',
    blockId: null,
    isLooping: false,
    muted: NOTHING_MUTED,
    clip: null,
  }))
}
