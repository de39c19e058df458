/**
 * The queue of a render: makes its blocks in order, a few at a time. If a block fails, the others are still made. Running queues are stored in
 * `render-queues.json` of the app's folder: a render that was interrupted by a restart resumes when its story is opened again. Each block is
 * stored with the key of its planned take, so that words that changed since are not bought.
 *
 * A stored queue is found by the path of its file. By then, an older copy of the story may be there, which does not know what the queue has
 * bought. So a queue resumes by itself only in a file that has every request sent for its story since the queue started.
 */
import { join } from 'node:path'
import * as z from 'zod'
import type { QueueAct } from '../../shared/jobs/jobView.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { ErrorCode } from '../../shared/messages/errors.ts'
import { type Block, type BlockId, blockIdSchema, BUILT_IN_CONNECTION } from '../../shared/story/records.ts'
import { joinAlreadyPaid } from './submissions.ts'
import { MAX_STORY_PARAGRAPHS } from '../../shared/story/limits.ts'
import type { Story } from '../../shared/story/story.ts'
import { blockKeys } from '../../shared/story/takes.ts'
import { readJsonFile, updateJsonFile } from '../lib/files/jsonFile.ts'
import type { Report } from '../lib/report.ts'
import type { Project } from '../project/project.ts'
import type { ConversionTable } from './conversionTable.ts'

/** The progress of a queue. */
export interface QueueProgress {
  readonly made: number
  /** The number of blocks of the render, without those that were removed. */
  readonly of: number
  readonly isPaused: boolean
  /** The waiting blocks, in order. */
  readonly waiting: readonly Block[]
  readonly underWay: readonly Block[]
  readonly failed: ReadonlyMap<Block, Error>
}

interface QueueOptions {
  readonly blocks: readonly Block[]
  readonly isPaused?: boolean
  readonly atOnce: () => number
  readonly signal: AbortSignal
  /** `isRetry`: the block failed before, and the writer tries it again. */
  readonly make: (block: Block, isRetry: boolean) => Promise<unknown>
  /** Called after each change; `done` is the block that was just made. */
  readonly tell: (progress: QueueProgress, done: Block | null) => void
}

/** Failures that concern only the block itself. */
const OF_THE_BLOCK: ReadonlySet<string> = new Set<ErrorCode>([
  'conversion-failed',
  'conversion-failed-unexplained',
  'conversion-forgotten',
  'request-cancelled',
  'service-refused',
  'service-refused-unexplained',
  'words-paid',
])
/** Failures that every other block would share: they end the render. */
const OF_ALL: ReadonlySet<string> = new Set<ErrorCode>([
  'api-key-missing',
  'caps-unreadable',
  'connection-unknown',
  'connection-without-key',
  'credit-cap-blind',
  'credit-cap-day',
  'credit-cap-story',
  'project-disk-full',
  'service-credits-missing',
  'service-key-refused',
  'spending-not-recorded',
])
/** A service that fails this often in a row is not asked again: each of these requests may have been charged. */
const MOST_IN_A_ROW = 3

export type RenderQueue = ReturnType<typeof createRenderQueue>

export function createRenderQueue(options: QueueOptions) {
  const { blocks, atOnce, signal, make, tell } = options
  let waiting = [...blocks]
  let of = blocks.length
  let made = 0
  let isPaused = options.isPaused ?? false
  const underWay = new Set<Block>()
  const failed = new Map<Block, Error>()
  const retried = new Set<Block>()
  let inARow = 0
  let end: Error | null = null
  const over = Promise.withResolvers<undefined>()

  const isOver = () => signal.aborted || end !== null
  const tellNow = (done: Block | null = null) => {
    if (isOver()) return
    tell({ made, of, isPaused, waiting, underWay: [...underWay], failed: new Map(failed) }, done)
  }

  const mayBegin = () => !isOver() && !isPaused && underWay.size < atOnce()

  /** Starts as many blocks as may be made at the same time. */
  function goOn(): void {
    while (mayBegin()) {
      const [block, ...others] = waiting
      if (block === undefined) break
      waiting = others
      underWay.add(block)
      void begin(block)
    }
    if (underWay.size === 0 && (isOver() || waiting.length === 0)) over.resolve(undefined)
  }

  async function begin(block: Block): Promise<void> {
    let done: Block | null = null
    try {
      await make(block, retried.has(block))
      made += 1
      inARow = 0
      done = block
    } catch (error) {
      fail(block, error)
    }
    underWay.delete(block)
    goOn()
    tellNow(done)
  }

  function fail(block: Block, cause: unknown): void {
    const error = cause instanceof Error ? cause : new Error('A block failed', { cause })
    failed.set(block, error)
    const code = error instanceof UserFacingError ? error.code : ''
    if (OF_THE_BLOCK.has(code)) return
    inARow += 1
    if (OF_ALL.has(code) || inARow >= MOST_IN_A_ROW) end = error
  }

  /** The waiting blocks after one of them was moved. */
  function moved(block: Block, to: 'first' | 'up' | 'down'): Block[] {
    const from = waiting.indexOf(block)
    const at = to === 'first' ? 0 : Math.max(0, from + (to === 'up' ? -1 : 1))
    const others = waiting.filter((other) => other !== block)
    return [...others.slice(0, at), block, ...others.slice(at)]
  }

  return {
    /** Makes the blocks. Resolves when all are made or the render is stopped. After failures, rejects once no block is being made. */
    async run(): Promise<void> {
      signal.addEventListener('abort', goOn, { once: true })
      goOn()
      tellNow()
      await over.promise
      signal.removeEventListener('abort', goOn)
      if (end !== null) throw end
      // The writer can buy these blocks, whatever else failed.
      const paid = joinAlreadyPaid(failed.values())
      if (paid !== undefined) throw paid
      const [first] = failed.values()
      if (failed.size > 1 && first instanceof UserFacingError)
        throw new UserFacingError('render-blocks-failed', { count: failed.size, of })
      if (first !== undefined) throw first
    },
    /** Pauses or resumes the queue. While it is paused, blocks that have started are finished, and no other starts. */
    setPaused(paused: boolean): void {
      if (paused === isPaused) return
      isPaused = paused
      goOn()
      tellNow()
    },
    /** Moves or removes a waiting block, or tries a failed block again. Ignores any other block. */
    change(blockId: BlockId, act: QueueAct): void {
      const isAsked = ({ id }: Block) => id === blockId
      const block = act === 'retry' ? [...failed.keys()].find(isAsked) : waiting.find(isAsked)
      if (block === undefined) return
      if (act === 'retry') {
        failed.delete(block)
        retried.add(block)
        waiting = [block, ...waiting]
      } else if (act === 'remove') {
        waiting = waiting.filter((other) => other !== block)
        of -= 1
      } else waiting = moved(block, act)
      goOn()
      tellNow()
    },
  }
}

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
type KeptQueue = Readonly<z.infer<typeof keptQueueSchema>>

/** Stores the queue of a running render. */
interface QueueKeeper {
  /** Stores the queue after each change, except after a block is made, which its audio shows. */
  tell(progress: QueueProgress, done: Block | null): void
  /** Ends the render. Its queue is forgotten, unless the render is to resume when the story is opened again. */
  end(goesOn: boolean): void
}

interface KeptQueuesOptions {
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
