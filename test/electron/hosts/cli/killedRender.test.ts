import { expect, test } from 'vitest'
import { killRender } from './killedRender.ts'

test('a render that is killed at any moment loses nothing that was paid, buys nothing twice, and goes on', async () => {
  const end = await killRender(40, 3)
  expect(end).toMatchObject({ boughtTwice: [], missing: 0 })
  expect(end.kills).toBeGreaterThan(0)
}, 120_000)
