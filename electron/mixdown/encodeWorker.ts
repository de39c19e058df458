/** Entry of a thread that encodes segments of MP3 files for a mixdown, one after the other. */
import { parentPort } from 'node:worker_threads'
import { encodeSegment, type Mp3Segment } from '../lib/audio/mp3Segments.ts'

export interface EncodeJob {
  readonly number: number
  readonly segment: Mp3Segment
}

export interface EncodeAnswer {
  readonly number: number
  readonly frames: Uint8Array<ArrayBuffer>
}

parentPort?.on('message', ({ number, segment }: EncodeJob) => {
  // A failure ends the thread, which notifies its owner.
  void encodeSegment(segment).then((frames) => {
    const answer: EncodeAnswer = { number, frames }
    parentPort?.postMessage(answer, [frames.buffer])
  })
})
