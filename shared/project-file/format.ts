/**
 * A `.fabula` file is one SQLite database in rollback-journal form with the header fields below. The numbers are
 * part of every file ever saved: they never change their meaning.
 */
import { FORMAT_VERSION, LAST_UNRELEASED_VERSION, OLDEST_FORMAT_VERSION } from './formatSteps.ts'

/** SQLite's `application_id`: the bytes of "Fabu". */
export const APPLICATION_ID = 0x46616275

/** Length of a SQLite header in bytes. */
export const HEADER_LENGTH = 100

export type HeaderVerdict =
  | { readonly kind: 'fabula'; readonly version: number }
  | { readonly kind: 'newer'; readonly version: number }
  /** Written by a build from before the first release, in a format that no release reads. */
  | { readonly kind: 'unreleased'; readonly version: number }
  /** Something else: a text, a picture, or another program's database. */
  | { readonly kind: 'foreign' }
  /** Ours by its `application_id`, but in a state that Fabula never writes. */
  | { readonly kind: 'damaged' }

/** Judges a file by its first bytes (https://www.sqlite.org/fileformat.html#the_database_header). */
export function judgeHeader(header: Uint8Array): HeaderVerdict {
  if (header.length < HEADER_LENGTH || !startsWithMagic(header)) return { kind: 'foreign' }
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength)
  if (view.getUint32(68) !== APPLICATION_ID) return { kind: 'foreign' }
  // Anything except 1 means a write-ahead log, and merely opening such a file makes SQLite write files beside it.
  if (header[18] !== 1 || header[19] !== 1) return { kind: 'damaged' }
  const version = view.getInt32(60)
  if (version > FORMAT_VERSION) {
    return { kind: version > LAST_UNRELEASED_VERSION ? 'newer' : 'unreleased', version }
  }
  return version < OLDEST_FORMAT_VERSION ? { kind: 'damaged' } : { kind: 'fabula', version }
}

const MAGIC = 'SQLite format 3\0'

function startsWithMagic(header: Uint8Array): boolean {
  return Array.from(MAGIC).every((character, index) => header[index] === character.charCodeAt(0))
}
