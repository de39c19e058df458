import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  COLUMN_IDS,
  fittingColumns,
  withDays,
} from '../../../renderer/features/conversions/ConversionTable.tsx'
import { ConversionsPage } from '../../../renderer/features/conversions/ConversionsPage.tsx'
import type { Ledger } from '../../../shared/ipc/jobsContract.ts'
import type { JobView } from '../../../shared/jobs/jobView.ts'
import { DEFAULT_APP_SETTINGS, fileRefSchema } from '../../../shared/ipc/views.ts'
import { VOICES } from '../fields/support.ts'
import { jobAt } from '../support/jobs.ts'
import { sketchRecords } from '../support/smallStory.ts'
import { giveBoxes } from '../support/boxes.ts'
import { renderInWorld } from '../support/testWorld.tsx'

// The table draws the rows that are in view, and a page without a layout has no size.
giveBoxes({ width: 1400, height: 800 })

const NOON = new Date(2026, 4, 2, 12).getTime()
const DAY_MS = 86_400_000
const job = (id: string, fields: Partial<JobView> = {}) =>
  jobAt(1, { id, endpoint: 'speech', activity: null, createdAtMs: NOON, input: `Words ${id}`, ...fields })
const LOST = job('lost', { state: 'unknown', uuid: null })
const MADE = job('made', {
  state: 'completed',
  createdAtMs: NOON - DAY_MS,
  usedCredits: 118,
  durationMs: 5000,
  voiceId: 'OA001',
})
const SUMS = { conversions: 1, estimated: 100, charged: 95, counted: 95 }

/** The page of a host that has these conversions; the story, today, costs 95 credits. */
function show(settings: Partial<typeof DEFAULT_APP_SETTINGS> = {}, now = new Date()) {
  const today = withDays([job('any', { createdAtMs: now.getTime() })])[0]?.day ?? ''
  const ledger: Ledger = {
    stories: [{ key: 'story', name: 'A story', ...SUMS }],
    connections: [],
    days: [{ key: today, name: null, ...SUMS }],
    storiesByDay: [{ day: today, title: 'A story', charged: 95 }],
    total: SUMS,
  }
  return {
    today,
    ...renderInWorld(<ConversionsPage />, {
      records: sketchRecords([{}]),
      app: { ...VOICES, settings: { ...DEFAULT_APP_SETTINGS, ...settings } },
      answers: {
        'jobs:list': ({ filter }) => ({ jobs: filter.day === undefined ? [LOST, MADE] : [], hasMore: false }),
        'jobs:count': () => ({ waiting: 0, unknown: 1, completed: 1410, failed: 0 }),
        'jobs:writeTable': () => ({ fileName: 'Conversions.csv' }),
        'ledger:get': () => ledger,
      },
    }),
  }
}

const details = () => screen.queryByRole('complementary', { name: 'Details of the conversion' })

