/**
 * The audio of one block: a take that fits, a take fitted to the wished length, or a new take from a single request. Audio that
 * is being made is not bought again: callers that ask for the same audio share one request, and wait for a render or for an
 * accepted job that brings the audio. If that job does not bring it, the writer is asked (`alreadyPaid`).
 */
import type { Emit } from '../../shared/ipc/contract.ts'
import { planTake } from '../../shared/jobs/payload.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { assertCanBeSent } from '../../shared/story/assertCanBeSent.ts'
import { type AuditionLine, auditionStory, findAuditioned } from '../../shared/story/audition.ts'
import { findHeardBlock } from '../../shared/story/heardBlocks.ts'
import { isLocked } from '../../shared/story/locks.ts'
import { type PausedBlock, pausedBlockOf } from '../../shared/story/pauses.ts'
import { BUILT_IN_CONNECTION, type Block, type BlockId } from '../../shared/story/records.ts'
import { isFree } from '../../shared/story/renderPlan.ts'
import { hasSpeech } from '../../shared/story/spokenText.ts'
import type { Story } from '../../shared/story/story.ts'
import {
  type Take,
  blockKeys,
  findTake,
  indexTakes,
  servingKeys,
  takeOfKey,
} from '../../shared/story/takes.ts'
import type { Clock } from '../lib/clock.ts'
import { createInTurn } from '../lib/turns.ts'
import type { Project } from '../project/project.ts'
import type { FindClient } from '../speech/connections.ts'
import { takeRequest } from './kinds/speech.ts'
import { type ChangeLength, fitTake, joinTake, sliceOfTake } from './kinds/takeAudio.ts'
import type { Runner, Task } from './runner.ts'
import { type WantedWords, openJobsFor } from './submissions.ts'
import type { During } from './confirmations.ts'

export interface TakesOptions {
  readonly emit: Emit
  readonly runner: Runner
  readonly findClient: FindClient
  readonly stretch: ChangeLength
  readonly clock: Clock
  readonly newId: () => string
  /** How many blocks a service makes at the same time. */
  readonly atOnce: (connectionId: string) => number
  /** Ends what the writer confirmed for a block when its audio was made, or could not be. */
  readonly during: During
}

/** What is to be made. */
interface Wanted {
  readonly story: Story
  readonly block: Block
  /** Whether a further take is made of audio that is there. */
  readonly isAgain: boolean
  readonly attempt: Attempt
}

export type Takes = ReturnType<typeof createTakes>

