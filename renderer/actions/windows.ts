import type { RecentId } from '../../shared/ipc/views.ts'

/**
 * Opens another window, or another browser tab, with a story or the welcome page. A desktop window that already shows the story
 * comes to the front instead.
 */
export function openWindow(recentId?: RecentId): void {
  const address = new URL(window.location.href)
  address.hash = recentId ?? ''
  window.open(address.href, '_blank', 'noopener')
}
