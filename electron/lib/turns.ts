/** Runs work that shares a resource, such as a service, a few at a time; the rest waits in order. */

/** Runs `work` when it is the turn of its key, or once `awaited` resolves, however much is running; and returns its result. */
export type InTurn = <T>(key: string, work: () => Promise<T>, awaited?: Promise<unknown>) => Promise<T>

/** Lets up to `atOnce` of each key run at the same time. */
export function createInTurn(atOnce: (key: string) => number): InTurn {
  const lines = new Map<string, { running: number; readonly waiting: (() => void)[] }>()
  return async (key, work, awaited) => {
    const line = lines.get(key) ?? { running: 0, waiting: [] }
    lines.set(key, line)
    const { waiting } = line
    if (line.running < atOnce(key)) line.running += 1
    else
      await new Promise<void>((begin) => {
        waiting.push(begin)
        void awaited?.then(() => {
          const at = waiting.indexOf(begin)
          if (at < 0) return
          waiting.splice(at, 1)
          line.running += 1
          begin()
        })
      })
    try {
      return await work()
    } finally {
      // Passes the turn on to the next in line.
      const next = line.running > atOnce(key) ? undefined : waiting.shift()
      if (next === undefined) line.running -= 1
      else next()
    }
  }
}
