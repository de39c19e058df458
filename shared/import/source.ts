/**
 * What a reader gives of a file, whatever its format: paragraphs in reading order, and the sections that they stand in. Nothing
 * of the text is left out here; pieces that are usually not read aloud are marked, and the plan (plan.ts) leaves them out.
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
 * Pieces of a file that a writer may want to hear or not: whole paragraphs, or places within them. Of those whose names do not tell: a licence is what
 * an archive puts around a text, with the notes of those who typed it; a sound is one that captions describe; a script note is for those who
 * make the script, and nobody says it; markup is what an engine or a format reads; hidden words are not shown; what is repeated stands there already.
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

/** What a block of a story has beside its words and its character; the id is that of its own story. */
const storedBlockSchema = blockSchema.omit({
  type: true,
  rank: true,
  text: true,
  characterId: true,
})
export type StoredBlock = z.infer<typeof storedBlockSchema>

const paragraphSchema = z.strictObject({
  /** `\n` is a line break of the file, U+2028 one that its writer meant for sure. Blank only where `block` is there. */
  text: z.string(),
  /** What the whole paragraph is; null for the text itself. */
  piece: pieceSchema.nullable(),
  /** In their order; they do not overlap. */
  marks: z.array(markSchema),
  /** The key of who speaks, where the format tells it; null where it does not. */
  speaker: z.string().max(MAX_LABEL).nullable(),
  /** The name of its block, where the format tells it. */
  name: z.string().max(MAX_LABEL),
  /** How it is spoken, where the format tells it. */
  manner: z.string().max(MAX_STORED_EMOTION),
  /** What the format remarks on it for those who make it; nobody says it. */
  notes: z.string().max(MAX_NOTES),
  /** When it is spoken, where the format tells it. */
  times: z
    .strictObject({ startMs: offset.max(MAX_SPAN_MS * 1000), endMs: offset.max(MAX_SPAN_MS * 1000) })
    .nullable(),
  /** The silence before it and its target length in ms, where the format tells them. */
  lengths: z
    .strictObject({
      silenceMs: offset.max(MAX_SPAN_MS).nullable(),
      durationMs: z.int().min(1).max(MAX_SPAN_MS).nullable(),
    })
    .nullable(),
  /** Set for a block of a story, which stays one block with all that it has. */
  block: storedBlockSchema.nullable(),
})
export type ImportParagraph = z.infer<typeof paragraphSchema>

const sectionSchema = z.strictObject({
  /** Null for text before the first heading, which has no chapter. */
  title: z.string().max(MAX_LABEL).nullable(),
  kind: z.enum(SECTION_KINDS),
  /** Set for a chapter of a story. */
  chapterId: chapterIdSchema.nullable(),
  /** Whether its title is spoken, if a story says so of this chapter; null as all titles. */
  speaksTitle: chapterSchema.shape.speaksTitle,
  /** What stays when its title changes, such as the number of a scene, if the format tells it. */
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
  /** What a story says of the character; null for a format that only has names. */
  character: characterSchema
    .pick({ color: true, settings: true, notes: true, gender: true, isVoiceChosen: true, gainDb: true })
    .nullable(),
})
export type CastMember = z.infer<typeof castMemberSchema>

/** How a story says a word. `characterKey` is of the cast, or null for the whole story. */
const sourceEntrySchema = lexiconEntrySchema
  .omit({ type: true, id: true, characterId: true })
  .extend({ characterKey: z.string().max(MAX_LABEL).nullable() })

/** What is wrong with a place of the file, which is left out for it; the last three are read, and are told to be looked at. */
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
  /** Counts from 1. */
  line: z.int().min(1),
  /** The page, in a document that has no lines; the row, in a workbook of several sheets. */
  name: z.string().max(MAX_LABEL).optional(),
  problem: z.enum(PROBLEMS),
})
export type ImportProblem = z.infer<typeof problemSchema>

/** What the line breaks of the paragraphs are: meant, those of lines that are all about equally long, or those of the format. */
export const LINE_BREAKS = ['meant', 'wrapped', 'soft'] as const

export const importSourceSchema = z.strictObject({
  title: z.string().max(MAX_LABEL),
  /** Who wrote it, and what else the file says of itself as a book; '' and null for what it does not say. */
  ...bookSchema.shape,
  /** As the file states it: a BCP 47 tag in its canonical form. */
  language: z.string().max(MAX_LANGUAGE_TAG),
  /** The picture on its front. */
  cover: pictureSchema.nullable(),
  lineBreaks: z.enum(LINE_BREAKS),
  paragraphs: z.array(paragraphSchema),
  /** In order; together they hold every paragraph. */
  sections: z.array(sectionSchema),
  cast: z.array(castMemberSchema),
  /** Of a story; none for any other file. */
  lexicon: z.array(sourceEntrySchema),
  problems: z.array(problemSchema),
  /** Of a story that has its audio; none for any other file. It is tied to the ids of sections and blocks. */
  music: z.array(musicSchema).max(MAX_MUSIC),
  /** What a story says of itself; null for any other file. */
  info: storyInfoSchema
    .pick({ defaults: true, connectionId: true, silenceRules: true, speaksTitles: true })
    .nullable(),
  /** Whether the format itself tells who speaks, so that nobody has to be found in the words. */
  namesSpeakers: z.boolean(),
})
export type ImportSource = z.infer<typeof importSourceSchema>

/** A paragraph of a format that tells no more than its words. */
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

/** A source of sections with their paragraphs; what the format does not tell is left out of `others`. */
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

/** Somebody's key by the name as a text has it: capitals and small letters are the same. */
export function speakerKey(name: string): string {
  return name.normalize().toLowerCase()
}

/** Whether a name can be a speaker's. What is longer is no name: readers keep it among the words. */
export function isSpeakerName(name: string): boolean {
  return Math.max(name.length, speakerKey(name).length) <= MAX_LABEL
}
