/** Sends the playback position to listeners: on every frame while it runs, and after each call of `tell`. */
export interface PositionFeed {
  listen(listener: (positionMs: number) => void): () => void
  tell(): void
  run(isRunning: boolean): void
}

/** Creates a feed of the position that `positionMs` gives. */
export function createPositionFeed(positionMs: () => number): PositionFeed {
  const listeners = new Set<(positionMs: number) => void>()
  let frame: number | null = null

  function tell(): void {
    const now = positionMs()
    for (const listener of listeners) listener(now)
  }
  function tick(): void {
    frame = requestAnimationFrame(tick)
    tell()
  }

  return {
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tell,
    run(isRunning) {
      if (isRunning && frame === null) frame = requestAnimationFrame(tick)
      if (!isRunning && frame !== null) {
        cancelAnimationFrame(frame)
        frame = null
      }
    },
  }
}
