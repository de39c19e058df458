import { expect, it, vi } from 'vitest'
import { runCommand } from '../../../renderer/actions/commands.ts'
import { openWindow } from '../../../renderer/actions/recents.ts'
import { recentIdSchema } from '../../../shared/ipc/views.ts'
import { eventually } from '../../support/eventually.ts'
import { PROJECT, sketchRecords } from '../support/smallStory.ts'
import { testWorld } from '../support/testWorld.tsx'

it('a new window shows the start page or a story, and has no access to this window', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  const { world } = testWorld({ records: sketchRecords([{}]) })
  expect(window.location.hash).toBe(`#${PROJECT.recentId}`)
  runCommand(world, 'newWindow')
  await eventually(() => expect(open).toHaveBeenCalledOnce())
  openWindow(recentIdSchema.parse('fox'))
  const page = window.location.href.replace(/#.*/, '')
  expect(open.mock.calls).toEqual([
    [page, '_blank', 'noopener'],
    [`${page}#fox`, '_blank', 'noopener'],
  ])
})
