/**
 * Provides the audio of one block: a current take, a take stretched to the target length, or a new take from a single request. Audio
 * that is being made is not bought again: callers that need the same audio share one request, and wait for a render or an accepted job
 * that will deliver it. If that job fails to deliver, the writer is asked (`alreadyPaid`).
 */
import type { Emit } from '../../shared/ipc/contract.ts'
import { planTake } from '../../shared/jobs/payload.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { assertCanBeSent, isFree } from '../../shared/story/renderPlan.ts'
import { type AuditionLine, auditionStory, findAuditioned } from '../../shared/story/audition.ts'
import { findHeardBlock } from '../../shared/story/heardBlocks.ts'
import { isLocked } from '../../shared/story/locks.ts'
import { type PausedBlock, pausedBlockOf } from '../../shared/story/pauses.ts'
import { type Block, type BlockId, BUILT_IN_CONNECTION } from '../../shared/story/records.ts'
import { hasSpeech } from '../../shared/story/spokenText.ts'
import type { Story } from '../../shared/story/story.ts'
import {
  blockKeys,
  findTake,
  indexTakes,
  servingKeys,
  type Take,
  takeOfKey,
} from '../../shared/story/takes.ts'
import { type TextToSpeechRequest, textToSpeechRequestSchema } from '../../shared/speech-api/requests.ts'
import { blockRequestOf } from '../../shared/story/storyRequest.ts'
import type { Clock } from '../lib/clock.ts'
import { createInTurn } from '../lib/turns.ts'
import type { Project } from '../project/project.ts'
import type { FindClient } from '../speech/connections.ts'
import { takeRequest } from './kinds/speech.ts'
import { type ChangeLength, fitTake, joinTake, sliceOfTake } from './kinds/takeAudio.ts'
import type { Runner, Task } from './runner.ts'
import { openJobsFor, type WantedWords } from './submissions.ts'
import type { During } from './confirmations.ts'

export interface TakesOptions {
  readonly emit: Emit
  readonly runner: Runner
  readonly findClient: FindClient
  readonly stretch: ChangeLength
  readonly clock: Clock
  readonly newId: () => string
  /** The number of blocks that a service makes at the same time. */
  readonly atOnce: (connectionId: string) => number
  /** Ends the confirmations for a block when its audio was made, or failed. */
  readonly during: During
}

/** The take to make. */
interface Wanted {
  readonly story: Story
  readonly block: Block
  /** Whether to make another take although there is audio. */
  readonly isAgain: boolean
  readonly attempt: Attempt
}

/**
 * The request for the audio of a block, or of its first part between pauses, if it has none and the built-in service makes it at its own
 * length and without emotions; otherwise null.
 */
export function missingRequest(project: Project, blockId: BlockId): TextToSpeechRequest | null {
  const story = project.story()
  const block = findHeardBlock(story, blockId)
  const isBuiltIn = story.info.connectionId === BUILT_IN_CONNECTION
  if (block === undefined || !isBuiltIn || block.durationMs !== null || !hasSpeech(story, block)) return null
  if (findTake(story, block, indexTakes(project.takes())) !== undefined) return null
  const { endpoint, body } = blockRequestOf(story, pausedBlockOf(block)?.parts[0]?.block ?? block)
  const parsed = textToSpeechRequestSchema.safeParse(JSON.parse(body))
  return endpoint === 'speech' && parsed.success ? parsed.data : null
}

export type Takes = ReturnType<typeof createTakes>

