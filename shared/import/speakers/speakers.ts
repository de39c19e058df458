/** The speakers of an import as the writer reviews them: how many lines each has, how sure they are, and what is decided. */
import type { ImportOptions } from '../options.ts'
import { speakerKey } from '../source.ts'
import { SURE, UNSURE } from './suggestion.ts'
import type { Suggestion, Suggestions } from './suggestion.ts'

/** What becomes of a line: it is its speaker's, the narrator's, or the writer is asked and it is the narrator's until then. */
export type LineState = 'accepted' | 'asked' | 'rejected'

export interface ImportSpeaker {
  readonly key: string
  /** As the writer named it, or as the text does. */
  readonly name: string
  readonly lines: number
  /** The mean of the lines, 0 to 1. */
  readonly confidence: number
  readonly state: LineState
}

const NARRATOR = 'narrator'

/** What is decided about a line, or follows from how sure it is. */
export function lineStateOf(
  { confidence, speaker }: Suggestion,
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

/** The key of who speaks a line, where somebody does. */
export function speakerOf({ speaker }: Suggestion, index: number, { lines }: ImportOptions): string | null {
  const own = lines.get(index)
  return own !== undefined && 'speaker' in own ? own.speaker : speaker
}

/** The name of a speaker: the writer's, or the text's. */
export function speakerName(key: string, { names }: Suggestions, { speakers }: ImportOptions): string {
  return speakers.get(key)?.name ?? names.get(key) ?? key
}

/** Whether a name is that of the narrator, who is no character among others. */
export function isNarrator(name: string, narrator: string): boolean {
  return [NARRATOR, speakerKey(narrator)].includes(speakerKey(name))
}

/** The speakers, those with the most lines first. */
export function speakersOf(suggestions: Suggestions, options: ImportOptions): ImportSpeaker[] {
  const found = new Map<string, { lines: number; sum: number }>()
  for (const { speaker, confidence } of suggestions.lines) {
    if (speaker === null) continue
    const { lines, sum } = found.get(speaker) ?? { lines: 0, sum: 0 }
    found.set(speaker, { lines: lines + 1, sum: sum + confidence })
  }
  const speakers = Array.from(found, ([key, { lines, sum }]): ImportSpeaker => {
    const confidence = sum / lines
    const isAccepted = options.speakers.get(key)?.isAccepted
    const state = isAccepted === undefined ? stateOf(confidence) : isAccepted ? 'accepted' : 'rejected'
    return { key, name: speakerName(key, suggestions, options), lines, confidence, state }
  })
  return speakers.sort((a, b) => b.lines - a.lines)
}

/** Speakers without those that are merged with one before them. */
export function unmerged(speakers: readonly ImportSpeaker[]): readonly ImportSpeaker[] {
  const first = new Map<string, ImportSpeaker>()
  for (const speaker of speakers)
    if (!first.has(speakerKey(speaker.name))) first.set(speakerKey(speaker.name), speaker)
  return [...first.values()]
}

function stateOf(confidence: number): LineState {
  if (confidence > SURE) return 'accepted'
  return confidence >= UNSURE ? 'asked' : 'rejected'
}
