import { expect, test, vi } from 'vitest'
import { closeProject } from '../../../renderer/actions/projects.ts'
import type { OpenDialog } from '../../../renderer/stores/viewStore.ts'
import { sketchRecords } from '../support/smallStory.ts'
import { libraryWorld } from '../vibes/fakeLibrary.ts'

/** A world whose host closes a story with a delay. */
function slowlyClosing() {
  const { world } = libraryWorld(sketchRecords([{ text: 'Once.' }]))
  const closed = Promise.withResolvers<object>()
  const answers: Readonly<Record<string, Promise<object>>> = {
    'project:close': closed.promise,
    'project:takeHistory': Promise.resolve({ past: [], future: [] }),
  }
  vi.spyOn(world.bridge, 'call').mockImplementation(
    ((channel: string) => answers[channel] ?? Promise.resolve([])) as typeof world.bridge.call, // the lists of the welcome screen
  )
  const show = (dialog: OpenDialog) => {
    world.view.setState({ dialog })
  }
  const finish = async (leaving: Promise<void>) => {
    closed.resolve({})
    await leaving
    return world.view.getState().dialog
  }
  return { world, show, finish }
}

test('leaving a story closes what was open above it', async () => {
  const { world, show, finish } = slowlyClosing()
  show({ kind: 'settings' })
  const leaving = closeProject(world)
  expect(world.view.getState().dialog).toBeNull()
  expect(await finish(leaving)).toBeNull()
})

test('anything opened while a story is closing stays open, unless it is about the story', async () => {
  const settings = slowlyClosing()
  const leaving = closeProject(settings.world)
  settings.show({ kind: 'conversions' })
  expect(await settings.finish(leaving)).toEqual({ kind: 'conversions' })

  const versions = slowlyClosing()
  const leavingToo = closeProject(versions.world)
  versions.show({ kind: 'versions' })
  expect(await versions.finish(leavingToo)).toBeNull()
})
