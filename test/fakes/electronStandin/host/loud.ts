/** Wraps a part of the stand-in so that using anything it does not provide throws a clear error, never returns an `undefined` that
 * passes for an answer. `absent` lists names that Electron itself does not have on this platform. */
export function loud<T extends object>(name: string, target: T, absent: readonly string[] = []): T {
  return new Proxy(target, {
    get(known, property, receiver): unknown {
      if (property in known || typeof property === 'symbol') return Reflect.get(known, property, receiver)
      // Promises look for `then`, serialisers for `toJSON`, bundlers for the other two.
      if ([...absent, 'then', 'toJSON', '__esModule', 'default'].includes(property)) return undefined
      throw notProvided(`${name}.${property}`)
    },
  })
}

/** The error for something that the stand-in does not provide. */
export function notProvided(what: string): Error {
  return new Error(`electron stand-in: ${what} is not provided`)
}
