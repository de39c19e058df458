/**
 * Rendering a story: a story without audio is one story-maker request; otherwise only the blocks whose audio is missing are made, a
 * few at a time.
 */
import type { Paces } from '../../shared/jobs/pace.ts'
import { plannedTakes, storyPayload } from '../../shared/jobs/payload.ts'
import { renderStateOf } from '../../shared/jobs/renderState.ts'
import type { RenderState } from '../../shared/jobs/renderState.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { assertCanBeSent } from '../../shared/story/assertCanBeSent.ts'
import type { Block } from '../../shared/story/records.ts'
import { blocksOf } from '../../shared/story/selectors.ts'
import { partsOf } from '../../shared/story/pauses.ts'
import { isFree, planRender } from '../../shared/story/renderPlan.ts'
import type { PlanOptions, RenderPlan } from '../../shared/story/renderPlan.ts'
import type { Story } from '../../shared/story/story.ts'
import { blockKeys, indexTakes } from '../../shared/story/takes.ts'
import type { Clock } from '../lib/clock.ts'
import type { Report } from '../lib/report.ts'
import type { Project } from '../project/project.ts'
import type { FindClient } from '../speech/connections.ts'
import { createQueueProgress } from './queueProgress.ts'
import type { KeptQueues } from './keptQueues.ts'
import { storyRequest } from './kinds/story.ts'
import type { Takes } from './makeTake.ts'
import { createRenderQueue } from './renderQueue.ts'
import type { QueueProgress, RenderQueue } from './renderQueue.ts'
import type { Runner } from './runner.ts'
import type { Task } from './tasks.ts'

export interface RenderStoryOptions {
  readonly runner: Runner
  readonly takes: Pick<Takes, 'makeAs' | 'untilMade' | 'reserve'>
  readonly findClient: FindClient
  readonly clock: Clock
  readonly report: Report
  /** How many blocks a service makes at the same time. */
  readonly atOnce: (connectionId: string) => number
  /** How fast a service was before. */
  readonly history: (connectionId: string) => Paces
  /** Where queues outlive the app; undefined where they need not. */
  readonly keptQueues: KeptQueues | undefined
}

export interface Renders {
  /** How far the render of a project is: of all its jobs, or of those for one service. */
  state(project: Project, connectionId?: string): RenderState
  /** What a render of a project as it is now makes. */
  plan(project: Project, options?: PlanOptions): RenderPlan
  /**
   * Starts rendering the story as it is now, or some of its blocks; audio that is there already is not made again. Gives the id of the
   * job, before its request is sent; null where nothing is missing. Throws `render-running`, `story-without-text`,
   * `block-too-long` or `block-pause-unreadable`.
   */
  start(project: Project, options?: PlanOptions): string | null
  /**
   * Goes on with a render that the end of the app broke off, as it was: paused where it was paused. Only what was to be made then is
   * made, by the same service. Gives the id of the job; null where nothing is left to do.
   */
  goOn(project: Project): string | null
  /** The queue of a render that makes blocks; undefined while none does. */
  queue(jobId: string): RenderQueue | undefined
}

