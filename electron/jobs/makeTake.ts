/**
 * The audio of one block: a take that fits, a take fitted to the wished length, or a new take from a single request. Audio that
 * is being made is not bought again: callers that ask for the same audio share one request, and wait for a render or for an
 * accepted job that brings the audio.
 */
import type { Emit } from '../../shared/ipc/contract.ts'
import { blocksAtOnce } from '../../shared/jobs/atOnce.ts'
import { planTake, plannedTakes } from '../../shared/jobs/payload.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { assertCanBeSent } from '../../shared/story/assertCanBeSent.ts'
import { auditionStory, findAuditioned } from '../../shared/story/audition.ts'
import type { AuditionLine } from '../../shared/story/audition.ts'
import { isLocked } from '../../shared/story/locks.ts'
import { pausedBlockOf } from '../../shared/story/pauses.ts'
import type { PausedBlock } from '../../shared/story/pauses.ts'
import type { Block, BlockId } from '../../shared/story/records.ts'
import { isFree } from '../../shared/story/renderPlan.ts'
import { findBlock } from '../../shared/story/selectors.ts'
import type { Story } from '../../shared/story/story.ts'
import { hasSpeech } from '../../shared/story/spokenText.ts'
import { blockKeys, findTake, indexTakes, takeOfKey } from '../../shared/story/takes.ts'
import type { Take } from '../../shared/story/takes.ts'
import type { Clock } from '../lib/clock.ts'
import { createInTurn } from '../lib/turns.ts'
import type { JobRecord, Project } from '../project/project.ts'
import type { FindClient } from '../speech/connections.ts'
import { fitTake } from './kinds/fitTake.ts'
import type { Stretch } from './kinds/fitTake.ts'
import { joinTake } from './kinds/joinTake.ts'
import { takeRequest } from './kinds/take.ts'
import type { Runner } from './runner.ts'
import type { Task } from './tasks.ts'

export interface TakesOptions {
  readonly emit: Emit
  readonly runner: Runner
  readonly findClient: FindClient
  readonly stretch: Stretch
  readonly clock: Clock
  readonly newId: () => string
}

export interface Takes {
  /**
   * The take of a block as it is now, made if need be. New takes are told by `takes:added`.
   * Throws `block-gone`, `block-without-text`, `block-locked`, `block-too-long`, `conversion-outcome-unknown`, or what the service or the
   * network said.
   */
  make(project: Project, blockId: BlockId): Promise<Take>
  /** The take of a block as it stands in `story`, made if need be; throws the same. */
  makeAs(project: Project, story: Story, block: Block): Promise<Take>
  /** The take of a line as a block would say it with other settings, made if need be. The story stays as it is. */
  audition(project: Project, blockId: BlockId, line: AuditionLine): Promise<Take>
  /** Resolves when no take with one of these keys is being made, and no accepted job with such a take is followed. */
  untilMade(project: Project, keys: ReadonlySet<string>): Promise<void>
  /** Lets everybody who wants takes with these keys wait while `work` makes them for a render. */
  reserve(render: Reservation['render'], keys: ReadonlySet<string>, work: () => Promise<void>): Promise<void>
}

/** A render that will bring takes. */
interface Reservation {
  readonly render: Pick<Task, 'project' | 'signal'>
  readonly keys: ReadonlySet<string>
  readonly ended: Promise<undefined>
}

