/** Detects the encoding of a Mobipocket book from its bytes: its header often names another one. */
import { decodeText } from '../textEncoding.ts'
import { isMostlyUtf8 } from './utf8.ts'

/** The properties of a book's header that determine its encoding. */
export interface MobiLetters {
  /** A Windows code page, or 65001 for UTF-8. */
  readonly codePage: number
  /** The language of the book, as a Windows language id. */
  readonly locale: number
}

const UTF8 = 65_001
/** The encodings of languages that do not use Western European letters, by language id. */
const CODE_PAGES: Readonly<Record<number, string>> = {
  ...{
    0x02: 'windows-1251',
    0x19: 'windows-1251',
    0x1a: 'windows-1250',
    0x22: 'windows-1251',
    0x23: 'windows-1251',
  },
  ...{
    0x05: 'windows-1250',
    0x0e: 'windows-1250',
    0x15: 'windows-1250',
    0x18: 'windows-1250',
    0x1b: 'windows-1250',
  },
  ...{
    0x24: 'windows-1250',
    0x08: 'windows-1253',
    0x1f: 'windows-1254',
    0x0d: 'windows-1255',
    0x01: 'windows-1256',
  },
  ...{
    0x25: 'windows-1257',
    0x26: 'windows-1257',
    0x27: 'windows-1257',
    0x2a: 'windows-1258',
    0x1e: 'windows-874',
  },
  ...{ 0x04: 'gb18030', 0x11: 'shift_jis', 0x12: 'euc-kr' },
}
const OTHER_CODE_PAGES: Readonly<Record<number, string>> = {
  ...{ 932: 'shift_jis', 936: 'gb18030', 949: 'euc-kr', 950: 'big5', 20866: 'koi8-r', 21866: 'koi8-u' },
  ...{
    874: 'windows-874',
    10000: 'macintosh',
    28592: 'iso-8859-2',
    28595: 'iso-8859-5',
    28605: 'iso-8859-15',
  },
}
/** Detected encodings that cannot be confused with Western European ones. */
const OTHER_ALPHABET = /1251|1253|1255|1256|koi8|866|cyrillic|iso-8859-[5678]$|jis|gb18030|big5|euc|874/
/** Fewer letters than this do not determine an alphabet. */
const FEWEST_LETTERS = 8

/** Returns the encoding of a text from its bytes, or from the header if the bytes are inconclusive. */
export function encodingOf(text: Uint8Array, header: MobiLetters): string {
  if (isMostlyUtf8(text)) return 'utf-8'
  const told = codePageOf(header)
  if (told !== null && told !== 'windows-1252') return told
  const byLanguage = CODE_PAGES[header.locale]
  if (byLanguage !== undefined) return byLanguage
  try {
    const { encoding } = decodeText(text, '')
    return told === null || (OTHER_ALPHABET.test(encoding) && hasOtherWords(text)) ? encoding : told
  } catch {
    // The bytes are not text: use the header's encoding.
    return told ?? 'windows-1252'
  }
}

/**
 * Decodes a metadata value: as UTF-8 if its bytes are UTF-8, whatever the encoding of the text; otherwise as the text, or as the header
 * states.
 */
export function decodeFact(bytes: Uint8Array, encoding: string, header: MobiLetters): string {
  if (isMostlyUtf8(bytes)) return new TextDecoder().decode(bytes)
  const other = codePageOf(header) ?? CODE_PAGES[header.locale] ?? 'windows-1252'
  return new TextDecoder(encoding === 'utf-8' ? other : encoding).decode(bytes)
}

/** The encoding of the header's code page; null for UTF-8 and for unknown code pages. */
function codePageOf({ codePage }: MobiLetters): string | null {
  if (codePage === UTF8) return null
  if (codePage >= 1250 && codePage <= 1258) return `windows-${codePage}`
  return OTHER_CODE_PAGES[codePage] ?? null
}

/** Whether entire words consist of non-ASCII letters. In Western languages, such letters are mostly isolated. */
function hasOtherWords(text: Uint8Array): boolean {
  let [letters, besideOther] = [0, 0]
  const start = text.subarray(0, 1 << 20)
  for (const [index, byte] of start.entries()) {
    if (byte < 0x80) continue
    letters++
    if ((text[index - 1] ?? 0) >= 0x80 || (text[index + 1] ?? 0) >= 0x80) besideOther++
  }
  return letters >= FEWEST_LETTERS && besideOther * 2 > letters
}
