import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { parseInSlices } from '../../../renderer/bridge/createBridge.ts'

const schema = z.strictObject({
  name: z.string(),
  items: z.array(z.strictObject({ id: z.int() })),
  few: z.array(z.int()).max(500),
})
const items = Array.from({ length: 1000 }, (_, id) => ({ id }))

describe('an answer with a long list', () => {
  it('equals the result of its schema, and lets other tasks run in between', async () => {
    const answer = { name: 'Novel', items, few: [1] }
    let hasHadTurn = false
    setTimeout(() => (hasHadTurn = true))
    const parsing = parseInSlices(schema, answer)
    expect(await parsing).toEqual(answer)
    await new Promise((resolve) => setTimeout(resolve))
    expect(hasHadTurn).toBe(true)
  })

  it.each([
    ['a wrong element at its end', { name: 'Novel', items: [...items, { id: 'x' }], few: [] }],
    ['another field too much', { name: 'Novel', items, few: [], more: 1 }],
    ['a list that is longer than it may be', { name: 'Novel', items, few: Array(501).fill(1) }],
  ])('is refused for %s', async (_, answer) => {
    await expect(parseInSlices(schema, answer)).rejects.toThrow(z.ZodError)
  })
})
