/**
 * JSON values in SQLite with a checksum (CRC-32 of the text) beside them: a bit that flips on a disk is noticed, instead of
 * changing a word.
 */
import { crc32 } from 'node:zlib'
import * as z from 'zod'

/** A value as it is stored: its JSON text, and the text's checksum. */
export interface JsonRow {
  readonly json: string
  readonly checksum: number
}

/** The columns `json` and `checksum` of a value. */
export function toJsonRow(value: unknown): JsonRow {
  const json = JSON.stringify(value)
  return { json, checksum: crc32(json) }
}

const jsonRowSchema = z.object({ json: z.string(), checksum: z.int() })

/** The value in a row with the columns `json` and `checksum`. Throws if the text differs from the text that was written. */
export function parseJsonRow(row: unknown): unknown {
  const { json, checksum } = jsonRowSchema.parse(row)
  if (crc32(json) !== checksum) throw new Error('The checksum of a stored value does not fit')
  return JSON.parse(json)
}
