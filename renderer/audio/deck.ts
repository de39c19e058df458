/** One media element, opened when it is first needed. Times are in ms of the audio file. */
export interface Deck {
  /** Loads an audio and stands ready at a place in it. */
  cue(url: string, atMs: number): void
  /** Whether it stands, or plays, within `toleranceMs` of a place. */
  isNear(url: string, atMs: number, toleranceMs: number): boolean
  play(): void
  pause(): void
  positionMs(): number
  /** Lets go of the audio and of the element. */
  close(): void
}

/** Makes a deck over elements from `openElement`; tells when the audio has ended and when it cannot be played. */
export function createDeck(options: {
  openElement: () => HTMLAudioElement
  onEnded: () => void
  onError: (cause: unknown) => void
}): Deck {
  let element: HTMLAudioElement | null = null
  let cuedUrl = ''

  const onError = () => {
    const cause = element?.error
    cuedUrl = '' // asked for again, it is loaded again
    options.onError(cause)
  }

  function open(): HTMLAudioElement {
    if (element !== null) return element
    element = options.openElement()
    element.preload = 'auto'
    element.addEventListener('ended', options.onEnded)
    element.addEventListener('error', onError)
    return element
  }

  return {
    cue(url, atMs) {
      const media = open()
      media.pause()
      if (url !== cuedUrl) {
        media.src = url
        cuedUrl = url
      }
      media.currentTime = atMs / 1000
    },
    isNear: (url, atMs, toleranceMs) =>
      element !== null && url === cuedUrl && Math.abs(element.currentTime * 1000 - atMs) <= toleranceMs,
    play() {
      const media = open()
      if (media.ended) {
        // Told to play at its end, an element would begin again from the front.
        queueMicrotask(options.onEnded)
        return
      }
      media.play().catch((cause: unknown) => {
        // Paused again before it began, or an error that the element tells of by its own event.
        const name = cause instanceof DOMException ? cause.name : ''
        if (name !== 'AbortError' && name !== 'NotSupportedError') options.onError(cause)
      })
    },
    pause() {
      element?.pause()
    },
    positionMs: () => (element?.currentTime ?? 0) * 1000,
    close() {
      if (element === null) return
      element.removeEventListener('ended', options.onEnded)
      element.removeEventListener('error', onError)
      element.pause()
      element.removeAttribute('src')
      element.load() // without a source this frees the decoder and the connection
      element = null
      cuedUrl = ''
    },
  }
}
