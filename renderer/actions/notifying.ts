/** Telling a person who is elsewhere that a render is over: by the system, or by the browser where the person allowed it. */
import i18next from 'i18next'
import type { World } from '../stores/world.ts'

/** Tells by a notification how the open story's render ended, unless the page has the person's attention or the setting is off. */
export function notifyOfRender(world: World, text: string): void {
  const open = world.story.getState().open
  if (open === null || document.hasFocus() || !world.app.getState().settings.isNotifying) return
  const { title } = open.story.info
  const name = (title === '' ? i18next.t('app.untitled') : title).slice(0, 200)
  const { projectId } = open.project
  world.bridge
    .call('app:notify', { title: name, body: text.slice(0, 1000) })
    .then(({ isShown }) => {
      // Two pages of one story show one notification.
      if (!isShown && canNotify() === 'granted') new Notification(name, { body: text, tag: projectId })
    })
    .catch(world.report)
}

/** Whether the page's browser shows notifications. */
export function canNotify(): NotificationPermission {
  return 'Notification' in globalThis ? Notification.permission : 'denied'
}