export function createTakes(options: TakesOptions) {
  const { emit, runner, findClient, stretch, clock, newId, atOnce, during } = options
  const underWay = createTakesUnderWay(runner)
  const { share, makeNext, untilBrought, isReserved } = underWay
  const inTurn = createInTurn(atOnce)

  /** Buys the audio of a block as long as it happens to be. */
  async function buy(project: Project, { story, block, isAgain, attempt }: Wanted): Promise<Take> {
    const to = await findClient(story.info.connectionId)
    // A job that was accepted in an earlier run may have brought the audio meanwhile.
    const arrived = indexTakes(project.takes()).byKey.get(blockKeys(story, block).unfitted)
    if (arrived !== undefined && !isAgain) return arrived
    const request = { ...takeRequest(story, block), despite: attempt.despite }
    const [take] = await inTurn(
      story.info.connectionId,
      () => runner.run(project, request.endpoint, (task) => runner.send(task, to, request)).result,
    )
    if (take === undefined) throw new UserFacingError('request-cancelled')
    return take
  }

  async function makeNew(project: Project, wanted: Wanted): Promise<Take> {
    const { story, block, isAgain } = wanted
    const { durationMs } = block
    // Without a wished length, `own` and `unfitted` are one key, which is shared already.
    if (durationMs === null) return buy(project, wanted)
    const keys = blockKeys(story, block)
    const known = isAgain ? undefined : takeOfKey(block, keys.unfitted, indexTakes(project.takes()))
    const unfitted = known ?? (await share(project, keys.unfitted, () => buy(project, wanted)))
    const fitted = await fitTake({
      project,
      audioId: unfitted.audioId,
      slice: sliceOfTake(unfitted),
      silenceAfterMs: 0,
      planned: planTake(story, block, keys.own, durationMs),
      newId,
      nowMs: project.takeTimeMs(clock.now()),
      stretch,
      signal: project.work.closing,
    })
    emit('takes:added', { projectId: project.projectId, takes: [fitted], render: null })
    return fitted
  }

  /** Makes a block with pauses from takes of its parts, of which each is bought once. */
  async function makeOfParts(
    project: Project,
    { story, block, paused, isAgain, attempt }: Wanted & { readonly paused: PausedBlock },
  ): Promise<Take> {
    const takes: Take[] = []
    for (const part of paused.parts)
      takes.push(await (isAgain ? makeAgain : makeAs)(project, story, part.block, attempt))
    const joined = await joinTake({
      project,
      story,
      block,
      paused,
      takes,
      newId,
      nowMs: project.takeTimeMs(clock.now()),
      stretch,
      planned: planTake(story, block, blockKeys(story, block).own, block.durationMs),
      signal: project.work.closing,
    })
    emit('takes:added', { projectId: project.projectId, takes: [joined], render: null })
    return joined
  }

  async function makeOwn(project: Project, story: Story, block: Block, attempt: Attempt): Promise<Take> {
    assertCanBeSent(story, block)
    const { own } = blockKeys(story, block)
    const keys = new Set(servingKeys(story, block))
    try {
      // The built-in voice costs nothing, and makes one block sooner than a whole story.
      if (!isFree(story))
        do await untilBrought(project, keys, attempt)
        while (isReserved(project, keys))
      return (
        indexTakes(project.takes()).byKey.get(own) ??
        (await share(project, own, () => makeWanted(project, { story, block, isAgain: false, attempt })))
      )
    } catch (error) {
      if (project.work.closing.aborted) throw new UserFacingError('request-cancelled')
      throw error
    }
  }

  function makeWanted(project: Project, wanted: Wanted): Promise<Take> {
    const paused = pausedBlockOf(wanted.block)
    return paused === null ? makeNew(project, wanted) : makeOfParts(project, { ...wanted, paused })
  }

  /** Makes a further take of a block, or of a part of one, by requests of its own. */
  async function makeAgain(project: Project, story: Story, block: Block, attempt: Attempt): Promise<Take> {
    if (!hasSpeech(story, block)) throw new UserFacingError('block-without-text')
    if (isLocked(block)) throw new UserFacingError('block-locked')
    assertCanBeSent(story, block)
    const { own, unfitted } = blockKeys(story, block)
    const keys = new Set(servingKeys(story, block))
    // An equal request that is still under way would stand for this one: it ends first.
    do await untilBrought(project, keys, attempt)
    while (isReserved(project, keys))
    return makeNext(project, own, [unfitted], () =>
      makeWanted(project, { story, block, isAgain: true, attempt }),
    )
  }

  /** The take of a block as it stands in `story`, made if need be; throws what `make` throws. */
  async function makeAs(project: Project, story: Story, block: Block, attempt: Attempt): Promise<Take> {
    if (!hasSpeech(story, block)) throw new UserFacingError('block-without-text')
    const take = findTake(story, block, indexTakes(project.takes()))
    if (take === undefined && isLocked(block)) throw new UserFacingError('block-locked')
    return take ?? makeOwn(project, story, block, attempt)
  }

  async function makeSeveralAgain(
    project: Project,
    blockId: BlockId,
    times: number,
    despite: readonly string[],
  ): Promise<Take[]> {
    const takes: Take[] = []
    let key: string | null = null
    while (takes.length < times) {
      const story = project.story()
      const block = findHeardBlock(story, blockId)
      if (block === undefined) throw new UserFacingError('block-gone')
      const { own } = blockKeys(story, block)
      if (key !== null && (own !== key || isLocked(block))) break
      key = own
      takes.push(await makeAgain(project, story, block, newAttempt(despite)))
    }
    return takes
  }

  return {
    makeAs,
    untilMade: underWay.untilMade,
    reserve: underWay.reserve,
    /**
     * The take of a block, or of a chapter's title, as it is now, made if need be. Emits `takes:added` for new takes.
     * Throws `block-gone`, `block-without-text`, `block-locked`, `block-too-long`, or what the service or the network said; and
     * `words-paid` or `conversion-outcome-unknown` if other jobs than `despite` have asked for the words and did not bring them.
     */
    make: (project: Project, blockId: BlockId, despite: readonly string[] = []): Promise<Take> =>
      during({ projectId: project.projectId, blockId }, async () => {
        const story = project.story()
        const block = findHeardBlock(story, blockId)
        if (block === undefined) throw new UserFacingError('block-gone')
        return makeAs(project, story, block, newAttempt(despite))
      }),
    /**
     * Makes further takes of a block as it is now, one after the other, each by a request of its own. Ends early if the block changes
     * meanwhile. Throws what `make` throws; the takes that were made before stay.
     */
    readAgain: (
      project: Project,
      blockId: BlockId,
      times: number,
      despite: readonly string[] = [],
    ): Promise<Take[]> =>
      during({ projectId: project.projectId, blockId }, () =>
        project.work.run(() => makeSeveralAgain(project, blockId, times, despite)),
      ),
    /**
     * The take of a line as a block would say it with other settings, made if need be. The story stays as it is. Throws what `make`
     * throws.
     */
    audition: (
      project: Project,
      blockId: BlockId,
      line: AuditionLine,
      despite: readonly string[] = [],
    ): Promise<Take> =>
      during({ projectId: project.projectId, blockId }, async () => {
        const trial = auditionStory(project.story(), blockId, line)
        if (trial === undefined) throw new UserFacingError('block-gone')
        const { story, block } = trial
        if (!hasSpeech(story, block)) throw new UserFacingError('block-without-text')
        return (
          findAuditioned(story, block, indexTakes(project.takes())) ??
          makeOwn(project, story, block, newAttempt(despite))
        )
      }),
  }
}

/** A render that will bring takes. */
interface Reservation {
  readonly render: Pick<Task, 'project' | 'signal'>
  readonly keys: ReadonlySet<string>
  /** Resolves when it is over, with why it failed. */
  readonly ended: Promise<unknown>
}

