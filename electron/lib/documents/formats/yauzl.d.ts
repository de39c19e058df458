/** The parts of yauzl that are used; the package has no types of its own. */
declare module 'yauzl' {
  import type { Readable } from 'node:stream'

  export interface ZipEntry {
    readonly fileName: string
    /** 0 is stored, 8 is deflated. */
    readonly compressionMethod: number
    isEncrypted(): boolean
  }

  export interface ZipFile {
    readonly entryCount: number
    eachEntry(): AsyncIterable<ZipEntry>
    /** Without decoding, the bytes are as they stand in the archive. */
    openReadStreamPromise(entry: ZipEntry, options: { decodeFileData: boolean }): Promise<Readable>
  }

  const yauzl: { fromBufferPromise(buffer: Buffer): Promise<ZipFile> }
  export default yauzl
}
