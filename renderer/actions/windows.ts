import type { RecentId } from '../../shared/ipc/views.ts'

/**
 * Opens another window, or another tab of a browser, which shows a story or the start page. A desktop window that shows the story already
 * comes to the front instead.
 */
export function openWindow(recentId?: RecentId): void {
  const address = new URL(window.location.href)
  address.hash = recentId ?? ''
  window.open(address.href, '_blank', 'noopener')
}
