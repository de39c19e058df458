/** Lets a moment of the story be heard where the playhead is dragged to. Nothing is made for it: what is missing is silent. */
import { storedPlace } from '../../shared/story/takeCuts.ts'
import { createMediaElement } from './mediaElement.ts'
import { segmentIndexAt, toFileMs } from './segments.ts'
import type { Segment } from './segments.ts'

/** How long each moment is. While one is heard, another does not begin. */
const MOMENT_MS = 120

export interface Scrubber {
  /** Lets the audio at a story time be heard for a moment. */
  hear(segments: readonly Segment[], positionMs: number): void
  /** Ends what is heard, and releases the media element. */
  close(): void
}

/** Creates a scrubber over an element from `openElement`. Audio that cannot be played is silent here: playing it reports the error. */
export function createScrubber(options: {
  urlOf: (audioId: string) => string
  openElement: () => HTMLAudioElement
}): Scrubber {
  const element = createMediaElement({
    openElement: options.openElement,
    onEnded: () => undefined,
    onError: () => undefined,
  })
  let timer: ReturnType<typeof setTimeout> | undefined

  return {
    hear(segments, positionMs) {
      if (timer !== undefined) return
      const segment = segments[segmentIndexAt(segments, positionMs)]
      if (segment?.kind !== 'audio') return
      const { audioId, atMs } = storedPlace(segment.audioId, toFileMs(segment, positionMs))
      element.prepare(options.urlOf(audioId), atMs)
      element.play()
      timer = setTimeout(() => {
        timer = undefined
        element.pause()
      }, MOMENT_MS)
    },
    close() {
      clearTimeout(timer)
      timer = undefined
      element.close()
    },
  }
}
