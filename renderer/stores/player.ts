/** What the rest of the renderer asks of playback. Positions are story time in ms, as the layout has it. */
import type { BlockId } from '../../shared/story/records.ts'

export interface Player {
  /** Plays the story from a time (the playhead where none is given), making what audio is missing as it goes. */
  playStory(fromMs?: number): void
  /** Plays one block's audio, made first where there is none that fits. */
  playBlock(blockId: BlockId): void
  /** Plays a stored stretch of audio, such as an older take. */
  playAudio(audioId: string, startMs: number, endMs: number): void
  pause(): void
  /** Play or pause, as the space key does. */
  toggle(): void
  seek(positionMs: number): void
  positionMs(): number
  /** Called with the position on every frame while it moves, and once on a seek; returns a function that stops it. */
  onPosition(listener: (positionMs: number) => void): () => void
  /** Forgets everything, for a story that is closed. */
  reset(): void
}
