/** Notifies a writer who is elsewhere that a render is over: with a system notification, or one of the browser if allowed. */
import i18next from 'i18next'
import type { Session } from '../stores/app.ts'

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
