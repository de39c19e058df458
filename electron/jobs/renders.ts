/**
 * Renders a story, by one story-maker request or block by block. Block by block, only missing audio is made, a few blocks at a time.
 */
import type { WireError } from '../../shared/ipc/result.ts'
import type { BrokenOff, JobActivity } from '../../shared/jobs/jobView.ts'
import { type Paces, timeFor } from '../../shared/jobs/pace.ts'
import { plannedTakes, storyPayload } from '../../shared/jobs/payload.ts'
import { renderStateOf } from '../../shared/jobs/renderState.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import {
  assertCanBeSent,
  blockCharacters,
  isFree,
  type PlanOptions,
  planRender,
  type RenderPlan,
} from '../../shared/story/renderPlan.ts'
import { heardBlocksOf } from '../../shared/story/heardBlocks.ts'
import { partsOf } from '../../shared/story/pauses.ts'
import type { Block } from '../../shared/story/records.ts'
import { type Story, withCredits } from '../../shared/story/story.ts'
import { blockKeys, indexTakes, servingKeys } from '../../shared/story/takes.ts'
import type { Clock } from '../lib/clock.ts'
import { type Report, toWireError } from '../lib/report.ts'
import type { Project } from '../project/project.ts'
import type { FindClient } from '../speech/connections.ts'
import type { During } from './confirmations.ts'
import { createRenderQueue, type KeptQueues, type QueueProgress, type RenderQueue } from './renderQueue.ts'
import { servingKeysOfStory, storyRequest } from './kinds/speech.ts'
import { type Attempt, newAttempt, type Takes } from './takes.ts'
import type { Runner, Task } from './runner.ts'

export interface RenderStoryOptions {
  readonly runner: Runner
  readonly takes: Takes
  readonly findClient: FindClient
  readonly clock: Clock
  readonly report: Report
  /** The number of blocks that a service makes at the same time. */
  readonly atOnce: (connectionId: string) => number
  /** The earlier speed of a service. */
  readonly history: (connectionId: string) => Paces
  /** Stores queues across restarts; undefined to keep them in memory only. */
  readonly keptQueues: KeptQueues | undefined
  /** Ends the confirmations for a render when the render ends. */
  readonly during: During
}

/** A render that the writer starts. */
export interface RenderRequest extends PlanOptions {
  /** Jobs whose words the writer chose to buy again. */
  readonly despite?: readonly string[] | undefined
  /** The credits that the writer confirmed for it, regardless of caps. */
  readonly pastCaps?: number | undefined
}

export type Renders = ReturnType<typeof createRenders>

