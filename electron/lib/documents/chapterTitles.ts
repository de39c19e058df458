/** The title of a chapter: its number, and the lines below that belong to it. */
import { isTitle, parseChapterLine, type ChapterLine } from './chapterNumbers.ts'
import { foldTitle, type ChapterParagraph, type ContentsEntries } from './contentsLines.ts'

/** A heading found in a text. */
export interface FoundHeading {
  readonly title: string
  /** The number of paragraphs that it takes. */
  readonly takes: number
  /** The text below the heading in the last of them, which belongs to the chapter; '' if there is none. */
  readonly below: string
}

/** The share of the headings of a series that must be followed by a title for such lines to count as titles. */
const MOST_TITLED = 0.7
export const LONGEST_SUBTITLE = 160
/** A title directly above its text is a short line. */
export const LONGEST_ABOVE = 50

/** The lines of a paragraph that are not blank, trimmed. */
export const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** A title of several lines is not longer, and none of its lines but the last is short. */
const LONGEST_WRAPPED = 400
const MOST_WRAPPED_LINES = 5
const SENTENCE_END = /[.!?…][\p{Pe}\p{Pf}"']*$/u

/** Whether a paragraph is a number with a title that is too long for one line. */
export function isWrappedTitle(text: string, title: string): boolean {
  const lines = linesOf(text)
  const [first = '', ...rest] = lines
  if (title === '' || rest.length === 0 || lines.slice(0, -1).some(({ length }) => length <= LONGEST_ABOVE))
    return false
  if (rest.length === 1) return text.length <= LONGEST_SUBTITLE
  // The number of a sentence has no sign behind it, and a sentence ends as one.
  const hasSign = /[.:—–-]\s*$/.test(first.slice(0, first.length - title.length))
  return (
    hasSign &&
    lines.length <= MOST_WRAPPED_LINES &&
    text.length <= LONGEST_WRAPPED &&
    !SENTENCE_END.test(text.trimEnd())
  )
}

/** Whether words repeat a heading: all of it, its number or its title. */
export function repeats(title: string, line: ChapterLine | null, text: string): boolean {
  if (text.length > title.length + 20) return false
  const folded = foldTitle(text)
  if (folded === '') return false
  const own = foldTitle(title)
  return (
    folded === own ||
    (line !== null &&
      line.title !== '' &&
      (folded === foldTitle(line.title) ||
        (own.startsWith(`${folded} `) && parseChapterLine(text.trim())?.number === line.number)))
  )
}

/** Whether a short paragraph is set apart from the text below it, more than from the number above it. */
function isApart(paragraphs: readonly ChapterParagraph[], at: number): boolean {
  const [paragraph, next] = [paragraphs[at], paragraphs[at + 1]]
  return (
    paragraph !== undefined &&
    !paragraph.isOut &&
    next?.isOut === false &&
    next.gap > paragraph.gap &&
    paragraph.text.length <= LONGEST_SUBTITLE &&
    /^[^\p{Ll}]*\p{Lu}/u.test(paragraph.text) &&
    [null, 'named'].includes(parseChapterLine(paragraph.text)?.kind ?? null)
  )
}

/** Whether most bare-number headings have a title in the line below. */
export function haveSubtitles(
  paragraphs: readonly ChapterParagraph[],
  starts: ReadonlyMap<number, ChapterLine | null>,
  entries: ContentsEntries,
): boolean {
  const bare = [...starts].filter(
    ([at, line]) =>
      line?.title === '' && line.kind !== 'part' && linesOf(paragraphs[at]?.text ?? '').length === 1,
  )
  const titled = bare.filter(
    ([at]) => isSubtitle(paragraphs[at + 1], entries, 'titles') || isApart(paragraphs, at + 1),
  )
  return titled.length > 1 && titled.length >= bare.length * MOST_TITLED
}

function isSubtitle(
  paragraph: ChapterParagraph | undefined,
  entries: ContentsEntries,
  takes: 'capitals' | 'titles' | 'any',
): boolean {
  if (paragraph === undefined || paragraph.isOut || paragraph.text.length > LONGEST_SUBTITLE) return false
  const lines = linesOf(paragraph.text)
  const text = lines.join(' ')
  if (lines.length > 3 || parseChapterLine(text) !== null || !/\p{L}{2}/u.test(text)) return false
  if (entries.has(text)) return true
  if (/^[“„«»"—–‘*([]/u.test(text)) return false
  if (!/\p{Ll}/u.test(text)) return !/^[A-Z .'-]+[:.]\s*\(/.test(text)
  // “The Old Mint.” is a title if the other chapters have titles; “It rained. Nobody came.” never is.
  const title = takes === 'any' ? text.replace(/(?<!\.)[.!?]$/, '') : text
  return (
    takes !== 'capitals' &&
    lines.length === 1 &&
    isTitle(title) &&
    !/[.!?]\s+\p{Lu}\p{Ll}+\s+\p{Ll}/u.test(title)
  )
}

/** The number of lines between the heading of a part and its first chapter that are the title of the part. */
function titleLinesBelow(
  paragraphs: readonly ChapterParagraph[],
  at: number,
  starts: ReadonlyMap<number, ChapterLine | null>,
): number {
  for (let count = 0; count <= 3; count++) {
    const next = paragraphs[at + count + 1]
    const line = starts.get(at + count + 1)
    if (line !== undefined && line !== null) return count
    if (next === undefined || next.isOut || next.text.length > 80 || !isTitle(next.text)) return 0
  }
  return 0
}

interface Around {
  readonly entries: ContentsEntries
  readonly takesSubtitles: boolean
  readonly starts: ReadonlyMap<number, ChapterLine | null>
}

/** The heading that begins at a paragraph, with its title below the number. */
export function headingAt(
  paragraphs: readonly ChapterParagraph[],
  at: number,
  line: ChapterLine | null,
  { entries, takesSubtitles, starts }: Around,
): FoundHeading {
  const [first = '', ...rest] = linesOf(paragraphs[at]?.text ?? '')
  if (rest.length > 0) {
    const text = rest.join('\n')
    if (isWrappedTitle([first, ...rest].join('\n'), line?.title ?? ''))
      return { title: plain([first, ...rest].join(' ')), takes: 1, below: '' }
    const isAllTitle =
      rest.length <= 3 &&
      text.length <= LONGEST_SUBTITLE &&
      (rest.every((each) => isTitle(each)) || line === null)
    if (isAllTitle) return { title: [first, ...rest].reduce(joinTitle), takes: 1, below: '' }
    const [second = '', ...more] = rest
    const hasTitle = line?.title === '' && more.length > 0 && !/\p{Ll}/u.test(second)
    return hasTitle
      ? { title: joinTitle(first, second), takes: 1, below: more.join('\n') }
      : { title: plain(first), takes: 1, below: text }
  }
  const [next, below] = [paragraphs[at + 1], paragraphs[at + 2]]
  const lines = line?.kind === 'part' ? titleLinesBelow(paragraphs, at, starts) : 0
  if (lines > 0) {
    const others = paragraphs.slice(at + 1, at + 1 + lines).flatMap(({ text }) => linesOf(text))
    return { title: others.reduce(joinTitle, first), takes: 1 + lines, below: '' }
  }
  const isBare = line !== null && line.title === ''
  const hasTitle =
    isBare &&
    below !== undefined &&
    !starts.has(at + 2) &&
    ((takesSubtitles && line.kind === 'chapter' && isApart(paragraphs, at + 1)) ||
      (!starts.get(at + 1) &&
        isSubtitle(next, entries, takesSubtitles && line.kind !== 'part' ? 'any' : 'capitals')))
  if (next === undefined || !hasTitle) return { title: plain(first), takes: 1, below: '' }
  return { title: joinTitle(first, linesOf(next.text).join(' ')), takes: 2, below: '' }
}

/** A title of two lines joined into one: “CHAPTER I. THE FERRY”, “Chapter 1: The Ferry”. */
export function joinTitle(first: string, second: string, index = 1): string {
  const [above, below] = [plain(first), plain(second)]
  return index > 1 || /[.:!?,;–—-]$/.test(above) ? `${above} ${below}` : `${above}: ${below}`
}

/** A title without the emphasis characters around it. */
const plain = (text: string) => text.trim().replaceAll(/^[_*=~]+|[_*=~]+$/g, '')
