/** Rendering the open story, from the writer's side. */
import { storyOfPart, type ExportPart } from '../../shared/export/exportPart.ts'
import { exportedStory } from '../../shared/export/exportCredits.ts'
import type { ExportSettings } from '../../shared/export/exportSettings.ts'
import { jobsToDismiss, jobsToStop, jobToResume, type RenderState } from '../../shared/jobs/renderState.ts'
import { chooseRenderWay } from '../../shared/story/castCommands.ts'
import { heardBlocksOf } from '../../shared/story/heardBlocks.ts'
import type { BlockId, RenderWay } from '../../shared/story/records.ts'
import { planRender, usualWay, type RenderPlan } from '../../shared/story/renderPlan.ts'
import type { StoryCounts } from '../../shared/story/storyCounts.ts'
import type { Credits, Story } from '../../shared/story/story.ts'
import type { JobView } from '../../shared/jobs/jobView.ts'
import { jobsOf, renderOf } from '../stores/jobsStore.ts'
import { countsOf, type SpokenAudio } from '../stores/timing.ts'
import { storyOf, type Session } from '../stores/app.ts'
import { closeBrokenOff } from '../stores/editorStore.ts'
import { revealBlock } from './editing.ts'
import { hearJobs } from './jobs.ts'
import { ask } from './questions.ts'
import { settleVoices } from './unread.ts'

/** How the render of the open story is. */
export function renderNow(session: Session): RenderState {
  return renderOf(session.jobs.getState(), session.story.getState().project.projectId)
}

/** A part of a story as it is exported, with what of it is made; only the whole without credits has a render of its own. */
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

/** The blocks of a part, with the titles that are spoken; null for the whole story. */
export function blocksOfPart(story: Story, part: ExportPart): ReadonlySet<BlockId> | null {
  return part.kind === 'story' ? null : new Set(heardBlocksOf(storyOfPart(story, part)).map(({ id }) => id))
}

/**
 * Renders the story, with credits if they are given, or some of its blocks. What costs credits is shown as a plan first, and starts with the writer's yes. Gives
 * whether something was started.
 */
export async function renderStory(
  session: Session,
  only: ReadonlySet<BlockId> | null = null,
  spokenCredits: Credits | null = null,
): Promise<boolean> {
  const open = session.story.getState()
  session.editor.setState({ lastPart: only, lastCredits: spokenCredits })
  const { story } = open
  const plan = planRender(story, session.audio.getState(), { only, spokenCredits })
  const costs = plan.credits > 0 || (plan.way === 'story' && (plan.whole?.credits ?? 0) > 0)
  if (!costs) return startRender(session, { only, spokenCredits })
  return ask(session, 'renderPlan', { only, spokenCredits })
}

/** How a render is started. */
export interface RenderStart {
  readonly only: ReadonlySet<BlockId> | null
  /** The credits that are made with the whole story; null for none. */
  readonly spokenCredits?: Credits | null
  /** What the writer has seen and said yes to: blocks that cannot be made are left out. */
  readonly plan?: RenderPlan
  /** The way that the writer chose, which the story remembers. */
  readonly way?: RenderWay
  /** The credits that the writer confirmed for this render, whatever the caps are. */
  readonly pastCaps?: number
  /** The jobs despite which words are bought again that they have asked for. */
  readonly despite?: readonly string[] | undefined
}

/** Sends what is to be made to the speech service. A block that is too long is shown instead. Gives whether something was started. */
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
  if (shown !== undefined) revealBlock(session, shown, true) // the host refuses it, and says why
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

/** Renders the chosen blocks. */
export async function renderChosen(session: Session): Promise<void> {
  await renderStory(session, new Set(session.editor.getState().selection))
}

/** Renders again what the last render was to make. */
export async function renderAgain(session: Session): Promise<void> {
  const story = storyOf(session)
  const { lastPart: only, lastCredits } = session.editor.getState()
  const isThere = only !== null && heardBlocksOf(story).some(({ id }) => only.has(id))
  await renderStory(session, isThere ? only : null, only === null ? lastCredits : null)
}

/** Stops asking the service, and begins no further block. The service goes on, and `resumeRender` fetches what it made. */
export async function stopRender(session: Session): Promise<void> {
  await Promise.all(
    jobsToStop(ofOpenStory(session)).map(({ id }) => session.bridge.call('jobs:stop', { id })),
  )
}

/** Ends a render whose service is known to end it (`canCancel`). */
export async function cancelRender(session: Session): Promise<void> {
  await Promise.all(
    jobsToStop(ofOpenStory(session)).map(({ id }) => session.bridge.call('jobs:cancel', { id })),
  )
}

/** Ends a render: where its service is known to end it, what the service works on ends, too. */
export async function endRender(session: Session): Promise<void> {
  const render = renderNow(session)
  const canCancel = render.phase === 'running' && render.canCancel && render.blocks === null
  await (canCancel ? cancelRender(session) : stopRender(session))
}

/** Follows a render again that was stopped. */
export async function resumeRender(session: Session): Promise<void> {
  const job = jobToResume(ofOpenStory(session))
  if (job !== undefined) await session.bridge.call('jobs:resume', { id: job.id })
}

/** Says whether a render that broke off goes on in the open story. Otherwise it is forgotten. */
export async function answerBrokenOff(session: Session, isWanted: boolean): Promise<void> {
  closeBrokenOff(session.editor)
  const { projectId } = session.story.getState().project
  await session.bridge.call('jobs:goOn', { projectId, isWanted })
}

/** Dismisses how the render ended, after the writer has seen it. */
export async function dismissRender(session: Session): Promise<void> {
  const jobs = jobsToDismiss(ofOpenStory(session))
  await Promise.all(jobs.map(({ id }) => session.bridge.call('jobs:dismiss', { id })))
}

function ofOpenStory(session: Session): readonly JobView[] {
  return jobsOf(session.jobs.getState(), session.story.getState().project.projectId)
}
