import { expect, test } from 'vitest'
import { createWorkUnderWay, type Work } from '../../../electron/app/workUnderWay.ts'
import { createWorkSigns } from '../../../electron/hosts/desktop/system.ts'
import type { EventPayload } from '../../../shared/ipc/contract.ts'

function heard() {
  const changes: Work[] = []
  const hear = createWorkUnderWay((work) => changes.push(work))
  return {
    changes,
    last: () => changes.at(-1),
    exportIs: (fraction: number, outcome: EventPayload<'export:progress'>['outcome'], exportId = 'one') =>
      hear('export:progress', { exportId, fraction, remainingMs: null, outcome }),
    // Only the fields of a job and of a pack that are read.
    jobIs: (activity: object | null, gone: string[] = []) =>
      hear('jobs:changed', {
        jobs: [{ id: 'job', activity }],
        gone,
      } as unknown as EventPayload<'jobs:changed'>),
    voiceIs: (state: object) =>
      hear('voicePacks:changed', {
        packs: [{ id: 'v', state }],
      } as unknown as EventPayload<'voicePacks:changed'>),
  }
}
const BUSY = { isFollowed: true, percentage: 40, blocks: null }
const queue = (values: object) => ({
  ...BUSY,
  blocks: { made: 1, of: 4, isPaused: false, underWay: [], ...values },
})

test.each([
  [
    'done',
    { kind: 'done', fileName: '', fileCount: 1, location: '', download: null, beside: [], durationMs: 0 },
  ],
  ['cancelled', { kind: 'cancelled' }],
  ['failed', { kind: 'failed', error: { code: 'unexpected', params: {} } }],
  ['checked', { kind: 'checked', files: [] }],
] satisfies [string, EventPayload<'export:progress'>['outcome']][])(
  'an export counts as work until it is %s',
  (_how, outcome) => {
    const { exportIs, changes } = heard()
    exportIs(0.25, { kind: 'running' })
    exportIs(0.25, { kind: 'running' })
    exportIs(1, outcome)
    expect(changes).toEqual([
      { isUnderWay: true, fraction: 0.25 },
      { isUnderWay: false, fraction: null },
    ])
  },
)

test.each([
  ['of a story', BUSY, { isUnderWay: true, fraction: 0.4 }],
  ['of single blocks', queue({}), { isUnderWay: true, fraction: 0.25 }],
  [
    'that is paused with a block under way',
    queue({ isPaused: true, underWay: ['b'] }),
    { isUnderWay: true, fraction: 0.25 },
  ],
  ['that is paused', queue({ isPaused: true }), undefined],
  ['that the writer has stopped', { ...BUSY, isFollowed: false }, undefined],
  ['that is over', null, undefined],
])('the reported work is right for a render %s', (_which, activity, work) => {
  const { jobIs, last } = heard()
  jobIs(activity)
  expect(last()).toEqual(work)
})

test('removing a job without a request ends its work', () => {
  const { jobIs, last } = heard()
  jobIs(BUSY)
  jobIs(null, ['job'])
  expect(last()).toEqual({ isUnderWay: false, fraction: null })
})

test.each([
  [{ kind: 'getting', bytes: 10, totalBytes: 40, remainingMs: null }, 0.25],
  [{ kind: 'getting', bytes: 10, totalBytes: null, remainingMs: null }, null],
  [{ kind: 'connecting', host: 'x' }, null],
  [{ kind: 'unpacking' }, null],
])('a voice being installed (%o) counts as work', (state, fraction) => {
  const { voiceIs, last } = heard()
  voiceIs(state)
  expect(last()).toEqual({ isUnderWay: true, fraction })
  voiceIs({ kind: 'here', bytes: 1, makesPerSecond: null })
  expect(last()).toEqual({ isUnderWay: false, fraction: null })
})

test('several tasks are reported together', () => {
  const { exportIs, jobIs, voiceIs, last } = heard()
  exportIs(0.2, { kind: 'running' })
  jobIs(BUSY)
  voiceIs({ kind: 'unpacking' })
  expect(last()?.isUnderWay).toBe(true)
  expect(last()?.fraction).toBeCloseTo(0.3)
})

test('the taskbar shows the progress, and the computer does not sleep until the work is done', () => {
  const [bars, blocked]: [number[], (string | number)[]] = [[], []]
  const window = { setProgressBar: (fraction: number) => void bars.push(fraction), isDestroyed: () => false }
  const gone = { setProgressBar: () => expect.fail('a window that is gone'), isDestroyed: () => true }
  const show = createWorkSigns({
    windows: () => [window, gone],
    powerSaveBlocker: {
      start(type) {
        blocked.push(type)
        return 7
      },
      stop: (id) => blocked.push(id) > 0,
    },
  })
  show({ isUnderWay: true, fraction: null })
  show({ isUnderWay: true, fraction: 0.5 })
  expect(blocked).toEqual(['prevent-app-suspension'])
  show({ isUnderWay: false, fraction: null })
  show({ isUnderWay: false, fraction: null })
  expect(blocked).toEqual(['prevent-app-suspension', 7])
  expect(bars).toEqual([2, 0.5, -1, -1])
})
