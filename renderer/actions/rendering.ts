/** The writer's actions on rendering the open story and on the queue of its render. */
import i18next from 'i18next'
import { exportedStory, type ExportPart, storyOfPart } from '../../shared/export/exportPart.ts'
import type { ExportSettings } from '../../shared/export/exportSettings.ts'
import { jobsToDismiss, jobsToStop, jobToResume, type RenderState } from '../../shared/jobs/renderState.ts'
import { chooseRenderWay } from '../../shared/story/castCommands.ts'
import { heardBlocksOf } from '../../shared/story/heardBlocks.ts'
import type { Block, BlockId, RenderWay } from '../../shared/story/records.ts'
import { isFree, planCredits, planRender, type RenderPlan, usualWay } from '../../shared/story/renderPlan.ts'
import type { StoryCounts } from '../../shared/story/storyCounts.ts'
import type { Credits, Story } from '../../shared/story/story.ts'
import type { JobView, QueueAct } from '../../shared/jobs/jobView.ts'
import { jobsOf, renderOf } from '../stores/jobsStore.ts'
import { countsOf, type SpokenAudio } from '../stores/timing.ts'
import { type Session, storyOf } from '../stores/app.ts'
import { closeBrokenOff } from '../stores/editorStore.ts'
import { revealBlock } from './editing.ts'
import { hearJobs } from './jobs.ts'
import { ask } from './dialogs.ts'
import { blockName } from '../i18n/format.ts'
import { apply, changeBetween } from '../../shared/story/changes.ts'
import { findTake } from '../../shared/story/takes.ts'
import { giveVoice, type UnreadBlocks, unreadBlocksOf, unreadKey } from '../../shared/story/unreadBlocks.ts'
import { packLanguagesOf } from '../../shared/voices/languages.ts'

/** The state of the open story's render. */
export function renderNow(session: Session): RenderState {
  return renderOf(session.jobs.getState(), session.story.getState().project.projectId)
}

/** A part of a story for export, with its audio; only the whole story without credits has its own render. */
export function partOf(
  story: Story,
  audio: SpokenAudio,
  chosen: ExportPart,
  settings: ExportSettings,
): { readonly part: Story; readonly counts: StoryCounts } {
  const part = exportedStory(story, chosen, settings)
  if (part === story) return { part, counts: countsOf(story, audio) }
  return { part, counts: countsOf(part, { ...audio, render: null }) }
}

/** The blocks of a part, with spoken titles; null for the whole story. */
export function blocksOfPart(story: Story, part: ExportPart): ReadonlySet<BlockId> | null {
  return part.kind === 'story' ? null : new Set(heardBlocksOf(storyOfPart(story, part)).map(({ id }) => id))
}

/** The plan of a render of the open story; `way` is the writer's choice. `session` provides the services that may have made its takes. */
export function planOf(
  session: Session,
  story: Story,
  audio: SpokenAudio,
  { only, spokenCredits = null, way }: Pick<RenderStart, 'only' | 'spokenCredits' | 'way'>,
): RenderPlan {
  const connectionIds = session.state.getState().servers.connection.map(({ id }) => id)
  return planRender(story, audio, { only, spokenCredits, way, connectionIds })
}

/**
 * Renders the story, with credits if they are given, or some of its blocks. A paid render is first shown as a plan, and starts after confirmation. Returns
 * whether something was started.
 */
export async function renderStory(
  session: Session,
  only: ReadonlySet<BlockId> | null = null,
  spokenCredits: Credits | null = null,
): Promise<boolean> {
  const { story } = session.story.getState()
  session.editor.setState({ lastPart: only, lastCredits: spokenCredits })
  const plan = planOf(session, story, session.audio.getState(), { only, spokenCredits })
  if (planCredits(plan) === 0) return startRender(session, { only, spokenCredits })
  return ask(session, 'renderPlan', { only, spokenCredits })
}

/** The options of a render. */
export interface RenderStart {
  readonly only: ReadonlySet<BlockId> | null
  /** The credits that are rendered with the whole story; null for none. */
  readonly spokenCredits?: Credits | null
  /** The plan that the writer has confirmed: blocks that cannot be rendered are left out. */
  readonly plan?: RenderPlan
  /** The way that the writer chose, which the story remembers. */
  readonly way?: RenderWay
  /** The credits that the writer confirmed for this render, regardless of caps. */
  readonly pastCaps?: number
  /** Jobs whose words may be bought again although they already requested them. */
  readonly despite?: readonly string[] | undefined
}