describe('the table of conversions', () => {
  it('has a heading above the conversions of each day', () => {
    const rows = withDays([LOST, job('second'), MADE])
    expect(rows.map(({ id, conversion }) => conversion?.id ?? id)).toEqual([
      'day 2026-05-02',
      'lost',
      'second',
      'day 2026-05-01',
      'made',
    ])
    expect(withDays([LOST])[1]).toBe(rows[1])
  })

  it('shows the chosen conversion in full; one with an unknown outcome is not sent again automatically', async () => {
    const { user, callsOf, calls } = show()
    await user.click(await screen.findByRole('row', { name: /Words lost/ }))
    const shown = within(details() ?? document.body)
    expect(shown.getByText(/may have been charged/)).toBeTruthy()
    expect(calls.map(({ channel }) => channel)).not.toContain('jobs:resume')
    await user.click(shown.getByRole('button', { name: 'Ignore' }))
    expect(callsOf('jobs:dismiss')).toEqual([{ id: 'lost' }])
    await user.click(screen.getByRole('row', { name: /Words made/ }))
    expect(within(details() ?? document.body).getByText('118')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Close the details' }))
    expect(details()).toBeNull()
  })

  it('can restore a removed conversion from the message about it', async () => {
    const { user, callsOf, world } = show()
    await user.click(await screen.findByRole('row', { name: /Words made/ }))
    await user.click(screen.getByRole('button', { name: 'Remove from list' }))
    await waitFor(() => expect(world.view.getState().notices).toHaveLength(1))
    expect(callsOf('jobs:removeFromList')).toEqual([{ id: 'made' }])
    await act(async () => world.view.getState().notices[0]?.action?.run())
    expect(callsOf('jobs:restoreToList')).toEqual([{ id: 'made' }])
  })

  it('shows the number of conversions for each filter', async () => {
    const { callsOf } = show()
    const choices = await screen.findByRole('radiogroup', { name: 'Show' })
    await waitFor(() => expect(choices.textContent).toContain('Completed 1,410'))
    expect(choices.textContent).toMatch(/All 1,411.*In progress 0.*No answer yet 1/)
    expect(within(choices).getByRole('radio', { name: 'Completed' })).toBeTruthy()
    expect(callsOf('jobs:count')).toEqual([{ filter: {} }])
  })

  it('hides a column, and saves that for the machine', async () => {
    const { user, callsOf } = show()
    await user.click(await screen.findByRole('button', { name: 'Columns' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Service' }))
    expect(callsOf('settings:update')).toEqual([{ hiddenColumns: ['service'] }])
    await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Service' })).toBeNull())
    expect(screen.getByRole('columnheader', { name: 'Story' })).toBeTruthy()
  })
})

describe('the table as a file', () => {
  it('contains all conversions that pass the filter, in the visible columns', async () => {
    const { user, world, callsOf } = show({ hiddenColumns: ['kind', 'service', 'story'] })
    await user.click(await screen.findByRole('button', { name: 'Export the table…' }))
    const { savePlace } = world.view.getState()
    expect(savePlace).toMatchObject({ purpose: 'export-csv', suggestedName: 'Conversions' })
    const ref = fileRefSchema.parse('here')
    await act(async () => savePlace?.write(ref))
    const [written] = callsOf('jobs:writeTable')
    expect(written?.ref).toBe(ref)
    expect(written?.csv.split('\r\n')).toEqual([
      '\uFEFFState,Sent,Text,Voice,Length,Credits',
      expect.stringMatching(/^No answer yet,2026-05-02 .*,Words lost,,,~5$/),
      expect.stringMatching(/^Completed,2026-05-01 .*,Words made,Alloy,0:05\.0,118$/),
      '',
    ])
    expect(world.view.getState().notices.at(-1)).toMatchObject({ message: 'conversions.exportedTable' })
  })
})

describe('the credits', () => {
  it('of a day have a bar, which filters the conversions by that day', async () => {
    const { user, callsOf, today } = show()
    await user.click(await screen.findByRole('tab', { name: 'Credits' }))
    await user.click(await screen.findByRole('button', { name: /: 95 credits$/ }))
    await waitFor(() => expect(callsOf('jobs:list').at(-1)?.filter).toEqual({ day: today }))
    await user.click(await screen.findByRole('button', { name: /^Show all days, not only/ }))
    await waitFor(() => expect(callsOf('jobs:list').at(-1)?.filter).toEqual({}))
  })

  it('of long ago are only in the table', async () => {
    const { user } = show({}, new Date(Date.now() - 60 * DAY_MS))
    await user.click(await screen.findByRole('tab', { name: 'Credits' }))
    await screen.findByText('No credits were used in the last 16 days.')
    expect(screen.queryByRole('button', { name: /credits$/ })).toBeNull()
    expect(screen.getByRole('row', { name: /^A story/ })).toBeTruthy()
  })

  it('show a warning from 90 % of a cap', async () => {
    const { user } = show({ creditsPerDay: 100, creditsPerStory: 200 })
    await user.click(await screen.findByRole('tab', { name: 'Credits' }))
    const meter = async (name: string) => screen.findByRole('meter', { name })
    expect((await meter('Today')).dataset['warns']).toBe('true')
    expect((await meter('Today')).textContent).toContain('95 of 100 credits used')
    expect((await meter('A story')).dataset['warns']).toBeUndefined()
  })
})

describe('the columns of the table', () => {
  it.each([
    [1440, 'none'],
    [1000, 'none'],
    [920, 'kind'],
    [720, 'kind, service, story'],
    [660, 'kind, service, story'],
    [400, 'kind, service, story, voice'],
  ])('fit in %i px without %s', (widthPx, missing) => {
    const fitting = fittingColumns(COLUMN_IDS, widthPx)
    const lacks = COLUMN_IDS.filter((id) => !fitting.includes(id))
    expect(
      ['kind', 'service', 'story', 'voice'].filter((id) => (lacks as string[]).includes(id)).join(', ') ||
        'none',
    ).toBe(missing)
  })
})
