import * as z from 'zod'
import { brokenOffSchema, jobViewSchema } from '../jobs/jobView.ts'
import { storyRecordSchema } from '../story/records.ts'
import { storyRenderSchema, takeSchema } from '../story/takes.ts'
import { projectIdSchema, recentIdSchema, revisionSchema } from './views.ts'

/** An open story as the page is told of it. */
/** What a writer should know of the file that was opened, and of its place. */
const openingNoteSchema = z.discriminatedUnion('kind', [
  /** The story is a copy: its file may only be read, or is open in another program. */
  z.strictObject({ kind: z.literal('copy'), name: z.string() }),
  /** Told once for a folder that a service keeps in step with other computers. */
  z.strictObject({ kind: z.literal('syncFolder'), service: z.string(), folder: z.string() }),
  /** Told once for a folder that is on another computer. */
  z.strictObject({ kind: z.literal('networkFolder'), folder: z.string() }),
  /** The file is what a service kept beside `original`, which was changed in two places. */
  z.strictObject({ kind: z.literal('conflictedCopy'), original: z.string() }),
  /** Such copies of the file are beside it. */
  z.strictObject({ kind: z.literal('conflicts'), names: z.string() }),
])

export type OpeningNote = Readonly<z.infer<typeof openingNoteSchema>>

export const projectViewSchema = z.object({
  projectId: projectIdSchema,
  recentId: recentIdSchema,
  /** Where the story is kept, as the writer would say it; null for a draft that has no name yet. */
  location: z.string().nullable(),
  fileName: z.string().nullable(),
  /** The name of the copy beside the file, told once after opening brought the file to a newer format. */
  keptCopy: z.string().nullable(),
  revision: revisionSchema,
  records: z.array(storyRecordSchema),
  takes: z.array(takeSchema),
  render: storyRenderSchema.nullable(),
  /** The jobs that say how the story's render is. */
  jobs: z.array(jobViewSchema),
  /** A render that broke off and is not sure to have begun in this file: `jobs:goOn` says whether it goes on. Absent if there is none. */
  brokenOff: brokenOffSchema.optional(),
  /** Told when the story is opened. */
  notes: z.array(openingNoteSchema).optional(),
})

export type ProjectView = z.infer<typeof projectViewSchema>
