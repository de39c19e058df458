/** Two media elements that alternate, so that the next audio is loaded before the current one ends. */
import { createMediaElement } from './mediaElement.ts'
import { NEAR_MS } from './segments.ts'

export interface ElementPair {
  /** Plays audio from a position of its file on. An element that already plays there is not interrupted. */
  play(url: string, fileMs: number): void
  /** Has the idle element load audio at a position, for the next call of `play`. */
  prepare(url: string, fileMs: number): void
  /** The position of the element that was played last, in ms of its file. */
  positionMs(): number
  pause(): void
  /** Plays faster or slower from now on, at the same pitch. */
  setRate(rate: number): void
  /** Releases the elements. */
  close(): void
}

/** Creates a pair over elements from `openElement`; calls back when the audio that plays has ended, or cannot be played. */
export function createElementPair(options: {
  openElement: () => HTMLAudioElement
  onEnded: () => void
  onError: (cause: unknown) => void
}): ElementPair {
  let live = 0
  const elements = [0, 1].map((number) =>
    createMediaElement({
      openElement: options.openElement,
      onEnded: () => {
        if (number === live) options.onEnded()
      },
      onError: (cause) => {
        // The idle element loads again, and reports its error, when its turn comes.
        if (number === live) options.onError(cause)
      },
    }),
  )
  const element = (number: number) => {
    const found = elements[number]
    if (found === undefined) throw new Error('There are two media elements')
    return found
  }

  return {
    play(url, fileMs) {
      if (!element(live).isNear(url, fileMs, NEAR_MS)) {
        element(live).pause()
        if (element(1 - live).isNear(url, fileMs, NEAR_MS)) live = 1 - live
        else element(live).prepare(url, fileMs)
      }
      element(live).play()
    },
    prepare(url, fileMs) {
      const idle = element(1 - live)
      if (!idle.isNear(url, fileMs, 1)) idle.prepare(url, fileMs)
    },
    positionMs: () => element(live).positionMs(),
    pause() {
      for (const each of elements) each.pause()
    },
    setRate(rate) {
      for (const each of elements) each.setRate(rate)
    },
    close() {
      for (const each of elements) each.close()
    },
  }
}