export function createTakes({ emit, runner, findClient, stretch, clock, newId }: TakesOptions): Takes {
  /** Takes being made, by project and key. */
  const making = new Map<string, Promise<Take>>()
  const nameOf = (project: Project, key: string) => `${project.projectId} ${key}`
  const reservations = new Set<Reservation>()
  const inTurn = createInTurn(blocksAtOnce)

  /** Runs `make` once per key at a time. */
  function share(project: Project, key: string, make: () => Promise<Take>): Promise<Take> {
    const name = nameOf(project, key)
    const known = making.get(name)
    if (known !== undefined) return known
    const promise = project.work.run(make).finally(() => making.delete(name))
    making.set(name, promise)
    return promise
  }

  /** Waits for the accepted jobs with such takes. Throws `request-cancelled` where the writer stops the job that is waited for. */
  async function untilFetched(project: Project, keys: ReadonlySet<string>): Promise<void> {
    const isWanted = ({ state, payload }: JobRecord) =>
      state === 'accepted' && plannedTakes(payload).some(({ key }) => keys.has(key))
    for (const job of project.jobs.list().filter(isWanted)) {
      // A job whose audio could not be fetched is waited for only while it is asked about again.
      if (job.error !== null && runner.activity(job.id) === null) continue
      await runner.fetch(project, job).catch(() => undefined)
      if (project.work.closing.aborted || runner.isStopped(job.id))
        throw new UserFacingError('request-cancelled')
    }
  }

  /** Waits for whatever else brings such takes. Throws `request-cancelled` where the writer stops the render that is waited for. */
  async function untilBrought(project: Project, keys: ReadonlySet<string>): Promise<void> {
    const isWanted = (reservation: Reservation) =>
      reservation.render.project === project && keys.values().some((key) => reservation.keys.has(key))
    for (;;) {
      const reservation = reservations.values().find(isWanted)
      if (reservation === undefined) break
      await reservation.ended
      if (reservation.render.signal.aborted) throw new UserFacingError('request-cancelled')
    }
    await untilFetched(project, keys)
  }

  /** Buys the audio of a block as long as it happens to be. */
  async function buy(project: Project, story: Story, block: Block): Promise<Take> {
    const to = await findClient(story.info.connectionId)
    // A job that was accepted in an earlier run may have brought the audio meanwhile.
    const arrived = indexTakes(project.takes()).byKey.get(blockKeys(story, block).unfitted)
    if (arrived !== undefined) return arrived
    const request = takeRequest(story, block)
    const [take] = await inTurn(story.info.connectionId, () =>
      runner.run(project, request.endpoint, (task) => runner.send(task, to, request)),
    )
    if (take === undefined) throw new UserFacingError('request-cancelled')
    return take
  }

  async function makeNew(project: Project, story: Story, block: Block): Promise<Take> {
    const { durationMs } = block
    // Without a wished length, `own` and `unfitted` are one key, and `makeOwn` shares it already.
    if (durationMs === null) return buy(project, story, block)
    const keys = blockKeys(story, block)
    const { audioId, startMs, endMs } =
      takeOfKey(block, keys.unfitted, indexTakes(project.takes())) ??
      (await share(project, keys.unfitted, () => buy(project, story, block)))
    const fitted = await fitTake({
      project,
      audioId,
      slice: { startMs, endMs },
      silenceAfterMs: 0,
      planned: planTake(story, block, keys.own, durationMs),
      newId,
      nowMs: clock.now(),
      stretch,
      signal: project.work.closing,
    })
    emit('takes:added', { projectId: project.projectId, takes: [fitted], render: null })
    return fitted
  }

  /** Makes a block with pauses from takes of its parts, of which each is bought once. */
  async function makeOfParts(
    project: Project,
    { story, block, paused }: { story: Story; block: Block; paused: PausedBlock },
  ): Promise<Take> {
    const takes: Take[] = []
    for (const part of paused.parts) takes.push(await makeAs(project, story, part.block))
    const joined = await joinTake({
      ...{ project, block, paused, takes, newId, nowMs: clock.now(), stretch },
      planned: planTake(story, block, blockKeys(story, block).own, block.durationMs),
      signal: project.work.closing,
    })
    emit('takes:added', { projectId: project.projectId, takes: [joined], render: null })
    return joined
  }

  async function makeOwn(project: Project, story: Story, block: Block): Promise<Take> {
    assertCanBeSent(story, block)
    const { own, unfitted } = blockKeys(story, block)
    try {
      // The built-in voice costs nothing, and makes one block sooner than a whole story.
      if (!isFree(story)) await untilBrought(project, new Set([own, unfitted]))
      return (
        indexTakes(project.takes()).byKey.get(own) ??
        (await share(project, own, () => {
          const paused = pausedBlockOf(block)
          return paused === null
            ? makeNew(project, story, block)
            : makeOfParts(project, { story, block, paused })
        }))
      )
    } catch (error) {
      if (project.work.closing.aborted) throw new UserFacingError('request-cancelled')
      throw error
    }
  }

  async function makeAs(project: Project, story: Story, block: Block): Promise<Take> {
    if (!hasSpeech(story, block)) throw new UserFacingError('block-without-text')
    const take = findTake(story, block, indexTakes(project.takes()))
    if (take === undefined && isLocked(block)) throw new UserFacingError('block-locked')
    return take ?? makeOwn(project, story, block)
  }

  return {
    async make(project, blockId) {
      const story = project.story()
      const block = findBlock(story, blockId)
      if (block === undefined) throw new UserFacingError('block-gone')
      return makeAs(project, story, block)
    },

    makeAs,

    async untilMade(project, keys) {
      await Promise.allSettled([...keys].map(async (key) => making.get(nameOf(project, key))))
      await untilFetched(project, keys)
    },

    async reserve(render, keys, work) {
      const ended = Promise.withResolvers<undefined>()
      const reservation = { render, keys, ended: ended.promise }
      reservations.add(reservation)
      try {
        await work()
      } finally {
        reservations.delete(reservation)
        ended.resolve(undefined)
      }
    },

    async audition(project, blockId, line) {
      const trial = auditionStory(project.story(), blockId, line)
      if (trial === undefined) throw new UserFacingError('block-gone')
      const { story, block } = trial
      if (!hasSpeech(story, block)) throw new UserFacingError('block-without-text')
      return findAuditioned(story, block, indexTakes(project.takes())) ?? makeOwn(project, story, block)
    },
  }
}
