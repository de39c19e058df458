/**
 * Finding the patterns of entries in a text, with a limit on the work. The limit depends on the letters of the text alone, so that a
 * story is spoken in the same way on every machine. Short patterns come first, and none gets more than half of the work, so that
 * ordinary patterns are used beside one that needs too much.
 */
import { derive } from '../lib/derive.ts'
import {
  compileProgram,
  createPatternTest,
  findSimple,
  isTooComplex,
  matchesOf,
  sizeOf,
  type CompiledPattern,
  type Match,
} from '../lib/pattern.ts'
import { BEGINS_NONE, BEGINS_SOME, canBeginWith, type PatternProgram } from '../lib/patternProgram.ts'
import { workFor } from '../lib/patternRun.ts'
import { simpleRegExp, simpleSteps } from '../lib/simplePattern.ts'
import type { LexiconHit } from './lexiconSearch.ts'
import type { LexiconEntry } from './records.ts'

/** A hit of a pattern. Its spoken form is still to be made of what the pattern matched. */
export interface PatternHit extends LexiconHit {
  readonly match: Match
}

/** What a search for patterns finds in a text, and the entries that were given up. */
export interface FoundPatterns {
  readonly hits: readonly PatternHit[]
  readonly stopped: readonly LexiconEntry[]
}

export interface PatternSearch {
  find(text: string): FoundPatterns
  /** The entries that are looked for in no text: their patterns are too complex, or there are too many before them. */
  readonly off: readonly LexiconEntry[]
}

/** The most letters and instructions of all patterns of a search. A thousand ordinary patterns have as many. */
const MOST_OF_ALL = 40_000

/**
 * The most steps at each letter that the engine of the browser takes for all simple patterns of a search, some 1 ns each. They are not
 * counted as work: whatever the text, they are fewer.
 */
const MOST_STEPS = 1_000

/** A pattern that the engine of the browser runs, much faster. */
interface SimplePattern {
  readonly entry: LexiconEntry
  readonly find: (text: string, from: number) => readonly Match[]
}

interface Pattern {
  readonly entry: LexiconEntry
  readonly program: PatternProgram
}

const NOTHING: FoundPatterns = { hits: [], stopped: [] }

/** Makes the search for those of some entries that have a pattern. One that is not valid has no hits. */
export function createPatternSearch(entries: readonly LexiconEntry[]): PatternSearch {
  const patterns: Pattern[] = []
  const simple: SimplePattern[] = []
  const off: LexiconEntry[] = []
  let [size, steps] = [0, 0]
  const inOrder = entries
    .filter(({ match }) => match === 'pattern')
    .toSorted((a, b) => a.written.length - b.written.length || (a.id < b.id ? -1 : 1))
  for (const entry of inOrder) {
    const { written, isCaseSensitive } = entry
    const regExp = steps + simpleSteps(written) > MOST_STEPS ? null : simpleRegExp(written, isCaseSensitive)
    if (regExp !== null) {
      steps += simpleSteps(written)
      simple.push({ entry, find: findSimple(regExp) })
      continue
    }
    const own = sizeOf(written)
    const isOver = isTooComplex(written) || size + own > MOST_OF_ALL
    if (!isOver) size += own
    const compiled = isOver ? COMPLEX : compiledOf(entry)
    if (compiled.kind === 'program') patterns.push({ entry, program: compiled.program })
    else if (compiled.kind === 'complex') off.push(entry)
  }
  const all: Patterns = { patterns, pages: [new Uint8Array(256)], patternsAt: new Map() }
  const findAnySimple = createPatternTest(
    simple.map(({ entry: { written, isCaseSensitive } }) => ({ source: written, isCaseSensitive })),
  )

  function find(text: string): FoundPatterns {
    const from = findAnySimple(text)
    const found = findIn(all, text)
    if (from < 0) return found
    const hits = simple.flatMap(({ entry, find: findOwn }) =>
      findOwn(text, from).map((match) => toHit(entry, match)),
    )
    return { hits: [...found.hits, ...hits], stopped: found.stopped }
  }

  return { find, off }
}

const toHit = (entry: LexiconEntry, match: Match): PatternHit => ({
  ...{ start: match.start, end: match.end, spoken: '', entry, match },
})

/** Stands outside of the search, so that the engine compiles it once for all searches. */
function findIn(all: Patterns, text: string): FoundPatterns {
  const starts = startsIn(all, text)
  if (starts.length === 0) return NOTHING
  const hits: PatternHit[] = []
  const stopped: LexiconEntry[] = []
  const work = workFor(text)
  let left = work
  for (const [index, start] of starts.entries()) {
    const pattern = all.patterns[index]
    if (pattern === undefined || start === undefined) continue
    const { entry, program } = pattern
    const allowed = Math.max(0, Math.min(left, work / 2))
    const meter = { left: allowed }
    const matches = allowed === 0 ? null : matchesOf(program, text, start, meter)
    left -= allowed - meter.left
    if (matches === null) stopped.push(entry)
    else for (const match of matches) hits.push(toHit(entry, match))
  }
  return { hits, stopped }
}

const COMPLEX: CompiledPattern = { kind: 'complex' }

/** Each entry is compiled once: while one is written, the others stay. */
const compiledOf = derive(({ written, isCaseSensitive }: LexiconEntry) =>
  compileProgram(written, isCaseSensitive),
)

/** The patterns of a search, and what is known of the letters that they begin with. */
interface Patterns {
  readonly patterns: readonly Pattern[]
  /** By the upper byte of a unit, whether patterns can begin with it, as far as that was asked for. */
  readonly pages: (Uint8Array | undefined)[]
  /** The numbers of the patterns that can begin with a unit. */
  readonly patternsAt: Map<number, readonly number[]>
}

/**
 * The place of the first letter that a match can begin with, for each pattern. Most patterns begin with letters that most texts do not
 * have. Each letter of a text is looked up once for all patterns.
 */
function startsIn(all: Patterns, text: string): readonly (number | undefined)[] {
  if (all.patterns.length === 0) return NO_STARTS
  const { pages, patternsAt } = all
  const latin = pages[0]
  const seen = new Set<number>()
  let starts: (number | undefined)[] | undefined
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    const begins = unit < 256 ? latin?.[unit] : pages[unit >> 8]?.[unit & 255]
    if (begins === BEGINS_NONE || seen.has(unit)) continue
    seen.add(unit)
    starts ??= []
    for (const index of patternsAt.get(unit) ?? lookUp(all, unit)) starts[index] ??= at
  }
  return starts ?? NO_STARTS
}

const NO_STARTS: readonly (number | undefined)[] = []

function lookUp({ patterns, pages, patternsAt }: Patterns, unit: number): readonly number[] {
  const found = patterns.flatMap(({ program }, index) => (canBeginWith(program, unit) ? index : []))
  const page = (pages[unit >> 8] ??= new Uint8Array(256))
  page[unit & 255] = found.length === 0 ? BEGINS_NONE : BEGINS_SOME
  if (found.length > 0) patternsAt.set(unit, found)
  return found
}
