import { expect, test } from 'vitest'
import { killRender } from './killedRender.ts'

/** `npm run soak -- --kills N` sets it: the kills of all phases of work, of which this one gets 18 in 300. */
const soaked = Number(process.env['FABULA_SOAK_KILLS'] ?? 0)
const kills = soaked > 0 ? Math.ceil((soaked * 18) / 300) : 3
const blocks = soaked > 0 ? 4 * kills : 40

test(
  'a render that is killed at random moments loses nothing that was paid for, buys nothing twice, and can be resumed',
  async () => {
    const end = await killRender(blocks, kills)
    if (soaked > 0) console.info(JSON.stringify({ blocks, ...end }))
    expect(end).toMatchObject({ boughtTwice: [], missing: 0, leftovers: [] })
    expect(end.kills).toBeGreaterThan(0)
  },
  120_000 + kills * 20_000,
)
