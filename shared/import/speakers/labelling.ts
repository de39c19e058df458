/**
 * Attribution of speech by a language model: the request, and the accepted part of its answer. The model sees numbered lines and a list of
 * speakers and answers only with labels, so no word of the text can change. A line without an answer, or with a speaker who is not in the
 * list, stays as it was.
 */
import * as z from 'zod'
import type { ImportOptions } from '../options.ts'
import type { ImportSource } from '../source.ts'
import { speakersOf, speakerName, isUnclear, speakerOf, tallyOf } from './speakers.ts'
import type { Suggestion, Suggestions } from './suggestion.ts'

/** A part of the text with lines to label. */
export interface LabelPassage {
  /** The paragraphs; each line to label is preceded by its number, `[#12]`, and each other line by its speaker, `[Mira]`. */
  readonly text: string
  /** The numbers of the lines to label. */
  readonly lines: number[]
}

/** A model's answer for each line: the key of a speaker, or null for the narrator. */
export type Labels = ReadonlyMap<number, string | null>

export const MAX_LABEL_LINES = 40
export const MAX_PASSAGE_CHARACTERS = 40_000
/** A passage ends once it reaches this length; a single paragraph may be longer. */
const PASSAGE_CHARACTERS = 8_000
/** The preceding paragraphs are needed to see who alternates. */
const PARAGRAPHS_BEFORE = 4
const PARAGRAPHS_AFTER = 1
/** The most speakers a model chooses from: those with the most lines. Hosted services limit the size of a schema. */
export const MAX_LABEL_SPEAKERS = 200
export const NARRATOR_LABEL = 'Narrator'
const UNKNOWN_LABEL = 'Unknown'
/** A rough value for English; other languages need more. */
export const CHARACTERS_PER_TOKEN = 4
const TOKENS_PER_LABEL = 14

/** The speakers a model chooses from, by the names that it sees. */
export function labelSpeakers(suggestions: Suggestions, options: ImportOptions): ReadonlyMap<string, string> {
  const speakers = speakersOf(tallyOf(suggestions), options).filter(({ state }) => state !== 'rejected')
  return new Map(speakers.slice(0, MAX_LABEL_SPEAKERS).map(({ name, key }) => [name, key]))
}

/** The passages with the lines whose speaker is unclear, in chapters that are included. */
export function labelPassages(
  source: ImportSource,
  suggestions: Suggestions,
  options: ImportOptions,
): LabelPassage[] {
  const byParagraph = Map.groupBy(suggestions.lines.entries(), ([, { paragraph }]) => paragraph)
  const isAsked = (line: Suggestion, index: number) => isUnclear(line, index, options)
  const passages: { texts: string[]; lines: number[]; characters: number }[] = []
  const included = options.chapters.flatMap((chapter) => (chapter.isIncluded ? chapter.sections : []))
  for (const section of included) {
    const { start, end } = source.sections[section] ?? { start: 0, end: 0 }
    let open: (typeof passages)[number] | null = null
    /** The last paragraph that is already in a passage. */
    let told = start - 1
    for (let index = start; index < end; index++) {
      const lines = byParagraph.get(index) ?? []
      const asked = lines.filter(([number, line]) => isAsked(line, number)).map(([number]) => number)
      if (asked.length === 0) continue
      const isFull =
        open === null ||
        open.lines.length + asked.length > MAX_LABEL_LINES ||
        open.characters > PASSAGE_CHARACTERS
      const isFar = index - told > PARAGRAPHS_BEFORE + PARAGRAPHS_AFTER + 1
      if (open === null || isFull || isFar) {
        open = { texts: [], lines: [], characters: 0 }
        passages.push(open)
        told = Math.max(start, index - PARAGRAPHS_BEFORE) - 1
      }
      for (let each = told + 1; each <= Math.min(index + PARAGRAPHS_AFTER, end - 1); each++) {
        const text = marked(
          source.paragraphs[each]?.text ?? '',
          byParagraph.get(each) ?? [],
          suggestions,
          options,
        )
        open.texts.push(text)
        open.characters += text.length
        told = each
      }
      open.lines.push(...asked.slice(0, MAX_LABEL_LINES))
    }
  }
  return passages.map(({ texts, lines }) => ({
    text: texts.join('\n\n').slice(0, MAX_PASSAGE_CHARACTERS),
    lines,
  }))
}

/** A paragraph with the speaker, or the number, before each line. */
function marked(
  text: string,
  lines: readonly (readonly [number: number, line: Suggestion])[],
  suggestions: Suggestions,
  options: ImportOptions,
): string {
  let whole = ''
  let from = 0
  for (const [number, line] of lines) {
    const key = speakerOf(line, number, options)
    const isOpen = key === null || isUnclear(line, number, options)
    const mark = isOpen ? `#${number}` : speakerName(key, suggestions, options)
    whole += `${text.slice(from, line.start)}[${mark}] `
    from = line.start
  }
  return whole + text.slice(from)
}

/** The approximate number of tokens that a model reads and writes for a passage. */
export function estimatedTokens({ text, lines }: LabelPassage, speakers: readonly string[]): number {
  const characters = INSTRUCTIONS.length + speakers.join(', ').length + text.length
  return Math.ceil(characters / CHARACTERS_PER_TOKEN) + lines.length * TOKENS_PER_LABEL
}

const INSTRUCTIONS = `You are given a passage of a story. Before each line of speech stands a mark in square brackets: the name of who speaks it, or its number, as in [#12]. Say who speaks each numbered line. Go by who is named beside the words, who takes turns with whom, who is spoken to by name, and what is known before and after. Choose a name from the list of speakers. Say “${NARRATOR_LABEL}” if the words are not speech at all, such as the title of a book or the words of a sign. Say “${UNKNOWN_LABEL}” if you cannot tell, or if it is nobody of the list. Answer with JSON alone: {"labels": [{"line": 12, "speaker": "…"}]}.`

/** The request to a model: its instructions and the passage, and the schema of its answer. */
export function labelRequest({ text, lines }: LabelPassage, speakers: readonly string[]) {
  return {
    system: INSTRUCTIONS,
    user: `Speakers: ${speakers.join(', ')}\n\nNumbered lines: ${lines.map((line) => `#${line}`).join(', ')}\n\n${text}`,
    schema: {
      type: 'object',
      properties: {
        labels: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              line: { type: 'integer' },
              speaker: { type: 'string', enum: [...new Set([...speakers, NARRATOR_LABEL, UNKNOWN_LABEL])] },
            },
            required: ['line', 'speaker'],
            additionalProperties: false,
          },
        },
      },
      required: ['labels'],
      additionalProperties: false,
    },
  } as const
}

const answerSchema = z.union([
  z.looseObject({ labels: z.array(z.unknown()) }).transform(({ labels }) => labels),
  z.array(z.unknown()),
])
const labelSchema = z.looseObject({ line: z.int(), speaker: z.string() })

/** The labels in an answer for requested lines and listed speakers; null if it is not a valid answer. The first label of a line counts. */
export function readLabels(
  answer: unknown,
  { lines }: Pick<LabelPassage, 'lines'>,
  speakers: readonly string[],
): { readonly line: number; readonly speaker: string }[] | null {
  const parsed = answerSchema.safeParse(answer)
  if (!parsed.success) return null
  const open = new Set(lines)
  const known = new Set([...speakers, NARRATOR_LABEL])
  return parsed.data.flatMap((each) => {
    const label = labelSchema.safeParse(each)
    if (!label.success || !known.has(label.data.speaker) || !open.delete(label.data.line)) return []
    return [{ line: label.data.line, speaker: label.data.speaker }]
  })
}