export function createRenders(options: RenderStoryOptions) {
  const { runner, takes, findClient, clock, report, atOnce, history, keptQueues, during } = options
  const queues = new Map<string, RenderQueue>()
  /** The state of a project's render: of all its jobs, or of those for one service. */
  const state = (project: Project, of?: string) =>
    renderStateOf(runner.jobs(project).filter(({ connectionId }) => of === undefined || connectionId === of))

  function planOf(project: Project, story: Story, options?: PlanOptions): RenderPlan {
    const allTakes = project.takes()
    const audio = { takes: indexTakes(allTakes), allTakes, render: project.render() }
    return planRender(story, audio, options)
  }

  async function sendWhole(task: Task, story: Story, { despite }: Attempt): Promise<void> {
    const to = await findClient(story.info.connectionId)
    await runner.send(task, to, {
      ...storyRequest(story, { exactMs: to.connection.isBuiltIn }),
      despite,
    })
  }

  /**
   * Waits for audio that is already being made, then sends the planned story as one request. Returns false, without sending, if that
   * audio contains some of the words.
   */
  async function sendPlanned(task: Task, story: Story, plan: RenderPlan, attempt: Attempt): Promise<boolean> {
    const { project, signal } = task
    const keys = servingKeysOfStory(story)
    return takes.reserve(task, keys, async () => {
      await takes.untilMade(project, keys, attempt)
      const { way, characters } = planOf(project, story, { way: plan.way })
      if (way !== 'story' || characters !== plan.characters) return false
      if (!signal.aborted) await sendWhole(task, story, attempt)
      return true
    })
  }

  /** Renders a story by one request, and the rest block by block. Words that are already being made are not bought again. */
  async function renderWhole(task: Task, story: Story, plan: RenderPlan, attempt: Attempt): Promise<void> {
    const { project, signal } = task
    let isSent = true
    if (isFree(story)) await sendWhole(task, story, attempt)
    else isSent = await sendPlanned(task, story, plan, attempt)
    const rest = planOf(project, story, isSent ? {} : { way: 'blocks' })
    if (signal.aborted || rest.way !== 'blocks') return
    const order = { blocks: blocksToMake(rest), attempt }
    await runner.run(project, 'story', (next) => renderBlocks(next, story, order)).result
  }

  /** Makes blocks. Resolves when all are made or the task is stopped; rejects with the failure. */
  async function renderBlocks(task: Task, story: Story, order: BlocksOrder): Promise<void> {
    const { project, signal } = task
    const { connectionId } = story.info
    const { attempt } = order
    const isHeld = heldBlocks(project, story, attempt)
    const blocksOfServer = () => atOnce(connectionId)
    const follow = createQueueProgress({
      story,
      atOnce: blocksOfServer,
      clock,
      report,
      paces: () => history(connectionId),
    })
    const keeper = keptQueues?.begin(project, story)
    const queue = createRenderQueue({
      blocks: order.blocks.filter((block) => !isHeld(block)),
      isPaused: order.isPaused ?? false,
      atOnce: blocksOfServer,
      signal,
      make: (block, isRetry) =>
        takes.makeAs(project, story, block, isRetry ? newAttempt(attempt.despite) : attempt),
      tell(progress, done) {
        keeper?.tell(progress, done)
        task.tell(follow(progress, done))
      },
    })
    queues.set(task.id, queue)
    try {
      await queue.run()
    } finally {
      queues.delete(task.id)
      // The render of a closed story resumes when the story is opened.
      keeper?.end(project.work.closing.aborted)
    }
  }

  /** The blocks that an interrupted render still has to make. If there are none, the render is forgotten. */
  function leftOf(project: Project) {
    const kept = keptQueues?.find(project.path)
    if (kept === undefined || kept.connectionId !== project.story().info.connectionId) return null
    const story = withCredits(project.story(), kept.credits)
    if (state(project).phase === 'running') return null
    const keys = new Map(kept.blocks.map(({ id, key }) => [id, key]))
    const isHeld = heldBlocks(project, story, newAttempt())
    const only = new Set(
      heardBlocksOf(story)
        .filter((block) => keys.get(block.id) === blockKeys(story, block).own && !isHeld(block))
        .map(({ id }) => id),
    )
    const plan = planOf(project, story, { only })
    const missing = new Map(blocksToMake(plan).map((block) => [block.id, block]))
    const blocks = kept.blocks.flatMap(({ id }) => missing.get(id) ?? [])
    if (blocks.length === 0) {
      keptQueues?.forget(project.path)
      return null
    }
    return { ...kept, story, blocks, credits: plan.credits }
  }

  /** Runs the work of a render; its job stores a failure. Returns the id of the job; null if the project is closing. */
  function begin(project: Project, work: (task: Task) => Promise<void>): string | null {
    if (project.work.closing.aborted) return null
    const { id, result } = runner.run(project, 'story', work)
    result.catch(() => undefined)
    return id
  }

  return {
    state,
    /** The plan of a render of a project in its current state. */
    plan: (project: Project, options?: PlanOptions): RenderPlan => planOf(project, project.story(), options),
    /**
     * Starts rendering the current story, or some of its blocks; existing audio is not made again. Returns the id of the job before its
     * request is sent; null if nothing is missing. Throws `render-running`, `story-without-text`, `block-too-long` or
     * `block-pause-unreadable`. The job fails with `words-paid`, and does not make these blocks, if jobs not in `despite` requested some of
     * the words without delivering them.
     */
    start(project: Project, { despite = [], pastCaps = 0, ...order }: RenderRequest = {}): string | null {
      const story = withCredits(project.story(), order.spokenCredits ?? null)
      if (state(project, story.info.connectionId).phase === 'running')
        throw new UserFacingError('render-running')
      const plan = planOf(project, story, order)
      if (plan.blocks.length === 0) throw new UserFacingError('story-without-text')
      for (const { block } of plan.barred) assertCanBeSent(story, block)
      if (plan.way === null) return null
      const attempt = newAttempt(despite)
      const confirmed = pastCaps > 0 && { credits: pastCaps, keys: keysToSend(story, plan) }
      const asked = { projectId: project.projectId, blockId: null, ...(confirmed && { confirmed }) }
      return begin(project, (task) =>
        during(asked, () =>
          plan.way === 'story'
            ? renderWhole(task, story, plan, attempt)
            : renderBlocks(task, story, { blocks: blocksToMake(plan), attempt }),
        ),
      )
    },
    /**
     * Resumes a render that was interrupted by the end of the app; a paused render stays paused. It makes only what was planned then, by
     * the same service. Returns the id of the job; null if nothing is left to do, or if the writer must confirm first.
     */
    goOn(project: Project, isConfirmed: boolean = false): string | null {
      const left = leftOf(project)
      if (left === null || (left.isDoubtful && !isConfirmed)) return null
      const { story, blocks, isPaused } = left
      const attempt = newAttempt()
      return begin(project, (task) => renderBlocks(task, story, { blocks, attempt, isPaused }))
    },
    /** An interrupted render that resumes in this file only if the writer confirms; null if there is none. */
    brokenOff(project: Project): BrokenOff | null {
      const left = leftOf(project)
      return left?.isDoubtful === true ? { blocks: left.blocks.length, credits: left.credits } : null
    },
    /** Forgets an interrupted render. */
    forgetBrokenOff: (project: Project): void => keptQueues?.forget(project.path),
    /** The queue of a running render of blocks; undefined if there is none. */
    queue: (jobId: string): RenderQueue | undefined => queues.get(jobId),
  }
}

