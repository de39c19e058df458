/**
 * Rendering a story: one story-maker request, followed to its end, and its audio in the project; later the blocks that
 * changed since. Each open project has at most one at a time; what it is at can be asked and is told as it changes.
 */
import { fromUserFacing } from '../../../shared/ipc/result.ts'
import type { RenderState } from '../../../shared/ipc/views.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { Conversion } from '../../../shared/speech-api/responses.ts'
import type { Story } from '../../../shared/story/story.ts'
import { planRender } from '../../../shared/story/renderPlan.ts'
import type { Block } from '../../../shared/story/records.ts'
import { spokenBlocksOf, storyMakerRequestOf } from '../../../shared/story/storyRequest.ts'
import { takesByKey } from '../../../shared/story/takes.ts'
import type { JobRecord, Project } from '../../project/project.ts'
import type { FindClient } from '../../speech/connections.ts'
import type { Submissions } from '../submissions.ts'
import { assertNotTooLong } from './checkBlock.ts'
import { createCollectStory } from './collectStory.ts'
import type { StoryCollectorOptions } from './collectStory.ts'
import type { Delivery } from './makeTake.ts'
import { mendRender } from './mendRender.ts'
import { createProjectWork } from './projectWork.ts'
import type { ProjectWork } from './projectWork.ts'
import { storyPayload } from '../../../shared/jobs/payload.ts'
import {
  acceptedStory,
  IDLE,
  isFailedStory,
  newestStory,
  STARTING,
  stateOfRecords,
  unknownOutcome,
} from './renderState.ts'

export interface RendersOptions extends StoryCollectorOptions {
  readonly findClient: FindClient
  readonly submissions: Submissions
  /** Makes the audio of a block as it stands in a story. */
  readonly makeBlock: (project: Project, story: Story, block: Block) => Promise<unknown>
}

export interface Renders {
  /** What the render of a project is at. */
  state(project: Project): RenderState
  /**
   * Starts rendering the story as it is now, and answers before the request is sent; what becomes of it is told by
   * `render:changed`. What is there already is not made again.
   * Throws `render-running`, `story-without-text` or `block-too-long`.
   */
  start(project: Project): RenderState
  /** Stops asking the service. It goes on there, and `follow` fetches what it made. Blocks that are not begun are left. */
  stopFollowing(project: Project): RenderState
  /** Follows a conversion that was accepted, where there is one. */
  follow(project: Project): RenderState
  /**
   * Fetches the audio of one accepted story conversion, the newest or an older one, or takes what the writer brings for
   * it. Rejects with why there is none, and with `conversion-purpose-unknown`.
   */
  collect(project: Project, record: JobRecord, delivery: Delivery): Promise<void>
  /** Makes the state what the records say, after one of them was settled by somebody else. */
  refresh(project: Project): RenderState
  /** Puts aside a failure, an unknown outcome, or a conversion that is no longer followed. */
  dismiss(project: Project): RenderState
  /** Asks the writer about an outcome that somebody else left unknown. */
  noteUnknown(project: Project): void
  /** Goes on with a conversion that was accepted before, unless the writer has stopped following it. */
  resume(project: Project): RenderState
  /** Resolves when nothing is going on any more. */
  settled(project: Project): Promise<RenderState>
  /** To be called before a project closes. Conversions stay where they are and are resumed when it is opened again. */
  release(project: Project): Promise<void>
}

interface Session {
  state: RenderState
  readonly work: ProjectWork
  task: Promise<void>
  following: AbortController
  /** The writer does not want it followed. */
  isStopped: boolean
}

/** Aborted when the writer, or the closing of the story, ends the following. */
function followingOf({ following, work }: Session): AbortSignal {
  return AbortSignal.any([following.signal, work.closing])
}

