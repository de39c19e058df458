/** Who speaks what in a source: as its format tells, by the names before words, and by quotation marks with what is said of them. */
import { speakerKey } from '../source.ts'
import type { ImportParagraph, ImportSource } from '../source.ts'
import { attributionAfter, attributionBefore, namesIn } from './attribution.ts'
import type { Attribution } from './attribution.ts'
import { findCues } from './cues.ts'
import { findAllQuotations, findQuotations } from './quotations.ts'
import type { Quotation } from './quotations.ts'
import { UNSURE } from './suggestion.ts'
import type { Suggestion, Suggestions } from './suggestion.ts'

/** How sure a line is, by what tells its speaker. */
const NAMED_OFTEN = 0.95
const NAMED_ONCE = 0.86
const DESCRIBED_OFTEN = 0.85
const DESCRIBED = 0.7
/** The same paragraph goes on speaking. */
const SAME_PARAGRAPH = 0.98
/** A name in the narration around the words. */
const NEARBY = 0.74
/** Two speakers take turns: less sure with every line that names nobody. */
const TURN = 0.78
const TURN_LOSS = 0.06
/** “he said”, after somebody was named. */
const PRONOUN = 0.62
const OFTEN = 3

export interface SuggestOptions {
  /** Whether speakers are found in narration too, and not only where a name stands before the words. */
  readonly readsQuotations: boolean
}

/** Finds the lines of a source and their speakers. The words are only pointed at, never changed. */
export function suggestSpeakers(source: ImportSource, { readsQuotations }: SuggestOptions): Suggestions {
  if (source.namesSpeakers) return fromFormat(source)
  const { paragraphs } = source
  const cues = findCues(paragraphs)
  if (!readsQuotations) return cues
  const sure = new Set(
    cues.lines.flatMap(({ paragraph, confidence }) => (confidence > UNSURE ? [paragraph] : [])),
  )
  const quoted = findQuoted(paragraphs, (index) => sure.has(index))
  const speaking = new Set(quoted.lines.map(({ paragraph }) => paragraph))
  const lines = [
    // A cue that is hardly believed does not hide a quotation.
    ...cues.lines.filter(({ paragraph }) => sure.has(paragraph) || !speaking.has(paragraph)),
    ...quoted.lines,
  ]
  return {
    lines: lines.toSorted((a, b) => a.paragraph - b.paragraph || a.start - b.start),
    names: new Map([...quoted.names, ...cues.names]),
  }
}

function fromFormat({ paragraphs, cast }: ImportSource): Suggestions {
  const lines = paragraphs.flatMap(({ text, speaker, manner }, paragraph): Suggestion[] =>
    speaker === null
      ? []
      : [{ paragraph, start: 0, end: text.length, cue: null, speaker, manner, confidence: 1 }],
  )
  return { lines, names: new Map(cast.map(({ key, name }) => [key, name])) }
}

interface QuotedLine extends Quotation {
  readonly said: Attribution | null
}

/** A paragraph that speaks: its lines, and the narration between them. */
interface QuotedParagraph {
  readonly paragraph: number
  readonly lines: readonly QuotedLine[]
  readonly narration: string
}

function findQuoted(
  paragraphs: readonly ImportParagraph[],
  isScript: (index: number) => boolean,
): { readonly lines: Suggestion[]; readonly names: Map<string, string> } {
  const quotations = findAllQuotations(
    paragraphs.map(({ text, piece }, index) => (piece !== null || isScript(index) ? null : text)),
  )
  const quoted = paragraphs.flatMap(({ text }, paragraph): QuotedParagraph[] => {
    const lines = linesOf(text, quotations[paragraph] ?? [])
    return lines.length === 0 ? [] : [{ paragraph, lines, narration: withoutLines(text, lines) }]
  })
  const known = countAttributed(quoted)
  const guess = createDialogue(paragraphs, known)
  const lines = quoted.flatMap((each) => {
    const guessed = guess(each)
    return each.lines.map(({ start, end, said }): Suggestion => {
      const told = ownGuess(said, known) ?? guessed
      return { paragraph: each.paragraph, start, end, cue: null, manner: '', ...told }
    })
  })
  return { lines, names: new Map([...known].map(([key, { name }]) => [key, name])) }
}

/** What the narration beside a line tells of its speaker. */
function ownGuess(said: Attribution | null, known: ReadonlyMap<string, Named>): Guess | null {
  const speaker = keyOf(said)
  if (speaker === null) return null
  const isGuess = said?.kind === 'name' && said.isGuess === true
  return { speaker, confidence: isGuess ? NEARBY : confidenceOf(known.get(speaker)) }
}

interface Guess {
  readonly speaker: string | null
  readonly confidence: number
}

