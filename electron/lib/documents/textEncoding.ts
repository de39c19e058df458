/** Text from bytes, whatever editor wrote them. */
import { detectAll } from 'jschardet'
import {
  isTextEncoding,
  TEXT_ENCODING_NAMES,
  type TextEncoding,
} from '../../../shared/files/textEncodings.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'

export interface DecodedText {
  /** Its lines end in `\n`. */
  readonly text: string
  readonly encoding: TextEncoding
  /** False if another likely encoding makes another text of the same bytes. */
  readonly isSure: boolean
}

/** An encoding, and the text that it makes of the first lines that tell encodings apart. */
export interface EncodingSample {
  readonly encoding: TextEncoding
  readonly sample: string
}

/** How much of a file is looked at to tell text from anything else, and to guess its encoding. */
const SNIFFED = 1 << 16
const SAMPLE_CHARACTERS = 400
/** A guess counts beside the best one when it is at least this likely in comparison. */
const RIVAL = 0.5
/** So many bytes that are not ASCII tell an encoding. */
const FEWEST_LETTERS = 8
/** C0 controls other than tab, line feed, form feed and carriage return; text has none, and old files have a few. */
// oxlint-disable-next-line no-control-regex -- controls are what this looks for
const CONTROLS = /[\x01-\x08\x0b\x0e-\x1f\x7f]/g
/** What a wrong encoding makes of letters: nothing, or controls that no text has. */
const MISREAD = /[\ufffd\x80-\x9f]/
/** A capital after a small letter, or a sign between letters, if one of them is not ASCII: “cafÈ”, “D¸nen”. */
const ODD =
  /\p{Ll}(?=\P{ASCII})\p{Lu}|(?=\P{ASCII})\p{Ll}[A-Z]|\p{L}[\xa2-\xac\xae-\xb3\xb5\xb6\xb8-\xbf\xd7\xf7†‡•‰]\p{L}/u
/** The names of the detector for encodings that the Encoding Standard calls otherwise. */
const OTHER_NAMES: Readonly<Record<string, TextEncoding>> = {
  ascii: 'utf-8',
  'utf-16-le': 'utf-16le',
  'utf-16-be': 'utf-16be',
  cp932: 'shift_jis',
  cp949: 'euc-kr',
  gbk: 'gb18030',
  gb2312: 'gb18030',
  'iso-8859-1': 'windows-1252',
  'iso-8859-9': 'windows-1254',
  macroman: 'macintosh',
  maccyrillic: 'x-mac-cyrillic',
  cp866: 'ibm866',
}

/**
 * The text of a file, in the given encoding or in the one that its bytes are most likely in. Throws `file-not-text` for
 * anything that is not text.
 */
export function decodeText(bytes: Uint8Array, name: string, given?: TextEncoding): DecodedText {
  const { encoding, isSure } = given === undefined ? guess(bytes) : { encoding: given, isSure: true }
  // `TextDecoder` drops the byte order mark of its own encoding.
  const text = new TextDecoder(encoding).decode(bytes)
  if (isBinary(text)) throw new UserFacingError('file-not-text', { name })
  return { text: text.replaceAll(/\r\n?|\u2028|\u2029/g, '\n'), encoding, isSure }
}

/**
 * What each encoding makes of a text whose own is not certain, the most likely ones first; none if it is certain, or where
 * the bytes are not text.
 */
export function encodingSamples(bytes: Uint8Array): EncodingSample[] {
  const { isSure, likely } = guess(bytes)
  if (isSure || isBinary(decodeStart(bytes.subarray(0, SNIFFED), likely[0]))) return []
  const telling = tellingLines(bytes, SAMPLE_CHARACTERS)
  const others = TEXT_ENCODING_NAMES.filter((each) => !likely.includes(each))
  return [...likely, ...others].map((encoding) => ({
    encoding,
    sample: decodeStart(telling, encoding).trim(),
  }))
}

interface Guess {
  readonly encoding: TextEncoding
  readonly isSure: boolean
  readonly likely: readonly TextEncoding[]
}

function guess(bytes: Uint8Array): Guess {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return certain('utf-16le')
  if (first === 0xfe && second === 0xff) return certain('utf-16be')
  // In UTF-16 without a mark, every other byte of Latin letters is zero; no other text has zeros.
  const isWide = bytes.subarray(0, SNIFFED).includes(0)
  if (!isWide && isUtf8(bytes)) return certain('utf-8')
  const sample = isWide ? bytes.subarray(0, SNIFFED) : tellingLines(bytes, SNIFFED)
  const found = detectAll(sample).map(({ encoding, confidence }) => ({
    encoding: toTextEncoding(encoding),
    confidence,
  }))
  let readings = new Map<TextEncoding, string>()
  const least = RIVAL * (found.find(({ encoding }) => encoding !== null)?.confidence ?? 0)
  for (const { encoding, confidence } of found) {
    if (encoding === null || confidence < least || readings.has(encoding)) continue
    const reading = decodeStart(sample, encoding)
    if (!MISREAD.test(reading)) readings.set(encoding, reading)
  }
  const even = [...readings].filter(([, reading]) => !ODD.test(reading))
  if (even.length > 0) readings = new Map(even)
  // A few letters alone look like those of any alphabet: most texts are in this encoding.
  const western = decodeStart(sample, 'windows-1252')
  const isShort = sample.filter((byte) => byte >= 0x80).length < FEWEST_LETTERS
  if (isShort && !isWide && !MISREAD.test(western) && !ODD.test(western))
    readings.set('windows-1252', western)
  const [best = 'windows-1252', ...others] = readings.keys()
  const isSure = new Set(readings.values()).size === 1
  return { encoding: best, isSure, likely: [best, ...others] }
}

function certain(encoding: TextEncoding): Guess {
  return { encoding, isSure: true, likely: [encoding] }
}

/** The text of bytes that may end within a character, which is then left out. */
function decodeStart(bytes: Uint8Array, encoding: TextEncoding | undefined): string {
  return new TextDecoder(encoding).decode(bytes, { stream: true })
}

/** Whether bytes are UTF-8 to the last one. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

function toTextEncoding(found: string | null): TextEncoding | null {
  const name = (found ?? '').toLowerCase()
  const known = OTHER_NAMES[name] ?? name
  return isTextEncoding(known) ? known : null
}

/** The lines with bytes that are not ASCII, up to so many bytes: all that tells one encoding from another. */
function tellingLines(bytes: Uint8Array, most: number): Uint8Array {
  const lines: Uint8Array[] = []
  let length = 0
  let at = 0
  while (length < most) {
    const next = bytes.subarray(at).findIndex((byte) => byte >= 0x80)
    if (next < 0) break
    const start = Math.max(bytes.lastIndexOf(0x0a, at + next) + 1, at, at + next - most)
    const end = bytes.indexOf(0x0a, at + next)
    const line = bytes.subarray(start, Math.min(end < 0 ? bytes.length : end + 1, start + most))
    lines.push(line)
    length += line.length
    at = start + line.length
  }
  return Buffer.concat(lines)
}

function isBinary(text: string): boolean {
  if (text.includes('\0')) return true
  const head = text.slice(0, SNIFFED)
  return (head.match(CONTROLS)?.length ?? 0) > head.length / 100
}
