/** Words out of what eSpeak NG tells while it speaks: where they stand in the text, and when they are heard. */
import type { EngineEvent } from '@echogarden/espeak-ng-emscripten'
import type { WordTime } from '../../../shared/story/wordTimes.ts'

/** Takes the events of one text, in their order. */
export interface WordListener {
  hear(event: EngineEvent): void
  /** The words, in the order in which they are heard; the audio ends at `endMs`. */
  finish(endMs: number): WordTime[]
}

/** Starts to listen; `places` has the place of each code point of what is spoken in the text, and of its end. */
export function createWordListener(places: readonly number[]): WordListener {
  const words: WordTime[] = []
  let open: Omit<WordTime, 'endMs'> | null = null
  /** Where the silence began that lasts until now. The engine tells no end of a word. */
  let silentFromMs: number | null = null

  function close(atMs: number): void {
    if (open !== null) words.push({ ...open, endMs: Math.max(open.startMs, silentFromMs ?? atMs) })
    open = null
    silentFromMs = null
  }

  const placeOf = (position: number) => places[Math.min(position, places.length - 1)] ?? 0

  return {
    hear({ type, text_position, word_length, audio_position, id }) {
      if (type === 'word') {
        close(audio_position)
        const [from, to] = [placeOf(text_position - 1), placeOf(text_position - 1 + Math.max(1, word_length))]
        open = { startMs: audio_position, from, to: Math.max(to, from + 1) }
      } else if (type === 'phoneme' && id !== '') silentFromMs = null
      else if (type === 'phoneme' || type === 'end') silentFromMs ??= audio_position
    },
    finish(endMs) {
      close(Math.round(endMs))
      return words
    },
  }
}