export function createRenders(options: RendersOptions): Renders {
  const { emit, findClient, submissions, clock, makeBlock, report } = options
  const collectStory = createCollectStory(options)
  const sessions = new Map<Project, Session>()

  function sessionOf(project: Project): Session {
    const known = sessions.get(project)
    if (known !== undefined) return known
    const session: Session = {
      state: stateOfRecords(project.jobs.list()),
      work: createProjectWork(clock),
      task: Promise.resolve(),
      following: new AbortController(),
      isStopped: false,
    }
    sessions.set(project, session)
    return session
  }

  function change(project: Project, state: RenderState): RenderState {
    const session = sessionOf(project)
    if (JSON.stringify(session.state) !== JSON.stringify(state)) {
      session.state = state
      emit('render:changed', { projectId: project.projectId, state, render: project.render() })
    }
    return state
  }

  function fail(project: Project, error: unknown): void {
    const told = error instanceof UserFacingError ? error : new UserFacingError('unexpected')
    if (told !== error) report('render', error)
    const phase = told.code === 'conversion-outcome-unknown' ? 'unknown' : 'failed'
    change(project, { phase, error: fromUserFacing(told) })
  }

  function run(project: Project, task: (session: Session) => Promise<void>): RenderState {
    const session = sessionOf(project)
    session.following = new AbortController()
    session.isStopped = false
    const previous = session.task
    session.task = session.work.run(async () => {
      await previous
      await task(session).catch((error: unknown) => fail(project, error))
    })
    return change(project, STARTING)
  }

  async function send(project: Project, story: Story, session: Session): Promise<void> {
    const to = await findClient(story.info.connectionId)
    const submission = await submissions.submit(
      project,
      to,
      {
        endpoint: 'story',
        body: JSON.stringify(storyMakerRequestOf(story, { exactMs: to.connection.isBuiltIn })),
        payload: storyPayload(story),
      },
      session.work.closed,
    )
    if (submission.kind === 'failed' || submission.kind === 'unknown') throw submission.error
    const last = submission.kind === 'accepted' ? submission.conversion : null
    await collectNewest(project, submission.record, last, session)
  }

  async function mend(
    project: Project,
    story: Story,
    blocks: readonly Block[],
    session: Session,
  ): Promise<void> {
    const { following } = session
    await mendRender({
      blocks,
      make: (block) => makeBlock(project, story, block),
      clock,
      signal: followingOf(session),
      onState: (state) => change(project, state),
    })
    if (session.following === following) change(project, IDLE) // else the next render has begun
  }

  /** Fetches a story conversion as the one that the state is about. */
  function collectNewest(
    project: Project,
    record: JobRecord,
    last: Conversion | null,
    session: Session,
  ): Promise<void> {
    return collectStory({
      project,
      record,
      delivery: { last },
      signal: followingOf(session),
      closing: session.work.closing,
      onState: (state) => change(project, state),
    })
  }

  function follow(project: Project): RenderState {
    const { state } = sessionOf(project)
    if (state.phase === 'running' && state.isFollowed) return state
    const record = acceptedStory(project.jobs.list())
    if (record === undefined) return state
    return run(project, (session) => collectNewest(project, record, null, session))
  }

  function refresh(project: Project): RenderState {
    const { state } = sessionOf(project)
    if (state.phase === 'running' && state.isFollowed) return state
    return change(project, stateOfRecords(project.jobs.list()))
  }

  return {
    state: (project) => sessionOf(project).state,

    start(project) {
      if (sessionOf(project).state.phase === 'running') throw new UserFacingError('render-running')
      const story = project.story()
      const spoken = spokenBlocksOf(story)
      if (spoken.length === 0) throw new UserFacingError('story-without-text')
      for (const block of spoken) assertNotTooLong(story, block)
      const plan = planRender(story, takesByKey(project.takes()), project.render())
      if (plan.kind === 'nothing') return change(project, IDLE)
      return run(project, (session) =>
        plan.kind === 'story' ? send(project, story, session) : mend(project, story, plan.blocks, session),
      )
    },

    stopFollowing(project) {
      const session = sessionOf(project)
      if (session.state.phase !== 'running') return session.state
      session.following.abort()
      // Blocks that are under way come home by themselves.
      if (session.state.blocks !== undefined) return change(project, IDLE)
      session.isStopped = true
      return change(project, { ...session.state, isFollowed: false, remainingMs: null })
    },

    follow,
    refresh,

    async collect(project, record, delivery) {
      const session = sessionOf(project)
      // An older conversion comes home quietly: the state is about the newest one.
      const isNewest = newestStory(project.jobs.list())?.id === record.id
      const previous = isNewest ? session.task : Promise.resolve()
      if (isNewest) {
        session.following.abort()
        session.following = new AbortController()
      }
      const signal = isNewest ? followingOf(session) : session.work.closing
      const task = session.work.run(async () => {
        await previous
        const { closing } = session.work
        const onState = (state: RenderState) => {
          if (isNewest) change(project, state)
        }
        await collectStory({ project, record, delivery, signal, closing, onState })
      })
      if (isNewest) session.task = task.catch(() => undefined)
      try {
        await task
      } finally {
        if (isNewest) change(project, stateOfRecords(project.jobs.list()))
        else refresh(project)
      }
    },

    dismiss(project) {
      const { state } = sessionOf(project)
      if (state.phase === 'idle' || (state.phase === 'running' && state.isFollowed)) return state
      // What was accepted and could not be fetched stays, so that the same story is not bought again.
      const given = state.phase === 'running' ? acceptedStory(project.jobs.list())?.id : undefined
      const aside = project.jobs
        .list()
        .filter((record) => record.id === given || record.state === 'unknown' || isFailedStory(record))
      project.transaction(() => {
        for (const { id } of aside) project.jobs.update(id, { state: 'dismissed', updatedAtMs: clock.now() })
      })
      return change(project, IDLE)
    },

    noteUnknown(project) {
      // A state that was never asked for was never told.
      const known = sessions.get(project)?.state ?? IDLE
      if (known.phase !== 'idle') return
      sessionOf(project).state = known
      change(project, unknownOutcome(project.jobs.list()) ?? IDLE)
    },

    resume: (project) => (sessionOf(project).isStopped ? sessionOf(project).state : follow(project)),

    async settled(project) {
      const session = sessionOf(project)
      let task: Promise<void>
      do {
        task = session.task
        await task
      } while (task !== session.task)
      return session.state
    },

    async release(project) {
      const session = sessions.get(project)
      if (session === undefined) return
      await session.work.close()
      sessions.delete(project)
    },
  }
}
