/**
 * Rendering a story: a story without audio is one story-maker request; otherwise only the blocks whose audio is missing are made, a
 * few at a time.
 */
import { plannedTakes, storyPayload } from '../../shared/jobs/payload.ts'
import { renderStateOf } from '../../shared/jobs/renderState.ts'
import type { RenderState } from '../../shared/jobs/renderState.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { assertCanBeSent } from '../../shared/story/assertCanBeSent.ts'
import type { Block, ChapterId } from '../../shared/story/records.ts'
import { blockCharacters, isFree, missingBlocks, planRender } from '../../shared/story/renderPlan.ts'
import type { RenderPlan } from '../../shared/story/renderPlan.ts'
import { chapterStory } from '../../shared/story/selectors.ts'
import type { Story } from '../../shared/story/story.ts'
import { spokenBlocksOf } from '../../shared/story/storyRequest.ts'
import { indexTakes } from '../../shared/story/takes.ts'
import type { Clock } from '../lib/clock.ts'
import { createProgressEstimate } from '../lib/progressEstimate.ts'
import type { Project } from '../project/project.ts'
import type { FindClient } from '../speech/connections.ts'
import { storyRequest } from './kinds/story.ts'
import type { Takes } from './makeTake.ts'
import type { Runner } from './runner.ts'
import type { Task } from './tasks.ts'

/** As many as the built-in voice speaks at once on a small machine; few enough for any service's rate. */
const BLOCKS_AT_ONCE = 2

export interface RenderOptions {
  readonly runner: Runner
  readonly takes: Pick<Takes, 'makeAs' | 'untilMade' | 'reserve'>
  readonly findClient: FindClient
  readonly clock: Clock
}

export interface Renders {
  /** How far the render of a project is. */
  state(project: Project): RenderState
  /**
   * Starts rendering the story as it is now, or the blocks of one chapter; audio that is there already is not made again. Gives the id of the job, before its
   * request is sent; null where nothing is missing. Throws `render-running`, `story-without-text` or `block-too-long`.
   */
  start(project: Project, chapterId?: ChapterId | null): string | null
}

export function createRenders({ runner, takes, findClient, clock }: RenderOptions): Renders {
  const state = (project: Project) => renderStateOf(runner.jobs(project))

  const planOf = (project: Project, story: Story) =>
    planRender(story, indexTakes(project.takes()), project.render())

  /** A part of a story is made block by block: a request for it all would be another story's audio. */
  function planOfPart(project: Project, part: Story): RenderPlan {
    const blocks = missingBlocks(part, indexTakes(project.takes()))
    return blocks.length === 0 ? { kind: 'nothing' } : { kind: 'blocks', blocks }
  }

  async function sendWhole(task: Task, story: Story): Promise<void> {
    const to = await findClient(story.info.connectionId)
    await runner.send(task, to, storyRequest(story, { exactMs: to.connection.isBuiltIn }))
  }

  /** Renders a story that has no audio so far, but for audio that is on its way: that is not bought again. */
  async function renderWhole(task: Task, story: Story): Promise<void> {
    const { project, signal } = task
    if (isFree(story)) await sendWhole(task, story)
    else {
      const keys = new Set(plannedTakes(storyPayload(story)).map(({ key }) => key))
      await takes.reserve(task, keys, async () => {
        await takes.untilMade(project, keys)
        if (!signal.aborted && planOf(project, story).kind === 'story') await sendWhole(task, story)
      })
    }
    const rest = planOf(project, story)
    if (signal.aborted || rest.kind !== 'blocks') return
    await runner.run(project, 'story', (next) => renderBlocks(next, story, rest.blocks))
  }

  /** Makes the blocks. Resolves when all are made or the task is stopped; rejects with the first failure, when no block is under way. */
  async function renderBlocks(task: Task, story: Story, blocks: readonly Block[]): Promise<void> {
    const estimate = createProgressEstimate()
    const total = blocks.reduce((sum, block) => sum + blockCharacters(story, block), 0)
    const waiting = blocks.values()
    let [made, characters] = [0, 0]
    let hasFailed = false

    function tell(): void {
      if (task.signal.aborted || hasFailed) return
      const percentage = (characters / total) * 100
      const remainingMs = estimate.observe(percentage, clock.now())
      task.tell({ percentage, remainingMs, blocks: { made, of: blocks.length } })
    }

    async function work(): Promise<void> {
      for (const block of waiting) {
        if (task.signal.aborted || hasFailed) return
        try {
          await takes.makeAs(task.project, story, block)
        } catch (error) {
          hasFailed = true
          throw error
        }
        made += 1
        characters += blockCharacters(story, block)
        tell()
      }
    }

    tell()
    const ends = await Promise.allSettled(Array.from({ length: BLOCKS_AT_ONCE }, work))
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  }

  return {
    state,
    start(project, chapterId = null) {
      if (state(project).phase === 'running') throw new UserFacingError('render-running')
      const story = project.story()
      const part = chapterId === null ? story : chapterStory(story, chapterId)
      const spoken = spokenBlocksOf(part)
      if (spoken.length === 0) throw new UserFacingError('story-without-text')
      for (const block of spoken) assertCanBeSent(story, block)
      const plan = chapterId === null ? planOf(project, story) : planOfPart(project, part)
      if (plan.kind === 'nothing') return null
      let id: string | null = null
      runner
        .run(project, 'story', (task) => {
          id = task.id
          return plan.kind === 'story' ? renderWhole(task, story) : renderBlocks(task, story, plan.blocks)
        })
        .catch(() => undefined) // the job tells it
      return id
    },
  }
}
