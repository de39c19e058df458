import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createUserCheck } from '../../../../electron/hosts/browser/server.ts'

const PORT = 4600
const [SELF, OTHER] = [1000, 1001]
const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, '0')
const row = (from: string, to: string, state: string, owner: number) =>
  `0: ${from} ${to} ${state} 0:0 00:0 0 ${owner} 0 1`
const LISTENING = row(`0100007F:${hex(PORT)}`, '00000000:0000', '0A', SELF)

/** Our end of a connection from a port of this machine. */
const from = (remotePort: number) =>
  Object.defineProperties(new Socket(), { remotePort: { value: remotePort }, localPort: { value: PORT } })

/** A system whose table of connections the test supplies at each reading. */
async function checkWith() {
  const rows = [LISTENING]
  const reads: PromiseWithResolvers<string>[] = []
  let isHeld = false
  const readTables = () => {
    if (!isHeld) return Promise.resolve(rows.join('\n'))
    const read = Promise.withResolvers<string>()
    reads.push(read)
    return read.promise
  }
  const isOtherUser = await createUserCheck(PORT, SELF, readTables)
  isHeld = true
  const connect = (port: number, owner: number) => {
    rows.push(row(`0100007F:${hex(port)}`, `0100007F:${hex(PORT)}`, '01', owner))
    return isOtherUser(from(port))
  }
  const answer = async (read: number, table = rows.join('\n')) => {
    await expect.poll(() => reads.length).toBeGreaterThan(read)
    reads[read]?.resolve(table)
  }
  return { connect, answer, reads, rows }
}

test('hundreds of simultaneous connections are distinguished by two readings of the table', async () => {
  const { connect, answer, reads } = await checkWith()
  const first = connect(1, SELF)
  await expect.poll(() => reads.length).toBe(1)
  const others = Array.from({ length: 600 }, (_, at) => connect(at + 2, at % 2 === 0 ? SELF : OTHER))
  await answer(0)
  await answer(1)
  expect(await first).toBe(false)
  expect(await Promise.all(others)).toEqual(others.map((_, at) => at % 2 !== 0))
  expect(reads).toHaveLength(2)
})

test('a reading that began before a connection is not used for it: its port may have belonged to another user', async () => {
  const { connect, answer, reads, rows } = await checkWith()
  const first = connect(1, SELF)
  await expect.poll(() => reads.length).toBe(1)
  const before = [...rows, row(`0100007F:${hex(2)}`, `0100007F:${hex(PORT)}`, '01', SELF)].join('\n')
  const second = connect(2, OTHER)
  await answer(0, before)
  await answer(1)
  expect(await first).toBe(false)
  expect(await second).toBe(true)
})

test('a connection that is in no reading belongs to another user', async () => {
  const { connect, answer } = await checkWith()
  const asked = connect(1, SELF)
  for (const read of [0, 1, 2]) await answer(read, LISTENING)
  expect(await asked).toBe(true)
})
