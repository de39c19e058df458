import { createStore } from 'zustand/vanilla'
import type { BlockId } from '../../shared/story/records.ts'

/** What of a story can be muted while it is listened to; exports keep all of it. */
export type SoundPart = 'voices' | 'music'
export type Muted = Readonly<Record<SoundPart, boolean>>
export const NOTHING_MUTED: Muted = { voices: false, music: false }

/** What plays. The position is not here: it changes with every frame and is read from the player. */
export interface PlaybackState {
  readonly status: 'stopped' | 'preparing' | 'playing'
  /** A block alone, or the story from the playhead on. */
  readonly scope: 'story' | 'block'
  /** The block that is heard or waited for; null between blocks. */
  readonly blockId: BlockId | null
  /** Whether the story begins again where it ends. */
  readonly isLooping: boolean
  /** What of the open story is muted while it is listened to. */
  readonly muted: Muted
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
    muted: NOTHING_MUTED,
    clip: null,
  }))
}
