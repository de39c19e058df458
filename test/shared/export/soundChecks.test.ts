import { describe, expect, test } from 'vitest'
import { EXPORT_FORMAT_NAMES, exportFormat } from '../../../shared/export/exportFormats.ts'
import { ACX_CHECKS, acxResultOf, acxVerdicts, type AcxFile } from '../../../shared/export/soundChecks.ts'
import { GOOD_FILE, GOOD_SOUND } from './goodSound.ts'

const failed = (file: AcxFile) =>
  acxVerdicts(file)
    .filter(({ isPassed }) => !isPassed)
    .map(({ check }) => check)
const withSound = (worse: Partial<typeof GOOD_SOUND>) => ({
  ...GOOD_FILE,
  sound: { ...GOOD_SOUND, ...worse },
})

describe('the ACX checks', () => {
  test('pass for a file within all limits, including files exactly at a limit, and for silence as noise', () => {
    expect(acxResultOf(GOOD_FILE)).toBe('pass')
    expect(
      acxResultOf(
        withSound({
          rmsDb: -23,
          peakDb: -3,
          noiseDb: null,
          headMs: 500,
          tailMs: 5000,
          durationMs: 7_200_000,
        }),
      ),
    ).toBe('pass')
    const checked = (file: AcxFile) => acxVerdicts(file).map(({ check }) => check)
    expect(checked(GOOD_FILE)).toEqual(ACX_CHECKS.filter((check) => check !== 'sample'))
    // A sample is no chapter, and has a length of its own.
    const sample = { ...GOOD_FILE, isSample: true, sections: 0 }
    expect(checked(sample)).toEqual(ACX_CHECKS.filter((check) => check !== 'section' && check !== 'length'))
  })

  test.each([
    ['rms', { rmsDb: -23.1 }],
    ['rms', { rmsDb: -17.9 }],
    ['rms', { rmsDb: null }],
    ['peak', { peakDb: -2.1 }],
    ['noise', { noiseDb: -58 }],
    ['head', { headMs: 300 }],
    ['head', { headMs: 1100 }],
    ['tail', { tailMs: 900 }],
    ['tail', { tailMs: 5100 }],
    ['length', { durationMs: 121 * 60_000 }],
    ['rate', { sampleRate: 22_050 }],
    ['rate', { sampleRate: 48_000 }],
  ] as const)('fail for %s alone with %o', (check, worse) => {
    expect(failed(withSound(worse))).toEqual([check])
    expect(acxResultOf(withSound(worse))).toBe('fail')
  })

  test.each(EXPORT_FORMAT_NAMES.filter((format) => format !== 'mp3'))('fail for the format %s', (format) => {
    expect(failed({ ...GOOD_FILE, encoding: { format, kbps: null } })).toEqual(['format'])
  })

  test.each(exportFormat('mp3').qualities)('require a high enough bit rate of MP3: %s', (quality) => {
    const kbps = quality.startsWith('v') ? null : Number(quality)
    expect(failed({ ...GOOD_FILE, encoding: { format: 'mp3', kbps } })).toEqual(
      ['192', '256', '320'].includes(quality) ? [] : ['bitRate'],
    )
  })

  test.each([0, 2, 30])('fail for a file with %i chapters', (sections) => {
    expect(failed({ ...GOOD_FILE, sections })).toEqual(['section'])
  })

  test('are undecided for sound that was not measured, unless the file fails anyway', () => {
    expect(acxResultOf({ ...GOOD_FILE, sound: null })).toBe('unknown')
    expect(acxResultOf({ ...GOOD_FILE, sound: null, sections: 2 })).toBe('fail')
  })

  test('report the time of the fault', () => {
    const peak = acxVerdicts(withSound({ peakDb: -1 })).find(({ check }) => check === 'peak')
    expect(peak).toEqual({ check: 'peak', value: -1, isPassed: false, atMs: 1234 })
  })
})
