import { expect, test } from 'vitest'
import { showProject } from '../../../renderer/actions/projects.ts'
import { createApp } from '../../../renderer/app/createApp.ts'
import type { Bridge } from '../../../renderer/bridge/bridge.ts'
import { editText } from '../../../shared/story/blockCommands.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { newStoryRecords } from '../../../shared/story/newStory.ts'
import { blockIdSchema, storyIdSchema } from '../../../shared/story/records.ts'
import { NOTHING_MADE, PROJECT } from '../support/smallStory.ts'
import { storyOf } from '../../../renderer/stores/app.ts'

const block = blockIdSchema.parse('block-0')
const records = newStoryRecords({ story: storyIdSchema.parse('story'), block }, 'A story')

/** A world with a story open, whose host commits a change if `save` does not fail. */
function savingWorld(save: () => Promise<unknown> = () => Promise.resolve()) {
  const calls: string[] = []
  let revision = 0
  const call = async (channel: string) => {
    if (channel === 'project:changesSince') return { kind: 'changes', changes: [] }
    if (channel === 'project:takeHistory') return { past: [], future: [] }
    calls.push(channel)
    if (channel !== 'project:change') return {}
    await save()
    revision += 1
    return { kind: 'committed', revision }
  }
  const bridge = {
    call,
    on: () => () => undefined,
    onSessionOver: () => undefined,
    mediaUrl: () => '',
  } as unknown as Bridge // only the members that are used
  const world = showProject(createApp(bridge), { ...PROJECT, records, ...NOTHING_MADE })
  const type = (text: string) => {
    world.edit('edits.typing', editText(storyOf(world), block, text), 'text')
  }
  return { world, calls, type }
}

test('each key causes one write of the story store, and a pause one message to the host', async () => {
  const { world, calls, type } = savingWorld()
  const writes: string[] = []
  world.story.subscribe(({ saving }) => writes.push(saving))
  for (const text of ['O', 'On', 'Onc']) type(text)
  expect(writes).toEqual(['saving', 'saving', 'saving'])
  await world.saver.flush()
  expect(writes).toEqual(['saving', 'saving', 'saving', 'saved'])
  expect(calls).toEqual(['project:change'])
})

test('a change that could not be saved is shown, and saved with the next', async () => {
  let isFull = true
  const { world, type } = savingWorld(async () => {
    if (isFull) throw new UserFacingError('project-disk-full', { name: 'Fox.fabula' })
  })
  type('Once')
  await expect(world.saver.flush()).rejects.toMatchObject({ code: 'project-disk-full' })
  expect(world.story.getState().saving).toBe('error')
  isFull = false
  type('Once upon')
  expect(world.story.getState().saving).toBe('saving')
  await world.saver.flush()
  expect(world.story.getState().saving).toBe('saved')
})
