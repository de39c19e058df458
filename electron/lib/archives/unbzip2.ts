/** Unpacks bzip2 as it arrives. */
import unbzip2Stream from 'unbzip2-stream'

/** Gives the bytes that `source` holds. Throws what `count` throws, which is told of every piece before it is kept, and an error for damaged data. */
export async function* unbzip2(
  source: AsyncIterable<Uint8Array>,
  count: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  const stream = unbzip2Stream()
  const unpacked: Uint8Array[] = []
  let fault: Error | undefined
  stream.on('data', (piece: Uint8Array) => {
    // The stream unpacks all that it can before it comes back: what is thrown here ends it at once.
    count(piece.length)
    unpacked.push(piece)
  })
  stream.on('error', (error) => (fault ??= error))
  function* taken() {
    if (fault !== undefined) throw fault
    yield* unpacked.splice(0)
  }
  for await (const piece of source) {
    stream.write(piece)
    yield* taken()
  }
  stream.end()
  yield* taken()
}
