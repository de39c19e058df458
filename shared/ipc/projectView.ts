import * as z from 'zod'
import { brokenOffSchema, jobViewSchema } from '../jobs/jobView.ts'
import { storyRecordSchema } from '../story/records.ts'
import { storyRenderSchema, takeSchema } from '../story/takes.ts'
import { projectIdSchema, recentIdSchema, revisionSchema } from './views.ts'

/** An open story as the page is told of it. */
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
})
export type ProjectView = z.infer<typeof projectViewSchema>
