/**
 * Runs regular expressions compiled by RE2, and counts the work. RE2's time is linear in the text, but one pattern can take a thousand
 * times as long as another, and RE2's own engines do not limit their time. The work depends only on the pattern and the text, so a limit on
 * it has the same outcome on every computer.
 */
import {
  ALT,
  ALT_MATCH,
  BEGINS_NONE,
  CAPTURE,
  EMPTY_WIDTH,
  FIRST_RUNE,
  LINE_FEED,
  MATCH,
  NOP,
  canBeginWith,
  reads,
  type PatternProgram,
  type Start,
  type Threads,
} from './patternProgram.ts'

/** The remaining work. One unit is about one visited instruction, about 10 ns. Below 0 it is used up. */
export interface WorkMeter {
  left: number
}

/** The work that a search may take in a text, in units of `WorkMeter`: about 1.5 ms for 1,000 letters. Ordinary patterns take less than a tenth of it. */
export function workFor({ length }: string): number {
  return 150 * length + 2_000
}

/** RE2's flags for a position between two letters. */
const BEGIN_LINE = 1
const END_LINE = 2
const BEGIN_TEXT = 4
const END_TEXT = 8
const WORD_BOUNDARY = 16
const NO_WORD_BOUNDARY = 32

/** A position in a text, the letter after it (-1 at the end), and RE2's flags for it. */
interface Place {
  readonly pos: number
  readonly rune: number
  readonly context: number
}

/** Marks an instruction as followed at a position. Returns false if it already was. */
function see(threads: Threads, pc: number): boolean {
  const { seen, rowOf, seenCount } = threads
  const known = rowOf[pc] ?? 0
  if (known < seenCount && seen[known] === pc) return false
  rowOf[pc] = seenCount
  seen[seenCount] = pc
  threads.seenCount = seenCount + 1
  return true
}

function clear(threads: Threads): void {
  threads.seenCount = 0
  threads.readyCount = 0
}

/** The letters for which starts are cached: those of most texts in Latin script. */
const COMMON_RUNES = 0x180
const CONTEXTS = 64
/** The most group places in a cached start. */
const MOST_KEPT = 512

/**
 * The matches in a text from a position on, in RE2's order, except empty ones; null if that takes more work than the meter has left. A
 * match consists of the positions of its groups: pairs of start and end, -1 for a group that did not take part.
 */
