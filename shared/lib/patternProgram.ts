/** Regular expressions compiled by RE2, and facts about their matches that are known before a text is searched. */
import type { RE2JS } from 're2js'

/** An instruction of RE2. https://github.com/le0pard/re2js/blob/master/src/Inst.js */
export interface Instruction {
  readonly op: number
  readonly out: number
  readonly arg: number
  /** A letter, or the first and last letters of ranges. */
  readonly runes: ArrayLike<number>
  matchRune(rune: number): boolean
}

interface Re2Program {
  readonly inst: readonly Instruction[]
  readonly start: number
  /** Two for each group, the match being the first. */
  readonly numCap: number
}

export const ALT = 1
export const ALT_MATCH = 2
export const CAPTURE = 3
export const EMPTY_WIDTH = 4
export const MATCH = 6
export const NOP = 7
export const FIRST_RUNE = 8
const RUNE_ANY = 10
const RUNE_ANY_NOT_LINE_FEED = 11

export const LINE_FEED = 10

/** The instructions with which a match begins at a place, and the groups open at each. */
export interface Start {
  readonly pcs: Int32Array
  readonly open: readonly (readonly number[])[]
}

/** A compiled pattern. Functions that run it are defined outside of it, so that the engine compiles them once for all patterns. */
export interface PatternProgram {
  readonly code: readonly Instruction[]
  readonly start: number
  /** Two positions for each group. */
  readonly groups: number
  /** The instructions with which a match begins. */
  readonly first: readonly Instruction[]
  /** A string that every match contains; null if not known. */
  readonly needed: RegExp | null
  readonly hasContext: boolean
  /** The work of a thread that is ready, which copies the positions of its groups. */
  readonly threadWork: number
  /** Whether a match can begin with a unit, by its upper byte; filled in when first needed. */
  readonly pages: (Uint8Array | undefined)[]
  readonly starts: Map<number, Start | null>
  readonly memory: RunMemory
}

/** The instructions that a run has reached at a position in the text, preferred ones first. */
export interface Threads {
  /** All of them: each is followed once. */
  readonly seen: Int32Array
  readonly rowOf: Int32Array
  seenCount: number
  /** Those that read the next letter, or end a match, each with the positions of the groups so far. */
  readonly ready: Int32Array
  readonly groups: Int32Array
  readyCount: number
}

/** The memory of a program's run, reused by the next run. */
interface RunMemory {
  readonly now: Threads
  readonly next: Threads
  readonly starting: Threads
  readonly stack: Int32Array
  readonly begun: Int32Array
}

function createMemory(size: number, groups: number): RunMemory {
  const createThreads = (): Threads => {
    const [seen, rowOf, ready] = [new Int32Array(size), new Int32Array(size), new Int32Array(size)]
    return { seen, rowOf, seenCount: 0, ready, groups: new Int32Array(size * groups), readyCount: 0 }
  }
  return {
    ...{ now: createThreads(), next: createThreads(), starting: createThreads() },
    stack: new Int32Array(2 * size + 2),
    begun: new Int32Array(groups),
  }
}

/** The program of a compiled pattern. */
export function createProgram(pattern: RE2JS): PatternProgram {
  // The package does not describe its instructions; a test compares the results with the package's own.
  const { inst: code, start, numCap: groups } = pattern.re2().prog as Re2Program
  return {
    ...{ code, start, groups, first: startsOf(code, start), needed: neededIn(code, start) },
    hasContext: code.some(({ op }) => op === EMPTY_WIDTH),
    threadWork: 1 + (groups >> 2),
    ...{ pages: [new Uint8Array(256)], starts: new Map(), memory: createMemory(code.length, groups) },
  }
}

/** The values of a table for a unit: no match begins with it, or one can. 0 means not yet known. */
export const BEGINS_NONE = 1
export const BEGINS_SOME = 2

/** Whether a match that is not empty can begin with a UTF-16 unit. */
export function canBeginWith({ pages, first }: PatternProgram, unit: number): boolean {
  const page = (pages[unit >> 8] ??= new Uint8Array(256))
  const known = page[unit & 255]
  if (known !== 0) return known === BEGINS_SOME
  const isHalf = unit >= 0xd800 && unit <= 0xdfff // of a letter that takes two units
  const can = first.length > 0 && (isHalf || first.some((each) => reads(each, unit)))
  page[unit & 255] = can ? BEGINS_SOME : BEGINS_NONE
  return can
}

/** Longer programs are not analysed for needed letters. */
const MOST_LOOKED_THROUGH = 200
/** More needed letters hardly narrow the search. */
const MOST_NEEDED = 8
const FOLDS_CASE = 1

/**
 * The longest run of letters that every match contains. Most texts do not contain it, and checking that is
 * much faster than a run. ASCII letters only, because their upper case is the same everywhere. Null if no letter is needed.
 */
function neededIn(code: readonly Instruction[], start: number): RegExp | null {
  if (code.length > MOST_LOOKED_THROUGH) return null
  const isLetter = ({ op, runes }: Instruction) =>
    op >= FIRST_RUNE && op < RUNE_ANY && runes.length === 1 && (runes[0] ?? 0) < 128
  const isNeeded = code.map((each, pc) => isLetter(each) && !canMatchWithout(code, start, pc))
  const runs = code.flatMap((first, pc) => {
    const run: Instruction[] = []
    for (let each = isNeeded[pc] === true ? first : undefined; each !== undefined;) {
      run.push(each)
      let { out } = each
      while (code[out]?.op === CAPTURE || code[out]?.op === NOP) out = code[out]?.out ?? 0
      each = isNeeded[out] === true && !run.includes(code[out] ?? first) ? code[out] : undefined
    }
    return run.length === 0 ? [] : [run.slice(0, MOST_NEEDED)]
  })
  const longest = runs.reduce<Instruction[]>((best, run) => (run.length > best.length ? run : best), [])
  if (longest.length === 0) return null
  const letters = longest.map(({ runes }) => `\\u{${(runes[0] ?? 0).toString(16)}}`).join('')
  return new RegExp(letters, longest.some(({ arg }) => (arg & FOLDS_CASE) !== 0) ? 'iu' : 'u')
}

/** Whether a match can be reached without one of the instructions. */
function canMatchWithout(code: readonly Instruction[], start: number, without: number): boolean {
  const seen = new Set<number>([start === without ? 0 : start])
  for (const pc of seen) {
    const each = code[pc]
    if (each === undefined) continue
    if (each.op === MATCH) return true
    if (each.out !== without) seen.add(each.out)
    if ((each.op === ALT || each.op === ALT_MATCH) && each.arg !== without) seen.add(each.arg)
  }
  return false
}

/** Whether an instruction reads a letter; -1 is the end of the text. */
export function reads(each: Instruction, rune: number): boolean {
  if (each.op === RUNE_ANY || rune < 0) return rune >= 0
  return each.op === RUNE_ANY_NOT_LINE_FEED ? rune !== LINE_FEED : each.matchRune(rune)
}

/** The instructions with which a program reads the first letter of a match. */
function startsOf(code: readonly Instruction[], start: number): readonly Instruction[] {
  const seen = new Set<number>([start])
  const found: Instruction[] = []
  for (const pc of seen) {
    const each = code[pc]
    if (each === undefined || each.op === MATCH) continue
    if (each.op >= FIRST_RUNE) found.push(each)
    else seen.add(each.out)
    if (each.op === ALT || each.op === ALT_MATCH) seen.add(each.arg)
  }
  return found
}
