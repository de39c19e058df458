/** The blocks of a render in the order in which they are made, some at a time. A block that fails leaves the others their turn. */
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { Block, BlockId } from '../../shared/story/records.ts'

export interface RenderQueue {
  /** Makes the blocks. Resolves when all are made or the render is stopped; rejects with what failed, when no block is under way. */
  run(): Promise<void>
  /** Begins no further block until it goes on; blocks that were begun are made. */
  setPaused(isPaused: boolean): void
  /** Makes a block that waits before all others that wait. */
  moveFirst(blockId: BlockId): void
  /** Takes a block that waits out of the render. */
  remove(blockId: BlockId): void
}

/** How far a queue is. */
export interface QueueProgress {
  readonly made: number
  readonly failed: number
  /** All blocks of the render, without those that were removed. */
  readonly of: number
  readonly isPaused: boolean
  /** The blocks that wait, in their order; some of the first are begun by now. */
  readonly waiting: readonly BlockId[]
}

export interface QueueOptions {
  readonly blocks: readonly Block[]
  readonly atOnce: number
  readonly signal: AbortSignal
  readonly make: (block: Block) => Promise<unknown>
  /** Told each time that something has changed; `done` is the block that was just made. */
  readonly tell: (progress: QueueProgress, done: Block | null) => void
}

/** Failures that say nothing about other blocks. */
const OF_THE_BLOCK: ReadonlySet<string> = new Set([
  'conversion-failed',
  'conversion-failed-unexplained',
  'conversion-forgotten',
  'request-cancelled',
  'service-refused',
  'service-refused-unexplained',
])
/** Failures that every other block would have as well. */
const OF_ALL: ReadonlySet<string> = new Set([
  'api-key-missing',
  'caps-unreadable',
  'connection-unknown',
  'connection-without-key',
  'project-disk-full',
  'service-credits-missing',
  'service-key-refused',
  'spending-not-recorded',
])
/** A service that failed this often in a row is not asked any more: each of these requests may have been charged. */
const MOST_IN_A_ROW = 3

export function createRenderQueue({ blocks, atOnce, signal, make, tell }: QueueOptions): RenderQueue {
  let waiting = [...blocks]
  let of = blocks.length
  let made = 0
  let isPaused = false
  let resumed = Promise.withResolvers<undefined>()
  const failures: Error[] = []
  let inARow = 0
  let end: Error | null = null

  const isOver = () => signal.aborted || end !== null
  const tellNow = (done: Block | null = null) => {
    if (isOver()) return
    const ids = waiting.map(({ id }) => id)
    tell({ made, failed: failures.length, of, isPaused, waiting: ids }, done)
  }

  function fail(cause: unknown): void {
    const error = cause instanceof Error ? cause : new Error('A block failed', { cause })
    failures.push(error)
    const code = error instanceof UserFacingError ? error.code : ''
    if (OF_THE_BLOCK.has(code)) return
    inARow += 1
    const stops = OF_ALL.has(code) || code.startsWith('credit-cap-') || inARow >= MOST_IN_A_ROW
    if (stops) end = error
  }

  async function work(): Promise<void> {
    for (;;) {
      if (isPaused && !isOver()) await resumed.promise
      if (isOver()) return
      const block = waiting.shift()
      if (block === undefined) return
      try {
        await make(block)
        made += 1
        inARow = 0
        tellNow(block)
      } catch (error) {
        fail(error)
        tellNow()
      }
    }
  }

  function setPaused(paused: boolean): void {
    if (paused === isPaused) return
    isPaused = paused
    if (isPaused) resumed = Promise.withResolvers<undefined>()
    else resumed.resolve(undefined)
    tellNow()
  }

  return {
    async run() {
      const onAbort = () => {
        setPaused(false)
      }
      signal.addEventListener('abort', onAbort, { once: true })
      tellNow()
      await Promise.all(Array.from({ length: atOnce }, work))
      signal.removeEventListener('abort', onAbort)
      if (end !== null) throw end
      const [first] = failures
      if (failures.length > 1 && first instanceof UserFacingError)
        throw new UserFacingError('render-blocks-failed', { count: failures.length, of })
      if (first !== undefined) throw first
    },
    setPaused,
    moveFirst(blockId) {
      const block = waiting.find(({ id }) => id === blockId)
      if (block === undefined) return
      waiting = [block, ...waiting.filter((other) => other !== block)]
      tellNow()
    },
    remove(blockId) {
      const left = waiting.filter(({ id }) => id !== blockId)
      of -= waiting.length - left.length
      waiting = left
      tellNow()
    },
  }
}
