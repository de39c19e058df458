/**
 * Holds keys back until dnd-kit listens: a keyboard drag starts listening in a separate task, and keys pressed before would be
 * lost. They are sent again, in order, right after. Must be called when such a drag begins.
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
  // dnd-kit sets its timer right after it reports the start, so the second of ours fires later.
  setTimeout(() => setTimeout(release))
}
