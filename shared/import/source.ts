/**
 * The content of a file of any format, as returned by its reader: paragraphs in reading order, and their sections. All of the text
 * is included; pieces that are usually not read aloud are marked, and the plan (plan.ts) leaves them out.
 */
import * as z from 'zod'
import { MAX_LANGUAGE_TAG } from '../lib/languageTag.ts'
import { MAX_LABEL, MAX_MUSIC, MAX_NOTES, MAX_SPAN_MS, MAX_STORED_EMOTION } from '../story/limits.ts'
import {
  blockSchema,
  bookSchema,
  chapterIdSchema,
  chapterSchema,
  characterSchema,
  lexiconEntrySchema,
  musicSchema,
  NO_BOOK,
  pictureSchema,
  storyInfoSchema,
} from '../story/records.ts'

/**
 * Pieces of a file that the writer can include or leave out: whole paragraphs, or ranges within them. `licence`: the text that an archive adds, with
 * the notes of its transcribers. `sound`: a sound described in captions. `scriptNote`: a note for the makers of the script, which is not spoken.
 * `markup`: codes of an engine or a format. `hidden`: words that the file does not show. `repeated`: a copy of an earlier part, such as a header.
 */
export const PIECES = [
  'footnote',
  'pageNumber',
  'runningHeader',
  'citation',
  'link',
  'picture',
  'speakerNotes',
  'licence',
  'sound',
  'scriptNote',
  'markup',
  'hidden',
  'repeated',
] as const
export type Piece = (typeof PIECES)[number]

export const SECTION_KINDS = ['body', 'frontMatter', 'contents', 'notes', 'backMatter'] as const
export type SectionKind = (typeof SECTION_KINDS)[number]

const offset = z.int().min(0)
const pieceSchema = z.enum(PIECES)

const markSchema = z.strictObject({ piece: pieceSchema, start: offset, end: offset })
/** A piece within a paragraph: from `start` to before `end`. */
export type Mark = z.infer<typeof markSchema>

/** The fields of a block from a story, except its words and its character; the id is the one in that story. */
const storedBlockSchema = blockSchema.omit({
  type: true,
  rank: true,
  text: true,
  characterId: true,
})
export type StoredBlock = z.infer<typeof storedBlockSchema>

const paragraphSchema = z.strictObject({
  /** `\n` is a line break of the file, U+2028 one that is certainly intended. Blank only if `block` is set. */
  text: z.string(),
  /** The kind of the whole paragraph; null for the text itself. */
  piece: pieceSchema.nullable(),
  /** In order, without overlaps. */
  marks: z.array(markSchema),
  /** The key of the speaker; null if the format does not name one. */
  speaker: z.string().max(MAX_LABEL).nullable(),
  /** The name of its block; '' if the format has none. */
  name: z.string().max(MAX_LABEL),
  /** How it is spoken; '' if the format does not state it. */
  manner: z.string().max(MAX_STORED_EMOTION),
  /** Notes in the format for the makers of the script, which are not spoken; '' for none. */
  notes: z.string().max(MAX_NOTES),
  /** When it is spoken; null if the format does not state it. */
  times: z
    .strictObject({ startMs: offset.max(MAX_SPAN_MS * 1000), endMs: offset.max(MAX_SPAN_MS * 1000) })
    .nullable(),
  /** The silence before it and its target length in ms; null if the format does not state them. */
  lengths: z
    .strictObject({
      silenceMs: offset.max(MAX_SPAN_MS).nullable(),
      durationMs: z.int().min(1).max(MAX_SPAN_MS).nullable(),
    })
    .nullable(),
  /** Set for a block of a story, which stays one block and keeps its fields. */
  block: storedBlockSchema.nullable(),
})
export type ImportParagraph = z.infer<typeof paragraphSchema>

const sectionSchema = z.strictObject({
  /** Null for text before the first heading, which has no chapter. */
  title: z.string().max(MAX_LABEL).nullable(),
  kind: z.enum(SECTION_KINDS),
  /** Set for a chapter of a story. */
  chapterId: chapterIdSchema.nullable(),
  /** Whether its title is spoken, if a story has its own setting for this chapter; null follows the setting for all titles. */
  speaksTitle: chapterSchema.shape.speaksTitle,
  /** An identifier that stays when the title changes, such as a scene number, if the format has one. */
  name: z.string().max(MAX_LABEL).exactOptional(),
  /** Its paragraphs: from `start` to before `end`. */
  start: offset,
  end: offset,
})
export type ImportSection = z.infer<typeof sectionSchema>

/** A character or speaker that the format itself names. */
const castMemberSchema = z.strictObject({
  key: z.string().max(MAX_LABEL),
  name: z.string().max(MAX_LABEL),
  /** The fields of a story’s character; null for a format that only has names. */
  character: characterSchema
    .pick({ color: true, settings: true, notes: true, gender: true, isVoiceChosen: true, gainDb: true })
    .nullable(),
})
export type CastMember = z.infer<typeof castMemberSchema>

