import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { buyPaidWords } from '../../../renderer/actions/conversions.ts'
import { showProject } from '../../../renderer/actions/projects.ts'
import {
  dismissRender,
  blocksOfPart,
  renderNow,
  renderStory,
  resumeRender,
  startRender,
  stopRender,
} from '../../../renderer/actions/rendering.ts'
import { News } from '../../../renderer/features/status/News.tsx'
import { storyOf } from '../../../renderer/stores/app.ts'
import { WHOLE_STORY } from '../../../shared/export/exportPart.ts'
import type { JobView } from '../../../shared/jobs/jobView.ts'
import type { StoryRender } from '../../../shared/story/takes.ts'
import { documentAt, jobAt } from '../support/jobs.ts'
import { NOTHING_MADE, PROJECT, id, sketchRecords, sketchStory, takeOf } from '../support/smallStory.ts'
import { renderIn, testWorld } from '../support/testWorld.tsx'

const records = sketchRecords([{ text: 'Once' }])
const UNREACHABLE = { code: 'service-unreachable', params: { host: 'a' } } as const
const preparing = (revision: number) => jobAt(revision, { state: 'preparing', uuid: null, isListed: false })
const failedAt = (revision: number, fields: Partial<JobView> = {}) =>
  jobAt(revision, { state: 'failed', activity: null, error: UNREACHABLE, ...fields })

/** A world with the story open, and shortcuts to send it jobs. */
function openWorld(options: Parameters<typeof testWorld>[0] = {}) {
  const made = testWorld({ records, ...options })
  return {
    ...made,
    tell: (...jobs: JobView[]) => made.emit('jobs:changed', { jobs, gone: [] }),
    render: () => renderNow(made.world),
    notices: () => made.world.view.getState().notices.map(({ message }) => message),
  }
}

describe('the render of the open story', () => {
  test('does not return to an older state if an event overtakes an answer', async () => {
    const answer = Promise.withResolvers<{ job: JobView; isNew: boolean }>()
    const { world, tell, render } = openWorld({ answers: { 'jobs:start': () => answer.promise } })
    const started = renderStory(world)
    await Promise.resolve()
    tell(failedAt(2))
    answer.resolve({ job: preparing(1), isNew: true })
    await started
    expect(render().phase).toBe('failed')
    tell(jobAt(1))
    expect(render().phase).toBe('failed')
    tell(jobAt(3))
    expect(render()).toMatchObject({ phase: 'running', isFollowed: true })
  })

  test('retries only the chapter if it was of one chapter', async () => {
    const records = sketchRecords([{ text: 'Once' }, { text: 'Then', heading: 'Two' }])
    const { world, callsOf } = openWorld({
      records,
      answers: { 'jobs:start': () => ({ job: failedAt(1), isNew: true }) },
    })
    renderIn(world, <News />)
    const chapterId = records.flatMap((record) => (record.type === 'chapter' ? [record.id] : []))[0]
    const part = chapterId === undefined ? WHOLE_STORY : ({ kind: 'chapter', id: chapterId } as const)
    await renderStory(world, blocksOfPart(storyOf(world), part))
    await act(async () => screen.getByRole('button', { name: 'Try again' }).click())
    const ofChapter = { kind: 'story', projectId: PROJECT.projectId, only: ['b2'] }
    await waitFor(() => expect(callsOf('jobs:start')).toEqual([ofChapter, ofChapter]))
  })

  test('is not started again by an answer about a job that has ended', async () => {
    const answer = Promise.withResolvers<{ job: JobView; isNew: boolean }>()
    const { world, tell, emit, render } = openWorld({ answers: { 'jobs:start': () => answer.promise } })
    const started = renderStory(world)
    tell(preparing(1))
    expect(render().phase).toBe('running')
    emit('jobs:changed', { jobs: [], gone: ['one'] })
    answer.resolve({ job: preparing(2), isNew: true })
    await started
    expect(render()).toEqual({ phase: 'idle' })
  })

  test('includes an event that arrived before its story was shown', () => {
    const { world, emit } = testWorld()
    const story = sketchStory([{ text: 'Once' }])
    const take = takeOf(story, id('b1'), 'audio', 0, 900)
    const render: StoryRender = {
      ...{ id: 'render', audioId: 'audio', storyKey: 'key', durationMs: 900, credits: 5, createdAtMs: 2 },
    }
    emit('jobs:changed', { jobs: [jobAt(5, { state: 'completed', activity: null })], gone: [] })
    emit('takes:added', { projectId: PROJECT.projectId, takes: [take], render })
    const session = showProject(world, { ...PROJECT, ...NOTHING_MADE, records, jobs: [jobAt(4)] })
    expect(renderNow(session)).toEqual({ phase: 'idle' })
    expect(session.audio.getState()).toMatchObject({ allTakes: [take], render })
  })

  test('is no longer shown when another story is shown', () => {
    const { world, tell } = openWorld()
    tell(jobAt(1))
    const projectId = 'another' as typeof PROJECT.projectId
    const other = showProject(world, { ...PROJECT, ...NOTHING_MADE, records, projectId })
    expect(renderNow(other)).toEqual({ phase: 'idle' })
  })

  test('shows why it failed in its place among the messages, until it is tried again', () => {
    const { world, tell, notices } = openWorld()
    renderIn(world, <News />)
    act(() => tell(jobAt(1)))
    expect(screen.queryByRole('alert')).toBeNull()
    act(() => tell(failedAt(2)))
    act(() => tell(failedAt(3)))
    expect(screen.getByRole('alert').textContent).toMatch(/^The render failed\. .+ cannot be reached\./)
    expect(notices()).toEqual([])
    act(() => tell(jobAt(4, { id: 'two', order: 2 })))
    expect(screen.queryByRole('alert')).toBeNull()
    screen.getByRole('progressbar', { name: 'Rendering the story' })
  })

  test('is announced when it is complete, but not if it was stopped', () => {
    const blocks = {
      ...{ made: 0, of: 1, isPaused: false, perMinute: null },
      ...{ waiting: [], underWay: [], failed: [] },
    }
    const ofBlocks = (revision: number, jobId: string) =>
      jobAt(revision, {
        ...{ id: jobId, state: 'preparing', order: revision },
        activity: { status: 1, percentage: 0, remainingMs: null, isFollowed: true, sentBytes: null, blocks },
      })
    const { tell, emit, notices } = openWorld()
    tell(ofBlocks(1, 'stopped'))
    emit('jobs:changed', { jobs: [], gone: ['stopped'] })
    expect(notices()).toEqual([])
    tell(ofBlocks(2, 'whole'))
    const take = takeOf(sketchStory([{ text: 'Once' }]), id('b1'), 'audio', 0, 900)
    emit('takes:added', { projectId: PROJECT.projectId, takes: [take], render: null })
    emit('jobs:changed', { jobs: [], gone: ['whole'] })
    expect(notices()).toEqual(['app.rendered'])
  })
})

