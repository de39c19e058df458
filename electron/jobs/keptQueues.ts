/**
 * The queues of renders that are under way, in `render-queues.json` of the app's folder: a render that a restart broke off goes on when
 * its story is opened again. Each block is kept with the key of what was to be made: words that changed since are not bought by it.
 */
import { join } from 'node:path'
import * as z from 'zod'
import { MAX_STORY_PARAGRAPHS } from '../../shared/story/limits.ts'
import { blockIdSchema } from '../../shared/story/records.ts'
import { readJsonFile, updateJsonFile } from '../lib/files/jsonFile.ts'
import type { Report } from '../lib/report.ts'

/** A queue names as many blocks as a story can have; more is no file of Fabula's. */
const keptQueueSchema = z.object({
  /** The service that was to make the blocks. */
  connectionId: z.string(),
  isPaused: z.boolean(),
  blocks: z.array(z.object({ id: blockIdSchema, key: z.string() })).max(MAX_STORY_PARAGRAPHS),
})
const fileSchema = z.object({ queues: z.record(z.string(), keptQueueSchema).catch({}) })
export type KeptQueue = Readonly<z.infer<typeof keptQueueSchema>>

export interface KeptQueues {
  /** The queue of the story in a file; undefined where no render of it is to go on. */
  find(path: string): KeptQueue | undefined
  /** Keeps the queue of the story in a file; null forgets it. A queue that cannot be kept is reported, and the render goes on. */
  keep(path: string, queue: KeptQueue | null): void
}

export function createKeptQueues(dataDir: string, report: Report): KeptQueues {
  const file = join(dataDir, 'render-queues.json')
  const read = (stored: unknown) => fileSchema.safeParse(stored).data?.queues ?? {}
  return {
    find: (path) => read(readJsonFile(file))[path],
    keep(path, queue) {
      try {
        updateJsonFile(file, (stored) => {
          const { [path]: known, ...others } = read(stored)
          if (queue === null) return known === undefined ? undefined : { queues: others }
          return { queues: { ...others, [path]: queue } }
        })
      } catch (error) {
        report('render-queues', error)
      }
    },
  }
}
