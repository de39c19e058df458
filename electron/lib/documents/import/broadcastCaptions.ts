/** Captions of broadcasters, in blocks of bytes: https://tech.ebu.ch/docs/tech/tech3264.pdf */
import { cueOf, timesOf, type Cue, type CueFile } from './captionLines.ts'

const HEADER = 1024
const BLOCK = 128
const WORDS = 16
/** The block that ends a caption; those from here on, except this one, are data of a program. */
const LAST_BLOCK = 0xff
const FIRST_DATA = 0xf0
const LINE_END = 0x8a
/** Encodings of the code tables, other than Latin. */
const TABLES = new Map([
  ['01', 'iso-8859-5'],
  ['02', 'iso-8859-6'],
  ['03', 'iso-8859-7'],
  ['04', 'iso-8859-8'],
])
/** The accents of ISO 6937, which stand before their letter, from 0xC1 on; and its other letters and signs. */
const ACCENTS = '\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308 \u030a\u0327 \u030b\u0328\u030c'
const SIGNS = new Map(
  Array.from('¡¢£$¥#§¤‘“«’”»¿―©ÆªŁØŒºæđðıłøœßþ').map((sign, index) => [
    'a1a2a3a4a5a6a7a8a9aaabb9babbbfd0d3e1e3e8e9eaebf1f2f3f5f8f9fafbfc'.slice(2 * index, 2 * index + 2),
    sign,
  ]),
)

/** Whether a file begins like such captions: with a code page and the frames per second. */
export function isBroadcast(bytes: Uint8Array): boolean {
  return /^\d{3}STL\d\d\.01/.test(latin(bytes, 0, 11))
}

/** Reads the captions, without their comments and their colours. */
export function broadcastCues(bytes: Uint8Array): CueFile {
  const rate = Number(latin(bytes, 6, 8)) || 25
  const table = TABLES.get(latin(bytes, 12, 14)) ?? null
  const msOf = ([hours = 0, minutes = 0, seconds = 0, frames = 0]: readonly number[]) =>
    ((hours * 60 + minutes) * 60 + seconds) * 1000 + Math.round((frames / rate) * 1000)
  const start = msOf((latin(bytes, 256, 264).match(/\d\d/g) ?? []).map(Number))
  const cues: Cue[] = []
  let words: number[] = []
  for (let at = HEADER; at + BLOCK <= bytes.length; at += BLOCK) {
    const block = bytes.subarray(at, at + BLOCK)
    const kind = block[3] ?? 0
    if (kind >= FIRST_DATA && kind !== LAST_BLOCK) continue
    words.push(...block.subarray(WORDS))
    if (kind !== LAST_BLOCK) continue
    const text = decoded(words, table)
    words = []
    const [from, to] = [msOf([...block.subarray(5, 9)]), msOf([...block.subarray(9, 13)])]
    // Programmes often begin at ten hours; earlier captions belong to no programme.
    const startMs = from >= start ? start : 0
    const isComment = block[15] === 1
    const times = timesOf(from - startMs, to - startMs)
    if (text !== '') cues.push(cueOf(text, isComment ? { piece: 'scriptNote' } : { times }))
  }
  return { title: latin(bytes, 16, 48).trim() || null, cues, problems: [] }
}

/** The words of a caption; codes of colours and boxes are spaces. */
function decoded(words: readonly number[], table: string | null): string {
  const plain = words.map((byte) =>
    byte === LINE_END ? 10 : byte < 0x20 || (byte >= 0x7f && byte < 0xa0) ? 32 : byte,
  )
  const text = table === null ? fromLatin(plain) : new TextDecoder(table).decode(Uint8Array.from(plain))
  return text
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}

function fromLatin(bytes: readonly number[]): string {
  let text = ''
  let accent = ''
  for (const byte of bytes) {
    if (byte >= 0xc1 && byte <= 0xcf) {
      accent = ACCENTS[byte - 0xc1] ?? ''
      continue
    }
    text += (SIGNS.get(byte.toString(16)) ?? String.fromCharCode(byte)) + accent.trim()
    accent = ''
  }
  return text.normalize('NFC')
}

function latin(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to))
}
