import * as z from 'zod'
import { brokenOffSchema, jobViewSchema } from '../jobs/jobView.ts'
import { storyRecordSchema } from '../story/records.ts'
import { storyRenderSchema, takeSchema } from '../story/takes.ts'
import { projectIdSchema, recentIdSchema, revisionSchema } from './views.ts'

/** Notes for the writer about an opened file and its location. */
const openingNoteSchema = z.discriminatedUnion('kind', [
  /** The story is a copy: its file is read-only, or is open in another program. */
  z.strictObject({ kind: z.literal('copy'), name: z.string() }),
  /** Shown once for a folder that a service syncs with other computers. */
  z.strictObject({ kind: z.literal('syncFolder'), service: z.string(), folder: z.string() }),
  /** Shown once for a folder that is on another computer. */
  z.strictObject({ kind: z.literal('networkFolder'), folder: z.string() }),
  /** The file is a conflicted copy of `original`, which was changed in two places. */
  z.strictObject({ kind: z.literal('conflictedCopy'), original: z.string() }),
  /** Conflicted copies of the file are beside it. */
  z.strictObject({ kind: z.literal('conflicts'), names: z.string() }),
])
export type OpeningNote = Readonly<z.infer<typeof openingNoteSchema>>

/** An open story as the page sees it. */
export const projectViewSchema = z.object({
  projectId: projectIdSchema,
  recentId: recentIdSchema,
  /** Where the story is kept, in readable form; null for a draft that has no name yet. */
  location: z.string().nullable(),
  fileName: z.string().nullable(),
  /** The name of the copy beside the file, shown once after opening migrated the file to a newer format. */
  keptCopy: z.string().nullable(),
  revision: revisionSchema,
  records: z.array(storyRecordSchema),
  takes: z.array(takeSchema),
  render: storyRenderSchema.nullable(),
  /** The jobs that determine the state of the story's render. */
  jobs: z.array(jobViewSchema),
  /** An interrupted render that may not have begun in this file: `jobs:goOn` decides whether to resume it. Absent if there is none. */
  brokenOff: brokenOffSchema.optional(),
  /** Shown when the story is opened. */
  notes: z.array(openingNoteSchema).optional(),
})
export type ProjectView = z.infer<typeof projectViewSchema>
