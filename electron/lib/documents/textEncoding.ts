/** Decodes text from bytes in any encoding. */
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
  /** False if another likely encoding produces different text from the same bytes. */
  readonly isSure: boolean
}

/** An encoding, and the first lines that distinguish encodings, decoded with it. */
export interface EncodingSample {
  readonly encoding: TextEncoding
  readonly sample: string
}

/** How many bytes of a file are examined to distinguish text from binary data and to guess the encoding. */
const SNIFFED = 1 << 16
const SAMPLE_CHARACTERS = 400
/** A guess is a rival of the best one if it is at least this likely in comparison. */
const RIVAL = 0.5
/** The fewest non-ASCII bytes that identify an encoding. */
const FEWEST_LETTERS = 8
/** C0 controls other than tab, line feed, form feed and carriage return; text has none, except for a few in old files. */
// oxlint-disable-next-line no-control-regex -- controls are what this looks for
const CONTROLS = /[\x01-\x08\x0b\x0e-\x1f\x7f]/g
/** The results of decoding letters with a wrong encoding: replacement characters, or controls that never occur in text. */
const MISREAD = /[\ufffd\x80-\x9f]/
/** A capital after a lower-case letter, or a symbol between letters, if one of them is not ASCII: “cafÈ”, “D¸nen”; letters of two alphabets: “Зa”. */
const ODD =
  /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}]|[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}]\p{Script=Latin}|\p{Ll}(?=\P{ASCII})\p{Lu}|(?=\P{ASCII})\p{Ll}[A-Z]|\p{L}[\xa2-\xac\xae-\xb3\xb5\xb6\xb8-\xbf\xd7\xf7†‡•‰]\p{L}/u
/** The detector's names for encodings that have other names in the Encoding Standard. */
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
 * The text of a file, in the given encoding or otherwise in the most likely one. Throws `file-not-text` for anything that is not text.
 */
export function decodeText(bytes: Uint8Array, name: string, given?: TextEncoding): DecodedText {
  const { encoding, isSure } = given === undefined ? guess(bytes) : { encoding: given, isSure: true }
  // `TextDecoder` drops the byte order mark of its own encoding.
  const text = new TextDecoder(encoding).decode(bytes)
  if (isBinary(text)) throw new UserFacingError('file-not-text', { name })
  return { text: text.replaceAll(/\r\n?|\u2028|\u2029/g, '\n'), encoding, isSure }
}

/**
 * A sample of a text whose encoding is not certain in each encoding, the most likely ones first; empty if it is certain, or if the bytes
 * are not text.
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
  // In UTF-16 without a byte order mark, every other byte of Latin letters is zero; no other text contains zeros.
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
  // A few letters look alike in any alphabet: most texts are in this encoding.
  const western = decodeStart(sample, 'windows-1252')
  const isShort = sample.filter((byte) => byte >= 0x80).length < FEWEST_LETTERS
  if (isShort && !isWide && !MISREAD.test(western) && !ODD.test(western))
    readings = ODD.test(readings.values().next().value ?? '')
      ? new Map([['windows-1252', western], ...readings])
      : readings.set('windows-1252', western)
  const even = [...readings].filter(([, reading]) => !ODD.test(reading))
  if (even.length > 0) readings = new Map(even)
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

/** Whether all bytes are valid UTF-8. */
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

/** The lines with non-ASCII bytes, up to `most` bytes: only they distinguish encodings. */
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
