/** Runs work that shares a resource, such as a service, a few at a time; the rest waits in order. */

/** Runs `work` when it is the turn of its key, and returns its result. */
export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** Lets up to `atOnce` of each key run at the same time. */
export function createInTurn(atOnce: (key: string) => number): InTurn {
  const lines = new Map<string, { running: number; readonly waiting: (() => void)[] }>()
  return async (key, work) => {
    const line = lines.get(key) ?? { running: 0, waiting: [] }
    lines.set(key, line)
    if (line.running >= atOnce(key)) await new Promise<void>((resolve) => void line.waiting.push(resolve))
    else line.running += 1
    try {
      return await work()
    } finally {
      // Passes the turn on to the next in line.
      const next = line.waiting.shift()
      if (next === undefined) line.running -= 1
      else next()
    }
  }
}