/** Sends the blocks to render to the speech service. If one is too long, it is shown instead. Returns whether something was started. */
export async function startRender(session: Session, start: RenderStart): Promise<boolean> {
  const { only, spokenCredits = null, plan, way, pastCaps = 0, despite } = start
  const open = session.story.getState()
  session.editor.setState({
    lastStart: (more) => startRender(session, { ...start, despite: [...(despite ?? []), ...more] }),
  })
  const { story } = open
  const wanted = plan !== undefined && plan.barred.length > 0 ? blocksToMake(plan) : only
  const isWanted = ({ id }: { readonly id: BlockId }) => wanted === null || wanted.has(id)
  const { tooLong } = countsOf(story, session.audio.getState())
  const shown = tooLong.find((id) => isWanted({ id }))
  if (shown !== undefined) revealBlock(session, shown, true) // the host refuses it with a reason
  if (!(await settleVoices(session, isWanted))) return false
  if (way !== undefined && plan?.whole?.obstacle === null && way !== usualWay(story))
    session.edit('edits.renderWay', chooseRenderWay(story, way))
  await session.saver.flush()
  if (session.isClosed()) return false
  const { job } = await session.bridge.call('jobs:start', {
    kind: 'story',
    projectId: open.project.projectId,
    ...(wanted !== null && { only: [...wanted] }),
    ...(way !== undefined && { way }),
    ...(pastCaps > 0 && { pastCaps }),
    ...(spokenCredits !== null && { spokenCredits }),
    despite,
  })
  if (job !== null) hearJobs(session, { jobs: [job], gone: [] })
  else if (only === null) session.note('app.rendered')
  return job !== null
}

function blocksToMake({ make }: RenderPlan): ReadonlySet<BlockId> {
  return new Set(make.map(({ block }) => block.id))
}

/** Renders the selected blocks. */
export async function renderChosen(session: Session): Promise<void> {
  await renderStory(session, new Set(session.editor.getState().selection))
}

/** Starts the last render again. */
export async function renderAgain(session: Session): Promise<void> {
  const story = storyOf(session)
  const { lastPart: only, lastCredits } = session.editor.getState()
  const isThere = only !== null && heardBlocksOf(story).some(({ id }) => only.has(id))
  await renderStory(session, isThere ? only : null, only === null ? lastCredits : null)
}

/** Stops polling the service, and begins no further block. The service continues, and `resumeRender` fetches its results. */
export async function stopRender(session: Session): Promise<void> {
  await Promise.all(
    jobsToStop(ofOpenStory(session)).map(({ id }) => session.bridge.call('jobs:stop', { id })),
  )
}

/** Cancels a render whose service is known to support it (`canCancel`). */
export async function cancelRender(session: Session): Promise<void> {
  await Promise.all(
    jobsToStop(ofOpenStory(session)).map(({ id }) => session.bridge.call('jobs:cancel', { id })),
  )
}

/** Ends a render, and cancels it at the service if that is known to support it. */
export async function endRender(session: Session): Promise<void> {
  const render = renderNow(session)
  const canCancel = render.phase === 'running' && render.canCancel && render.blocks === null
  await (canCancel ? cancelRender(session) : stopRender(session))
}

/** Follows a stopped render again. */
export async function resumeRender(session: Session): Promise<void> {
  const job = jobToResume(ofOpenStory(session))
  if (job !== undefined) await session.bridge.call('jobs:resume', { id: job.id })
}

/** Resumes an interrupted render in the open story, or forgets it. */
export async function answerBrokenOff(session: Session, isWanted: boolean): Promise<void> {
  closeBrokenOff(session.editor)
  const { projectId } = session.story.getState().project
  await session.bridge.call('jobs:goOn', { projectId, isWanted })
}

/** Dismisses the outcome of the render. */
export async function dismissRender(session: Session): Promise<void> {
  const jobs = jobsToDismiss(ofOpenStory(session))
  await Promise.all(jobs.map(({ id }) => session.bridge.call('jobs:dismiss', { id })))
}

