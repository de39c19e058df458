/** Telling a person who is elsewhere that a render is over: by the system, or by the browser where the person allowed it. */
import i18next from 'i18next'
import type { Session } from '../stores/app.ts'

/** Tells by a notification how the open story's render ended, unless the page has the person's attention or the setting is off. */
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

/** Whether the page's browser shows notifications. */
export function canNotify(): NotificationPermission {
  return 'Notification' in globalThis ? Notification.permission : 'denied'
}
