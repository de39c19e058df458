/** Notifications of the system, for a person who is elsewhere. */
import type { Notification as SystemNotification, NotificationConstructorOptions } from 'electron'

export interface NotifyOptions {
  readonly Notification: {
    new (options: NotificationConstructorOptions): Pick<SystemNotification, 'on' | 'show'>
    isSupported(): boolean
  }
  /** Shows the window: called if the person presses the notification. */
  readonly showWindow: () => void
}

/** Returns a function that shows a notification, and tells whether the system can. */
export function createNotify({
  Notification,
  showWindow,
}: NotifyOptions): (title: string, body: string) => boolean {
  // Notifications on screen: without a reference they are garbage collected, and a click on one is lost.
  const shown = new Set<unknown>()
  return (title, body) => {
    if (!Notification.isSupported()) return false
    const notification = new Notification({ title, body })
    shown.add(notification)
    notification.on('click', () => {
      shown.delete(notification)
      showWindow()
    })
    notification.on('close', () => shown.delete(notification))
    notification.show()
    return true
  }
}
