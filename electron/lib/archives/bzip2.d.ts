declare module 'unbzip2-stream/lib/bit_iterator.js' {
  /** Reads bits; with null, skips to the next whole byte. */
  interface BitReader {
    (count: number | null): number
    readonly bytesRead: number
  }
  export default function bitIterator(nextBytes: () => Uint8Array): BitReader
}

declare module 'unbzip2-stream/lib/bzip2.js' {
  import type { BitReader } from 'unbzip2-stream/lib/bit_iterator.js'

  interface Bzip2 {
    /** Reads the header of a stream and returns its block size, in units of 100,000 bytes. */
    header(bits: BitReader): number
    /** Unpacks a block byte by byte and returns the checksum so far; null at the end of a stream. */
    decompress(
      bits: BitReader,
      take: (byte: number) => void,
      memory: Int32Array,
      memorySize: number,
      checksum: number,
    ): number | null
  }
  const bzip2: Bzip2
  export default bzip2
}