/** Guesses the speaker of one paragraph after the other, from its own narration and from what came before. */
function createDialogue(
  paragraphs: readonly ImportParagraph[],
  known: ReadonlyMap<string, Named>,
): (quoted: QuotedParagraph) => Guess {
  /** The last two speakers, the last one first, as long as every paragraph speaks. */
  let turns: readonly string[] = []
  /** Lines since somebody was named. */
  let unnamed = 0
  /** Whom the text named last. */
  let named: string | null = null
  let next = 0
  /** Who spoke last, for a speech that goes on in the next paragraph. */
  let latest: Guess = { speaker: null, confidence: 0 }
  const namesOf = (text: string) => namesIn(text, (name) => known.get(speakerKey(name))?.kind === 'name')

  function guess({ lines, narration }: QuotedParagraph): Guess {
    const own = lines.map(({ said }) => ownGuess(said, known)).find((told) => told !== null)
    if (own !== undefined) {
      unnamed = 0
      return { ...own, confidence: own.confidence * SAME_PARAGRAPH }
    }
    if (lines[0]?.continues === true) return latest
    unnamed++
    const [nearby, ...others] = namesOf(narration)
    if (nearby !== undefined && others.length === 0)
      return { speaker: speakerKey(nearby), confidence: NEARBY }
    if (lines.some(({ said }) => said?.kind === 'pronoun') && named !== null)
      return { speaker: named, confidence: PRONOUN }
    const [, last] = turns
    return last === undefined
      ? { speaker: null, confidence: 0 }
      : { speaker: last, confidence: TURN - TURN_LOSS * unnamed }
  }

  return (quoted) => {
    if (quoted.paragraph !== next) turns = []
    for (const { text } of paragraphs.slice(next, quoted.paragraph)) {
      const last = namesOf(text).at(-1)
      if (last !== undefined) named = speakerKey(last)
    }
    next = quoted.paragraph + 1
    const guessed = guess(quoted)
    if (guessed.speaker !== null) named = guessed.speaker
    latest = ownGuess(quoted.lines.at(-1)?.said ?? null, known) ?? guessed
    if (quoted.lines[0]?.continues === true && guessed.speaker === turns[0]) return guessed
    turns = guessed.speaker === null ? [] : [guessed.speaker, ...turns].slice(0, 2)
    return guessed
  }
}

/** Whether a text has words that somebody speaks: in quotation marks, or behind a dash. */
export function hasQuotedSpeech(text: string): boolean {
  return linesOf(text, findQuotations(text)).length > 0
}

/** The lines of a paragraph that are speech, with what the narration beside each says of it. */
function linesOf(text: string, quotations: readonly Quotation[]): QuotedLine[] {
  return quotations.flatMap((quotation, index): QuotedLine[] => {
    const { start, end, isSpeech } = quotation
    if (!isSpeech) return []
    const after = text.slice(end, quotations[index + 1]?.start ?? text.length)
    const before = text.slice(quotations[index - 1]?.end ?? 0, start)
    const said = attributionAfter(after) ?? attributionBefore(before)
    // The comma of „…“, is the speaker's: no narration begins with it.
    return [{ ...quotation, end: end + (SIGNS_AFTER.exec(after)?.[0].length ?? 0), said }]
  })
}

const SIGNS_AFTER = /^[,;.!?…]+(?=\s|$)/

function withoutLines(text: string, lines: readonly QuotedLine[]): string {
  const before = lines.map(({ start }, index) => text.slice(lines[index - 1]?.end ?? 0, start))
  return [...before, text.slice(lines.at(-1)?.end ?? 0)].join(' ')
}

interface Named {
  readonly kind: 'name' | 'description'
  readonly name: string
  readonly count: number
}

/** Who is said to speak, by key, and how often. */
function countAttributed(quoted: readonly QuotedParagraph[]): ReadonlyMap<string, Named> {
  const known = new Map<string, Named>()
  for (const { said } of quoted.flatMap(({ lines }) => lines)) {
    const key = keyOf(said)
    if (key === null || said === null || said.kind === 'pronoun') continue
    const before = known.get(key)
    const name = said.kind === 'name' ? said.name : capitalised(said.name)
    const isGuess = said.kind === 'name' && said.isGuess === true
    const count = (before?.count ?? 0) + (isGuess ? 0 : 1)
    known.set(key, { kind: said.kind, name: before?.name ?? name, count })
  }
  return known
}

function keyOf(said: Attribution | null): string | null {
  return said === null || said.kind === 'pronoun' ? null : speakerKey(said.name)
}

function capitalised(words: string): string {
  return words.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
}

function confidenceOf(named: Named | undefined): number {
  if (named?.kind === 'description') return named.count >= OFTEN ? DESCRIBED_OFTEN : DESCRIBED
  return (named?.count ?? 0) > 1 ? NAMED_OFTEN : NAMED_ONCE
}
