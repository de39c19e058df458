import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { isEnabled, runCommand } from '../../../renderer/actions/commands.ts'
import { Dialogs } from '../../../renderer/app/Dialogs.tsx'
import { hearJobs } from '../../../renderer/actions/jobs.ts'
import { News } from '../../../renderer/features/status/News.tsx'
import type { QueueView } from '../../../shared/jobs/jobView.ts'
import { jobAt } from '../support/jobs.ts'
import { OPENING_ID } from '../../../shared/story/heardBlocks.ts'
import { id, sketchRecords } from '../support/smallStory.ts'
import { renderIn, testWorld } from '../support/testWorld.tsx'

const WORDS = ['Once', 'upon', 'a', 'time', 'there', 'was']
const QUEUE: QueueView = {
  ...{ made: 1, of: 6, isPaused: false, perMinute: 2.4 },
  waiting: [id('b4'), id('b5'), id('b6')],
  underWay: [id('b2')],
  failed: [{ blockId: id('b3'), error: { code: 'service-refused', params: { message: 'No such voice' } } }],
}

/** A story whose blocks are rendered one by one, with its queue shown. */
async function openQueue(heading?: string) {
  const records = sketchRecords(
    WORDS.map((text, index) => ({ text, ...(index === 0 && heading !== undefined && { heading }) })),
  )
  const made = testWorld({
    records: records.map((record) => (record.type === 'story' ? { ...record, speaksTitles: true } : record)),
    answers: { 'jobs:pause': () => ({}), 'jobs:changeQueue': () => ({}), 'jobs:stop': () => ({}) },
  })
  let revision = 0
  const tell = (change: Partial<QueueView>, remainingMs: number | null = 30_000) => {
    const activity = { status: 1, percentage: 20, remainingMs, isFollowed: true, sentBytes: null }
    const blocks = { ...QUEUE, ...change }
    const job = jobAt((revision += 1), { state: 'preparing', activity: { ...activity, blocks } })
    act(() => hearJobs(made.world, { jobs: [job], gone: [] }))
  }
  tell({})
  const { user } = renderIn(
    made.world,
    <>
      <News />
      <Dialogs />
    </>,
  )
  act(() => runCommand(made.world, 'renderQueue'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Render queue' }))
  return { ...made, user, tell, dialog }
}

describe('the queue of a render', () => {
  test('shows the progress, the speed and the remaining blocks', async () => {
    const { dialog } = await openQueue()
    dialog.getByText('1 of 6 rendered · 2 blocks a minute · about 30 s left')
    expect(
      within(dialog.getByRole('region', { name: 'Waiting' }))
        .getAllByRole('listitem')
        .map((row) => row.textContent),
    ).toEqual(['4Narratortime', '5Narratorthere', '6Narratorwas'])
    within(dialog.getByRole('region', { name: 'Failed' })).getByText(/No such voice/)
  })

  test('is paused and resumed by a button, by the message and by commands', async () => {
    const { user, world, tell, dialog, callsOf } = await openQueue()
    const pause = dialog.getByRole('button', { name: 'Pause' })
    await waitFor(() => expect(document.activeElement).toBe(pause))
    expect([isEnabled(world, 'pauseRender'), isEnabled(world, 'resumeRender')]).toEqual([true, false])
    await user.keyboard('{Enter}')
    expect(callsOf('jobs:pause')).toEqual([{ id: 'one', isPaused: true }])
    tell({ isPaused: true }, null)
    dialog.getByText('1 of 6 rendered · Paused · 2 blocks a minute')
    expect([isEnabled(world, 'pauseRender'), isEnabled(world, 'resumeRender')]).toEqual([false, true])
    await user.click(dialog.getByRole('button', { name: 'Resume' }))
    act(() => runCommand(world, 'resumeRender'))
    await waitFor(() => expect(callsOf('jobs:pause')).toHaveLength(3))
    expect(callsOf('jobs:pause').at(-1)).toEqual({ id: 'one', isPaused: false })
  })

  test('is reordered by keyboard, and the focus stays with the block', async () => {
    const { user, tell, dialog, callsOf } = await openQueue()
    const sooner = () => dialog.getByRole('button', { name: 'Render block 6 sooner' })
    act(() => sooner().focus())
    await user.keyboard('{Enter}')
    expect(callsOf('jobs:changeQueue')).toEqual([{ id: 'one', blockId: 'b6', act: 'up' }])
    tell({ waiting: [id('b4'), id('b6'), id('b5')] })
    expect(document.activeElement).toBe(sooner())
    await user.click(dialog.getByRole('button', { name: 'Remove block 4 from the queue' }))
    tell({ of: 5, waiting: [id('b6'), id('b5')] })
    expect(callsOf('jobs:changeQueue').at(-1)).toEqual({ id: 'one', blockId: 'b4', act: 'remove' })
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Remove block 6 from the queue' }))
    // The first cannot move further up.
    await user.click(sooner())
    expect(callsOf('jobs:changeQueue')).toHaveLength(2)
  })

  test('lists a chapter title by its name, and the credits', async () => {
    const { user, tell, dialog, callsOf } = await openQueue('The Ferry')
    tell({ waiting: [id('c1'), OPENING_ID, id('b4')] })
    await user.click(dialog.getByRole('button', { name: 'Render “The Ferry” later' }))
    expect(callsOf('jobs:changeQueue').at(-1)).toEqual({ id: 'one', blockId: 'c1', act: 'down' })
    await user.click(dialog.getByRole('button', { name: 'Remove “Opening credits” from the queue' }))
    expect(callsOf('jobs:changeQueue').at(-1)).toEqual({ id: 'one', blockId: OPENING_ID, act: 'remove' })
  })

  test('retries a failed block within the same render', async () => {
    const { user, dialog, callsOf } = await openQueue()
    await user.click(dialog.getByRole('button', { name: 'Try again: block 3' }))
    expect(callsOf('jobs:changeQueue')).toEqual([{ id: 'one', blockId: 'b3', act: 'retry' }])
  })
})
