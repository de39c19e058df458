/** The greatest number of invalid characters per thousand non-ASCII letters in a text that still counts as UTF-8. */
const MOST_BROKEN = 10

/** Whether bytes are UTF-8, apart from a few invalid characters. */
export function isMostlyUtf8(bytes: Uint8Array): boolean {
  let [letters, broken] = [0, 0]
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0
    if (byte < 0x80) continue
    letters++
    const length =
      byte >= 0xf0 && byte < 0xf5 ? 3 : byte >= 0xe0 && byte < 0xf0 ? 2 : byte >= 0xc2 && byte < 0xe0 ? 1 : 0
    let rest = 0
    while (rest < length && ((bytes[index + rest + 1] ?? 0) & 0xc0) === 0x80) rest++
    if (length === 0 || rest < length) broken++
    index += rest
  }
  return broken * 1000 <= letters * MOST_BROKEN
}
