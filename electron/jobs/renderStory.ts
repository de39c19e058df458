/**
 * Rendering a story: a story without audio is one story-maker request; otherwise only the blocks whose audio is missing are made, a
 * few at a time.
 */
import { blocksAtOnce } from '../../shared/jobs/atOnce.ts'
import { plannedTakes, storyPayload } from '../../shared/jobs/payload.ts'
import { renderStateOf } from '../../shared/jobs/renderState.ts'
import type { RenderState } from '../../shared/jobs/renderState.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { assertCanBeSent } from '../../shared/story/assertCanBeSent.ts'
import type { Block } from '../../shared/story/records.ts'
import { partsOf } from '../../shared/story/pauses.ts'
import { blockCharacters, isFree, planRender } from '../../shared/story/renderPlan.ts'
import type { PlanOptions, RenderPlan } from '../../shared/story/renderPlan.ts'
import type { Story } from '../../shared/story/story.ts'
import { blockKeys, indexTakes } from '../../shared/story/takes.ts'
import type { Clock } from '../lib/clock.ts'
import { createProgressEstimate } from '../lib/progressEstimate.ts'
import type { Project } from '../project/project.ts'
import type { FindClient } from '../speech/connections.ts'
import { storyRequest } from './kinds/story.ts'
import type { Takes } from './makeTake.ts'
import { createRenderQueue } from './renderQueue.ts'
import type { RenderQueue } from './renderQueue.ts'
import type { Runner } from './runner.ts'
import type { Task } from './tasks.ts'

export interface RenderOptions {
  readonly runner: Runner
  readonly takes: Pick<Takes, 'makeAs' | 'untilMade' | 'reserve'>
  readonly findClient: FindClient
  readonly clock: Clock
}

export interface Renders {
  /** How far the render of a project is. */
  state(project: Project): RenderState
  /** What a render of a project as it is now makes. */
  plan(project: Project, options?: PlanOptions): RenderPlan
  /**
   * Starts rendering the story as it is now, or some of its blocks; audio that is there already is not made again. Gives the id of the
   * job, before its request is sent; null where nothing is missing. Throws `render-running`, `story-without-text`,
   * `block-too-long` or `block-pause-unreadable`.
   */
  start(project: Project, options?: PlanOptions): string | null
  /** The queue of a render that makes blocks; undefined while none does. */
  queue(jobId: string): RenderQueue | undefined
}

export function createRenders({ runner, takes, findClient, clock }: RenderOptions): Renders {
  const queues = new Map<string, RenderQueue>()
  const state = (project: Project) => renderStateOf(runner.jobs(project))

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
    await runner.run(project, 'story', (next) => renderBlocks(next, story, rest))
  }

  /** Makes the blocks of a plan. Resolves when all are made or the task is stopped; rejects with what failed. */
  async function renderBlocks(task: Task, story: Story, plan: RenderPlan): Promise<void> {
    const { project, signal } = task
    const isHeld = heldBlocks(project, story)
    const blocks = plan.make.map(({ block }) => block).filter((block) => !isHeld(block))
    const estimate = createProgressEstimate()
    const total = blocks.reduce((sum, block) => sum + blockCharacters(story, block), 0)
    let characters = 0
    const queue = createRenderQueue({
      blocks,
      atOnce: blocksAtOnce(story.info.connectionId),
      signal,
      make: (block) => takes.makeAs(project, story, block),
      tell(progress, done) {
        if (done !== null) characters += blockCharacters(story, done)
        const percentage = (characters / Math.max(1, total)) * 100
        const remainingMs = progress.isPaused ? null : estimate.observe(percentage, clock.now())
        task.tell({ percentage, remainingMs, blocks: progress })
      },
    })
    queues.set(task.id, queue)
    try {
      await queue.run()
    } finally {
      queues.delete(task.id)
    }
  }

  return {
    state,
    plan: (project, options) => planOf(project, project.story(), options),
    start(project, options = {}) {
      if (state(project).phase === 'running') throw new UserFacingError('render-running')
      const story = project.story()
      const plan = planOf(project, story, options)
      if (plan.blocks.length === 0) throw new UserFacingError('story-without-text')
      for (const { block } of plan.barred) assertCanBeSent(story, block)
      if (plan.way === null) return null
      let id: string | null = null
      runner
        .run(project, 'story', (task) => {
          id = task.id
          return plan.way === 'story' ? renderWhole(task, story, options) : renderBlocks(task, story, plan)
        })
        .catch(() => undefined) // the job tells it
      return id
    },
    queue: (jobId) => queues.get(jobId),
  }
}

/** Tells blocks of which a request has no known outcome. It is not sent again, and the other blocks do not wait for that. */
function heldBlocks(project: Project, story: Story): (block: Block) => boolean {
  const unknown = project.jobs.list().filter((job) => job.state === 'unknown')
  const keys = new Set(unknown.flatMap((job) => plannedTakes(job.payload).map(({ key }) => key)))
  return (block) => partsOf(block).some((part) => keys.has(blockKeys(story, part).unfitted))
}
