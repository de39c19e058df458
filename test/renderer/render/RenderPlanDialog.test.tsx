import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { renderStory } from '../../../renderer/actions/rendering.ts'
import { Dialogs } from '../../../renderer/app/Dialogs.tsx'
import type { Ledger } from '../../../shared/ipc/jobsContract.ts'
import { PROJECT, id, sketchRecords, sketchStory } from '../support/smallStory.ts'
import { renderIn, testWorld } from '../support/testWorld.tsx'

const RECORDS = sketchRecords([{ text: 'Once upon a time' }, { text: 'there was a light' }]).map((record) =>
  record.type === 'story' ? { ...record, connectionId: 'hosted' } : record,
)
const NO_SUMS = { conversions: 0, estimated: 0, charged: 0, counted: 0 }

/** A story at a service that charges, with the plan of its render. */
async function openPlan(
  only: Parameters<typeof renderStory>[1] = null,
  creditsPerStory: number | null = null,
  sums = NO_SUMS,
) {
  const stories = [{ key: sketchStory([]).info.id, name: null, ...sums }]
  const ledger: Ledger = { stories, connections: [], days: [], storiesByDay: [], total: sums }
  const made = testWorld({
    records: RECORDS,
    answers: {
      'jobs:start': () => ({ job: null, isNew: false }),
      'ledger:get': () => ledger,
      'jobs:paces': () => ({ all: 600, byVoice: {} }),
    },
  })
  const { settings } = made.world.state.getState()
  made.world.state.setState({ settings: { ...settings, creditsPerStory } })
  const { user } = renderIn(made.world, <Dialogs />)
  const started = renderStory(made.world, only)
  const plan = await screen.findByRole('dialog', { name: /^Render “/ })
  return { ...made, user, started, plan: within(plan) }
}

describe('the plan of a render', () => {
  test('is shown before anything is sent, and one key starts it block by block', async () => {
    const { user, started, plan, callsOf } = await openPlan()
    plan.getByText('2 of 2 blocks need rendering. Everything else is kept as it is.')
    // 33 characters at 0.6 s each, two at a time.
    await plan.findByText('about 10 s · 3 at a time')
    expect(callsOf('jobs:start')).toEqual([])
    await waitFor(() => expect(document.activeElement).toBe(plan.getByRole('button', { name: /^Start/ })))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(callsOf('jobs:start')).toHaveLength(1))
    expect(await started).toBe(true)
    expect(callsOf('jobs:start')).toEqual([{ kind: 'story', projectId: PROJECT.projectId, way: 'blocks' }])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('offers one request for the whole story, and the story remembers the choice', async () => {
    const { user, plan, callsOf, story } = await openPlan()
    await user.click(plan.getByRole('radio', { name: /^Whole story at once/ }))
    await user.click(plan.getByRole('button', { name: /^Start/ }))
    await waitFor(() => expect(callsOf('jobs:start')).toMatchObject([{ way: 'story' }]))
    expect(story().info.renderWay).toBe('story')
  })

  test('asks for a second click if it exceeds a cap', async () => {
    const { user, plan, callsOf } = await openPlan(null, 20)
    await plan.findByText('0 now, 33 after, of 20')
    await user.click(plan.getByRole('button', { name: /^Start anyway/ }))
    expect(callsOf('jobs:start')).toEqual([])
    await user.click(plan.getByRole('button', { name: /^Press again/ }))
    await waitFor(() => expect(callsOf('jobs:start')).toMatchObject([{ pastCaps: 33 }]))
  })

  test('compares the cap with the credits that count, even if the service reports fewer', async () => {
    const { plan } = await openPlan(null, 40, { conversions: 1, estimated: 11, charged: 2, counted: 11 })
    await plan.findByText('11 now, 44 after, of 40')
    plan.getByRole('button', { name: /^Start anyway/ })
  })

  test('of some blocks offers no other way, and leads to its blocks', async () => {
    const { user, started, plan, world } = await openPlan(new Set([id('b2')]))
    plan.getByText('1 of 1 blocks needs rendering. Everything else is kept as it is.')
    expect(plan.queryByRole('radio')).toBeNull()
    await user.click(plan.getByRole('button', { name: /there was a light/ }))
    expect(await started).toBe(false)
    expect(world.editor.getState().reveal?.blockId).toBe('b2')
  })
})

test('a render with a voice that costs nothing starts without a plan', async () => {
  const story = sketchStory([{ text: 'Once' }])
  const { world, callsOf } = testWorld({
    records: [...story.records.values()],
    answers: { 'jobs:start': () => ({ job: null, isNew: false }) },
  })
  await renderStory(world)
  expect(world.editor.getState().renderPlan).toBeNull()
  expect(callsOf('jobs:start')).toHaveLength(1)
})
