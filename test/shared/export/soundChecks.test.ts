import { describe, expect, test } from 'vitest'
import { acxVerdicts, passesAcx } from '../../../shared/export/soundChecks.ts'
import { GOOD_SOUND } from './goodSound.ts'

describe('what ACX asks', () => {
  test('is met by a file within all limits, the limits included, and by silence as noise', () => {
    expect(passesAcx(GOOD_SOUND)).toBe(true)
    expect(
      passesAcx({ ...GOOD_SOUND, rmsDb: -23, peakDb: -3, noiseDb: null, headMs: 500, tailMs: 5000 }),
    ).toBe(true)
  })

  test.each([
    ['rms', { rmsDb: -23.1 }],
    ['rms', { rmsDb: -17.9 }],
    ['rms', { rmsDb: null }],
    ['peak', { peakDb: -2.1 }],
    ['noise', { noiseDb: -58 }],
    ['head', { headMs: 300 }],
    ['tail', { tailMs: 900 }],
    ['length', { durationMs: 121 * 60_000 }],
    ['rate', { sampleRate: 22_050 }],
  ] as const)('fails on %s alone with %o', (check, worse) => {
    const failed = acxVerdicts({ ...GOOD_SOUND, ...worse }).filter(({ isPassed }) => !isPassed)
    expect(failed.map((verdict) => verdict.check)).toEqual([check])
  })

  test('says where', () => {
    const peak = acxVerdicts({ ...GOOD_SOUND, peakDb: -1 }).find(({ check }) => check === 'peak')
    expect(peak).toEqual({ check: 'peak', value: -1, isPassed: false, atMs: 1234 })
  })
})
