/**
 * HTML and XHTML have a similar syntax but different rules: `<title/>` is an empty element in XHTML, and in HTML the start of a title that
 * extends to the end of the page. Pages claim to be one and are the other, or neither. Here, syntax that only one of them supports is
 * rewritten so that both are read the same way, and no unclosed element swallows the rest of a page.
 */
import { replaceEntities } from './xml.ts'

/** Elements without an end tag. */
const VOID = new Set(
  'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr'.split(
    ' ',
  ),
)
/** Elements whose content is raw text up to their end tag. */
const RAW = new Set('title script style textarea xmp iframe noembed noframes'.split(' '))
/** Tags before which an unclosed script or style must have ended. */
const AFTER_CODE = /<\/?(?:head|body|html|p|div|section|h[1-6])[\s/>]/gi
const NAME = /[a-z][^\s/>]*/iy
/** Blocks that cannot be inside a heading. */
const BLOCK = /^(?:p|div|section|article|ul|ol|dl|table|blockquote|pre|hr|figure)$/
/** The document type is within this many characters. */
const HEAD = 1 << 14

interface Tag {
  readonly name: string
  readonly kind: 'open' | 'close' | 'empty'
  readonly start: number
  readonly end: number
  /** The start of the end tag of a raw text element; -1 if it has none, null for other tags. */
  readonly rawEnd: number | null
}

/**
 * Returns a page in which self-closing elements are empty, whatever their name. In HTML (`isXhtml` false), such a tag stays a start tag if
 * the page has an end tag for each of that name. Entities that the page declares are replaced, as in XML.
 */
export function mendMarkup(page: string, isXhtml: boolean): string {
  const html = withoutUnclosed(withoutUnclosed(withOwnEntities(page), '<!--', '-->'), '<![CDATA[', ']]>')
  const opened = isXhtml ? new Set<string>() : namesThatOpen(html)
  const edits: Edit[] = unclosedHeadings(html)
  let last: Tag | null = null
  let afterCode = 0
  for (const tag of tagsOf(html)) {
    const { name, kind, start, end } = tag
    // This element cannot be ended, not even by its end tag.
    if (name === 'plaintext') edits.push({ start, end, by: '' })
    else if (kind === 'empty' && !VOID.has(name) && !opened.has(name)) {
      edits.push({ start: end - 2, end, by: `></${html.slice(start + 1, start + 1 + name.length)}>` })
    } else if (tag.rawEnd === -1) {
      if (name === 'script' || name === 'style') {
        AFTER_CODE.lastIndex = end
        if (afterCode < end) afterCode = AFTER_CODE.exec(html)?.index ?? html.length
        edits.push({ start: afterCode, end: afterCode, by: `</${name}>` })
      } else {
        const next = html.indexOf('<', end)
        edits.push({
          start: next < 0 ? html.length : next,
          end: next < 0 ? html.length : next,
          by: `</${name}>`,
        })
      }
    } else if (kind === 'close' && name === 'br' && last?.name === 'br' && last.end === start) {
      // One line break in XHTML, two in HTML.
      edits.push({ start, end, by: '' })
    }
    last = tag
  }
  return edited(html, edits)
}

interface Edit {
  readonly start: number
  readonly end: number
  readonly by: string
}

function edited(html: string, edits: readonly Edit[]): string {
  if (edits.length === 0) return html
  const pieces: string[] = []
  let from = 0
  for (const { start, end, by } of edits.toSorted((a, b) => a.start - b.start)) {
    if (start < from) continue
    pieces.push(html.slice(from, start), by)
    from = end
  }
  return pieces.join('') + html.slice(from)
}

/** The end tags of headings that are unclosed, or closed with the wrong tag: before the first block in them. */
function unclosedHeadings(html: string): Edit[] {
  const edits: Edit[] = []
  let heading: string | null = null
  let block: number | null = null
  const close = (): void => {
    if (heading !== null && block !== null) edits.push({ start: block, end: block, by: `</${heading}>` })
    heading = block = null
  }
  for (const { name, kind, start, end } of tagsOf(html)) {
    if (/^h[1-6]$/.test(name)) {
      if (kind === 'open') {
        close()
        heading = name
      } else if (kind === 'close' && heading !== null) {
        if (heading !== name) edits.push({ start, end, by: `</${heading}>` })
        heading = block = null
      }
    } else if (kind === 'open' && BLOCK.test(name)) block ??= start
  }
  close()
  return edits
}

