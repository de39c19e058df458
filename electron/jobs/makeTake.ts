/**
 * The audio of one block: a take that fits, a take fitted to the wished length, or a new take from a single request. Callers that
 * ask for the same audio at the same time share one request.
 */
import type { Emit } from '../../shared/ipc/contract.ts'
import { planTake } from '../../shared/jobs/payload.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { auditionStory, findAuditioned } from '../../shared/story/audition.ts'
import type { AuditionLine } from '../../shared/story/audition.ts'
import type { Block, BlockId } from '../../shared/story/records.ts'
import { findBlock } from '../../shared/story/selectors.ts'
import type { Story } from '../../shared/story/story.ts'
import { blockKeys, findTake, hasSpeech, takesByKey } from '../../shared/story/takes.ts'
import type { Take } from '../../shared/story/takes.ts'
import type { Clock } from '../lib/clock.ts'
import type { Project } from '../project/project.ts'
import type { FindClient } from '../speech/connections.ts'
import { fitTake } from './kinds/fitTake.ts'
import type { Stretch } from './kinds/fitTake.ts'
import { assertNotTooLong, takeRequest } from './kinds/take.ts'
import type { Runner } from './runner.ts'

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
   * Throws `block-gone`, `block-without-text`, `block-too-long`, `conversion-outcome-unknown`, or what the service or the
   * network said.
   */
  make(project: Project, blockId: BlockId): Promise<Take>
  /** The take of a block as it stands in `story`, made if need be; throws the same. */
  makeAs(project: Project, story: Story, block: Block): Promise<Take>
  /** The take of a line as a block would say it with other settings, made if need be. The story stays as it is. */
  audition(project: Project, blockId: BlockId, line: AuditionLine): Promise<Take>
}

export function createTakes({ emit, runner, findClient, stretch, clock, newId }: TakesOptions): Takes {
  /** Takes being made, by project and key. */
  const making = new Map<string, Promise<Take>>()

  /** Runs `make` once per key at a time. */
  function share(project: Project, key: string, make: () => Promise<Take>): Promise<Take> {
    const name = `${project.projectId} ${key}`
    const known = making.get(name)
    if (known !== undefined) return known
    const promise = project.work.run(make).finally(() => making.delete(name))
    making.set(name, promise)
    return promise
  }

  /** Buys the audio of a block as long as it happens to be. */
  async function buy(project: Project, story: Story, block: Block): Promise<Take> {
    const to = await findClient(story.info.connectionId)
    // A job that was accepted in an earlier run may have brought the audio meanwhile.
    const arrived = takesByKey(project.takes()).get(blockKeys(story, block).unfitted)
    if (arrived !== undefined) return arrived
    const request = takeRequest(story, block)
    const [take] = await runner.run(project, request.endpoint, (task) => runner.send(task, to, request))
    if (take === undefined) throw new UserFacingError('request-cancelled')
    return take
  }

  async function makeNew(project: Project, story: Story, block: Block): Promise<Take> {
    const { durationMs } = block
    // Without a wished length, `own` and `unfitted` are one key, and `makeOwn` shares it already.
    if (durationMs === null) return buy(project, story, block)
    const keys = blockKeys(story, block)
    const { audioId, startMs, endMs } =
      takesByKey(project.takes()).get(keys.unfitted) ??
      (await share(project, keys.unfitted, () => buy(project, story, block)))
    const fitted = await fitTake({
      project,
      audioId,
      slice: { startMs, endMs },
      planned: { ...planTake(story, block, keys.own, durationMs), durationMs },
      newId,
      nowMs: clock.now(),
      stretch,
      signal: project.work.closing,
    })
    emit('takes:added', { projectId: project.projectId, takes: [fitted] })
    return fitted
  }

  async function makeOwn(project: Project, story: Story, block: Block): Promise<Take> {
    assertNotTooLong(story, block)
    try {
      return await share(project, blockKeys(story, block).own, () => makeNew(project, story, block))
    } catch (error) {
      if (project.work.closing.aborted) throw new UserFacingError('request-cancelled')
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
  }
}
