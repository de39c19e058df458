/**
 * The audio of one block: a take that fits, or one fitted to the wished length, or a new one from a single request. Whoever
 * asks for the same audio at the same time shares that request.
 */
import type { Emit } from '../../../shared/ipc/contract.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { Conversion } from '../../../shared/speech-api/responses.ts'
import { auditionStory, findAuditioned } from '../../../shared/story/audition.ts'
import type { AuditionLine } from '../../../shared/story/audition.ts'
import type { Block, BlockId } from '../../../shared/story/records.ts'
import { findBlock } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { blockRequestOf } from '../../../shared/story/storyRequest.ts'
import { blockKeys, findTake, hasSpeech, takesByKey } from '../../../shared/story/takes.ts'
import type { Take } from '../../../shared/story/takes.ts'
import type { JobRecord, Project } from '../../project/project.ts'
import type { Clock } from '../../lib/clock.ts'
import type { FindClient } from '../../speech/connections.ts'
import type { Submissions } from '../submissions.ts'
import { assertNotTooLong } from './checkBlock.ts'
import type { Collect, Collection } from './collectConversion.ts'
import { fitTake, takeOf } from './fitTake.ts'
import type { Stretch } from './fitTake.ts'
import { createProjectWork } from './projectWork.ts'
import type { ProjectWork } from './projectWork.ts'
import { planTake } from '../../../shared/jobs/payload.ts'
import type { PlannedTake } from '../../../shared/jobs/payload.ts'
import { slicesOf, wholeSlice } from './slices.ts'

export interface TakesOptions {
  readonly emit: Emit
  readonly findClient: FindClient
  readonly submissions: Submissions
  readonly collect: Collect
  readonly stretch: Stretch
  readonly clock: Clock
  readonly newId: () => string
  /** Told when a request left and no answer came, so that the writer can be asked what to do. */
  readonly onOutcomeUnknown: (project: Project) => void
}

export interface Takes {
  /**
   * The take of a block as it is now, made if need be. New takes are told by `takes:added`.
   * Throws `block-gone`, `block-without-text`, `block-too-long`, `conversion-outcome-unknown`, or what the service or the
   * network said.
   */
  make(project: Project, blockId: BlockId): Promise<Take>
  /** The take of a block as it stands in `story`, made if need be; throws the same. */
  makeAs(project: Project, story: Story, block: Block): Promise<Take>
  /** The take of a line as a block would say it with other settings, made if need be. The story stays as it is. */
  audition(project: Project, blockId: BlockId, line: AuditionLine): Promise<Take>
  /**
   * Fetches the audio of one accepted request, or takes what the writer brings for it. Throws why there is none, and
   * `conversion-purpose-unknown`.
   */
  collect(project: Project, record: JobRecord, delivery: Delivery): Promise<Take>
  /** Fetches the audio of requests that were accepted before, where that does not go on already. */
  resume(project: Project): void
  /** Resolves when nothing is going on any more. */
  settled(project: Project): Promise<void>
  /** To be called before a project closes. */
  release(project: Project): Promise<void>
}

/** What is at hand of a conversion beside its record. */
export interface Delivery {
  readonly last: Conversion | null
  readonly byHand?: Collection['byHand']
}
const NOTHING_AT_HAND: Delivery = { last: null }

interface Session {
  readonly work: ProjectWork
  /** Ends the following of a conversion, by its record's id. */
  readonly following: Map<string, AbortController>
  /** Takes being made, by key. */
  readonly making: Map<string, Promise<Take>>
}