/** The blocks of a render, in order. */
interface BlocksOrder {
  readonly blocks: readonly Block[]
  readonly attempt: Attempt
  readonly isPaused?: boolean
}

function blocksToMake({ make }: RenderPlan): readonly Block[] {
  return make.map(({ block }) => block)
}

/** The keys of all takes that the requests of a plan may make. */
function keysToSend(story: Story, plan: RenderPlan): ReadonlySet<string> {
  const parts = blocksToMake(plan).flatMap(partsOf)
  const whole = plan.way === 'story' ? plannedTakes(storyPayload(story)) : []
  return new Set([...parts.map((part) => blockKeys(story, part).unfitted), ...whole.map(({ key }) => key)])
}

/** Returns whether a block has a request of unknown outcome. Such a request is not sent again, and other blocks do not wait for it. */
function heldBlocks(project: Project, story: Story, { despite }: Attempt): (block: Block) => boolean {
  const unknown = project.jobs.list().filter((job) => job.state === 'unknown' && !despite.includes(job.id))
  const keys = new Set(unknown.flatMap((job) => plannedTakes(job.payload).map(({ key }) => key)))
  return (block) => partsOf(block).some((part) => servingKeys(story, part).some((key) => keys.has(key)))
}

// The progress of a render of blocks, for the page: percentage, pace, remaining time and queue.

/** The pace is unreliable before this time. */
const LEAST_MS = 1_000

interface QueueProgressOptions {
  readonly story: Story
  /** The earlier speed of the service. */
  readonly paces: () => Paces
  readonly atOnce: () => number
  readonly clock: Clock
  readonly report: Report
}

type Told = Pick<JobActivity, 'percentage' | 'remainingMs' | 'blocks'>

/** Returns a function that reports the progress of a queue; `done` is the block that was just made. */
function createQueueProgress(
  options: QueueProgressOptions,
): (progress: QueueProgress, done: Block | null) => Told {
  const { story, paces, atOnce, clock, report } = options
  const lengthOf = (blocks: readonly Block[]) =>
    blocks.reduce((sum, block) => sum + blockCharacters(story, block), 0)
  const errors = new WeakMap<Error, WireError>()
  let madeCharacters = 0
  /** The time spent making blocks, without pauses. */
  let activeMs = 0
  let atMs = clock.now()
  let wasPaused = false

  function wireError(error: Error): WireError {
    const known = errors.get(error) ?? toWireError(error, 'render', report)
    errors.set(error, known)
    return known
  }

  return ({ made, of, isPaused, waiting, underWay, failed }, done) => {
    const nowMs = clock.now()
    if (!wasPaused) activeMs += Math.max(0, nowMs - atMs) // the clock may have been set back
    atMs = nowMs
    wasPaused = isPaused
    if (done !== null) madeCharacters += lengthOf([done])
    const left = [...underWay, ...waiting]
    const leftCharacters = lengthOf(left)
    const total = madeCharacters + leftCharacters + lengthOf([...failed.keys()])
    const hasPace = made > 0 && activeMs >= LEAST_MS
    const byOwnPace = hasPace ? Math.round((activeMs / madeCharacters) * leftCharacters) : null
    return {
      percentage: (madeCharacters / Math.max(1, total)) * 100,
      remainingMs: isPaused ? null : (timeFor(story, left, paces(), atOnce()) ?? byOwnPace),
      blocks: {
        made,
        of,
        isPaused,
        perMinute: hasPace ? (made * 60_000) / activeMs : null,
        waiting: waiting.map(({ id }) => id),
        underWay: underWay.map(({ id }) => id),
        failed: [...failed].map(([{ id: blockId }, error]) => ({ blockId, error: wireError(error) })),
      },
    }
  }
}
