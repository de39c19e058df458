/** The words of a Markdown paragraph from the tokens of markdown-it: text, and what is not text within it. */
import type { Token } from 'markdown-it'
import { PIECES, type Mark, type Piece } from '../../../shared/import/source.ts'
import type { DocumentPart } from './formats/documentText.ts'

/** A line break that the author made explicit; the others are those of the file. */
const HARD_BREAK = '\u2028'

/** A stretch of words; `piece` if it is not text. */
export interface Segment {
  readonly text: string
  readonly piece: Piece | null
}

export const textOf = (segments: readonly Segment[]) => segments.map(({ text }) => text).join('')

/** The words of a paragraph, including what is not text within it. */
export function segmentsOf(tokens: readonly Token[]): Segment[] {
  /** The titles of the open links. */
  const titles: string[] = []
  return tokens.map((token): Segment => {
    const { type, content } = token
    switch (type) {
      case 'text':
      case 'code_inline':
        return { text: content, piece: null }
      case 'softbreak':
        return { text: '\n', piece: null }
      case 'hardbreak':
        return { text: HARD_BREAK, piece: null }
      case 'html_inline':
        if (content.startsWith('<!--')) return { text: content.replace(/^<!--|-->$/g, ''), piece: 'hidden' }
        return { text: /^<br\b/i.test(content) ? HARD_BREAK : '', piece: null }
      case 'left_out':
        return { text: content, piece: pieceOf(token) }
      case 'image':
        return { text: [content, titleOf(token)].filter((words) => words !== '').join(' '), piece: 'picture' }
      case 'link_open':
        titles.push(titleOf(token))
        return { text: '', piece: null }
      case 'link_close': {
        const title = titles.pop() ?? ''
        return { text: title === '' ? '' : ` ${title}`, piece: 'hidden' }
      }
      default:
        return { text: '', piece: null }
    }
  })
}

/** The title of a link or a picture; '' if it has none. */
export function titleOf(token: Token): string {
  return String(token.attrGet('title') ?? '')
}

export const pieceOf = ({ info }: Token): Piece => PIECES.find((each) => each === info) ?? 'markup'

export const inOneLine = ({ text, piece }: Segment): Segment => ({
  text: text.replaceAll(/[\n\u2028]/g, ' '),
  piece,
})

/** The cells of a row, separated by commas as in other documents. */
export function joinCells(cells: readonly (readonly Segment[])[]): Segment[] {
  let isFirst = true
  return cells.flatMap((cell) => {
    if (cell.every(({ text, piece }) => piece !== null || text.trim() === '')) return cell
    const comma = isFirst ? [] : [{ text: ', ', piece: null }]
    isFirst = false
    return [...comma, ...cell]
  })
}

/** The words of an item without its task checkbox. */
export function withoutBox([first, ...others]: readonly Segment[]): readonly Segment[] {
  return first === undefined
    ? []
    : [{ ...first, text: first.text.replace(/^\[[ xX]\][ \t]+/, '') }, ...others]
}

/** The kind and the title of a callout, “[!note] Look here”, and the lines below it; any other quote unchanged. */
export function callout(segments: readonly Segment[]): (readonly Segment[])[] {
  const [first, ...others] = segments
  const [code, kind = ''] = /^\[!([\w -]+)\][+-]?/.exec(first?.text ?? '') ?? []
  if (first === undefined || code === undefined) return [segments]
  const lines = [{ ...first, text: first.text.slice(code.length) }, ...others]
  const end = lines.findIndex(({ text }) => text === '\n')
  const title = end < 0 ? lines : lines.slice(0, end)
  return [[{ text: kind, piece: 'markup' }], title, ...(end < 0 ? [] : [lines.slice(end + 1)])]
}

/** Lines of verse (“| La la”) and definitions (“: A ship”) without their leading character: each is a line of its own. */
export function linesOf(segments: readonly Segment[], written: string, isPlain: boolean): readonly Segment[] {
  const isVerse = written.split('\n').every((line) => line.trimStart().startsWith('|'))
  const sign = isVerse ? /^\|[ \t]*/ : /^:[ \t]+/
  if (isPlain || !(isVerse || written.includes(': '))) return segments
  return segments.map((segment, index) => {
    const isStart = index === 0 || segments[index - 1]?.text === '\n'
    const isBefore = segment.text === '\n' && sign.test(segments[index + 1]?.text ?? '')
    if (isBefore) return { ...segment, text: HARD_BREAK }
    if (!isStart || segment.piece !== null) return segment
    const text = segment.text.replace(sign, '')
    return {
      ...segment,
      text: isVerse ? text.replace(/[ \t]*\|$/, '').replaceAll(/[ \t]+\|[ \t]+/g, ', ') : text,
    }
  })
}

/** Adds the part that consists of segments; if none of them is text, each as its own part. */
export function addParts(
  parts: DocumentPart[],
  segments: readonly Segment[],
  {
    level,
    speaker,
    manner,
    piece,
  }: {
    readonly level?: number
    readonly speaker?: string
    readonly manner?: string
    readonly piece?: Piece | undefined
  },
): void {
  const isText = segments.some(({ text, piece: own }) => own === null && text.trim() !== '')
  if (!isText || level !== undefined) {
    const words = segments.filter(({ piece: own }) => own === null)
    if (isText)
      parts.push({ kind: 'heading', text: textOf(words).trim(), ...(level !== undefined && { level }) })
    for (const { text, piece: own } of segments)
      if (own !== null && text.trim() !== '')
        parts.push({ kind: 'paragraph', text: text.trim(), place: piece ?? own })
    return
  }
  const { text, marks } = trimmed(segments)
  parts.push({
    kind: 'paragraph',
    text,
    ...(marks.length > 0 && { marks }),
    ...(piece !== undefined && { place: piece }),
    ...(speaker !== undefined && { speaker }),
    ...(manner !== undefined && { manner }),
  })
}

/** The text of segments without the space around each of its lines, and the ranges in it that are not text. */
function trimmed(segments: readonly Segment[]): { readonly text: string; readonly marks: Mark[] } {
  const whole = textOf(segments)
  const outer = whole.length - whole.trimStart().length
  const last = whole.trimEnd().length
  /** The ranges that are kept. */
  const kept: { readonly start: number; readonly end: number }[] = []
  let at = 0
  for (const line of whole.split(/([\n\u2028])/)) {
    const isBreak = line === '\n' || line === HARD_BREAK
    const start = Math.max(outer, at + (isBreak ? 0 : line.length - line.trimStart().length))
    const end = Math.min(last, at + (isBreak ? 1 : line.trimEnd().length))
    if (start < end) kept.push({ start, end })
    at += line.length
  }
  let [reached, length, line] = [0, 0, 0]
  /** The position in the trimmed text of a position in the whole text; must be called in ascending order. */
  const placeOf = (place: number) => {
    for (let next = kept[line]; next !== undefined && next.end <= place; next = kept[line]) {
      length += next.end - next.start
      line += 1
    }
    const { start } = kept[line] ?? { start: place }
    return length + Math.max(0, place - start)
  }
  const marks = segments.flatMap(({ text, piece }) => {
    const from = reached
    reached += text.length
    if (piece === null) return []
    const mark = { piece, start: placeOf(from), end: placeOf(reached) }
    return mark.start < mark.end ? [mark] : []
  })
  return { text: kept.map(({ start, end }) => whole.slice(start, end)).join(''), marks }
}