export function createRenders(options: RenderStoryOptions): Renders {
  const { runner, takes, findClient, clock, report, atOnce, history, keptQueues } = options
  const queues = new Map<string, RenderQueue>()
  const state = (project: Project, of?: string) =>
    renderStateOf(runner.jobs(project).filter(({ connectionId }) => of === undefined || connectionId === of))

  function planOf(project: Project, story: Story, options?: PlanOptions): RenderPlan {
    const allTakes = project.takes()
    const audio = { takes: indexTakes(allTakes), allTakes, render: project.render() }
    return planRender(story, audio, options)
  }

  async function sendWhole(task: Task, story: Story): Promise<void> {
    const to = await findClient(story.info.connectionId)
    await runner.send(task, to, storyRequest(story, { exactMs: to.connection.isBuiltIn }))
  }

  /** Renders a story that has no audio so far, but for audio that is on its way: that is not bought again. */
  async function renderWhole(task: Task, story: Story, options: PlanOptions): Promise<void> {
    const { project, signal } = task
    if (isFree(story)) await sendWhole(task, story)
    else {
      const keys = new Set(plannedTakes(storyPayload(story)).map(({ key }) => key))
      await takes.reserve(task, keys, async () => {
        await takes.untilMade(project, keys)
        if (!signal.aborted && planOf(project, story, options).way === 'story') await sendWhole(task, story)
      })
    }
    const rest = planOf(project, story)
    if (signal.aborted || rest.way !== 'blocks') return
    await runner.run(project, 'story', (next) => renderBlocks(next, story, blocksToMake(rest)))
  }

  /** Makes blocks. Resolves when all are made or the task is stopped; rejects with what failed. */
  async function renderBlocks(
    task: Task,
    story: Story,
    wanted: readonly Block[],
    isPaused = false,
  ): Promise<void> {
    const { project, signal } = task
    const { connectionId } = story.info
    const isHeld = heldBlocks(project, story)
    const blocksOfServer = () => atOnce(connectionId)
    const follow = createQueueProgress({
      story,
      atOnce: blocksOfServer,
      clock,
      report,
      paces: () => history(connectionId),
    })
    const keep = keptQueues && createKeep(keptQueues, project.path, story)
    const queue = createRenderQueue({
      blocks: wanted.filter((block) => !isHeld(block)),
      isPaused,
      atOnce: blocksOfServer,
      signal,
      make: (block) => takes.makeAs(project, story, block),
      tell(progress, done) {
        keep?.(progress, done)
        task.tell(follow(progress, done))
      },
    })
    queues.set(task.id, queue)
    try {
      await queue.run()
    } finally {
      queues.delete(task.id)
      // A story that is closed takes its render up again when it is opened.
      if (!project.work.closing.aborted) keptQueues?.keep(project.path, null)
    }
  }

  /** Runs the work of a render; its job tells how it ends. Gives the id of the job. */
  function begin(project: Project, work: (task: Task) => Promise<void>): string | null {
    let id: string | null = null
    runner
      .run(project, 'story', (task) => {
        id = task.id
        return work(task)
      })
      .catch(() => undefined) // the job tells it
    return id
  }

  return {
    state,
    plan: (project, options) => planOf(project, project.story(), options),
    start(project, order = {}) {
      const story = project.story()
      if (state(project, story.info.connectionId).phase === 'running')
        throw new UserFacingError('render-running')
      const plan = planOf(project, story, order)
      if (plan.blocks.length === 0) throw new UserFacingError('story-without-text')
      for (const { block } of plan.barred) assertCanBeSent(story, block)
      if (plan.way === null) return null
      return begin(project, (task) =>
        plan.way === 'story'
          ? renderWhole(task, story, order)
          : renderBlocks(task, story, blocksToMake(plan)),
      )
    },
    goOn(project) {
      const kept = keptQueues?.find(project.path)
      const story = project.story()
      if (kept === undefined || kept.connectionId !== story.info.connectionId) return null
      if (state(project).phase === 'running') return null
      const keys = new Map(kept.blocks.map(({ id, key }) => [id, key]))
      const only = new Set(
        blocksOf(story)
          .filter((block) => keys.get(block.id) === blockKeys(story, block).own)
          .map(({ id }) => id),
      )
      const missing = new Map(
        blocksToMake(planOf(project, story, { only })).map((block) => [block.id, block]),
      )
      const blocks = kept.blocks.flatMap(({ id }) => missing.get(id) ?? [])
      if (blocks.length > 0) return begin(project, (task) => renderBlocks(task, story, blocks, kept.isPaused))
      keptQueues?.keep(project.path, null)
      return null
    },
    queue: (jobId) => queues.get(jobId),
  }
}

function blocksToMake({ make }: RenderPlan): readonly Block[] {
  return make.map(({ block }) => block)
}

/** Gives a function that keeps a queue after each change of it, but for blocks that are made: their audio says so itself. */
function createKeep(kept: KeptQueues, path: string, story: Story) {
  const { connectionId } = story.info
  let known: readonly Block[] = []
  let wasPaused: boolean | null = null
  return ({ isPaused, underWay, waiting }: QueueProgress, done: Block | null) => {
    const left = [...underWay, ...waiting]
    const expected = new Set(known)
    if (done !== null) expected.delete(done)
    const order = [...expected]
    const isSame =
      order.length === left.length && waiting.every((block, at) => block === order.at(at - waiting.length))
    known = left
    if (isSame && isPaused === wasPaused) return
    wasPaused = isPaused
    kept.keep(path, {
      connectionId,
      isPaused,
      blocks: left.map((block) => ({ id: block.id, key: blockKeys(story, block).own })),
    })
  }
}

/** Tells blocks of which a request has no known outcome. It is not sent again, and the other blocks do not wait for that. */
function heldBlocks(project: Project, story: Story): (block: Block) => boolean {
  const unknown = project.jobs.list().filter((job) => job.state === 'unknown')
  const keys = new Set(unknown.flatMap((job) => plannedTakes(job.payload).map(({ key }) => key)))
  return (block) => partsOf(block).some((part) => keys.has(blockKeys(story, part).unfitted))
}
