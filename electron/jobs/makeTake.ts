/**
 * The audio of one block: a take that fits, a take fitted to the wished length, or a new take from a single request. Audio that
 * is being made is not bought again: callers that ask for the same audio share one request, and wait for a render or for an
 * accepted job that brings the audio. If that job does not bring it, the writer is asked (`paidWords.ts`).
 */
import type { Emit } from '../../shared/ipc/contract.ts'
import { planTake } from '../../shared/jobs/payload.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { assertCanBeSent } from '../../shared/story/assertCanBeSent.ts'
import { auditionStory, findAuditioned, type AuditionLine } from '../../shared/story/audition.ts'
import { findHeardBlock } from '../../shared/story/heardBlocks.ts'
import { isLocked } from '../../shared/story/locks.ts'
import { pausedBlockOf, type PausedBlock } from '../../shared/story/pauses.ts'
import type { Block, BlockId } from '../../shared/story/records.ts'
import { isFree } from '../../shared/story/renderPlan.ts'
import type { Story } from '../../shared/story/story.ts'
import { hasSpeech } from '../../shared/story/spokenText.ts'
import {
  blockKeys,
  findTake,
  indexTakes,
  servingKeys,
  takeOfKey,
  type Take,
} from '../../shared/story/takes.ts'
import type { Clock } from '../lib/clock.ts'
import { createInTurn } from '../lib/turns.ts'
import type { Project } from '../project/project.ts'
import type { FindClient } from '../speech/connections.ts'
import { fitTake, type ChangeLength } from './kinds/fitTake.ts'
import { joinTake } from './kinds/joinTake.ts'
import { sliceOfTake } from './kinds/slices.ts'
import { takeRequest } from './kinds/take.ts'
import type { Runner } from './runner.ts'
import { createTakesUnderWay, newAttempt, type Attempt, type TakesUnderWay } from './takesUnderWay.ts'

export interface TakesOptions {
  readonly emit: Emit
  readonly runner: Runner
  readonly findClient: FindClient
  readonly stretch: ChangeLength
  readonly clock: Clock
  readonly newId: () => string
  /** How many blocks a service makes at the same time. */
  readonly atOnce: (connectionId: string) => number
}

export interface Takes extends Pick<TakesUnderWay, 'untilMade' | 'reserve'> {
  /**
   * The take of a block, or of a chapter's title, as it is now, made if need be. New takes are told by `takes:added`.
   * Throws `block-gone`, `block-without-text`, `block-locked`, `block-too-long`, or what the service or the network said; and
   * `words-paid` or `conversion-outcome-unknown` if other jobs than `despite` have asked for the words and did not bring them.
   */
  make(project: Project, blockId: BlockId, despite?: readonly string[]): Promise<Take>
  /** The take of a block as it stands in `story`, made if need be; throws the same. */
  makeAs(project: Project, story: Story, block: Block, attempt: Attempt): Promise<Take>
  /**
   * Makes further takes of a block as it is now, one after the other, each by a request of its own. Ends early where the block changes
   * meanwhile. Throws what `make` throws; the takes that were made before stay.
   */
  readAgain(project: Project, blockId: BlockId, times: number, despite?: readonly string[]): Promise<Take[]>
  /**
   * The take of a line as a block would say it with other settings, made if need be. The story stays as it is. Throws what `make`
   * throws.
   */
  audition(project: Project, blockId: BlockId, line: AuditionLine, despite?: readonly string[]): Promise<Take>
}

/** What is to be made. */
interface Wanted {
  readonly story: Story
  readonly block: Block
  /** Whether a further take is made of audio that is there. */
  readonly isAgain: boolean
  readonly attempt: Attempt
}

export function createTakes({
  emit,
  runner,
  findClient,
  stretch,
  clock,
  newId,
  atOnce,
}: TakesOptions): Takes {
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
    const [take] = await inTurn(story.info.connectionId, () =>
      runner.run(project, request.endpoint, (task) => runner.send(task, to, request)),
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

  async function makeAs(project: Project, story: Story, block: Block, attempt: Attempt): Promise<Take> {
    if (!hasSpeech(story, block)) throw new UserFacingError('block-without-text')
    const take = findTake(story, block, indexTakes(project.takes()))
    if (take === undefined && isLocked(block)) throw new UserFacingError('block-locked')
    return take ?? makeOwn(project, story, block, attempt)
  }

  return {
    async make(project, blockId, despite) {
      const story = project.story()
      const block = findHeardBlock(story, blockId)
      if (block === undefined) throw new UserFacingError('block-gone')
      return makeAs(project, story, block, newAttempt(despite))
    },

    makeAs,

    readAgain: (project, blockId, times, despite) =>
      project.work.run(async () => {
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
      }),

    untilMade: underWay.untilMade,
    reserve: underWay.reserve,

    async audition(project, blockId, line, despite) {
      const trial = auditionStory(project.story(), blockId, line)
      if (trial === undefined) throw new UserFacingError('block-gone')
      const { story, block } = trial
      if (!hasSpeech(story, block)) throw new UserFacingError('block-without-text')
      return (
        findAuditioned(story, block, indexTakes(project.takes())) ??
        makeOwn(project, story, block, newAttempt(despite))
      )
    },
  }
}
