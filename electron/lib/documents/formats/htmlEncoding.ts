import { decodeText } from '../textEncoding.ts'

/** The text of a file of HTML. Its first bytes say its encoding, in letters that every encoding shares. */
export function decodeHtml(bytes: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 2048))
  const label = /<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]+)|^<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)/i.exec(
    head,
  )
  const hasMark = /^(?:\xff\xfe|\xfe\xff|\xef\xbb\xbf)/.test(head)
  const named = label?.[1] ?? label?.[2]
  if (named !== undefined && !hasMark && !/^utf-?(?:8|16)/i.test(named)) {
    try {
      return new TextDecoder(named).decode(bytes)
    } catch {
      // An encoding that nobody knows: as if it had said nothing.
    }
  }
  return decodeText(bytes, '').text
}