export function runProgram(
  program: PatternProgram,
  text: string,
  from: number,
  meter: WorkMeter,
): readonly Int32Array[] | null {
  const { needed } = program
  if (needed !== null) {
    meter.left -= text.length >> 4
    if (!needed.test(text)) return meter.left < 0 ? null : NO_MATCHES
  }
  const found: Int32Array[] = []
  for (let pos = from; ;) {
    const match = findFrom(program, text, pos, meter)
    if (meter.left < 0) return null
    if (match === null) return found
    const [begin = 0, end = 0] = match
    if (end > begin) found.push(match)
    pos = end > begin ? end : end + ((text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1)
  }
}

const NO_MATCHES: readonly Int32Array[] = []

/** The first place at or after `from` with a letter that a match can begin with, or the end of the text. */
function nextStart(program: PatternProgram, text: string, from: number): number {
  const latin = program.pages[0]
  for (let pos = from; pos < text.length; pos += 1) {
    const unit = text.charCodeAt(pos)
    if (unit < 256 && latin?.[unit] === BEGINS_NONE) continue
    if (canBeginWith(program, unit)) return pos
  }
  return text.length
}

/**
 * Adds an instruction, and those that follow it without a letter, to the threads at a position. `from` has the positions of the groups,
 * from `offset` on. Returns the work.
 */
function add(
  { code, groups, threadWork, memory: { stack } }: PatternProgram,
  to: Threads,
  entry: number,
  place: Place,
  from: Int32Array,
  offset: number,
): number {
  let [pc, depth, work] = [entry, 0, 0]
  for (;;) {
    while (pc !== 0) {
      if (!see(to, pc)) break
      work += 1
      const each = code[pc]
      if (each === undefined) break
      if (each.op === MATCH || each.op >= FIRST_RUNE) {
        if (each.op !== MATCH && !reads(each, place.rune)) break
        const row = to.readyCount
        for (let at = 0; at < groups; at += 1) to.groups[row * groups + at] = from[offset + at] ?? -1
        to.ready[row] = pc
        to.readyCount += 1
        work += threadWork
        break
      }
      if (each.op === EMPTY_WIDTH && (each.arg & ~place.context) !== 0) break
      if (each.op === ALT || each.op === ALT_MATCH) {
        stack[depth] = each.arg
        depth += 2
      } else if (each.op === CAPTURE) {
        stack[depth] = -1 - each.arg // the alternatives after this one have the group's earlier position
        stack[depth + 1] = from[offset + each.arg] ?? -1
        depth += 2
        from[offset + each.arg] = place.pos
      } else if (each.op !== EMPTY_WIDTH && each.op !== NOP) break
      pc = each.out
    }
    if (depth === 0) return work
    depth -= 2
    const top = stack[depth] ?? 0
    pc = Math.max(0, top)
    if (top < 0) from[offset - 1 - top] = stack[depth + 1] ?? -1
  }
}

/** Adds the instructions with which a match begins. Returns the work. */
function addStart(program: PatternProgram, to: Threads, place: Place): number {
  const { begun } = program.memory
  begun.fill(-1)
  begun[0] = place.pos
  return add(program, to, program.start, place, begun, 0)
}

/** The start at a position, by its letter and context. Null if it is too large to cache. */
function startAt(program: PatternProgram, place: Place): Start | null {
  if (place.rune >= COMMON_RUNES) return null
  const key = place.rune * CONTEXTS + place.context
  const {
    starts,
    groups,
    memory: { starting },
  } = program
  const known = starts.get(key)
  if (known !== undefined) return known
  clear(starting)
  addStart(program, starting, place)
  const { readyCount, ready, groups: from } = starting
  const open = Array.from({ length: readyCount }, (_, row) =>
    Array.from({ length: groups }, (__, at) => at).filter((at) => from[row * groups + at] !== -1),
  )
  const made = readyCount * groups > MOST_KEPT ? null : { pcs: ready.slice(0, readyCount), open }
  starts.set(key, made)
  return made
}

/** Begins a match at a position, unless an earlier match has already reached the same instructions. Returns the work. */
function begin(program: PatternProgram, to: Threads, place: Place): number {
  const kept = startAt(program, place)
  if (kept === null) return addStart(program, to, place)
  const { groups, threadWork } = program
  const { pcs, open } = kept
  let work = 1 + pcs.length
  for (let index = 0; index < pcs.length; index += 1) {
    const pc = pcs[index] ?? 0
    if (!see(to, pc)) continue
    work += threadWork
    const row = to.readyCount * groups
    to.groups.fill(-1, row, row + groups)
    for (const at of open[index] ?? []) to.groups[row + at] = place.pos
    to.ready[to.readyCount] = pc
    to.readyCount += 1
  }
  return work
}

function placeAt({ hasContext }: PatternProgram, text: string, pos: number): Place {
  return { pos, rune: text.codePointAt(pos) ?? -1, context: hasContext ? contextAt(text, pos) : 0 }
}

/** The first match from a position on, which can be empty; null if there is none, or if the meter is exhausted. */
function findFrom(program: PatternProgram, text: string, from: number, meter: WorkMeter): Int32Array | null {
  const { code, groups, memory } = program
  let { now, next } = memory
  let match: Int32Array | null = null
  let place = placeAt(program, text, from)
  clear(now)
  while (meter.left >= 0) {
    if (now.readyCount === 0) {
      if (match !== null) return match
      const pos = nextStart(program, text, place.pos)
      meter.left -= (pos - place.pos) >> 3 // skipping letters costs almost nothing
      if (pos >= text.length) return null
      if (pos > place.pos) {
        place = placeAt(program, text, pos)
        clear(now)
      }
    }
    let work = 1
    if (match === null) work += begin(program, now, place)
    const { pos, rune } = place
    place = placeAt(program, text, pos + (rune > 0xffff ? 2 : 1))
    clear(next)
    for (let row = 0; row < now.readyCount; row += 1) {
      const each = code[now.ready[row] ?? 0]
      if (each?.op === MATCH) {
        match = now.groups.slice(row * groups, (row + 1) * groups)
        match[1] = pos
        break // less preferred alternatives are not tried
      }
      work += 1
      if (each !== undefined) work += add(program, next, each.out, place, now.groups, row * groups)
    }
    meter.left -= work
    ;[now, next] = [next, now]
    if (rune < 0) return match
  }
  return null
}

function contextAt(text: string, pos: number): number {
  const before = text.charCodeAt(pos - 1)
  const after = text.charCodeAt(pos)
  let context = isWordUnit(before) === isWordUnit(after) ? NO_WORD_BOUNDARY : WORD_BOUNDARY
  if (pos === 0) context |= BEGIN_TEXT | BEGIN_LINE
  if (pos >= text.length) context |= END_TEXT | END_LINE
  if (before === LINE_FEED) context |= BEGIN_LINE
  if (after === LINE_FEED) context |= END_LINE
  return context
}

/** A word character for RE2's `\b`: letters of English, digits and the underscore. */
function isWordUnit(unit: number): boolean {
  return (
    (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57) || unit === 95
  )
}
