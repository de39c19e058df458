/** The code pages of RTF files: https://learn.microsoft.com/windows/win32/intl/code-page-identifiers. */

const ENCODINGS: Readonly<Record<number, string>> = {
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  1250: 'windows-1250',
  1251: 'windows-1251',
  1252: 'windows-1252',
  1253: 'windows-1253',
  1254: 'windows-1254',
  1255: 'windows-1255',
  1256: 'windows-1256',
  1257: 'windows-1257',
  1258: 'windows-1258',
  10_000: 'macintosh',
  10_007: 'x-mac-cyrillic',
  866: 'ibm866',
  65_001: 'utf-8',
}
/** The code page of each font character set; symbol character sets have none. */
const OF_CHARSET: Readonly<Record<number, number>> = {
  0: 1252,
  77: 10_000,
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
}
/** The letters of DOS code pages from 0x80 on; the following characters draw boxes. */
const DOS: Readonly<Record<number, string>> = {
  437: 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»',
  850: 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»',
}
const decoders = new Map<number, InstanceType<typeof TextDecoder>>()

/** Returns the code page of a font's character set, or null if it is that of the document. */
export function codePageOfCharset(charset: number): number | null {
  return OF_CHARSET[charset] ?? null
}

/** Decodes bytes of a code page, given as one character each; an unknown code page is read as Western European. */
export function decodeCodePage(bytes: string, codePage: number): string {
  if (!/[\x80-\xff]/.test(bytes)) return bytes
  const dos = DOS[codePage]
  if (dos !== undefined) {
    return bytes.replaceAll(/[\x80-\xff]/g, (letter) => dos[letter.charCodeAt(0) - 0x80] ?? '')
  }
  const decoder = decoders.get(codePage) ?? new TextDecoder(ENCODINGS[codePage] ?? 'windows-1252')
  decoders.set(codePage, decoder)
  const text = decoder.decode(Buffer.from(bytes, 'latin1'))
  // Fonts of signs claim a character set that their codes are not of.
  const unknown = text.split('\ufffd').length - 1
  return unknown * 2 >= text.length && codePage !== 1252 ? decodeCodePage(bytes, 1252) : text
}
