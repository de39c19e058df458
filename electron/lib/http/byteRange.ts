/** One range of immutable stored content, by RFC 9110: conditions, ranges, and the headers of the response. */

/** A part of stored content: from the first byte to the last, both included. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

export interface StoredBytes {
  readonly size: number
  /** The entity tag with its quotes. */
  readonly etag: string
}

/** The status and headers of the response; `range` is the content of its body, for 200 and 206. */
export type RangeAnswer = { readonly headers: Readonly<Record<string, string>> } & (
  | { readonly status: 200 | 206; readonly range: ByteRange }
  /** The caller already has the content. */
  | { readonly status: 304 }
  /** The content is shorter than the range. */
  | { readonly status: 416 }
)

/** Answers a GET or HEAD request for the content; `header` returns a header of the request by its lower-case name. */
export function answerRange(
  header: (name: 'range' | 'if-range' | 'if-none-match') => string | undefined,
  { size, etag }: StoredBytes,
): RangeAnswer {
  const known = (header('if-none-match') ?? '').split(',').map((candidate) => candidate.trim())
  if (['*', etag, `W/${etag}`].some((tag) => known.includes(tag))) return { status: 304, headers: {} }
  const isSame = (header('if-range') ?? etag) === etag
  const range = isSame ? parseByteRange(header('range'), size) : 'whole'
  if (range === 'unsatisfiable') return { status: 416, headers: { 'content-range': `bytes */${size}` } }
  if (range === 'whole') {
    const whole = { first: 0, last: size - 1 }
    return { status: 200, headers: { 'content-length': String(size) }, range: whole }
  }
  const headers = {
    'content-length': String(range.last - range.first + 1),
    'content-range': `bytes ${range.first}-${range.last}/${size}`,
  }
  return { status: 206, headers, range }
}

/** Parses a Range header for `size` bytes. A header that is not one plain range of bytes means the whole, as RFC 9110 allows (section 14.2). */
function parseByteRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
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
