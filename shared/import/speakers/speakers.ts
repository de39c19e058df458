/** The speakers of an import as the writer reviews them: how many lines each has, how sure they are, and what is decided. */
import { folded } from '../../lib/folded.ts'
import type { ImportOptions } from '../options.ts'
import { speakerKey } from '../source.ts'
import { genderOfFirstName } from './firstNames.ts'
import { genderOfTitle, isTitle, titleOf } from './names.ts'
import { SURE, UNSURE, type Suggestion, type Suggestions } from './suggestion.ts'

/** What becomes of a line: it is its speaker's, the narrator's, or the writer is asked and it is the narrator's until then. */
export type LineState = 'accepted' | 'asked' | 'rejected'

export interface ImportSpeaker {
  /** The key that stands for all of its keys. */
  readonly key: string
  /** The keys of all that have the name. */
  readonly keys: readonly string[]
  /** As the writer named it, or as the text does. */
  readonly name: string
  readonly lines: number
  /** The mean of the lines, 0 to 1. */
  readonly confidence: number
  readonly state: LineState
}

/** The suggestions of a source by speaker. */
export interface SpeakerTally {
  /** The names by key, as the text first writes them. */
  readonly names: ReadonlyMap<string, string>
  /** How many lines each speaker has, and the sum of how sure they are, by key, in the order in which each first speaks. */
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

/** How a narrator is called in the languages of Fabula. */
const NARRATORS = ['narrator', 'erzähler', 'erzählerin', 'narrador', 'narradora']

/** What is decided about a line, or follows from how sure it is. */
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

/** Whether only the writer can tell who speaks a line: the narrator reads it until then. */
export function isUnclear(
  line: Suggestion,
  index: number,
  options: Pick<ImportOptions, 'speakers' | 'lines'>,
): boolean {
  if (lineStateOf(line, index, options) === 'asked') return true
  const isDecided =
    options.lines.has(index) ||
    (line.speaker !== null && options.speakers.get(line.speaker)?.isAccepted !== undefined)
  // A name before the words that is hardly believed is none: the words are narration.
  return !isDecided && line.cue === null && line.confidence < UNSURE
}

/** The key of who speaks a line, if somebody does. */
export function speakerOf(
  { speaker }: Suggestion,
  index: number,
  { lines }: Pick<ImportOptions, 'lines'>,
): string | null {
  const own = lines.get(index)
  return own !== undefined && 'speaker' in own ? own.speaker : speaker
}

/** The name of a speaker: the writer's, or the text's. */
export function speakerName(
  key: string,
  { names }: Pick<SpeakerTally, 'names'>,
  { speakers }: Pick<ImportOptions, 'speakers'>,
): string {
  return speakers.get(key)?.name ?? names.get(key) ?? key
}

/** Whether a name is that of the narrator, who is not a character among others; `narrator` is a further name of theirs. */
export function isNarrator(name: string, narrator?: string): boolean {
  const key = speakerKey(name)
  return NARRATORS.includes(key) || (narrator !== undefined && speakerKey(narrator) === key)
}

/** A function that tells who is one character: it gives the keys of speakers that are merged the same value. */
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

/** The speakers, those with the most lines first. Those that are merged are one. */
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

/** The state of a speaker by what is decided of its names, or by how sure they are. */
function mostAccepted(names: readonly (boolean | number)[]): LineState {
  const states = names.map((each): LineState => {
    if (typeof each === 'number') return stateOf(each)
    return each ? 'accepted' : 'rejected'
  })
  return (['accepted', 'asked'] as const).find((state) => states.includes(state)) ?? 'rejected'
}

/**
 * The decisions after speakers are named, or have the name in the text again (undefined). Those that come to have the name of another
 * are merged with it: they all are accepted if one of them is.
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
 * The speakers that can be the same person as another by their names: “Captain Brandt” is “Brandt” and “Captain”, unless somebody else
 * can be, too.
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

/** The words of a name as all of its spellings have them: “Dr. O’Hara” is “Doctor O'Hara”. */
function wordsOf(name: string): string[] {
  return folded(name)
    .replaceAll('’', "'")
    .split(/[\s.]+/u)
    .filter((word) => word !== '')
    .map(titleOf)
}

/** Whether a name can be that of the same person as another. `order` is above 0 if the other is the one to keep, of two that are alike. */
function isVariant(part: readonly string[], whole: readonly string[], order: number): boolean {
  if (part.length === whole.length && part.every((word, index) => isSameWord(word, whole[index] ?? '')))
    return order > 0
  return canBe(part, whole)
}

/** Whether a name can be that of whoever has a longer name. */
function canBe(part: readonly string[], whole: readonly string[]): boolean {
  return isPartOfName(part, whole) || isTitledName(part, whole)
}

/** Whether a name is the first or the last words of another, or leaves out a name between: “Captain Brandt” of “Captain Tom Brandt”. */
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

/** Whether “Captain Brandt” can be “Tom Brandt”, by the family name and what the title tells. */
function isTitledName([title = '', ...family]: readonly string[], whole: readonly string[]): boolean {
  if (family.length !== 1 || whole.length !== 2 || family[0] !== whole[1] || !isTitle(title)) return false
  const [first = ''] = whole
  const genders = new Set([genderOfTitle(title), genderOfFirstName(first)].filter((each) => each !== null))
  return !isTitle(first) && genders.size < 2
}

/** Whether two words are one, of which one may lack a letter within, as names are misspelt: “Brownlow” and “Browlow”. */
function isSameWord(a: string, b: string): boolean {
  if (a === b) return true
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  if (short.length < LEAST_MISSPELT || long.length !== short.length + 1) return false
  let same = 0
  while (short[same] === long[same] && same < short.length) same++
  return same > 1 && same < short.length && short.slice(same) === long.slice(same + 1)
}

/** In shorter words another letter makes another name. */
const LEAST_MISSPELT = 6

function stateOf(confidence: number): LineState {
  if (confidence > SURE) return 'accepted'
  return confidence >= UNSURE ? 'asked' : 'rejected'
}
