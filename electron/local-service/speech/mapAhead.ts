/**
 * Maps a sequence in order, with up to `window` items under way at once, so that memory stays bounded however long the
 * sequence is. The first failure ends it; items under way are left to finish unheard.
 */
export async function* mapAhead<Item, Result>(
  items: AsyncIterable<Item>,
  window: number,
  map: (item: Item) => Promise<Result>,
): AsyncGenerator<readonly [Item, Result]> {
  const underWay: { item: Item; result: Promise<Result> }[] = []
  const iterator = items[Symbol.asyncIterator]()
  let isExhausted = false
  try {
    while (!isExhausted || underWay.length > 0) {
      while (!isExhausted && underWay.length < window) {
        const next = await iterator.next()
        if (next.done === true) {
          isExhausted = true
          break
        }
        const result = map(next.value)
        // Handled when its turn comes; until then a failure must not count as unhandled.
        result.catch(() => {})
        underWay.push({ item: next.value, result })
      }
      const first = underWay.shift()
      if (first !== undefined) yield [first.item, await first.result]
    }
  } finally {
    await iterator.return?.()
  }
}