function ofOpenStory(session: Session): readonly JobView[] {
  return jobsOf(session.jobs.getState(), session.story.getState().project.projectId)
}

/** The job of the open story with a running queue. */
function queueJob(session: Session): JobView | undefined {
  const open = session.story.getState()
  const jobs = jobsOf(session.jobs.getState(), open.project.projectId)
  return jobs.find(({ activity }) => activity?.isFollowed === true && activity.blocks !== null)
}

/** Whether the render of the open story is paused; null if no render of single blocks is running. */
export function isRenderPaused(session: Session): boolean | null {
  return queueJob(session)?.activity?.blocks?.isPaused ?? null
}

/** Pauses or resumes a render. */
export async function pauseRender(session: Session, isPaused: boolean): Promise<void> {
  const job = queueJob(session)
  if (job === undefined) return
  await session.bridge.call('jobs:pause', { id: job.id, isPaused })
  session.announce(isPaused ? 'render.queue.nowPaused' : 'render.queue.nowResumed')
}

/** Moves a waiting block in the queue, or removes it. */
export async function changeQueue(
  session: Session,
  blockId: BlockId,
  act: Exclude<QueueAct, 'retry'>,
): Promise<void> {
  const job = queueJob(session)
  const story = storyOf(session)
  if (job === undefined) return
  // The event with the new order may arrive later than the answer.
  const { waiting = [] } = job.activity?.blocks ?? {}
  const at = waiting.indexOf(blockId)
  await session.bridge.call('jobs:changeQueue', { id: job.id, blockId, act })
  const block = blockName(i18next.t, story, blockId)
  if (act === 'remove') {
    session.announce('render.queue.removed', { block })
    return
  }
  if (at === -1) return
  const place = act === 'first' ? 1 : Math.max(1, Math.min(waiting.length, act === 'up' ? at : at + 2))
  session.announce('render.queue.moved', { block, place, of: waiting.length })
}

/** Retries a failed block: in the running render, or by itself, with its price if it costs anything. */
export async function retryBlock(session: Session, blockId: BlockId): Promise<void> {
  const job = queueJob(session)
  if (job === undefined) await renderStory(session, new Set([blockId]))
  else await session.bridge.call('jobs:changeQueue', { id: job.id, blockId, act: 'retry' })
}

/** Whether to continue and render blocks. Asks first if a voice cannot read blocks that have no audio yet, once for each voice and script of a story. */
export async function settleVoices(session: Session, isWanted: (block: Block) => boolean): Promise<boolean> {
  const story = storyOf(session)
  if (!isFree(story)) return true
  const { takes } = session.audio.getState()
  const { keptVoices } = session.editor.getState()
  const isToMake = (block: Block) => isWanted(block) && findTake(story, block, takes) === undefined
  const groups = unreadBlocksOf(story, packLanguagesOf(session.state.getState().voices)).filter(
    (group) => !keptVoices.has(unreadKey(group)) && group.blocks.some(isToMake),
  )
  if (groups.length === 0) return true
  return ask(session, 'unread', { groups })
}

/** Applies the voice chosen for each group of blocks, in one edit, and does not ask about these blocks again. */
export function giveVoices(
  session: Session,
  groups: readonly UnreadBlocks[],
  voiceIds: readonly string[],
): void {
  const story = storyOf(session)
  const given = groups.reduce((before, { voiceId, blocks }, index) => {
    const chosen = voiceIds[index] ?? voiceId
    const ids = blocks.map(({ id }) => id)
    return chosen === voiceId ? before : apply(before, giveVoice(before, ids, chosen))
  }, story)
  session.edit('edits.voiceId', changeBetween(story, given))
  const asked = new Set(groups.flatMap(({ blocks }) => blocks.map(({ id }) => id)))
  const packs = packLanguagesOf(session.state.getState().voices)
  const still = unreadBlocksOf(given, packs).filter(({ blocks }) => blocks.some(({ id }) => asked.has(id)))
  session.editor.setState(({ keptVoices }) => ({
    keptVoices: new Set([...keptVoices, ...still.map(unreadKey)]),
  }))
}
