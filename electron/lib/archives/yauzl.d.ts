/** The parts of yauzl that are used; the package has no types of its own. */
declare module 'yauzl' {
  import type { Readable } from 'node:stream'

  export interface ZipEntry {
    readonly fileName: string
    readonly fileNameRaw: Buffer
    readonly generalPurposeBitFlag: number
    readonly extraFields: readonly { readonly id: number; readonly data: Buffer }[]
    readonly crc32: number
    /** 0 for stored, 8 for deflated. */
    readonly compressionMethod: number
    /** The file's mode in the upper 16 bits, if a Unix system made the archive. */
    readonly externalFileAttributes: number
    isEncrypted(): boolean
  }

  export interface ZipFile {
    readonly entryCount: number
    eachEntry(): AsyncIterable<ZipEntry>
    /** Without decoding, returns the bytes as in the archive. */
    openReadStreamPromise(entry: ZipEntry, options?: { decodeFileData: boolean }): Promise<Readable>
    close(): void
  }

  const yauzl: {
    /** Without decoding, the `fileName` of an entry is not checked and not a string: `fileNameRaw` has the bytes of the archive. */
    fromBufferPromise(buffer: Buffer, options?: { decodeStrings: false }): Promise<ZipFile>
    /** The decoded name; backslashes become slashes unless `strictFileNames`. */
    getFileNameLowLevel(
      generalPurposeBitFlag: number,
      fileNameRaw: Buffer,
      extraFields: ZipEntry['extraFields'],
      strictFileNames: boolean,
    ): string
    /** The caller checks the names. */
    openPromise(path: string, options: { autoClose: false; strictFileNames: false }): Promise<ZipFile>
  }
  export default yauzl
}
