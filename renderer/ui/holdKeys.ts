/**
 * Holds keys back until dnd-kit hears them: a drag by keys listens in a task of its own, and what is pressed before would be
 * lost. They come again, in order, right after. To be called when such a drag begins.
 */
export function holdKeysUntilHeard(): void {
  const held: KeyboardEvent[] = []
  const hold = (event: KeyboardEvent) => {
    event.preventDefault()
    event.stopImmediatePropagation()
    held.push(event)
  }
  window.addEventListener('keydown', hold, { capture: true })
  const release = () => {
    window.removeEventListener('keydown', hold, { capture: true })
    for (const event of held) event.target?.dispatchEvent(new KeyboardEvent(event.type, event))
  }
  // dnd-kit sets its timer right after it has told of the start, so the second of ours is later than that.
  setTimeout(() => setTimeout(release))
}