export function createTakes(options: TakesOptions) {
  const { emit, runner, findClient, stretch, clock, newId, atOnce, during } = options
  const underWay = createTakesUnderWay(runner)
  const { share, makeNext, untilBrought, isReserved } = underWay
  const inTurn = createInTurn(atOnce)
  /** The requested blocks whose turn has not come yet. */
  const waiting = new Set<{ readonly project: Project; readonly blockId: string; begin(): void }>()

  /** Buys the audio of a block, whatever its length. */
  async function buy(project: Project, { story, block, isAgain, attempt }: Wanted): Promise<Take> {
    const to = await findClient(story.info.connectionId)
    // A job accepted in an earlier run may have delivered the audio meanwhile.
    const arrived = indexTakes(project.takes()).byKey.get(blockKeys(story, block).unfitted)
    if (arrived !== undefined && !isAgain) return arrived
    const request = { ...takeRequest(story, block), despite: attempt.despite }
    const { promise: awaited, resolve } = Promise.withResolvers<null>()
    const turn = {
      project,
      blockId: block.id,
      begin() {
        resolve(null)
      },
    }
    // Others may have a limit.
    if (isFree(story)) waiting.add(turn)
    const send = () => {
      waiting.delete(turn)
      return runner.run(project, request.endpoint, (task) => runner.send(task, to, request)).result
    }
    const [take] = await inTurn(story.info.connectionId, send, awaited)
    if (take === undefined) throw new UserFacingError('request-cancelled')
    return take
  }

  async function makeNew(project: Project, wanted: Wanted): Promise<Take> {
    const { story, block, isAgain } = wanted
    const { durationMs } = block
    // Without a target length, `own` and `unfitted` are the same key, which is already shared.
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

  /** Makes a block with pauses from takes of its parts, each of which is bought once. */
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
      // The built-in voice costs nothing, and makes one block faster than a whole story.
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

  /** Makes another take of a block, or of a part of one, with separate requests. */
  async function makeAgain(project: Project, story: Story, block: Block, attempt: Attempt): Promise<Take> {
    if (!hasSpeech(story, block)) throw new UserFacingError('block-without-text')
    if (isLocked(block)) throw new UserFacingError('block-locked')
    assertCanBeSent(story, block)
    const { own, unfitted } = blockKeys(story, block)
    const keys = new Set(servingKeys(story, block))
    // An equal request that is still running would be shared: wait until it ends.
    do await untilBrought(project, keys, attempt)
    while (isReserved(project, keys))
    return makeNext(project, own, [unfitted], () =>
      makeWanted(project, { story, block, isAgain: true, attempt }),
    )
  }

  /** The take of a block in `story`, made if it is missing. Throws like `make`. */
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
    /** Begins the requested audio of a block that still waits for its turn: somebody listens to it. */
    begin(project: Project, blockId: string): void {
      for (const turn of waiting) if (turn.project === project && turn.blockId === blockId) turn.begin()
    },
    /**
     * The take of a block, or of a chapter's title, in the current story, made if it is missing. Emits `takes:added` for new takes.
     * Throws `block-gone`, `block-without-text`, `block-locked`, `block-too-long`, and errors of the service and the network; and
     * `words-paid` or `conversion-outcome-unknown` if jobs not in `despite` requested the words without delivering them.
     */
    make: (project: Project, blockId: BlockId, despite: readonly string[] = []): Promise<Take> =>
      during({ projectId: project.projectId, blockId }, async () => {
        const story = project.story()
        const block = findHeardBlock(story, blockId)
        if (block === undefined) throw new UserFacingError('block-gone')
        return makeAs(project, story, block, newAttempt(despite))
      }),
    /**
     * Makes more takes of a block in the current story, one after the other, each with a separate request. Stops if the block changes
     * meanwhile. Throws like `make`; takes that were already made stay.
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
     * The take of a line as a block would say it with other settings, made if it is missing. The story does not change. Throws like
     * `make`.
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

/** A render that will deliver takes. */
interface Reservation {
  readonly render: Pick<Task, 'project' | 'signal'>
  readonly keys: ReadonlySet<string>
  /** Resolves when the render ends, with the reason if it failed. */
  readonly ended: Promise<unknown>
}

/** One attempt to get audio: a press of a button, or a render. */
export interface Attempt extends Pick<WantedWords, 'despite'> {
  /** The jobs whose audio could not be fetched during the attempt. They are not polled again for its other blocks. */
  readonly lost: Set<string>
}

/** A new attempt, which buys words again that these jobs requested. */
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

  /** Remembers jobs that were just polled without success. */
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

  /** Runs `make`; concurrent calls with the same key share one run. */
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

    /** Runs `make` for a key alone, after everything that is being made for these keys. */
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
     * Waits for renders and accepted jobs that will deliver takes with these keys. A job whose audio cannot be fetched now stays accepted,
     * and its words are not bought (`Submissions`). Throws `request-cancelled` if the writer stops the work that is waited for, and
     * `conversion-forgotten` if a service that charges no longer knows its job.
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

    /** Whether a render that is about to send its request will deliver takes with these keys. */
    isReserved: (project: Project, keys: ReadonlySet<string>): boolean =>
      findReservation(project, keys) !== undefined,

    /** Waits until no take with one of these keys is being made, and then for accepted jobs like `untilBrought`. Throws the same. */
    async untilMade(project: Project, keys: ReadonlySet<string>, attempt: Attempt): Promise<void> {
      const made = [...keys].flatMap((key) => making.get(nameOf(project, key)) ?? [])
      if (made.length > 0) {
        await Promise.allSettled(made)
        noteLost(project, keys, attempt)
      }
      await untilFetched(project, keys, attempt)
    },

    /** Makes all callers that need takes with these keys wait while `work` makes them for a render. */
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

/** Throws if a service no longer knows a job, so that the writer is told before the same words are bought again. */
function assertNotForgotten(failure: unknown): void {
  if (failure instanceof UserFacingError && failure.code === 'conversion-forgotten') throw failure
}
