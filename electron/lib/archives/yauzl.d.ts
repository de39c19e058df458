/** The parts of yauzl that are used; the package has no types of its own. */
declare module 'yauzl' {
  import type { Readable } from 'node:stream'

  export interface ZipEntry {
    readonly fileName: string
    readonly fileNameRaw: Buffer
    readonly generalPurposeBitFlag: number
    readonly extraFields: readonly { readonly id: number; readonly data: Buffer }[]
    readonly crc32: number
    /** 0 is stored, 8 is deflated. */
    readonly compressionMethod: number
    /** In the upper 16 bits the file's mode, if a Unix system made the archive. */
    readonly externalFileAttributes: number
    isEncrypted(): boolean
  }

  export interface ZipFile {
    readonly entryCount: number
    eachEntry(): AsyncIterable<ZipEntry>
    /** Without decoding, the bytes are as they stand in the archive. */
    openReadStreamPromise(entry: ZipEntry, options?: { decodeFileData: boolean }): Promise<Readable>
    close(): void
  }

  const yauzl: {
    /** Without decoding, `fileName` of the entries is not checked, and is not a text: `fileNameRaw` is what stands in the archive. */
    fromBufferPromise(buffer: Buffer, options?: { decodeStrings: false }): Promise<ZipFile>
    /** The text of a name; backslashes are slashes unless `strictFileNames`. */
    getFileNameLowLevel(
      generalPurposeBitFlag: number,
      fileNameRaw: Buffer,
      extraFields: ZipEntry['extraFields'],
      strictFileNames: boolean,
    ): string
    /** Names are checked by the caller. */
    openPromise(path: string, options: { autoClose: false; strictFileNames: false }): Promise<ZipFile>
  }
  export default yauzl
}
