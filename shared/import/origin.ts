/** The origin of a story: the state of the file at its last import, and how it was read. */
import * as z from 'zod'
import { MAX_LABEL } from '../story/limits.ts'
import { importedSchema } from './incoming.ts'
import { TEXT_READINGS } from './reading.ts'
import { decidedSchema, mappingSchema, type ReviewChoices } from './reviewView.ts'

/** The decisions about an import that also apply to a later version of the file. */
export const importWaySchema = z.strictObject({
  mapping: mappingSchema,
  /** The names of the columns of a table: the mapping applies as long as they are the same. */
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
  /** The titles of chapters that were included, or excluded, contrary to the default. */
  included: z.array(z.string().max(MAX_LABEL)),
  excluded: z.array(z.string().max(MAX_LABEL)),
})
export type ImportWay = z.infer<typeof importWaySchema>

export const originSchema = z.strictObject({
  /** The name and path of the file. The path is only stored in the project file. */
  name: z.string().min(1).max(1024),
  path: z.string().min(1).max(32_768),
  /** The hash of its bytes, in hex. */
  sha256: z.string().length(64),
  /** The time of its last change, in ms since 1970. */
  modifiedMs: z.number().min(0),
  readAs: z.enum(TEXT_READINGS).nullable(),
  way: importWaySchema,
  imported: importedSchema,
})
export type Origin = Readonly<z.infer<typeof originSchema>>

/** The part of the decisions that also applies to a later version of the file. `usual` are the default decisions. */
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

/** The decisions about a changed file: the default ones, with those of its last import. */
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
