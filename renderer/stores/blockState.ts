/** The state of a block's audio: one function for script, timeline, status bar and filters. */
import type { WireError } from '../../shared/ipc/result.ts'
import type { ProjectId } from '../../shared/ipc/views.ts'
import type { JobView } from '../../shared/jobs/jobView.ts'
import { reasonOf } from '../../shared/jobs/renderState.ts'
import { isLocked } from '../../shared/story/locks.ts'
import { badPauseOf } from '../../shared/story/pauses.ts'
import type { Block, BlockId } from '../../shared/story/records.ts'
import { isTooLong } from '../../shared/story/renderPlan.ts'
import { blockNumber, blocksOf } from '../../shared/story/selectors.ts'
import { hasSpeech } from '../../shared/story/spokenText.ts'
import type { Story } from '../../shared/story/story.ts'
import { findTake } from '../../shared/story/takes.ts'
import type { AudioState } from './audioStore.ts'
import { jobsOf, renderOf, type JobsState } from './jobsStore.ts'
import { isHeardWhole, rememberByStory, wasMade } from './timing.ts'

/** `empty` is a block without words: there is nothing to render. `locked` is a locked block with its audio. */
export type BlockStateKind =
  'empty' | 'ready' | 'locked' | 'changed' | 'notMade' | 'making' | 'waiting' | 'failed' | 'tooLong'

export interface BlockState {
  readonly kind: BlockStateKind
  /** The progress of a block being rendered, 0 to 100; null if the service does not report it for the single block. */
  readonly percentage: number | null
  /** Why a block failed. */
  readonly error: WireError | null
}

/** The inputs of the states of an open story's blocks. */
export interface StateSources {
  readonly story: Story
  readonly projectId: ProjectId
  readonly audio: Pick<AudioState, 'takes' | 'allTakes' | 'render' | 'making'>
  readonly jobs: JobsState['jobs']
}

/** The state of a block's audio now. */
export function blockStateOf(block: Block, { story, projectId, audio, jobs }: StateSources): BlockState {
  if (!hasSpeech(story, block)) return EMPTY
  const job = jobsOfBlocks(jobs, projectId).get(block.id)
  if (audio.making.has(block.id) || (job !== undefined && job.activity !== null)) {
    const kind = typeof job?.nextTryMs === 'number' ? 'waiting' : 'making'
    return { kind, percentage: job?.activity?.percentage ?? null, error: null }
  }
  if (findTake(story, block, audio.takes) !== undefined) return isLocked(block) ? LOCKED : READY
  if (isHeardWhole(story, audio)) return READY
  if (isTooLong(story, block)) return TOO_LONG
  const badPause = badPauseOf(block)
  if (badPause !== null) return unreadablePause(block, blockNumber(story, block.id), badPause)
  const render = renderOf({ jobs }, projectId)
  if (render.phase === 'running' && render.isFollowed) {
    if (render.blocks === null) return MAKING
    if (isWaiting(render.blocks.waiting, block.id)) return WAITING
  }
  if (job !== undefined && isFailed(job)) return { kind: 'failed', percentage: null, error: reasonOf(job) }
  return wasMade(block.id, audio) ? CHANGED : NOT_MADE
}

/** The states of all blocks of a story, computed once for all views. */
export function blockStatesOf({
  story,
  projectId,
  audio,
  jobs,
}: StateSources): ReadonlyMap<BlockId, BlockState> {
  const { takes, allTakes, render, making } = audio
  return statesWith(story, projectId, takes, allTakes, render, making, jobs)
}

