/** PalmDOC's packing: bytes as they are, a space with a letter in one byte, and copies of up to ten bytes from before. */
export function unpackPalmDoc(packed: Uint8Array): Uint8Array {
  const out: number[] = []
  for (let index = 0; index < packed.length;) {
    const byte = packed[index++] ?? 0
    if (byte >= 0xc0) out.push(0x20, byte ^ 0x80)
    else if (byte >= 0x80) {
      const pair = (byte << 8) | (packed[index++] ?? 0)
      const distance = (pair >> 3) & 0x7ff
      if (distance === 0 || distance > out.length) throw new RangeError('A copy from before the beginning')
      for (let count = (pair & 7) + 3; count > 0; count--) out.push(out[out.length - distance] ?? 0)
    } else if (byte >= 1 && byte <= 8) {
      for (let count = byte; count > 0 && index < packed.length; count--) out.push(packed[index++] ?? 0)
    } else out.push(byte)
  }
  return Uint8Array.from(out)
}
