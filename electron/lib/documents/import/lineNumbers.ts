/** The numbers that editions of poetry print beside every fifth or tenth line. */
import type { ImportSource, Mark } from '../../../../shared/import/source.ts'

/** The distances of numbered lines in editions. */
const STEPS = [5, 10, 4, 3, 20, 2]
/** The fewest numbers of a series, and their least share of the numbers beside lines that are multiples of the distance. */
const FEWEST = 3
const MOST_OF = 0.8
const NUMBER_AT_END = /(?<=[^\d\s])[^\S\n\u2028]+(\d{1,5})$/u
const NUMBER_AT_START = /^[^\S\n\u2028]*(\d{1,5})[^\S\n\u2028]+(?=[^\d\s])/u

interface Numbered {
  readonly paragraph: number
  /** The number of its line, counted from the beginning of its section and of the text. */
  readonly line: number
  readonly lineOfText: number
  readonly number: number
  readonly start: number
  readonly end: number
}

/** Marks the numbers of lines, if all of a series agree with the lines between them. */
export function withLineNumbers(source: ImportSource): ImportSource {
  const found = withoutCounted(numbersIn(source))
  if (found.length < FEWEST) return source
  const series = STEPS.map((step) => seriesOf(found, step)).find((each) => each.length >= FEWEST)
  if (series === undefined) return source
  const marks = Map.groupBy(series, ({ paragraph }) => paragraph)
  return {
    ...source,
    paragraphs: source.paragraphs.map((paragraph, index) => {
      const own = marks.get(index) ?? []
      const added = own.map(({ start, end }): Mark => ({ piece: 'pageNumber', start, end }))
      if (added.length === 0) return paragraph
      return { ...paragraph, marks: [...paragraph.marks, ...added].toSorted((a, b) => a.start - b.start) }
    }),
  }
}

/** The lines that begin or end with a number which is not marked yet. */
function numbersIn({ sections, paragraphs }: ImportSource): Numbered[] {
  const found: Numbered[] = []
  let lineOfText = 0
  for (const section of sections) {
    let line = 0
    for (const [at, { text, piece, marks }] of paragraphs.slice(section.start, section.end).entries()) {
      if (piece !== null) continue
      let lineStart = 0
      for (const words of text.split(/[\n\u2028]/u)) {
        line++
        lineOfText++
        const match = NUMBER_AT_END.exec(words) ?? NUMBER_AT_START.exec(words)
        const start = lineStart + (match?.index ?? 0)
        const end = start + (match?.[0].length ?? 0)
        const isFree = marks.every((mark) => mark.end <= start || mark.start >= end)
        if (match !== null && isFree)
          found.push({
            paragraph: section.start + at,
            line,
            lineOfText,
            number: Number(match[1]),
            start,
            end,
          })
        lineStart += words.length + 1
      }
    }
  }
  return found
}

/** The numbers without those of lists, which count each line. */
function withoutCounted(found: readonly Numbered[]): readonly Numbered[] {
  const counts = (one: Numbered, other: Numbered | undefined) =>
    other !== undefined && other.number - one.number === 1 && other.lineOfText - one.lineOfText === 1
  return found.filter((each, index) => {
    const [before, after] = [found[index - 1], found[index + 1]]
    return !counts(each, after) && (before === undefined || !counts(before, each))
  })
}

/** The multiples of a distance that stand as many lines apart as they say; none if other multiples do not. */
function seriesOf(found: readonly Numbered[], step: number): readonly Numbered[] {
  const multiples = found.filter(({ number }) => number > 0 && number % step === 0)
  const fits = (one: Numbered, other: Numbered | undefined) =>
    other !== undefined &&
    Math.abs(other.number - one.number) === step &&
    other.lineOfText - one.lineOfText === other.number - one.number
  const series = multiples.filter(
    (each, index) =>
      each.line === each.number || fits(each, multiples[index - 1]) || fits(each, multiples[index + 1]),
  )
  const hasDistance = series.some((each, index) => fits(each, series[index + 1]))
  return hasDistance && series.length >= multiples.length * MOST_OF ? series : []
}