const statesWith = rememberByStory(
  (
    story,
    projectId: ProjectId,
    takes: AudioState['takes'],
    allTakes: AudioState['allTakes'],
    render: AudioState['render'],
    making: AudioState['making'],
    jobs: JobsState['jobs'],
  ): ReadonlyMap<BlockId, BlockState> => {
    const sources = { story, projectId, audio: { takes, allTakes, render, making }, jobs }
    return new Map(blocksOf(story).map((block) => [block.id, blockStateOf(block, sources)]))
  },
  (before, changed, story, projectId, takes, allTakes, render, making, jobs) => {
    const audio = { takes, allTakes, render, making }
    const blocks = blocksOf(story)
    // If the audio belongs to the story as a whole, a changed block invalidates it for all.
    const isForAll = isHeardWhole(before.story, audio) !== isHeardWhole(story, audio)
    const others = [...(isForAll ? blocks.keys() : changed)].flatMap((index) => {
      const block = blocks[index]
      if (block === undefined) return []
      const state = blockStateOf(block, { story, projectId, audio, jobs })
      return before.value.get(block.id) === state ? [] : [[block.id, state] as const]
    })
    return others.length === 0 ? before.value : new Map([...before.value, ...others])
  },
)

type StateCounts = Readonly<Record<BlockStateKind, number>>

/** How many of these states there are of each kind. */
export function countStates(states: Iterable<BlockState>): StateCounts {
  const counts = {
    empty: 0,
    ready: 0,
    locked: 0,
    changed: 0,
    notMade: 0,
    making: 0,
    waiting: 0,
    failed: 0,
    tooLong: 0,
  }
  for (const { kind } of states) counts[kind] += 1
  return counts
}

const countsByStates = new WeakMap<ReadonlyMap<BlockId, BlockState>, StateCounts>()

/** How many blocks of a story there are in each state (`blockStatesOf`), counted once for all views. */
export function stateCountsOf(states: ReadonlyMap<BlockId, BlockState>): StateCounts {
  const counts = countsByStates.get(states) ?? countStates(states.values())
  countsByStates.set(states, counts)
  return counts
}

/** Whether the audio of a block in this state fits it. */
export function isMade(kind: BlockStateKind): boolean {
  return kind === 'ready' || kind === 'locked'
}

const plain = (kind: BlockStateKind): BlockState => ({ kind, percentage: null, error: null })
const EMPTY = plain('empty')
const READY = plain('ready')
const LOCKED = plain('locked')
const CHANGED = plain('changed')
const NOT_MADE = plain('notMade')
const MAKING = plain('making')
const WAITING = plain('waiting')
const TOO_LONG = plain('tooLong')

const unreadablePauses = new WeakMap<Block, { readonly number: number; readonly state: BlockState }>()

/** The state of a block with a pause whose length cannot be read: the same object each time, as React compares states. */
function unreadablePause(block: Block, number: number, marker: string): BlockState {
  const known = unreadablePauses.get(block)
  if (known?.number === number) return known.state
  const error: WireError = { code: 'block-pause-unreadable', params: { number, marker } }
  const state: BlockState = { kind: 'failed', percentage: null, error }
  unreadablePauses.set(block, { number, state })
  return state
}

const waitingBlocks = new WeakMap<readonly BlockId[], ReadonlySet<BlockId>>()

/** Whether a block waits in a render's queue. */
function isWaiting(queue: readonly BlockId[], id: BlockId): boolean {
  const known = waitingBlocks.get(queue) ?? new Set(queue)
  waitingBlocks.set(queue, known)
  return known.has(id)
}

/** Whether a block's newest job has ended without its audio, and the writer has not dismissed the failure. */
function isFailed({ state, error, isErrorSeen }: JobView): boolean {
  return state === 'failed' || state === 'unknown' || (state === 'accepted' && error !== null && !isErrorSeen)
}

const jobsByBlock = new WeakMap<JobsState['jobs'], Map<ProjectId, ReadonlyMap<string, JobView>>>()

/** The newest job of each block of a project. */
function jobsOfBlocks(jobs: JobsState['jobs'], projectId: ProjectId): ReadonlyMap<string, JobView> {
  const known = jobsByBlock.get(jobs) ?? new Map<ProjectId, ReadonlyMap<string, JobView>>()
  jobsByBlock.set(jobs, known)
  const found =
    known.get(projectId) ??
    new Map(
      jobsOf({ jobs }, projectId)
        .toReversed() // a later entry of a key replaces an earlier one
        .flatMap((job) => (job.blockId === null ? [] : [[job.blockId, job] as const])),
    )
  known.set(projectId, found)
  return found
}
