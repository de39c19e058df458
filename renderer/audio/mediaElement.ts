/** A media element that is opened at its first use. Times are in ms of the audio file. */
export interface MediaElement {
  /** Loads an audio and seeks to a position, paused. */
  prepare(url: string, atMs: number): void
  /** Whether the element has this audio loaded, at most `toleranceMs` from a position. */
  isNear(url: string, atMs: number, toleranceMs: number): boolean
  play(): void
  /** Plays faster or slower from now on, at the same pitch. */
  setRate(rate: number): void
  pause(): void
  positionMs(): number
  /** Releases the audio and the element. */
  close(): void
}

/** Wraps an element from `openElement`; calls back when the audio has ended and when it cannot be played. */
export function createMediaElement(options: {
  openElement: () => HTMLAudioElement
  onEnded: () => void
  onError: (cause: unknown) => void
}): MediaElement {
  let element: HTMLAudioElement | null = null
  let loadedUrl = ''
  let rate = 1

  const onError = () => {
    const cause = element?.error
    loadedUrl = '' // the next call of `prepare` loads it again
    options.onError(cause)
  }

  function open(): HTMLAudioElement {
    if (element !== null) return element
    element = options.openElement()
    element.preload = 'auto'
    element.preservesPitch = true
    applyRate(element)
    element.addEventListener('ended', options.onEnded)
    element.addEventListener('error', onError)
    return element
  }

  function applyRate(media: HTMLAudioElement): void {
    media.defaultPlaybackRate = rate // which a new source begins with
    media.playbackRate = rate
  }

  return {
    prepare(url, atMs) {
      const media = open()
      media.pause()
      if (url !== loadedUrl) {
        media.src = url
        loadedUrl = url
      }
      media.currentTime = atMs / 1000
    },
    isNear: (url, atMs, toleranceMs) =>
      element !== null && url === loadedUrl && Math.abs(element.currentTime * 1000 - atMs) <= toleranceMs,
    play() {
      const media = open()
      if (media.ended) {
        // At its end, play() would start the element from the beginning.
        queueMicrotask(options.onEnded)
        return
      }
      media.play().catch((cause: unknown) => {
        // AbortError: paused before playback began. NotSupportedError: the element sends an error event as well.
        const name = cause instanceof DOMException ? cause.name : ''
        if (name !== 'AbortError' && name !== 'NotSupportedError') options.onError(cause)
      })
    },
    setRate(wanted) {
      rate = wanted
      if (element !== null) applyRate(element)
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
      loadedUrl = ''
    },
  }
}
