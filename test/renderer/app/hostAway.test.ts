/** The messages on screen while the browser host is away, and once it is back. */
import { expect, test } from 'vitest'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { editText } from '../../../shared/story/blockCommands.ts'
import { id, sketchRecords } from '../support/smallStory.ts'
import { testWorld } from '../support/testWorld.tsx'

function gone(): never {
  throw new UserFacingError('host-gone')
}

/** A story with a typed word that the host, which is gone, did not save. */
async function openWithoutHost() {
  const made = testWorld({ records: sketchRecords([{ text: 'Once' }]), answers: { 'project:change': gone } })
  const { world } = made
  const story = made.story()
  world.edit('edits.addBlock', editText(story, id('b1'), 'Once upon'))
  await expect(world.saver.flush()).rejects.toThrow('host-gone')
  const told = () => world.view.getState().notices.map(({ message }) => message)
  expect(told()).toEqual(['errors.host-gone'])
  world.note('app.savedAs')
  return { ...made, told }
}

test('the message that the host does not answer disappears when it answers again', async () => {
  const { told, emit, world } = await openWithoutHost()
  emit('app:listening', {})
  expect(told()).toEqual(['app.savedAs'])
  expect(world.saver.unsaved()).toHaveLength(1)
})

test('the message also disappears when the words are saved', async () => {
  const { told, answer, world } = await openWithoutHost()
  answer({ 'project:change': ({ revision }) => ({ kind: 'committed', revision: revision + 1 }) })
  await world.saver.flush()
  expect(told()).toEqual(['app.savedAs'])
})

test('a restarted host that does not know the page has a separate message', async () => {
  const { told, endSession, emit } = await openWithoutHost()
  endSession()
  expect(told()).toEqual(['app.savedAs', 'errors.session-over'])
  emit('app:listening', {})
  expect(told()).toEqual(['app.savedAs'])
})
