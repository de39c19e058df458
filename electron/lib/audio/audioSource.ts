/** Encoded audio that is read in pieces: a file, a database blob, bytes in memory. It does not change while it is read. */
export interface AudioSource {
  readonly byteLength: number
  /**
   * The bytes from `offset`; fewer than `length` at the end, none beyond it. Whoever reads a long file to its end gives a `buffer` of
   * that length each time, which may then hold the bytes: arrays of a megabyte are not freed as fast as they are made.
   */
  read(offset: number, length: number, buffer?: Uint8Array): Uint8Array | Promise<Uint8Array>
}

/** Lets bytes in memory be read as a source. */
export function bytesSource(bytes: Uint8Array): AudioSource {
  return { byteLength: bytes.length, read: (offset, length) => bytes.subarray(offset, offset + length) }
}
