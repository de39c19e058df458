/**
 * The queues of running renders, in `render-queues.json` of the app's folder: a render that was interrupted by a restart resumes when
 * its story is opened again. Each block is stored with the key of its planned take, so that words that changed since are not bought.
 *
 * A queue is found by the path of its file. By then, an older copy of the story may be there, which does not know what the queue has
 * bought. So a queue resumes by itself only in a file that has every request sent for its story since the queue started.
 */
import { join } from 'node:path'
import * as z from 'zod'
import { MAX_STORY_PARAGRAPHS } from '../../shared/story/limits.ts'
import { BUILT_IN_CONNECTION, blockIdSchema, type Block } from '../../shared/story/records.ts'
import type { Story } from '../../shared/story/story.ts'
import { blockKeys } from '../../shared/story/takes.ts'
import { readJsonFile, updateJsonFile } from '../lib/files/jsonFile.ts'
import type { Report } from '../lib/report.ts'
import type { Project } from '../project/project.ts'
import type { ConversionTable } from './conversionTable.ts'
import type { QueueProgress } from './renderQueue.ts'

/** The most blocks of a story: a queue with more was not written by Fabula. */
const keptQueueSchema = z.object({
  /** The service that makes the blocks. */
  connectionId: z.string(),
  isPaused: z.boolean(),
  blocks: z.array(z.object({ id: blockIdSchema, key: z.string() })).max(MAX_STORY_PARAGRAPHS),
  /** The number of the newest request of all stories when the queue started; 0 in older files, which do not store it. */
  newestBefore: z.int().default(0),
  /** Whether the file was opened without requests that were sent since: then the writer decides whether the queue resumes in it. */
  isDoubtful: z.boolean().default(false),
  /** The credits that are spoken before and after the story; null if the render has none. */
  credits: z.object({ opening: z.string(), closing: z.string() }).nullable().default(null),
})
const fileSchema = z.object({ queues: z.record(z.string(), keptQueueSchema).catch({}) })
export type KeptQueue = Readonly<z.infer<typeof keptQueueSchema>>

/** Stores the queue of a running render. */
export interface QueueKeeper {
  /** Stores the queue after each change, except after a block is made, which its audio shows. */
  tell(progress: QueueProgress, done: Block | null): void
  /** Ends the render. Its queue is forgotten, unless the render is to resume when the story is opened again. */
  end(goesOn: boolean): void
}

export interface KeptQueuesOptions {
  readonly dataDir: string
  /** Knows the requests of every story. */
  readonly conversions: ConversionTable
  readonly report: Report
}

export type KeptQueues = ReturnType<typeof createKeptQueues>

export function createKeptQueues({ dataDir, conversions, report }: KeptQueuesOptions) {
  const file = join(dataDir, 'render-queues.json')
  const read = (stored: unknown) => fileSchema.safeParse(stored).data?.queues ?? {}
  /** Stores the queues of projects with a running render. */
  const keepers = new Map<Project, () => void>()

  /** The queue of the story in a file; undefined if there is no render to resume. */
  function find(path: string): KeptQueue | undefined {
    return read(readJsonFile(file))[path]
  }

  function keep(path: string, queue: KeptQueue | null): void {
    try {
      updateJsonFile(file, (stored) => {
        const { [path]: known, ...others } = read(stored)
        if (queue === null) return known === undefined ? undefined : { queues: others }
        return { queues: { ...others, [path]: queue } }
      })
    } catch (error) {
      report('render-queues', error)
    }
  }

  /** The number of the newest request of all stories; 0 if there is none, or it is unknown. */
  function newestRequest(): number {
    try {
      return conversions.newestNumber()
    } catch (error) {
      report('render-queues', error)
      return 0
    }
  }

  /** Whether a file has every request that was sent for its story since a queue started; false if that is unknown. */
  function hasAllSince(project: Project, { connectionId, newestBefore }: KeptQueue): boolean {
    if (connectionId === BUILT_IN_CONNECTION) return true // nothing can be bought twice
    try {
      const sent = conversions.sentSince(project.story().info.id, connectionId, newestBefore)
      return newestRequest() >= newestBefore && sent.every((id) => project.jobs.find(id) !== undefined)
    } catch (error) {
      report('render-queues', error)
      return false
    }
  }

  return {
    find,
    forget: (path: string): void => keep(path, null),

    /** Starts storing the queue of a render. If that fails, it is reported, and the render continues. */
    begin(project: Project, story: Story): QueueKeeper {
      const { connectionId } = story.info
      const { credits } = story
      const newestBefore = newestRequest()
      let path = project.path
      let left: readonly Block[] = []
      let wasPaused: boolean | null = null

      function keepNow(): void {
        if (path !== project.path) keep(path, null)
        path = project.path
        const blocks = left.map((block) => ({ id: block.id, key: blockKeys(story, block).own }))
        const isPaused = wasPaused ?? false
        keep(path, { connectionId, isPaused, blocks, newestBefore, isDoubtful: false, credits })
      }
      keepers.set(project, keepNow)

      return {
        tell({ isPaused, underWay, waiting }, done) {
          const expected = new Set(left)
          if (done !== null) expected.delete(done)
          const order = [...expected]
          left = [...underWay, ...waiting]
          const isSame =
            order.length === left.length &&
            waiting.every((block, at) => block === order.at(at - waiting.length))
          if (isSame && isPaused === wasPaused) return
          wasPaused = isPaused
          keepNow()
        },
        end(goesOn) {
          if (keepers.get(project) === keepNow) keepers.delete(project)
          if (!goesOn) keep(project.path, null)
        },
      }
    },

    /** Call this when a project was opened, before the list of conversions adds its jobs; and when a project moves to another file. */
    opened(project: Project): void {
      const keepNow = keepers.get(project)
      if (keepNow !== undefined) {
        keepNow()
        return
      }
      const kept = find(project.path)
      if (kept === undefined || kept.isDoubtful || hasAllSince(project, kept)) return
      keep(project.path, { ...kept, isDoubtful: true })
    },
  }
}
