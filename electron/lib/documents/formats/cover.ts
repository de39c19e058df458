import { MAX_COVER_BYTES } from '../../../../shared/story/limits.ts'
import type { Cover } from './documentText.ts'

/** Returns a picture as a cover, with its type from its first bytes; null if it has another type or is too large. */
export function coverOf(bytes: Uint8Array): Cover | null {
  if (bytes.length > MAX_COVER_BYTES) return null
  const starts = (...first: readonly number[]) => first.every((byte, index) => bytes[index] === byte)
  if (starts(0xff, 0xd8, 0xff)) return { bytes, mediaType: 'image/jpeg' }
  const isPng = starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
  return isPng ? { bytes, mediaType: 'image/png' } : null
}
