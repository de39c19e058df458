/**
 * Finds the patterns of entries in a text, with a limit on the work. The limit depends only on the letters of the text, so that a story is
 * spoken the same way on every computer. Short patterns come first, and none gets more than half of the work, so that one expensive pattern
 * does not disable ordinary ones.
 */
import { derive } from '../lib/derive.ts'
import {
  compileProgram,
  createPatternTest,
  findSimple,
  isTooComplex,
  matchesOf,
  sizeOf,
  simpleRegExp,
  simpleSteps,
  type CompiledPattern,
  type Match,
} from '../lib/pattern.ts'
import { BEGINS_NONE, BEGINS_SOME, canBeginWith, type PatternProgram } from '../lib/patternProgram.ts'
import { workFor } from '../lib/patternRun.ts'
import type { LexiconHit } from './lexiconSearch.ts'
import type { LexiconEntry } from './records.ts'

/** A hit of a pattern. Its spoken form is made later from the matched text. */
export interface PatternHit extends LexiconHit {
  readonly match: Match
}

/** The hits of patterns in a text, and the entries whose search was stopped. */
export interface FoundPatterns {
  readonly hits: readonly PatternHit[]
  readonly stopped: readonly LexiconEntry[]
}

export interface PatternSearch {
  find(text: string): FoundPatterns
  /** Entries that are never searched for: their patterns are too complex, or too many come before them. */
  readonly off: readonly LexiconEntry[]
}

/** The most letters and instructions of all patterns of a search. Enough for a thousand ordinary patterns. */
const MOST_OF_ALL = 40_000

/**
 * The most steps per letter that the JavaScript engine takes for all simple patterns of a search, about 1 ns each. They do not count as
 * work, because their number is bounded for every text.
 */
const MOST_STEPS = 1_000

/** A pattern simple enough for the JavaScript engine, which is much faster. */
interface SimplePattern {
  readonly entry: LexiconEntry
  readonly find: (text: string, from: number) => readonly Match[]
}

interface Pattern {
  readonly entry: LexiconEntry
  readonly program: PatternProgram
}

const NOTHING: FoundPatterns = { hits: [], stopped: [] }

/** Creates the search for the entries that have a pattern. An invalid pattern has no hits. */
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

/** Defined outside of the search so that the engine compiles it once for all searches. */
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

/** Each entry is compiled once: while the writer edits one, the others keep theirs. */
const compiledOf = derive(({ written, isCaseSensitive }: LexiconEntry) =>
  compileProgram(written, isCaseSensitive),
)

/** The patterns of a search, and the letters that they can begin with, as far as computed. */
interface Patterns {
  readonly patterns: readonly Pattern[]
  /** Whether patterns can begin with a unit, by its upper byte; filled in when first needed. */
  readonly pages: (Uint8Array | undefined)[]
  /** The numbers of the patterns that can begin with a unit. */
  readonly patternsAt: Map<number, readonly number[]>
}

/**
 * For each pattern, the index of the first letter that a match can begin with. Most patterns begin with letters that most texts do not
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
