/**
 * Samples that come in pieces, where the end of each piece is needed with the next. The memory is used again: large lists of samples
 * that come and go have the garbage collector run all the time.
 */
export interface JoinedPieces {
  /** What is kept, and the piece after it. The list is good until the next call. */
  join(piece: Float32Array): Float32Array
  /** Keeps what was joined last from a sample on. */
  keepFrom(index: number): void
}

/** Starts with so many samples of silence. */
export function createJoinedPieces(silence: number): JoinedPieces {
  let memory = new Float32Array(silence)
  let [kept, length] = [silence, silence]

  return {
    join(piece) {
      length = kept + piece.length
      if (length > memory.length) {
        const larger = new Float32Array(length)
        larger.set(memory.subarray(0, kept))
        memory = larger
      }
      memory.set(piece, kept)
      return memory.subarray(0, length)
    },
    keepFrom(index) {
      memory.copyWithin(0, index, length)
      kept = length - Math.min(index, length)
    },
  }
}