/** One attempt to get words: a press of a button, or a render. */
export interface Attempt extends Pick<WantedWords, 'despite'> {
  /** The jobs whose audio could not be fetched in it. They are not asked about again for its other blocks. */
  readonly lost: Set<string>
}

/** A new attempt, which buys words despite these jobs. */
export function newAttempt(despite: readonly string[] = []): Attempt {
  return { despite, lost: new Set() }
}

function createTakesUnderWay(runner: Runner) {
  /** Takes being made, by project and key. */
  const making = new Map<string, Promise<Take>>()
  const nameOf = (project: Project, key: string) => `${project.projectId} ${key}`
  const reservations = new Set<Reservation>()

  async function untilFetched(project: Project, keys: ReadonlySet<string>, attempt: Attempt): Promise<void> {
    const { despite, lost } = attempt
    for (;;) {
      const job = openJobsFor(project, { keys, despite }).find(
        ({ id, state }) => state === 'accepted' && !lost.has(id),
      )
      if (job === undefined) return
      const failure = await runner.fetch(project, job).then(
        () => undefined,
        (error: unknown) => error,
      )
      if (project.work.closing.aborted || runner.isStopped(job.id))
        throw new UserFacingError('request-cancelled')
      lost.add(job.id)
      if (job.connectionId !== BUILT_IN_CONNECTION) assertNotForgotten(failure)
    }
  }

  /** Takes note of jobs that have just been asked about in vain. */
  function noteLost(project: Project, keys: ReadonlySet<string>, { despite, lost }: Attempt): void {
    for (const { id, error } of openJobsFor(project, { keys, despite }))
      if (error !== null && runner.activity(id) === null) lost.add(id)
  }

  function findReservation(project: Project, keys: ReadonlySet<string>): Reservation | undefined {
    return reservations
      .values()
      .find(
        (reservation) =>
          reservation.render.project === project && keys.values().some((key) => reservation.keys.has(key)),
      )
  }

  /** Runs `make` once per key at a time. */
  function share(project: Project, key: string, make: () => Promise<Take>): Promise<Take> {
    const name = nameOf(project, key)
    const known = making.get(name)
    if (known !== undefined) return known
    const promise = project.work.run(make).finally(() => making.delete(name))
    making.set(name, promise)
    return promise
  }

  return {
    share,

    /** Runs `make` for a key once nothing is made for these keys, instead of sharing what is made. */
    async makeNext(
      project: Project,
      key: string,
      others: readonly string[],
      make: () => Promise<Take>,
    ): Promise<Take> {
      for (;;) {
        const shared = [key, ...others]
          .map((each) => making.get(nameOf(project, each)))
          .find((take) => take !== undefined)
        if (shared === undefined) return share(project, key, make)
        await shared.catch(() => undefined)
      }
    },

    /**
     * Waits for renders and accepted jobs that bring such takes. A job whose audio cannot be fetched now stays accepted, and its words are
     * not bought (`Submissions`). Throws `request-cancelled` if the writer stops what is waited for, and `conversion-forgotten` if a
     * service that charges turns out not to know its job any more.
     */
    async untilBrought(project: Project, keys: ReadonlySet<string>, attempt: Attempt): Promise<void> {
      for (;;) {
        const reservation = findReservation(project, keys)
        if (reservation === undefined) break
        const failure = await reservation.ended
        if (reservation.render.signal.aborted) throw new UserFacingError('request-cancelled')
        assertNotForgotten(failure)
        noteLost(project, keys, attempt)
      }
      await untilFetched(project, keys, attempt)
    },

    /** Whether a render that is about to send its request brings such takes. */
    isReserved: (project: Project, keys: ReadonlySet<string>): boolean =>
      findReservation(project, keys) !== undefined,

    /** Waits until no take with one of these keys is being made, and then as `untilBrought` for accepted jobs. Throws the same. */
    async untilMade(project: Project, keys: ReadonlySet<string>, attempt: Attempt): Promise<void> {
      const made = [...keys].flatMap((key) => making.get(nameOf(project, key)) ?? [])
      if (made.length > 0) {
        await Promise.allSettled(made)
        noteLost(project, keys, attempt)
      }
      await untilFetched(project, keys, attempt)
    },

    /** Lets everybody who wants takes with these keys wait while `work` makes them for a render. */
    async reserve<T>(
      render: Reservation['render'],
      keys: ReadonlySet<string>,
      work: () => Promise<T>,
    ): Promise<T> {
      const ended = Promise.withResolvers<unknown>()
      const reservation = { render, keys, ended: ended.promise }
      reservations.add(reservation)
      let failure: unknown
      try {
        return await work()
      } catch (error) {
        failure = error
        throw error
      } finally {
        reservations.delete(reservation)
        ended.resolve(failure)
      }
    },
  }
}

/** The writer is told that a service no longer knows a job before the same words are bought again. */
function assertNotForgotten(failure: unknown): void {
  if (failure instanceof UserFacingError && failure.code === 'conversion-forgotten') throw failure
}
