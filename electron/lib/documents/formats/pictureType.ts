/** The type of a picture that can be a cover, by its first bytes; null for another one. */
export function pictureTypeOf(bytes: Uint8Array): 'image/jpeg' | 'image/png' | null {
  const starts = (...first: readonly number[]) => first.every((byte, index) => bytes[index] === byte)
  if (starts(0xff, 0xd8, 0xff)) return 'image/jpeg'
  return starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) ? 'image/png' : null
}
