/**
 * Chapters of a text without any markup: lines that begin one, in a consistent series. A word such as “Chapter” with its number is enough;
 * a number alone, or a line that only looks like a heading, counts only in a whole series.
 */
import { isTitle, parseChapterLine, type ChapterLine } from './chapterNumbers.ts'
import {
  haveSubtitles,
  headingAt,
  isWrappedTitle,
  linesOf,
  LONGEST_ABOVE,
  LONGEST_SUBTITLE,
  repeats,
  type FoundHeading,
} from './chapterTitles.ts'
import {
  findContents,
  foldTitle,
  isProse,
  type ChapterParagraph,
  type ContentsEntries,
  type ContentsLines,
} from './contentsLines.ts'

export interface FoundChapters {
  /** By the number of the paragraph. */
  readonly headings: ReadonlyMap<number, FoundHeading>
  /** The lists of contents. */
  readonly contents: readonly ContentsLines[]
  /** Paragraphs that repeat the heading above them. */
  readonly repeated: ReadonlySet<number>
  /** Paragraphs that are the numbers of printed pages: they are consecutive, and interrupt sentences. */
  readonly pageNumbers: ReadonlySet<number>
}

interface Candidate {
  readonly at: number
  readonly line: ChapterLine
}

/** A way of writing numbers counts only if most of its lines fit the series. */
const MOST_FIT = 0.7
/** Fewer lines of the same look, or in capitals, are not a series. */
const FEWEST_ALIKE = 2
/** The look of lines in capitals. */
const IN_CAPITALS = 'capitals'
const LONGEST_SHOUT = 60
/** Lines in capitals are headings only if there are more characters of text than this between them, on average. */
const SHORTEST_SECTION = 400
/** With fewer characters of text than this before a list of contents, they are the title page. */
const SHORTEST_PREFACE = 1500
const SENTENCE_END = /[.!?…:;][\p{Pe}\p{Pf}"'_*=]*\s*$/u
/** After such an end, the next line continues the sentence. */
const GOES_ON = /[\p{L}\p{N},;–—-]\s*$/u

/** Finds the chapters of a text. */
export function findChapters(paragraphs: readonly ChapterParagraph[]): FoundChapters {
  const { lists, entries } = findContents(paragraphs)
  const inList = new Set<number>()
  for (const { start, end } of lists) for (let index = start; index < end; index++) inList.add(index)
  const isOpen = (index: number) => paragraphs[index]?.isOut === false && !inList.has(index)
  const candidates = paragraphs.flatMap(({ text }, at): Candidate[] => {
    const line = isOpen(at) ? parseChapterLine(firstLine(text)) : null
    return line === null || !standsAlone(text, line) ? [] : [{ at, line }]
  })
  const pageNumbers = pageNumbersIn(paragraphs, candidates)
  const firstList = lists[0]?.start ?? -1
  const isTitlePage = firstList > 0 && textBefore(paragraphs, firstList) < SHORTEST_PREFACE
  const fitting = fitSeries(
    paragraphs,
    candidates.filter(
      ({ at, line }) => !pageNumbers.has(at) && (at > firstList || !isTitlePage || line.kind === 'named'),
    ),
  )
  const chapters = withoutVolume(fitting)
  const starts = new Map<number, ChapterLine | null>(chapters.map(({ at, line }) => [at, line]))
  const isAfterTitlePage = (at: number) => isOpen(at) && (at > firstList || !isTitlePage)
  addMisspelt(paragraphs, { starts, isOpen: isAfterTitlePage })
  addEntries(paragraphs, { starts, entries, isOpen: isAfterTitlePage })
  addAlike(paragraphs, { starts, isOpen: isAfterTitlePage })
  const headings = new Map<number, FoundHeading>()
  const repeated = new Set<number>()
  const takesSubtitles = haveSubtitles(paragraphs, starts, entries)
  let taken = 0
  for (const [at, line] of [...starts].toSorted(([a], [b]) => a - b)) {
    if (at < taken) continue
    const heading = headingAt(paragraphs, at, line, { entries, takesSubtitles, starts })
    headings.set(at, heading)
    taken = at + heading.takes
    const [next, nextLine] = [paragraphs[taken], starts.get(taken)]
    const isSame = nextLine?.kind === line?.kind && nextLine?.number === line?.number
    if (heading.below !== '' || next === undefined || (starts.has(taken) && !isSame)) continue
    if (!repeats(heading.title, line, next.text)) continue
    repeated.add(taken)
    taken++
  }
  return { headings, contents: lists, repeated, pageNumbers }
}

const firstLine = (text: string) => text.slice(0, 400).trimStart().split('\n', 1)[0]?.trim() ?? ''

/** The lines of a title page that follow the number of a volume; a part has at most a title above its first chapter. */
const FEWEST_LINES_BELOW = 2

/** The candidates without the number of the volume on the title page, such as “VOLUME III”: no other volume precedes it. */
function withoutVolume(candidates: readonly Candidate[]): readonly Candidate[] {
  const first = candidates.findIndex(({ line }) => line.kind === 'chapter' || line.kind === 'number')
  const parts = candidates.slice(0, Math.max(0, first))
  const isVolume = ({ at, line: { kind, number } }: Candidate, index: number) =>
    kind === 'part' &&
    number !== null &&
    number > 1 &&
    !parts.some(({ line }) => line.kind === 'part' && line.number === number - 1) &&
    (candidates[index + 1]?.at ?? at) > at + FEWEST_LINES_BELOW
  return candidates.filter((candidate, index) => index >= parts.length || !isVolume(candidate, index))
}

/** Whether a paragraph can begin a chapter: a single line, or a line with a word such as “Chapter” above others. */
function standsAlone(text: string, { kind, title }: ChapterLine): boolean {
  const [first = '', ...rest] = linesOf(text)
  if (rest.length === 0) return true
  if (isWrappedTitle(text, title)) return true
  // A line that continues in the next one is the beginning of a sentence.
  if (/^\p{Ll}/u.test(rest[0] ?? '')) return false
  const areTitles = rest.length <= 3 && rest.every((line) => isTitle(line))
  if (kind === 'chapter' || kind === 'part') return title === '' || areTitles || first.length <= LONGEST_ABOVE
  return (kind === 'named' || title === '') && rest.length <= 2 && areTitles
}

/** Bare numbers that are consecutive and interrupt sentences. */
function pageNumbersIn(
  paragraphs: readonly ChapterParagraph[],
  candidates: readonly Candidate[],
): Set<number> {
  const bare = candidates.filter(
    ({ line }) => line.kind === 'number' && line.title === '' && line.shape !== 'words',
  )
  const within = bare.filter(({ at }) => {
    const [before, after] = [paragraphs[at - 1]?.text ?? '', paragraphs[at + 1]?.text ?? '']
    return GOES_ON.test(before.slice(-4)) && /^\s*\p{Ll}/u.test(after)
  })
  const runsUp = bare.every(
    ({ line }, index) => index === 0 || (line.number ?? 0) === (bare[index - 1]?.line.number ?? 0) + 1,
  )
  return new Set(
    within.length * 4 > bare.length && (runsUp || within.length === bare.length)
      ? bare.map(({ at }) => at)
      : within.map(({ at }) => at),
  )
}

/** The candidates whose numbers fit: those with a word by themselves, the others in a series from one on. */
function fitSeries(paragraphs: readonly ChapterParagraph[], candidates: readonly Candidate[]): Candidate[] {
  const hasText = countText(paragraphs)
  /** A number with nothing below it is not a chapter. */
  const isAbove = ({ at, line }: Candidate) =>
    line.kind !== 'number' || hasText(at, { at: paragraphs.length, line: { ...line, title: '' } })
  let rest = inOneWriting(hasText, candidates.filter(isAbove))
  for (;;) {
    const { accepted, rejectedOnes } = acceptNumbers(hasText, rest)
    const shapes = new Set(rest.flatMap(({ line }) => (line.kind === 'number' ? [line.shape] : [])))
    const dropped = [...shapes].filter((shape) => {
      const all = rest.filter(({ line }) => line.kind === 'number' && line.shape === shape)
      const fit = accepted.filter(({ line }) => line.kind === 'number' && line.shape === shape)
      return rejectedOnes.has(shape) || fit.length < all.length * MOST_FIT
    })
    if (dropped.length === 0) return accepted
    const [worst] = dropped
    rest = rest.filter(({ line }) => line.kind !== 'number' || line.shape !== worst)
  }
}

/**
 * The candidates, except numbers in a writing that makes no series by itself if another does: page numbers in digits are not chapters between those in Roman
 * numerals.
 */
function inOneWriting(hasText: HasText, candidates: readonly Candidate[]): readonly Candidate[] {
  const writingOf = ({ line }: Candidate) =>
    line.kind === 'number' ? (line.shape.split(/[. ]/, 1)[0] ?? '') : null
  const writings = [...new Set(candidates.map(writingOf))].filter((writing) => writing !== null)
  if (writings.length < 2) return candidates
  const fitting = writings.filter((writing) => {
    const own = candidates.filter((each) => [writing, null].includes(writingOf(each)))
    const isOfIt = (each: Candidate) => writingOf(each) === writing
    const fit = acceptNumbers(hasText, own).accepted.filter(isOfIt)
    return fit.length >= Math.max(FEWEST_ALIKE, own.filter(isOfIt).length * MOST_FIT)
  })
  if (fitting.length === 0) return candidates
  return candidates.filter((each) => [...fitting, null].includes(writingOf(each)))
}

function acceptNumbers(hasText: HasText, candidates: readonly Candidate[]) {
  const accepted: Candidate[] = []
  const rejectedOnes = new Set<string>()
  let last = 0
  let mayRestart = true
  /** Bare numbers below chapters with a word number verses or parts of a chapter. */
  const hasWords = candidates.filter(({ line }) => line.kind === 'chapter').length >= FEWEST_ALIKE
  let run: Candidate[] = []
  const loose = new Set<Candidate>()
  /** A single number is not a series. */
  const endRun = () => {
    if (run.length === 1 && run[0]?.line.kind === 'number') loose.add(run[0])
    run = []
  }
  for (const candidate of candidates) {
    const { kind, number } = candidate.line
    if (kind === 'part' || kind === 'named') {
      accepted.push(candidate)
      mayRestart = true
      continue
    }
    if (number === null) continue
    const isNext = number === last + 1 || (number === last + 2 && mayMiss(run, candidate))
    if (kind === 'number') {
      const isRestart = number === 1 && (mayRestart || (!hasWords && run.length >= FEWEST_ALIKE))
      const before = accepted.at(-1)
      const isApart =
        before === undefined ||
        before.line.kind === 'part' ||
        before.line.kind === 'named' ||
        hasText(before.at, candidate)
      if (!(isNext || isRestart) || !isApart) {
        if (number === 1 && (run.length > 0 || hasWords)) rejectedOnes.add(candidate.line.shape)
        continue
      }
    }
    if (!isNext) endRun()
    run.push(candidate)
    accepted.push(candidate)
    last = number
    mayRestart = false
  }
  endRun()
  return { accepted: accepted.filter((candidate) => !loose.has(candidate)), rejectedOnes }
}

/** After a run of at least this many numbers, one may be missing. */
const LONG_RUN = 5

/** Whether a number may be missing between a run and a later number, which is written alike. */
function mayMiss(run: readonly Candidate[], { line }: Candidate): boolean {
  return run.length >= LONG_RUN && run.at(-1)?.line.shape === line.shape
}

/** Whether there is text between a heading and a later one; below a heading with a title, a whole sentence. */
type HasText = (from: number, later: Candidate) => boolean

/** Counts once how much text precedes each paragraph, so that any two positions can be compared. */
function countText(paragraphs: readonly ChapterParagraph[]): HasText {
  const texts = [0]
  const sentences = [0]
  for (const { text, isOut } of paragraphs) {
    texts.push((texts.at(-1) ?? 0) + (!isOut && /\p{L}/u.test(text) ? 1 : 0))
    sentences.push((sentences.at(-1) ?? 0) + (!isOut && SENTENCE_END.test(text.slice(-12)) ? 1 : 0))
  }
  return (from, { at, line }) => {
    const counts = line.title === '' ? texts : sentences
    return (counts[at] ?? 0) > (counts[from + 1] ?? 0)
  }
}

interface Found {
  readonly starts: Map<number, ChapterLine | null>
  readonly isOpen: (index: number) => boolean
}

/** The number of characters of text before a paragraph. */
function textBefore(paragraphs: readonly ChapterParagraph[], end: number): number {
  return paragraphs
    .slice(0, end)
    .reduce((sum, { text, isOut }) => sum + (!isOut && isProse(text) ? text.length : 0), 0)
}

/** A line of two words, of which the second is that of a chapter: “Drittes Kapitel”. */
const TWO_WORDS = /^\p{Lu}[\p{L}\p{M}-]+ ([\p{L}\p{M}]+)\.?$/u
/** A word that stands behind at least this many numbers also ends lines whose number is misspelt, or “last”. */
const FEWEST_BEHIND = 3

/** Adds lines that end with the same word as the numbered ones of a series, and have a word before it that is not a number. */
function addMisspelt(paragraphs: readonly ChapterParagraph[], { starts, isOpen }: Found): void {
  const wordOf = (at: number) => TWO_WORDS.exec(paragraphs[at]?.text ?? '')?.[1]
  const counts = new Map<string, number>()
  for (const [at, line] of starts) {
    const word = line?.kind === 'chapter' && line.shape === 'words' ? wordOf(at) : undefined
    if (word !== undefined) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  for (const at of counts.size === 0 ? [] : paragraphs.keys()) {
    const word = isOpen(at) && !starts.has(at) ? wordOf(at) : undefined
    if (word !== undefined && (counts.get(word) ?? 0) >= FEWEST_BEHIND) starts.set(at, null)
  }
}

/** Adds single lines that are entries of a list of contents, each once. */
function addEntries(
  paragraphs: readonly ChapterParagraph[],
  { starts, entries, isOpen }: Found & { readonly entries: ContentsEntries },
): void {
  const named = new Set<string>()
  for (const at of starts.keys()) {
    named.add(foldTitle(paragraphs[at]?.text ?? ''))
    // The line below a number is its title, not a heading of its own.
    if (starts.get(at)?.title === '') named.add(foldTitle(paragraphs[at + 1]?.text ?? ''))
  }
  for (const [at, { text, gap }] of paragraphs.entries()) {
    if (!isOpen(at) || starts.has(at) || text.length > LONGEST_SUBTITLE) continue
    const folded = foldTitle(text)
    const isSet = gap >= 2 || !/\p{Ll}/u.test(text)
    if (!/\p{L}{3}/u.test(folded) || named.has(folded) || !isSet || !entries.has(text)) continue
    named.add(folded)
    starts.set(at, null)
  }
}

/** Adds short lines that share a look that differs from the text, such as bold ones; in a text without numbers, also lines in capitals. */
function addAlike(paragraphs: readonly ChapterParagraph[], { starts, isOpen }: Found): void {
  const byLook = new Map<string, number[]>()
  const gaps = paragraphs.filter(({ text }) => isProse(text)).map(({ gap }) => gap)
  const usualGap = gaps.toSorted((a, b) => a - b)[gaps.length >> 1] ?? 1
  for (const [at, { text, gap, look }] of paragraphs.entries()) {
    if (!isOpen(at) || text.includes('\n') || text.length > LONGEST_SHOUT) continue
    const isShout =
      /\p{Lu}{2}/u.test(text) && !/\p{Ll}/u.test(text) && (gap > usualGap || at === 0) && !/[,;:]$/.test(text)
    const kind = look ?? (isShout ? IN_CAPITALS : null)
    if (kind === null || !isTitle(text.trim()) || !/[\p{L}\p{N}]/u.test(text)) continue
    const known = byLook.get(kind)
    if (known === undefined) byLook.set(kind, [at])
    else known.push(at)
  }
  const isNumbered = [...starts.values()].some((line) => line !== null && line.kind !== 'named')
  for (const [kind, all] of byLook) {
    if (isNumbered && (kind === IN_CAPITALS || !all.some((at) => starts.has(at)))) continue
    const alike = withTextBelow(paragraphs, all)
    const characters = alike.reduce((sum, { below }) => sum + below, 0)
    const shortest = kind === IN_CAPITALS ? SHORTEST_SECTION : 1
    if (alike.length < FEWEST_ALIKE || characters < shortest * alike.length) continue
    for (const { at } of alike) if (!starts.has(at)) starts.set(at, null)
  }
}

/** The lines of a series that have text below them, with its length in characters: a title page has lines of the same look in a row. */
function withTextBelow(paragraphs: readonly ChapterParagraph[], all: readonly number[]) {
  return all.flatMap((at, index) => {
    const end = all[index + 1] ?? paragraphs.length
    const next = paragraphs[at + 1]
    if (next === undefined || end === at + 1 || next.isOut || !/\p{Ll}/u.test(next.text)) return []
    let below = 0
    for (let each = at + 1; each < end; each++) below += paragraphs[each]?.text.length ?? 0
    return [{ at, below }]
  })
}