test('a render asks before it buys words that are already paid for, and then ignores the jobs that bought them', async () => {
  const { world, tell, callsOf } = openWorld({
    answers: { 'jobs:start': () => ({ job: preparing(1), isNew: true }) },
  })
  await startRender(world, { only: null, way: 'blocks', pastCaps: 7 })
  const params = { host: 'a', jobs: 'one two', credits: 4, blockId: '' }
  tell(failedAt(2, { error: { code: 'words-paid', params } }))
  const question = world.view.getState().paidWords
  expect(question?.error.params).toEqual(params)
  if (question !== null) await buyPaidWords(world, question)
  const order = { kind: 'story', projectId: PROJECT.projectId, way: 'blocks', pastCaps: 7 }
  expect(callsOf('jobs:start')).toEqual([order, { ...order, despite: ['one', 'two'] }])
  expect(world.view.getState().paidWords).toBeNull()
})

test('a page that did not start a render does not ask whether to buy its words again', () => {
  const { world, tell, render } = openWorld()
  tell(jobAt(1))
  const params = { host: 'a', jobs: 'one', credits: 4, blockId: '' }
  tell(failedAt(2, { error: { code: 'words-paid', params } }))
  expect(render().phase).toBe('failed')
  expect(world.view.getState().paidWords).toBeNull()
})

describe('a writer’s action on a render', () => {
  const calls = ({ calls }: ReturnType<typeof openWorld>) =>
    calls
      .filter(({ channel }) => channel.startsWith('jobs:'))
      .map(({ channel, input }) => ({ channel, input }))
  const earlier = jobAt(1, { id: 'earlier', order: 0 })
  const take = jobAt(2, { id: 'take', endpoint: 'speech', blockId: 'b1' })

  test('stops every running job of the story, and no take', async () => {
    const made = openWorld()
    made.tell(jobAt(3, { order: 2 }), take, earlier)
    await stopRender(made.world)
    expect(calls(made)).toEqual([
      { channel: 'jobs:stop', input: { id: 'one' } },
      { channel: 'jobs:stop', input: { id: 'earlier' } },
    ])
  })

  test('resumes the newest accepted job of the story', async () => {
    const made = openWorld()
    made.tell(jobAt(3, { order: 2, activity: null }), take, { ...earlier, activity: null })
    await resumeRender(made.world)
    expect(calls(made)).toEqual([{ channel: 'jobs:resume', input: { id: 'one' } }])
  })

  test('dismisses the failures of the story, and every unknown outcome', async () => {
    const made = openWorld()
    made.tell(
      failedAt(5, { id: 'newer', order: 3 }),
      { ...take, state: 'unknown', activity: null },
      failedAt(6, { id: 'older', order: 0 }),
      failedAt(7, { id: 'other-story', projectId: null }),
    )
    await dismissRender(made.world)
    expect(calls(made).map(({ input }) => input)).toEqual([{ id: 'newer' }, { id: 'take' }, { id: 'older' }])
  })
})

describe('a document', () => {
  test('is announced when it has been spoken, in every page that already listed it', () => {
    const { tell, notices } = openWorld()
    tell(documentAt(1))
    expect(notices()).toEqual([])
    tell(documentAt(2, { state: 'completed', activity: null, audioId: 'audio', durationMs: 900 }))
    expect(notices()).toEqual(['documents.done'])
    tell(documentAt(3, { state: 'completed', activity: null, audioId: 'audio', durationMs: 900 }))
    tell(documentAt(4, { id: 'two', state: 'completed', activity: null }))
    expect(notices()).toEqual(['documents.done'])
  })
})
