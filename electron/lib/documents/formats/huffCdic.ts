/**
 * The denser compression of Kindle books: Huffman codes for the phrases of a dictionary, which may be compressed in the same way. (Derived
 * from wiki.mobileread.com/wiki/MOBI and from books; codes count down, and the longest has 32 bits.)
 */

interface Code {
  readonly length: number
  readonly isWhole: boolean
  readonly max: number
}

interface Phrase {
  bytes: Uint8Array
  isPlain: boolean
  isOpen: boolean
}

const DEEPEST = 32

/** Creates a decompressor from the two kinds of records; it throws a `RangeError` for invalid data or too much output. */
export function createHuffUnpacker(
  huff: Buffer,
  dictionaries: readonly Buffer[],
  maxBytes: number,
): (packed: Uint8Array) => Uint8Array {
  expectTag(huff, 'HUFF')
  const [firstBytes, ranges] = [huff.readUInt32BE(8), huff.readUInt32BE(12)]
  const codes = Array.from({ length: 256 }, (_, index): Code => {
    const value = huff.readUInt32BE(firstBytes + 4 * index)
    const length = value & 0x1f
    return { length, isWhole: (value & 0x80) !== 0, max: lastOf(value >>> 8, length) }
  })
  const mins = [0]
  const maxes = [0]
  for (let length = 1; length <= 32; length++) {
    mins.push(huff.readUInt32BE(ranges + 8 * (length - 1)) * 2 ** (32 - length))
    maxes.push(lastOf(huff.readUInt32BE(ranges + 8 * (length - 1) + 4), length))
  }
  const phrases: Phrase[] = []
  for (const record of dictionaries) phrases.push(...readPhrases(record, phrases.length))

  function codeAt(bits: number): Code {
    const code = codes[bits >>> 24]
    if (code === undefined || code.length === 0) throw new RangeError('A code that there is not')
    if (code.isWhole) return code
    let { length } = code
    while (length <= 32 && bits < (mins[length] ?? Infinity)) length++
    if (length > 32) throw new RangeError('A code that there is not')
    return { length, isWhole: true, max: maxes[length] ?? 0 }
  }

  function unpack(packed: Uint8Array, depth: number): Uint8Array {
    if (depth > DEEPEST) throw new RangeError('Phrases within phrases without end')
    const pieces: Uint8Array[] = []
    let total = 0
    for (let position = 0; position < packed.length * 8;) {
      const bits = bitsAt(packed, position)
      const { length, max } = codeAt(bits)
      position += length
      if (position > packed.length * 8) break
      const bytes = plainPhrase(Math.floor((max - bits) / 2 ** (32 - length)), depth)
      total += bytes.length
      if (total > maxBytes) throw new RangeError('More text than a book has')
      pieces.push(bytes)
    }
    return Buffer.concat(pieces)
  }

  function plainPhrase(index: number, depth: number): Uint8Array {
    const phrase = phrases[index]
    if (phrase === undefined || phrase.isOpen) throw new RangeError('A phrase that there is not')
    if (!phrase.isPlain) {
      phrase.isOpen = true
      phrase.bytes = unpack(phrase.bytes, depth + 1)
      phrase.isOpen = false
      phrase.isPlain = true
    }
    return phrase.bytes
  }

  return (packed) => unpack(packed, 0)
}

function lastOf(max: number, length: number): number {
  return (max + 1) * 2 ** (32 - length) - 1
}

/** Returns 32 bits from a bit position; zeros follow the end. */
function bitsAt(bytes: Uint8Array, position: number): number {
  const first = position >> 3
  let value = 0
  for (let index = first; index < first + 5; index++) value = value * 256 + (bytes[index] ?? 0)
  return Math.floor(value / 2 ** (8 - (position & 7))) % 2 ** 32
}

/** Each record except the last has as many phrases as its bits can number. */
function readPhrases(record: Buffer, readBefore: number): Phrase[] {
  expectTag(record, 'CDIC')
  const inAll = record.readUInt32BE(8)
  const count = Math.max(0, Math.min(inAll - readBefore, 2 ** Math.min(16, record.readUInt32BE(12))))
  return Array.from({ length: count }, (_, index): Phrase => {
    const start = 16 + record.readUInt16BE(16 + 2 * index)
    const head = record.readUInt16BE(start)
    const bytes = record.subarray(start + 2, start + 2 + (head & 0x7fff))
    return { bytes, isPlain: (head & 0x8000) !== 0, isOpen: false }
  })
}

function expectTag(record: Buffer, tag: string): void {
  if (record.toString('latin1', 0, 4) !== tag) throw new RangeError(`A ${tag} record that is none`)
}
