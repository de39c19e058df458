import { expect, test } from 'vitest'
import { showProject } from '../../../renderer/actions/projects.ts'
import { renderStory } from '../../../renderer/actions/rendering.ts'
import type { RenderView } from '../../../shared/ipc/views.ts'
import { sketchRecords, PROJECT } from '../support/smallStory.ts'
import { testWorld } from '../support/testWorld.tsx'

const RUNNING: RenderView['state'] = {
  phase: 'running',
  status: 1,
  percentage: 0,
  remainingMs: null,
  isFollowed: true,
}
const viewOf = (revision: number, state: RenderView['state']): RenderView => ({
  projectId: PROJECT.projectId,
  revision,
  state,
  render: null,
})
const records = sketchRecords([{ text: 'Once' }])

test('an answer that an event has overtaken does not bring back an older state of the render', async () => {
  const answer = Promise.withResolvers<RenderView>()
  const { world, emit } = testWorld({ records, answers: { 'render:start': () => answer.promise } })
  const started = renderStory(world)
  await Promise.resolve()
  emit('render:changed', viewOf(2, { phase: 'failed', error: { code: 'service-unreachable', params: {} } }))
  answer.resolve(viewOf(1, RUNNING))
  await started
  expect(world.audio.getState().renderState.phase).toBe('failed')
  emit('render:changed', viewOf(1, RUNNING))
  expect(world.audio.getState().renderState.phase).toBe('failed')
  emit('render:changed', viewOf(3, RUNNING))
  expect(world.audio.getState().renderState).toEqual(RUNNING)
})

test('an event that came before its project was shown counts', () => {
  const { world, emit } = testWorld()
  emit('render:changed', viewOf(5, { phase: 'idle' }))
  showProject(world, { ...PROJECT, records, takes: [], rendering: viewOf(4, RUNNING) })
  expect(world.audio.getState().renderState.phase).toBe('idle')
})

test('the message about a failed render goes when the render is tried again', () => {
  const { world, emit } = testWorld({ records })
  const notices = () => world.view.getState().notices.map(({ message }) => message)
  const failed = { phase: 'failed', error: { code: 'service-unreachable', params: { host: 'a' } } } as const
  emit('render:changed', viewOf(1, failed))
  world.note('app.rendered')
  expect(notices()).toEqual(['errors.service-unreachable', 'app.rendered'])
  emit('render:changed', viewOf(2, RUNNING))
  expect(notices()).toEqual(['app.rendered'])
})
