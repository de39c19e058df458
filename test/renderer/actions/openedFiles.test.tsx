/** Notes shown on opening a file: about its folder, copies beside it, and what to do about a file in use. */
import { expect, test, vi } from 'vitest'
import { copyDiagnostics, showLogs, showPlaces } from '../../../renderer/actions/commands.ts'
import { openRecent, showProject } from '../../../renderer/actions/projects.ts'
import { recentIdSchema } from '../../../shared/ipc/views.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { NOTHING_MADE, PROJECT, sketchRecords } from '../support/smallStory.ts'
import { testWorld } from '../support/testWorld.tsx'

const RECENT = recentIdSchema.parse('fox')
const view = { ...PROJECT, ...NOTHING_MADE, records: [...sketchRecords([{ text: 'Once.' }])], takes: [] }
const noticesOf = (world: ReturnType<typeof testWorld>['world']) =>
  world.view.getState().notices.map(({ message, params }) => [message, params])

test('notes about a file stay until they are dismissed', () => {
  const { world } = testWorld()
  showProject(world, {
    ...view,
    notes: [
      { kind: 'copy', name: 'Fox.fabula' },
      { kind: 'syncFolder', service: 'Dropbox', folder: '/home/m/Dropbox' },
    ],
  })
  expect(noticesOf(world)).toEqual([
    ['app.opened.copy', { name: 'Fox.fabula' }],
    ['app.opened.syncFolder', { service: 'Dropbox', folder: '/home/m/Dropbox' }],
  ])
  const { notices } = world.view.getState()
  expect(notices.every(({ stays }) => stays === true)).toBe(true)
  expect(new Set(notices.map(({ id }) => id)).size).toBe(2)
})

test('a story that is open in another program can be opened as a copy', async () => {
  const asked: unknown[] = []
  const { world } = testWorld({
    answers: {
      'project:openRecent': (input) => {
        asked.push(input)
        if (input.isCopy !== true) throw new UserFacingError('project-locked', { name: 'Fox.fabula' })
        return { ...view, notes: [{ kind: 'copy', name: 'Fox.fabula' }] }
      },
    },
  })
  await openRecent(world, RECENT)
  const [notice] = world.view.getState().notices
  expect(notice).toMatchObject({ message: 'errors.project-locked', tone: 'error', stays: true })
  await notice?.action?.run()
  expect(asked).toEqual([{ recentId: RECENT }, { recentId: RECENT, isCopy: true }])
  expect(noticesOf(world)).toEqual([['app.opened.copy', { name: 'Fox.fabula' }]])
})

test('any other reason is shown as an error', async () => {
  const { world } = testWorld({
    answers: {
      'project:openRecent': () => {
        throw new UserFacingError('project-corrupt', { name: 'Fox.fabula' })
      },
    },
  })
  await expect(openRecent(world, RECENT)).rejects.toMatchObject({ code: 'project-corrupt' })
})

test('diagnostics are copied to the clipboard, and logs that cannot be opened are named', async () => {
  const { world } = testWorld({
    answers: {
      'app:diagnostics': () => ({ text: 'versions and log' }),
      'app:showLogs': () => ({ folder: '/data/logs', isShown: false }),
      'app:places': () => ({ folder: '/data', voices: '/data/voices' }),
    },
  })
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await copyDiagnostics(world)
  expect(writeText).toHaveBeenCalledExactlyOnceWith('versions and log')
  await showLogs(world)
  await showPlaces(world)
  expect(noticesOf(world)).toEqual([
    ['app.diagnosticsCopied', {}],
    ['app.logsAt', { folder: '/data/logs' }],
    ['app.places', { folder: '/data', voices: '/data/voices' }],
  ])
})
