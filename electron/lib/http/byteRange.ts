/** A part of something stored: from the first byte to the last, both included. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/**
 * What a Range header asks of `size` bytes. Headers that are not one plain range of bytes mean the whole, as RFC 9110
 * allows (section 14.2).
 */
export function parseByteRange(
  header: string | undefined,
  size: number,
): ByteRange | 'whole' | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '')
  if (!match) return 'whole'
  const [, from = '', to = ''] = match
  if (from === '') {
    if (to === '') return 'whole'
    const length = Math.min(Number(to), size)
    return length === 0 ? 'unsatisfiable' : { first: size - length, last: size - 1 }
  }
  const first = Number(from)
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < first) return 'whole'
  return first >= size ? 'unsatisfiable' : { first, last }
}