export function createTakes(options: TakesOptions): Takes {
  const { emit, findClient, submissions, collect, stretch, clock, newId, onOutcomeUnknown } = options
  const sessions = new Map<Project, Session>()

  function sessionOf(project: Project): Session {
    const known = sessions.get(project)
    if (known !== undefined) return known
    const session: Session = { work: createProjectWork(clock), following: new Map(), making: new Map() }
    sessions.set(project, session)
    return session
  }

  /** Runs `make` once per key at a time. */
  function share({ work, making }: Session, key: string, make: () => Promise<Take>): Promise<Take> {
    const known = making.get(key)
    if (known !== undefined) return known
    const promise = work.run(make).finally(() => making.delete(key))
    making.set(key, promise)
    return promise
  }

  function added(project: Project, take: Take): Take {
    emit('takes:added', { projectId: project.projectId, takes: [take] })
    return take
  }

  /** Buys the audio of a block as long as it happens to be. */
  async function buy(project: Project, story: Story, block: Block, session: Session): Promise<Take> {
    const planned = planTake(story, block, blockKeys(story, block).unfitted, null)
    const to = await findClient(story.info.connectionId)
    const payload = { kind: 'take' as const, take: planned }
    const request = { ...blockRequestOf(story, block), payload }
    const submission = await submissions.submit(project, to, request, session.work.closed)
    if (submission.kind === 'failed' || submission.kind === 'unknown') throw submission.error
    const { record } = submission
    return fetchTake(
      project,
      record,
      { last: submission.kind === 'accepted' ? submission.conversion : null },
      planned,
      session,
    )
  }

  async function fetchTake(
    project: Project,
    record: JobRecord,
    delivery: Delivery,
    planned: PlannedTake,
    session: Session,
  ): Promise<Take> {
    let take: Take | undefined
    session.following.get(record.id)?.abort()
    const following = new AbortController()
    session.following.set(record.id, following)
    const end = await collect({
      project,
      record,
      ...delivery,
      signal: AbortSignal.any([following.signal, session.work.closing]),
      keep: ({ audioId, durationMs }, { timings }) => {
        const [slice = wholeSlice(durationMs)] = slicesOf(timings, 1, durationMs)
        take = takeOf(planned, { id: newId(), audioId, nowMs: clock.now() }, slice)
        project.addTakes([take])
      },
    }).finally(() => {
      if (session.following.get(record.id) === following) session.following.delete(record.id)
    })
    if (end.kind === 'failed' || end.kind === 'lost') throw end.error
    if (take === undefined) throw new UserFacingError('request-cancelled')
    return added(project, take)
  }

  async function makeNew(project: Project, story: Story, block: Block, session: Session): Promise<Take> {
    const { durationMs } = block
    // Without a wished length, `own` and `unfitted` are one key, and this is the one making of it.
    if (durationMs === null) return buy(project, story, block, session)
    const keys = blockKeys(story, block)
    const unfitted =
      takesByKey(project.takes()).get(keys.unfitted) ??
      (await share(session, keys.unfitted, () => buy(project, story, block, session)))
    const planned = { ...planTake(story, block, keys.own, durationMs), durationMs }
    const { audioId, startMs, endMs } = unfitted
    const signal = session.work.closing
    const nowMs = clock.now()
    return added(
      project,
      await fitTake({ project, audioId, slice: { startMs, endMs }, planned, newId, nowMs, stretch, signal }),
    )
  }

  /** Makes the audio of a block by its own conversion. */
  async function makeOwn(project: Project, story: Story, block: Block): Promise<Take> {
    assertNotTooLong(story, block)
    const session = sessionOf(project)
    try {
      return await share(session, blockKeys(story, block).own, () => makeNew(project, story, block, session))
    } catch (error) {
      if (error instanceof UserFacingError && error.code === 'conversion-outcome-unknown')
        onOutcomeUnknown(project)
      if (session.work.closing.aborted) throw new UserFacingError('request-cancelled')
      throw error
    }
  }

  async function makeAs(project: Project, story: Story, block: Block): Promise<Take> {
    if (!hasSpeech(block)) throw new UserFacingError('block-without-text')
    return findTake(story, block, takesByKey(project.takes())) ?? makeOwn(project, story, block)
  }

  return {
    async make(project, blockId) {
      const story = project.story()
      const block = findBlock(story, blockId)
      if (block === undefined) throw new UserFacingError('block-gone')
      return makeAs(project, story, block)
    },

    makeAs,

    async audition(project, blockId, line) {
      const trial = auditionStory(project.story(), blockId, line)
      if (trial === undefined) throw new UserFacingError('block-gone')
      const { story, block } = trial
      if (!hasSpeech(block)) throw new UserFacingError('block-without-text')
      return findAuditioned(story, block, takesByKey(project.takes())) ?? makeOwn(project, story, block)
    },

    async collect(project, record, delivery) {
      const session = sessionOf(project)
      const { payload } = record
      if (payload?.kind !== 'take') throw new UserFacingError('conversion-purpose-unknown')
      const { take } = payload
      const fetch = () => fetchTake(project, record, delivery, take, session)
      // What the writer brings does not wait for the service, which may never answer.
      if (delivery.byHand !== undefined) return session.work.run(fetch)
      const fetchShared = () => share(session, take.key, fetch)
      // One that is coming to nothing just now asked before there was the news that this one is about.
      return session.making.get(take.key)?.catch(fetchShared) ?? fetchShared()
    },

    resume(project) {
      const session = sessionOf(project)
      for (const record of project.jobs.list()) {
        if (record.state !== 'accepted' || record.payload?.kind !== 'take') continue
        const { take } = record.payload
        // Nobody waits for it: a conversion that cannot be fetched now stays accepted, and is told of when it is asked for.
        share(session, take.key, () => fetchTake(project, record, NOTHING_AT_HAND, take, session)).catch(
          () => undefined,
        )
      }
    },

    async settled(project) {
      await sessions.get(project)?.work.settled()
    },

    async release(project) {
      const session = sessions.get(project)
      if (session === undefined) return
      await session.work.close()
      sessions.delete(project)
    },
  }
}
