/** The speakers of an import as shown in the review: their numbers of lines, their confidence, and the decisions about them. */
import { folded } from '../../lib/folded.ts'
import type { ImportOptions } from '../options.ts'
import { speakerKey } from '../source.ts'
import { genderOfFirstName } from './firstNames.ts'
import { genderOfTitle, isTitle, titleOf } from './names.ts'
import { SURE, UNSURE, type Suggestion, type Suggestions } from './suggestion.ts'

/** The state of a line: read by its speaker, by the narrator, or by the narrator until the writer decides. */
export type LineState = 'accepted' | 'asked' | 'rejected'

export interface ImportSpeaker {
  /** The key that represents all of its keys. */
  readonly key: string
  /** The keys of all speakers with this name. */
  readonly keys: readonly string[]
  /** The name chosen by the writer, or the one in the text. */
  readonly name: string
  readonly lines: number
  /** The mean confidence of the lines, 0 to 1. */
  readonly confidence: number
  readonly state: LineState
}

/** The suggestions of a source by speaker. */
export interface SpeakerTally {
  /** The names by key, in their first spelling in the text. */
  readonly names: ReadonlyMap<string, string>
  /** The number of lines of each speaker and the sum of their confidence, by key, in the order of first lines. */
  readonly counts: ReadonlyMap<string, { readonly lines: number; readonly sum: number }>
}

/** Counts the lines of each speaker. */
export function tallyOf({ lines, names }: Suggestions): SpeakerTally {
  const counts = new Map<string, { lines: number; sum: number }>()
  for (const { speaker, confidence } of lines) {
    if (speaker === null) continue
    const { lines: before, sum } = counts.get(speaker) ?? { lines: 0, sum: 0 }
    counts.set(speaker, { lines: before + 1, sum: sum + confidence })
  }
  return { names, counts }
}

/** The names of a narrator in the languages of Fabula. */
const NARRATORS = ['narrator', 'erzähler', 'erzählerin', 'narrador', 'narradora']

/** The decision about a line, or the state that follows from its confidence. */
export function lineStateOf(
  { confidence, speaker }: Pick<Suggestion, 'confidence' | 'speaker'>,
  index: number,
  { speakers, lines }: Pick<ImportOptions, 'speakers' | 'lines'>,
): LineState {
  const own = lines.get(index)
  if (own !== undefined) return 'speaker' in own || own.isAccepted ? 'accepted' : 'rejected'
  if (speaker === null) return 'rejected'
  const ofSpeaker = speakers.get(speaker)?.isAccepted
  if (ofSpeaker !== undefined) return ofSpeaker ? 'accepted' : 'rejected'
  return stateOf(confidence)
}

/** Whether only the writer can decide who speaks a line, which the narrator reads until then. */
export function isUnclear(
  line: Suggestion,
  index: number,
  options: Pick<ImportOptions, 'speakers' | 'lines'>,
): boolean {
  if (lineStateOf(line, index, options) === 'asked') return true
  const isDecided =
    options.lines.has(index) ||
    (line.speaker !== null && options.speakers.get(line.speaker)?.isAccepted !== undefined)
  // A cue with little confidence is not a name: the words are narration.
  return !isDecided && line.cue === null && line.confidence < UNSURE
}

/** The key of the speaker of a line, if there is one. */
export function speakerOf(
  { speaker }: Suggestion,
  index: number,
  { lines }: Pick<ImportOptions, 'lines'>,
): string | null {
  const own = lines.get(index)
  return own !== undefined && 'speaker' in own ? own.speaker : speaker
}

/** The name of a speaker: the writer's, or the one in the text. */
export function speakerName(
  key: string,
  { names }: Pick<SpeakerTally, 'names'>,
  { speakers }: Pick<ImportOptions, 'speakers'>,
): string {
  return speakers.get(key)?.name ?? names.get(key) ?? key
}

/** Whether a name is that of the narrator, who is not a character; `narrator` is an additional name for them. */
export function isNarrator(name: string, narrator?: string): boolean {
  const key = speakerKey(name)
  return NARRATORS.includes(key) || (narrator !== undefined && speakerKey(narrator) === key)
}

/** Returns a function that maps the keys of merged speakers to the same value. */
export function mergedKeys(
  { names }: Pick<SpeakerTally, 'names'>,
  { speakers }: Pick<ImportOptions, 'speakers'>,
): (key: string) => string {
  const named = new Map<string, string>()
  for (const [key, name] of names)
    if (speakers.get(key)?.name === undefined && !named.has(speakerKey(name)))
      named.set(speakerKey(name), key)
  return (key) => {
    const name = speakers.get(key)?.name
    return name === undefined ? key : (named.get(speakerKey(name)) ?? `named ${speakerKey(name)}`)
  }
}

