/** Where a story came from: the file as it was when it was imported last, and how it was read. */
import * as z from 'zod'
import { MAX_LABEL } from '../story/limits.ts'
import { importedSchema } from './incoming.ts'
import { TEXT_READINGS } from './reading.ts'
import { decidedSchema, mappingSchema, type ReviewChoices } from './reviewView.ts'

/** What of the decisions about an import holds for the same file once it has changed. */
export const importWaySchema = z.strictObject({
  mapping: mappingSchema,
  /** The names of the columns of a table: a mapping holds as long as they are the same. */
  header: z.array(z.string()).nullable(),
  ...decidedSchema.pick({
    pieces: true,
    joinsLines: true,
    speaksTitles: true,
    keepsTimes: true,
    blockSize: true,
    isExpressive: true,
    speakers: true,
  }).shape,
  /** The titles of chapters that were put in, or left out, against what is usual. */
  included: z.array(z.string().max(MAX_LABEL)),
  excluded: z.array(z.string().max(MAX_LABEL)),
})
export type ImportWay = z.infer<typeof importWaySchema>

export const originSchema = z.strictObject({
  /** The name of the file, and where it was: the path stays in the project file. */
  name: z.string().min(1).max(1024),
  path: z.string().min(1).max(32_768),
  /** Of its bytes, in hex. */
  sha256: z.string().length(64),
  /** When it was last changed, in ms. */
  modifiedMs: z.number().min(0),
  readAs: z.enum(TEXT_READINGS).nullable(),
  way: importWaySchema,
  imported: importedSchema,
})
export type Origin = Readonly<z.infer<typeof originSchema>>

/** What holds of decisions for the same file once it has changed; `usual` are the decisions that nobody made. */
export function wayOf(
  { mapping, options }: ReviewChoices,
  usual: ReviewChoices['options'],
  header: readonly string[] | null,
): ImportWay {
  const { pieces, joinsLines, speaksTitles, keepsTimes, blockSize, isExpressive, speakers } = options
  const included = new Set(usual.chapters.flatMap(({ sections, isIncluded }) => (isIncluded ? sections : [])))
  const isUsual = (sections: readonly number[], isIncluded: boolean) =>
    sections.every((section) => included.has(section) === isIncluded)
  const titles = (isIncluded: boolean) =>
    options.chapters.flatMap((chapter) =>
      chapter.isIncluded === isIncluded && !isUsual(chapter.sections, isIncluded)
        ? (chapter.title ?? [])
        : [],
    )
  return {
    header: header === null ? null : [...header],
    ...{ mapping, pieces, joinsLines, speaksTitles, keepsTimes, blockSize, isExpressive, speakers },
    included: titles(true),
    excluded: titles(false),
  }
}

/** The decisions about a file that changed, as they were about the file before. */
export function decidedLike(usual: ReviewChoices['options'], way: ImportWay): ReviewChoices['options'] {
  const { mapping: _mapping, header: _header, included, excluded, ...others } = way
  return {
    ...usual,
    ...others,
    chapters: usual.chapters.map((chapter) => {
      const { title } = chapter
      if (title === null) return chapter
      const isIncluded = included.includes(title) || (chapter.isIncluded && !excluded.includes(title))
      return { ...chapter, isIncluded }
    }),
  }
}
