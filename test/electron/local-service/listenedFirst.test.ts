import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createInTurn } from '../../../electron/lib/turns.ts'
import { limitParallel } from '../../../electron/local-service/engines/exactLength.ts'
import { createLiveAudio } from '../../../electron/local-service/speech/liveAudio.ts'
import { createPieceQueue, type PieceOwner } from '../../../electron/local-service/speech/pieceQueue.ts'

const { signal } = new AbortController()
const owner = (characters: number, more: Partial<PieceOwner> = {}): PieceOwner => ({
  remainingCharacters: () => characters,
  signal,
  ...more,
})

/** Work that runs until it is finished; `begun` has the names of what has begun, in order. */
function heldWork() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => () =>
    new Promise<void>((resolve) => {
      begun.push(name)
      ends.set(name, resolve)
    })
  const finish = async (name: string) => {
    ends.get(name)?.()
    await setImmediate()
  }
  return { begun, work, finish }
}

it('live audio is heard as long as somebody listens', async () => {
  const live = createLiveAudio(16_000)
  expect(live.isHeard()).toBe(false)
  const gone = new AbortController()
  const samples = live.listen(gone.signal)
  live.add(0, new Int16Array(4))
  expect((await samples.next()).value).toHaveLength(4)
  await live.heard
  expect(live.isHeard()).toBe(true)
  gone.abort()
  expect((await samples.next()).done).toBe(true)
  expect(live.isHeard()).toBe(false)
})

it('pieces of a conversion that somebody listens to are taken first, then those of the shortest one', () => {
  const queue = createPieceQueue<{ owner: PieceOwner; name: string }>()
  let isHeard = true
  queue.add({ owner: owner(10), name: 'short' })
  queue.add({ owner: owner(900, { isHeard: () => isHeard }), name: 'heard' })
  queue.add({ owner: owner(900, { isHeard: () => isHeard }), name: 'heard once' })
  const removed = { owner: owner(1), name: 'removed' }
  queue.add(removed)
  expect([queue.remove(removed), queue.remove(removed)]).toEqual([true, false])
  expect(queue.take()?.name).toBe('heard')
  isHeard = false
  expect([queue.take()?.name, queue.take()?.name, queue.take()]).toEqual(['short', 'heard once', undefined])
})

it('a piece that a listener waits for begins at once, and the others go on one at a time', async () => {
  const { begun, work, finish } = heldWork()
  const inTurn = limitParallel(1)
  const { promise: awaited, resolve: listen } = Promise.withResolvers<null>()
  void inTurn(work('first'), owner(1))
  void inTurn(work('second'), owner(2))
  void inTurn(work('listened to'), owner(3, { awaited }))
  void inTurn(work('third'), owner(4))
  await setImmediate()
  expect(begun).toEqual(['first'])
  listen(null)
  await setImmediate()
  expect(begun).toEqual(['first', 'listened to'])
  await finish('first')
  expect(begun).toEqual(['first', 'listened to'])
  await finish('listened to')
  await finish('second')
  expect(begun).toEqual(['first', 'listened to', 'second', 'third'])
})

it('work that somebody waits for begins before its turn, which the next in line then waits for', async () => {
  const { begun, work, finish } = heldWork()
  const inTurn = createInTurn(() => 1)
  const { promise: awaited, resolve: listen } = Promise.withResolvers<null>()
  void inTurn('service', work('first'))
  void inTurn('service', work('second'))
  void inTurn('service', work('listened to'), awaited)
  listen(null)
  await setImmediate()
  expect(begun).toEqual(['first', 'listened to'])
  await finish('listened to')
  expect(begun).toEqual(['first', 'listened to'])
  await finish('first')
  expect(begun).toEqual(['first', 'listened to', 'second'])
})