/** An entry of a story’s lexicon. `characterKey` is the key of a cast member, or null for the whole story. */
const sourceEntrySchema = lexiconEntrySchema
  .omit({ type: true, id: true, characterId: true })
  .extend({ characterKey: z.string().max(MAX_LABEL).nullable() })

/** Problems with a place of the file. `bad-times` loses only the times, and the last three are read and should be checked; all others are left out. */
export const PROBLEMS = [
  'no-words',
  'bad-times',
  'bad-cue',
  'bad-row',
  'no-page',
  'picture-page',
  'variable',
  'unsure-translation',
  'no-translation',
] as const
export const problemSchema = z.strictObject({
  /** The line number, from 1. */
  line: z.int().min(1),
  /** The page, in a document that has no lines; the row, in a workbook of several sheets. */
  name: z.string().max(MAX_LABEL).optional(),
  problem: z.enum(PROBLEMS),
})
export type ImportProblem = z.infer<typeof problemSchema>

/** The origin of line breaks in paragraphs: intended, wrapping at about equal lengths, or the format. */
export const LINE_BREAKS = ['meant', 'wrapped', 'soft'] as const

export const importSourceSchema = z.strictObject({
  title: z.string().max(MAX_LABEL),
  /** The author and other metadata; '' or null if the file does not state them. */
  ...bookSchema.shape,
  /** As the file states it: a BCP 47 tag in its canonical form; '' if it states none. */
  language: z.string().max(MAX_LANGUAGE_TAG),
  /** The cover picture; null if it has none. */
  cover: pictureSchema.nullable(),
  lineBreaks: z.enum(LINE_BREAKS),
  paragraphs: z.array(paragraphSchema),
  /** In order; together they contain every paragraph. */
  sections: z.array(sectionSchema),
  cast: z.array(castMemberSchema),
  /** The lexicon of a story; empty for any other file. */
  lexicon: z.array(sourceEntrySchema),
  problems: z.array(problemSchema),
  /** The music of a story that contains the audio; empty for any other file. Its places are ids of sections and blocks. */
  music: z.array(musicSchema).max(MAX_MUSIC),
  /** The settings of a story; null for any other file. */
  info: storyInfoSchema
    .pick({ defaults: true, connectionId: true, silenceRules: true, speaksTitles: true })
    .nullable(),
  /** Whether the format itself names the speakers, so that they need not be found in the words. */
  namesSpeakers: z.boolean(),
})
export type ImportSource = z.infer<typeof importSourceSchema>

/** A paragraph with the given words; its other fields are empty unless `others` has them. */
export function plainParagraph(text: string, others: Partial<ImportParagraph> = {}): ImportParagraph {
  const none = { piece: null, marks: [], times: null, lengths: null, block: null }
  return { ...none, text, speaker: null, name: '', manner: '', notes: '', ...others }
}

/** A section as readers collect it, with its paragraphs. */
export interface SectionParts {
  readonly title: string | null
  readonly kind: SectionKind
  readonly chapterId?: ImportSection['chapterId']
  readonly speaksTitle?: ImportSection['speaksTitle']
  readonly name?: string
  readonly paragraphs: ImportParagraph[]
}

/** A source of sections with their paragraphs. Fields that are not in `others` get empty values. */
export function sourceOf(
  title: string,
  sections: readonly SectionParts[],
  others: Partial<Omit<ImportSource, 'title' | 'sections' | 'paragraphs'>> = {},
): ImportSource {
  let end = 0
  return {
    title: title.slice(0, MAX_LABEL),
    ...NO_BOOK,
    language: '',
    cover: null,
    lineBreaks: 'meant',
    cast: [],
    lexicon: [],
    problems: [],
    music: [],
    info: null,
    namesSpeakers: false,
    ...others,
    paragraphs: sections.flatMap(({ paragraphs }) => paragraphs),
    sections: sections.map(
      ({ title: heading, kind, chapterId = null, speaksTitle = null, name, paragraphs }) => {
        const start = end
        end += paragraphs.length
        return {
          title: heading === null ? null : heading.slice(0, MAX_LABEL),
          kind,
          chapterId,
          speaksTitle,
          ...(name !== undefined && { name }),
          start,
          end,
        }
      },
    ),
  }
}

/** The key of a speaker by the name in a text: in lower case, so that upper and lower case do not matter. */
export function speakerKey(name: string): string {
  return name.normalize().toLowerCase()
}

/** Whether a name is short enough for a speaker. Readers leave longer ones among the words. */
export function isSpeakerName(name: string): boolean {
  return Math.max(name.length, speakerKey(name).length) <= MAX_LABEL
}
