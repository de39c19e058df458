/** Handles updates of jobs, and reports their outcomes: on the page, and to a writer who is elsewhere. */
import i18next from 'i18next'
import type { JobUpdate, JobView } from '../../shared/jobs/jobView.ts'
import type { RenderState } from '../../shared/jobs/renderState.ts'
import { type App, currentSession, type Session, storyOf } from '../stores/app.ts'
import { ask } from './dialogs.ts'
import { isAlreadyPaid, isOverCap } from './errors.ts'
import { toUserFacing } from '../../shared/ipc/result.ts'
import { isDocument, renderOf, withUpdate } from '../stores/jobsStore.ts'
import { countsOf } from '../stores/timing.ts'
import type { TextKey } from '../i18n/textKeys.ts'
import { openQuestion, withdrawNotices } from '../stores/viewStore.ts'

/** Applies an update of jobs, from an answer or an event, and announces how the open story's render or a document ended. */
export function hearJobs(app: App, update: JobUpdate): void {
  const before = app.jobs.getState()
  const after = withUpdate(before, update)
  app.jobs.setState(after)
  const session = currentSession(app)
  if (session !== null) {
    const { projectId } = session.story.getState().project
    noteRender(session, renderOf(before, projectId), renderOf(after, projectId))
  }
  for (const { id } of update.jobs) noteDocument(app, before.jobs.get(id), after.jobs.get(id))
}

/** The text in the news of a render for its failure or unknown outcome; null in any other phase. */
export function failureOf(render: RenderState): TextKey | null {
  return render.phase === 'failed' || render.phase === 'unknown' ? `errors.${render.error.code}` : null
}

function noteRender(session: Session, before: RenderState, after: RenderState): void {
  const [told, tells] = [failureOf(before), failureOf(after)]
  // A notice of the same failure was hidden behind the news, and is just as old.
  if (told !== null && told !== tells) withdrawNotices(session.view, ({ message }) => message === told)
  if (before.phase === 'running' && after.phase === 'idle') {
    const audio = session.audio.getState()
    // A stopped render leaves blocks without audio.
    const { changed, notMade } = countsOf(storyOf(session), audio)
    const isWhole = before.blocks === null ? audio.render !== null : changed + notMade === 0
    if (isWhole) {
      session.note('app.rendered')
      notifyOfRender(session, i18next.t('app.rendered'))
    }
  }
  if (after.phase === 'running' && before.phase !== 'running') session.announce('app.render.label')
  // The news shows why a render failed. For a cap or already paid words, a dialog asks what to do.
  if (after.phase === 'failed' && before.phase !== 'failed') {
    const error = toUserFacing(after.error)
    notifyOfRender(session, i18next.t('app.render.failed'))
    const { lastPart, lastCredits, lastStart } = session.editor.getState()
    if (isOverCap(error)) void ask(session, 'renderPlan', { only: lastPart, spokenCredits: lastCredits })
    else if (isAlreadyPaid(error) && lastStart !== null)
      openQuestion(session.view, { paidWords: { error, again: lastStart } })
  }
}

function noteDocument(app: App, before: JobView | undefined, after: JobView | undefined): void {
  if (before === undefined || after === undefined || !isDocument(after) || before.state === after.state)
    return
  const { name } = after.document
  if (after.state === 'completed') app.note('documents.done', { name })
}

/** Shows a notification about the end of the open story's render, unless the page is in the foreground or the setting is off. */
export function notifyOfRender(session: Session, text: string): void {
  if (document.hasFocus() || !session.state.getState().settings.isNotifying) return
  const { story, project } = session.story.getState()
  const { title } = story.info
  const name = (title === '' ? i18next.t('app.untitled') : title).slice(0, 200)
  const { projectId } = project
  session.bridge
    .call('app:notify', { title: name, body: text.slice(0, 1000) })
    .then(({ isShown }) => {
      // Two pages of one story show one notification.
      if (!isShown && canNotify() === 'granted') new Notification(name, { body: text, tag: projectId })
    })
    .catch(session.report)
}

/** Whether the browser may show notifications. */
export function canNotify(): NotificationPermission {
  return 'Notification' in globalThis ? Notification.permission : 'denied'
}