/** The speakers, those with the most lines first. Merged ones count as one. */
export function speakersOf(tally: SpeakerTally, options: Pick<ImportOptions, 'speakers'>): ImportSpeaker[] {
  const { counts: found } = tally
  const merged = Map.groupBy(found.keys(), mergedKeys(tally, options))
  const speakers = Array.from(merged, ([first, keys]): ImportSpeaker => {
    const counts = keys.flatMap((key) => found.get(key) ?? [])
    const lines = counts.reduce((sum, each) => sum + each.lines, 0)
    const key = keys.includes(first) ? first : (keys[0] ?? first)
    return {
      key,
      keys,
      name: speakerName(key, tally, options),
      lines,
      confidence: counts.reduce((sum, each) => sum + each.sum, 0) / lines,
      state: mostAccepted(
        keys.map((each) => {
          const { lines: own, sum } = found.get(each) ?? { lines: 1, sum: 0 }
          return options.speakers.get(each)?.isAccepted ?? sum / own
        }),
      ),
    }
  })
  return speakers.sort((a, b) => b.lines - a.lines)
}

/** The state of a speaker from the decisions about its names, or from their confidence. */
function mostAccepted(names: readonly (boolean | number)[]): LineState {
  const states = names.map((each): LineState => {
    if (typeof each === 'number') return stateOf(each)
    return each ? 'accepted' : 'rejected'
  })
  return (['accepted', 'asked'] as const).find((state) => states.includes(state)) ?? 'rejected'
}

/**
 * The decisions after speakers are renamed, or get their name from the text back (undefined). Speakers that get the name of another are
 * merged with it: if one of them is accepted, they all are.
 */
export function nameSpeakers(
  tally: SpeakerTally,
  options: Pick<ImportOptions, 'speakers'>,
  keys: readonly string[],
  name: string | undefined,
): ImportOptions['speakers'] {
  const speakers = new Map(options.speakers)
  for (const key of keys) {
    const { name: _, ...others } = speakers.get(key) ?? {}
    speakers.set(key, name === undefined ? others : { ...others, name })
  }
  const merged = speakersOf(tally, { speakers }).find((each) => keys.every((key) => each.keys.includes(key)))
  const isMerged = merged !== undefined && merged.keys.length > keys.length
  if (name !== undefined && isMerged && merged.state === 'accepted')
    for (const key of merged.keys) speakers.set(key, { ...speakers.get(key), isAccepted: true })
  return speakers
}

/**
 * The speakers who may be the same person as another by their names: “Captain Brandt” is “Brandt” and “Captain”, unless these may also be a
 * third.
 */
export function variantsOf(
  speaker: ImportSpeaker,
  speakers: readonly ImportSpeaker[],
): readonly ImportSpeaker[] {
  const words = speakers.map(({ name }) => wordsOf(name))
  const own = words[speakers.indexOf(speaker)] ?? wordsOf(speaker.name)
  return speakers.filter((other, at) => {
    const part = words[at] ?? []
    return (
      other !== speaker &&
      isVariant(part, own, speaker.lines - other.lines || at - speakers.indexOf(speaker)) &&
      speakers.every(
        (third, index) => third === speaker || third === other || !canBe(part, words[index] ?? []),
      )
    )
  })
}

/** The words of a name in a normal form: “Dr. O’Hara” is “Doctor O'Hara”. */
function wordsOf(name: string): string[] {
  return folded(name)
    .replaceAll('’', "'")
    .split(/[\s.]+/u)
    .filter((word) => word !== '')
    .map(titleOf)
}

/** Whether two names may belong to the same person. `order` is positive if the other is the one to keep, of two that are alike. */
function isVariant(part: readonly string[], whole: readonly string[], order: number): boolean {
  if (part.length === whole.length && part.every((word, index) => isSameWord(word, whole[index] ?? '')))
    return order > 0
  return canBe(part, whole)
}

/** Whether a name may belong to a person with a longer name. */
function canBe(part: readonly string[], whole: readonly string[]): boolean {
  return isPartOfName(part, whole) || isTitledName(part, whole)
}

/** Whether a name is the first or the last words of another, or omits a name in between: “Captain Brandt” of “Captain Tom Brandt”. */
function isPartOfName(part: readonly string[], whole: readonly string[]): boolean {
  const [first, last] = [part[0], part.at(-1)]
  if (part.length === 0 || part.length >= whole.length) return false
  const isAt = (from: number) => part.every((word, index) => word === whole[from + index])
  return (
    isAt(0) ||
    isAt(whole.length - part.length) ||
    (part.length === 2 && first === whole[0] && last === whole.at(-1))
  )
}

/** Whether “Captain Brandt” may be “Tom Brandt”, by the family name and the gender that the title implies. */
function isTitledName([title = '', ...family]: readonly string[], whole: readonly string[]): boolean {
  if (family.length !== 1 || whole.length !== 2 || family[0] !== whole[1] || !isTitle(title)) return false
  const [first = ''] = whole
  const genders = new Set([genderOfTitle(title), genderOfFirstName(first)].filter((each) => each !== null))
  return !isTitle(first) && genders.size < 2
}

/** Whether two words are the same, even if one lacks an inner letter, as in misspelt names: “Brownlow” and “Browlow”. */
function isSameWord(a: string, b: string): boolean {
  if (a === b) return true
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  if (short.length < LEAST_MISSPELT || long.length !== short.length + 1) return false
  let same = 0
  while (short[same] === long[same] && same < short.length) same++
  return same > 1 && same < short.length && short.slice(same) === long.slice(same + 1)
}

/** In shorter words, one more letter makes a different name. */
const LEAST_MISSPELT = 6

function stateOf(confidence: number): LineState {
  if (confidence > SURE) return 'accepted'
  return confidence >= UNSURE ? 'asked' : 'rejected'
}
