/**
 * The audio of a conversion while it is made, for somebody who listens: the samples of its file from the first on, of which the last may
 * come before they are in the file.
 */
import { once, EventEmitter } from 'node:events'

export type LiveAudio = ReturnType<typeof createLiveAudio>

/** Starts without any samples. */
export function createLiveAudio(sampleRate: number) {
  const pieces: Int16Array[] = []
  const news = new EventEmitter().setMaxListeners(0)
  let length = 0
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
    /** Takes samples that begin at a place of the file. What is here already is passed over, and a gap is silence. */
    add(at: number, samples: Int16Array): void {
      if (at > length) push(new Int16Array(at - length))
      push(samples.slice(length - at))
    },
    /** Nothing more comes. */
    end(): void {
      isOver = true
      news.emit('news')
    },
    /** All samples from the first on, as they come, until the end or until `signal` is aborted. */
    async *listen(signal: AbortSignal): AsyncGenerator<Int16Array> {
      for (let next = 0; ; next++) {
        while (next >= pieces.length) {
          if (isOver || signal.aborted) return
          await once(news, 'news', { signal }).catch(() => undefined)
        }
        const piece = pieces[next]
        if (piece !== undefined) yield piece
      }
    },
  }
}
