/** The queue of a render: makes its blocks in order, a few at a time. If a block fails, the others are still made. */
import type { QueueAct } from '../../shared/jobs/jobView.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { ErrorCode } from '../../shared/messages/errors.ts'
import type { Block, BlockId } from '../../shared/story/records.ts'
import { joinAlreadyPaid } from './submissions.ts'

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

export interface QueueOptions {
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
