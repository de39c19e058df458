/**
 * The speakers of a sequence of turns, if each turn has candidates and two people tend to alternate: a Markov chain whose states are the
 * current and the previous speaker, computed in both directions (forward–backward algorithm,
 * https://en.wikipedia.org/wiki/Forward%E2%80%93backward_algorithm), so that a later turn also influences an earlier one.
 */

/** The log odds that a turn belongs to the previous speaker, to the one before that, or to a third. */
export interface Moves {
  readonly stays: number
  readonly answers: number
  readonly joins: number
}

export interface Turn {
  /** The possible speakers. */
  readonly candidates: readonly number[]
  /** The log odds of each of them. */
  readonly scores: readonly number[]
  readonly moves: Moves
}

/** The probability of each candidate of each turn, 0 to 1. */
export function probabilities(turns: readonly Turn[]): number[][] {
  const steps = turns.map((turn, index) => toStep(turn, turns[index - 1] ?? { candidates: [] }))
  // The states of all steps share one array: a novel has thousands of steps, and one typed array for each would be slow to allocate.
  const forward = new Float64Array(steps.reduce((sum, step) => sum + statesOf(step), 0))
  let at = 0
  const starts = steps.map((step, index) => {
    const start = at
    at += statesOf(step)
    if (index === 0) begin(forward, step)
    else carry(forward, start - statesOf(steps[index - 1] ?? step), start, step)
    return start
  })
  const most = Math.max(0, ...new Set(steps.map(statesOf)))
  let [later, before] = [new Float64Array(most).fill(1), new Float64Array(most)]
  const found: number[][] = []
  for (let index = steps.length - 1; index >= 0; index--) {
    const step = steps[index]
    if (step === undefined) break
    found.push(shares(step, forward, starts[index] ?? 0, later))
    carryBack(before, later, step)
    ;[later, before] = [before, later]
  }
  return found.reverse()
}

/** The number of states of a step: each candidate, after each candidate or another person. */
function statesOf({ nobody }: Step): number {
  return nobody * (nobody + 1)
}

/** A turn in relation to the one before it. */
interface Step {
  /** The number of candidates; also the index that stands for a person who is not a candidate. */
  readonly nobody: number
  /** The odds of each candidate. */
  readonly fits: readonly number[]
  /** The index in this turn of each candidate of the turn before. */
  readonly places: readonly number[]
  readonly stays: number
  readonly answers: number
  readonly joins: number
}

function toStep({ candidates, scores, moves }: Turn, before: Pick<Turn, 'candidates'>): Step {
  const nobody = candidates.length
  return {
    nobody,
    fits: scores.map(oddsOf),
    places: [...before.candidates.map((candidate) => placeOf(candidate, candidates)), nobody],
    stays: oddsOf(moves.stays),
    answers: oddsOf(moves.answers),
    joins: oddsOf(moves.joins),
  }
}

function placeOf(candidate: number, candidates: readonly number[]): number {
  const place = candidates.indexOf(candidate)
  return place < 0 ? candidates.length : place
}

function oddsOf(score: number): number {
  return Math.exp(Math.max(-MOST, Math.min(MOST, score)))
}

/** Scores are clamped to this: larger ones make no difference, but would overflow. */
const MOST = 30

/** The states of the first step. */
function begin(states: Float64Array, { nobody, fits }: Step): void {
  for (const [speaker, fit] of fits.entries()) states[speaker * (nobody + 1) + nobody] = fit
  normalise(states, 0, nobody * (nobody + 1))
}

/** Computes the probabilities of the states of a step, from `start` on, from those before it, from `from` on. */
function carry(
  states: Float64Array,
  from: number,
  start: number,
  { nobody, fits, places, stays, answers, joins }: Step,
): void {
  const width = nobody + 1
  const add = (state: number, odds: number) => {
    states[start + state] = (states[start + state] ?? 0) + odds
  }
  for (let speaker = 0; speaker < places.length - 1; speaker++) {
    const last = places[speaker] ?? nobody
    let sum = 0
    for (let other = 0; other < places.length; other++) {
      const odds = states[from + speaker * places.length + other] ?? 0
      const previous = places[other] ?? nobody
      sum += odds
      if (last < nobody) add(last * width + previous, odds * (fits[last] ?? 0) * stays)
      // Every other speaker joins, so only the difference is added for the one who answers.
      if (previous < nobody && previous !== last)
        add(previous * width + last, odds * (fits[previous] ?? 0) * (answers - joins))
    }
    for (let next = 0; next < nobody; next++)
      if (next !== last) add(next * width + last, sum * (fits[next] ?? 0) * joins)
  }
  normalise(states, start, nobody * width)
}

/** Writes into `states` how well the states before a step fit what comes after it. */
function carryBack(
  states: Float64Array,
  later: Float64Array,
  { nobody, fits, places, stays, answers, joins }: Step,
): void {
  const width = nobody + 1
  const oddsOfNext = (next: number, other: number) => (fits[next] ?? 0) * (later[next * width + other] ?? 0)
  for (let speaker = 0; speaker < places.length - 1; speaker++) {
    const last = places[speaker] ?? nobody
    let joining = 0
    for (let next = 0; next < nobody; next++) if (next !== last) joining += oddsOfNext(next, last) * joins
    for (let other = 0; other < places.length; other++) {
      const previous = places[other] ?? nobody
      const staying = last < nobody ? oddsOfNext(last, previous) * stays : 0
      const isKnown = previous < nobody && previous !== last
      const answering = isKnown ? oddsOfNext(previous, last) * (answers - joins) : 0
      states[speaker * places.length + other] = joining + staying + answering
    }
  }
  normalise(states, 0, (places.length - 1) * places.length)
}

/** Scales `count` states from `start` on so that their sum is 1. */
function normalise(states: Float64Array, start: number, count: number): void {
  let sum = 0
  for (let at = start; at < start + count; at++) sum += states[at] ?? 0
  for (let at = start; at < start + count; at++) states[at] = sum > 0 ? (states[at] ?? 0) / sum : 1 / count
}

/** The probability of each candidate of a turn, given what comes before (from `start` on) and after. */
function shares({ nobody }: Step, forward: Float64Array, start: number, later: Float64Array): number[] {
  const own = Array.from({ length: nobody }, (_, speaker) => {
    let sum = 0
    for (let at = speaker * (nobody + 1); at < (speaker + 1) * (nobody + 1); at++)
      sum += (forward[start + at] ?? 0) * (later[at] ?? 0)
    return sum
  })
  const total = own.reduce((sum, each) => sum + each, 0)
  return own.map((each) => (total > 0 ? each / total : 1 / nobody))
}
