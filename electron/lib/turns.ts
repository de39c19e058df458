/** Work that shares something and is done a few at a time; the rest waits in the order in which it came. */
export interface Turns {
  /** Runs `work` when it is its turn, and gives what it gives. */
  take<T>(work: () => Promise<T>): Promise<T>
}

/** Lets up to `atOnce` run at the same time. */
export function createTurns(atOnce: number): Turns {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    async take(work) {
      if (running >= atOnce) await new Promise<void>((resolve) => void waiting.push(resolve))
      else running += 1
      try {
        return await work()
      } finally {
        // A turn is handed on to the next in line.
        const next = waiting.shift()
        if (next === undefined) running -= 1
        else next()
      }
    },
  }
}
