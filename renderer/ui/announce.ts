/** Speaks a sentence through the page's live region; the same sentence twice is spoken twice. */
export function announceToScreenReader(text: string): void {
  const region = document.getElementById('announcements')
  if (region === null) return
  region.textContent = region.textContent === text ? `${text}\u00a0` : text
}