/** The names of elements with self-closing tags and as many extra end tags: in HTML, these are start tags. */
function namesThatOpen(html: string): Set<string> {
  const counts = new Map<string, { open: number; close: number; empty: number }>()
  for (const { name, kind } of tagsOf(html)) {
    const count = counts.get(name) ?? { open: 0, close: 0, empty: 0 }
    count[kind] += 1
    counts.set(name, count)
  }
  const opened = [...counts].filter(([, { open, close, empty }]) => empty > 0 && close - open >= empty)
  return new Set(opened.map(([name]) => name))
}

/** Yields the tags of a page in order, except those in comments, code and CDATA sections. */
function* tagsOf(html: string): Generator<Tag> {
  const withoutEnd = new Set<string>()
  let at = html.indexOf('<')
  while (at >= 0) {
    const isClose = html[at + 1] === '/'
    NAME.lastIndex = at + (isClose ? 2 : 1)
    const written = NAME.exec(html)?.[0]
    if (written === undefined) at = html.indexOf('<', endOfOther(html, at))
    else {
      const end = endOfTag(html, NAME.lastIndex === 0 ? at + 1 + written.length : NAME.lastIndex)
      if (end < 0) return
      const name = written.toLowerCase()
      const kind = isClose ? 'close' : html[end - 2] === '/' ? 'empty' : 'open'
      const rawEnd = kind === 'open' && RAW.has(name) ? rawEndOf(html, name, end, withoutEnd) : null
      yield { name, kind, start: at, end, rawEnd }
      at = html.indexOf('<', rawEnd === null || rawEnd < 0 ? end : rawEnd)
    }
  }
}

/** The end of a comment, a CDATA section, a processing instruction or a stray `<`. */
function endOfOther(html: string, at: number): number {
  const [open, close] = html.startsWith('<!--', at)
    ? ['<!--', '-->']
    : html.startsWith('<![CDATA[', at)
      ? ['<![CDATA[', ']]>']
      : ['<', html[at + 1] === '!' || html[at + 1] === '?' ? '>' : '<']
  if (close === '<') return at + 1
  // `<!-->` is a whole comment.
  const found = html.indexOf(close, at + (open === '<!--' ? 2 : open.length))
  return found < 0 ? html.length : found + close.length
}

/** The end of a tag whose name ends at `from`: after the first `>` outside of quotes; -1 if there is none. */
function endOfTag(html: string, from: number): number {
  let at = from
  for (;;) {
    const character = html[at]
    if (character === undefined) return -1
    at++
    if (character === '>') return at
    if ((character === '"' || character === "'") && /[=\s]/.test(html[at - 2] ?? '')) {
      const close = html.indexOf(character, at)
      if (close < 0) return -1
      at = close + 1
    }
  }
}

function rawEndOf(html: string, name: string, from: number, withoutEnd: Set<string>): number {
  if (withoutEnd.has(name)) return -1
  const closing = new RegExp(`</${name}(?=[\\s/>])`, 'gi')
  closing.lastIndex = from
  const found = closing.exec(html)?.index ?? -1
  if (found < 0) withoutEnd.add(name)
  return found
}

/** Removes the last opening delimiters that are never closed: they would swallow everything after them. */
function withoutUnclosed(html: string, open: string, close: string): string {
  const last = html.lastIndexOf(close) + 1
  const found = html.indexOf(open, last)
  return found < 0 ? html : html.slice(0, last) + html.slice(last).replaceAll(open, '')
}

/** Replaces the entities that the document type of a page declares, and removes the declarations. */
function withOwnEntities(html: string): string {
  const start = /<!DOCTYPE[^>[]*\[/i.exec(html.slice(0, HEAD))
  if (start === null) return html
  const from = start.index + start[0].length
  const ending = /\]\s*>/g
  ending.lastIndex = from
  const end = ending.exec(html)
  if (end === null) return html
  const rest = html.slice(0, from - 1) + html.slice(end.index + 1)
  return replaceEntities(rest, html.slice(from, end.index))
}
