/**
 * The audio of a running conversion, for live listening: the samples of its file from the start, of which the latest may not be in the
 * file yet.
 */
import { once, EventEmitter } from 'node:events'

export type LiveAudio = ReturnType<typeof createLiveAudio>

/** Creates live audio without samples. */
export function createLiveAudio(sampleRate: number) {
  const pieces: Int16Array[] = []
  const news = new EventEmitter().setMaxListeners(0)
  const { promise: heard, resolve: tellHeard } = Promise.withResolvers<null>()
  let length = 0
  let listeners = 0
  let isOver = false

  function push(samples: Int16Array): void {
    if (samples.length === 0) return
    pieces.push(samples)
    length += samples.length
    news.emit('news')
  }

  return {
    /** In Hz. */
    sampleRate,
    /** Resolves when somebody first listens. */
    heard,
    isHeard: (): boolean => listeners > 0,
    /** Adds samples that begin at sample `at` of the file. Samples that were already added are skipped; a gap is filled with silence. */
    add(at: number, samples: Int16Array): void {
      if (at > length) push(new Int16Array(at - length))
      push(samples.slice(length - at))
    },
    /** Called after the last samples. */
    end(): void {
      isOver = true
      news.emit('news')
    },
    /** Yields all samples from the start, as they arrive, until the end or until `signal` is aborted. */
    async *listen(signal: AbortSignal): AsyncGenerator<Int16Array> {
      listeners++
      tellHeard(null)
      try {
        for (let next = 0; ; next++) {
          while (next >= pieces.length) {
            if (isOver || signal.aborted) return
            await once(news, 'news', { signal }).catch(() => undefined)
          }
          const piece = pieces[next]
          if (piece !== undefined) yield piece
        }
      } finally {
        listeners--
      }
    },
  }
}
