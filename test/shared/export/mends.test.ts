import { describe, expect, test } from 'vitest'
import { EXPORT_PRESETS, type ExportSettings } from '../../../shared/export/exportSettings.ts'
import { mendsOf, setMendsOf } from '../../../shared/export/mends.ts'
import {
  acxSetProblems,
  acxVerdicts,
  type AcxCheck,
  type AcxFile,
  type SoundMeasures,
} from '../../../shared/export/soundChecks.ts'
import { blockIdSchema } from '../../../shared/story/records.ts'
import { GOOD_FILE, GOOD_SOUND } from './goodSound.ts'

const block = blockIdSchema.parse('b1')
const { none, podcast, audiobook } = EXPORT_PRESETS

/** The fixes for a failed check, with their names, numbers and changes. */
function mends(
  check: AcxCheck,
  file: Partial<AcxFile> & { readonly isStem?: boolean; readonly of?: number },
  settings: ExportSettings = none,
) {
  const verdict = acxVerdicts({ ...GOOD_FILE, ...file }).find((each) => each.check === check)
  if (verdict === undefined) throw new Error('It was not checked')
  const failed = { isStem: file.isStem ?? false, blocks: Array.from({ length: file.of ?? 9 }, () => null) }
  return mendsOf(verdict, failed, block, settings).map(({ id, value, does }) => ({
    id,
    value: Math.round(value * 100) / 100,
    changed: does.kind === 'gain' ? does.byDb : changedBy(settings, does.change(settings)),
  }))
}

function changedBy(before: ExportSettings, after: ExportSettings): object {
  const was: Readonly<Record<string, unknown>> = before
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(was[name])),
  )
}
const sound = (changes: Partial<SoundMeasures>) => ({ sound: { ...GOOD_SOUND, ...changes } })

describe('the fixes for a failed ACX check', () => {
  test.each([
    ['section', { sections: 3 }, none, ['perChapter', 0, { split: 'chapter', names: '{n:02} {chapter}' }]],
    ['section', { sections: 0, isStem: true }, { ...none, stems: true }, ['noStems', 0, { stems: false }]],
    [
      'format',
      { encoding: { format: 'wav', kbps: null } },
      { ...none, format: 'wav', quality: '24' },
      ['mp3', 0, { format: 'mp3', quality: '192', sampleRate: 44_100 }],
    ],
    ['bitRate', { encoding: { format: 'mp3', kbps: 64 } }, none, ['bitRate', 0, { quality: '192' }]],
    ['bitRate', { encoding: { format: 'mp3', kbps: null } }, none, ['bitRate', 0, { quality: '192' }]],
    ['rate', sound({ sampleRate: 24_000 }), none, ['rate', 0, { sampleRate: 44_100 }]],
    [
      'rms',
      sound({ rmsDb: -16.5 }),
      podcast,
      ['lower', 3.5, { loudness: { kind: 'rms', target: -20 }, peakDb: -3 }],
    ],
    [
      'rms',
      sound({ rmsDb: -27 }),
      none,
      ['raise', 7, { loudness: { kind: 'rms', target: -20 }, peakDb: -3 }],
    ],
    ['head', sound({ headMs: 0 }), none, ['roomTone', 0, { roomTone: { headMs: 700, tailMs: 2000 } }]],
    ['head', sound({ headMs: 1200 }), audiobook, ['head', 0.25, { roomTone: { headMs: 250, tailMs: 2000 } }]],
    ['tail', sound({ tailMs: 600 }), audiobook, ['tail', 3.4, { roomTone: { headMs: 700, tailMs: 3400 } }]],
    ['sample', { isSample: true, ...sound({ durationMs: 400_000 }) }, audiobook, ['sample', 3, {}]],
  ] as const)('%s: %j', (check, file, settings, [id, value, changed]) => {
    expect(mends(check, file, settings)).toEqual([{ id, value, changed }])
  })

  test('lower a peak by a limit for all blocks, or by a quieter block', () => {
    expect(mends('peak', sound({ peakDb: -2.1 }))).toEqual([
      { id: 'limit', value: -3, changed: { peakDb: -3 } },
      { id: 'lowerBlock', value: 1, changed: -1 },
    ])
    // Exactly at the limit it would be above it again.
    expect(mends('peak', sound({ peakDb: -2.5 })).at(-1)).toMatchObject({ changed: -1 })
    expect(mends('peak', sound({ peakDb: -2.1 }), { ...none, peakDb: -1 })[0]).toMatchObject({
      changed: { peakDb: -3 },
    })
  })

  test('lower noise by a quieter block, unless it would be too quiet among the others', () => {
    expect(mends('noise', sound({ noiseDb: -58 }))).toEqual([{ id: 'lowerBlock', value: 2.5, changed: -2.5 }])
    expect(mends('noise', sound({ noiseDb: -40 }))).toEqual([])
    expect(mends('noise', { ...sound({ noiseDb: -58 }), of: 1 }, audiobook)).toEqual([])
  })

  test('are none if only other words or a new recording would help, or if the fix is already in use', () => {
    expect(mends('length', sound({ durationMs: 8_000_000 }))).toEqual([])
    expect(mends('rms', sound({ rmsDb: null }))).toEqual([])
    expect(mends('rms', sound({ rmsDb: -24 }), audiobook)).toEqual([])
    expect(mends('section', { sections: 0 }, audiobook)).toEqual([])
    expect(mends('head', sound({ headMs: 3000 }), audiobook)).toEqual([])
    expect(mends('bitRate', GOOD_FILE)).toEqual([])
  })
})

describe('the files of a book', () => {
  const file = (name: string, changes: Partial<AcxFile & { readonly durationMs: number }> = {}) => ({
    ...{ name, sections: 1, isSample: false, durationMs: 60_000 },
    ...changes,
  })

  test('are reported if a retail sample is missing, which a setting adds', () => {
    expect(acxSetProblems([file('1'), file('2')])).toEqual(['noSample'])
    expect(acxSetProblems([file('1'), file('s', { sections: 0, isSample: true })])).toEqual([])
    expect(acxSetProblems([file('1', { durationMs: 20_000 })])).toEqual([])
    expect(acxSetProblems([file('1', { sections: 9 })])).toEqual([])
    const [mend] = setMendsOf('noSample')
    const without: ExportSettings = { ...audiobook, sample: null }
    expect(mend?.does.kind === 'settings' && mend.does.change(without)).toEqual(audiobook)
  })

  test('are reported if their names do not sort in playback order, which a setting fixes', () => {
    const names = ['02 Bell', '01 Alder'].map((name) => file(name, { durationMs: 10 }))
    expect(acxSetProblems(names)).toEqual(['order'])
    expect(acxSetProblems(names.toReversed())).toEqual([])
    const [mend] = setMendsOf('order')
    expect(mend?.does.kind === 'settings' && mend.does.change({ ...audiobook, names: '{chapter}' })).toEqual(
      audiobook,
    )
  })
})
