/** Playback, as the rest of the renderer uses it, and its state. Positions are story time in ms, as in the layout. */
import { createStore } from 'zustand/vanilla'
import type { BlockId } from '../../shared/story/records.ts'
import type { Bridge } from '../bridge/bridge.ts'
import type { AppStore } from './appStore.ts'
import type { AudioStore } from './audioStore.ts'
import type { EditorStore } from './editorStore.ts'
import type { Saver } from './saver.ts'
import type { StoryStore } from './storyStore.ts'

/** The parts of a player: the bridge, the app's settings, and the stores of a session. */
export interface PlayerParts {
  readonly bridge: Pick<Bridge, 'call' | 'mediaUrl' | 'readMedia' | 'openMedia'>
  readonly state: Pick<AppStore, 'getState' | 'subscribe'>
  readonly story: StoryStore
  readonly audio: AudioStore
  readonly playback: PlaybackStore
  readonly editor: Pick<EditorStore, 'getState'>
  readonly saver: Pick<Saver, 'flush'>
  readonly signal: AbortSignal
  readonly report: (error: unknown) => void
}

export interface ClipOptions {
  readonly fromMs?: number
  /** Whether it repeats, until something else plays or it is stopped. */
  readonly isLooped?: boolean
  /** Its gain relative to the stored audio. */
  readonly gainDb?: number
}

export interface Player {
  /** Plays the story from a time, by default the playhead, and requests missing audio on the way. */
  playStory(fromMs?: number): void
  /** Plays the audio of one block; requests it first if no take fits, and buys it even if these jobs have already requested its words. */
  playBlock(blockId: BlockId, despite?: readonly string[]): void
  /** Lets a natural voice speak the beginning of a block that will probably be played next, so that playback does not wait for it. */
  prepareBlock(blockId: BlockId): void
  /** Plays a part of stored audio, such as an older take. Times are in ms of the audio, `fromMs` in ms of the part. */
  playAudio(audioId: string, startMs: number, endMs: number, how?: ClipOptions): void
  /** The position in the playing part of stored audio, in ms from its start; null while none plays. */
  clipMs(): number | null
  pause(): void
  /**
   * Switches looping. It repeats the blocks that are selected when it is switched on or playback
   * begins; without a selection, the whole story.
   */
  setLooping(isLooping: boolean): void
  /** Mutes a part of the story while it is listened to, until another story is opened. */
  setMuted(part: SoundPart, isMuted: boolean): void
  /** Plays or pauses, like the space key. */
  toggle(): void
  seek(positionMs: number): void
  /** Seeks, and if nothing plays, plays a moment of existing audio there. */
  scrub(positionMs: number): void
  positionMs(): number
  /** Calls the listener with the position on every frame of playback and after each seek. Returns a function that stops the calls. */
  onPosition(listener: (positionMs: number) => void): () => void
  /** Stops and releases everything, when the story is closed. */
  close(): void
}

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
