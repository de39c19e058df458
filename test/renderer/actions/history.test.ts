import { beforeAll, expect, test } from 'vitest'
import { restoreVersion, undoLast, versionLabel } from '../../../renderer/actions/history.ts'
import { startI18n } from '../../../renderer/i18n/i18n.ts'
import type { Version } from '../../../shared/ipc/views.ts'
import { editText } from '../../../shared/story/blockCommands.ts'
import { id, sketchRecords } from '../support/smallStory.ts'
import { testWorld } from '../support/testWorld.tsx'

beforeAll(startI18n)

const version: Version = {
  ...{ id: 'v1', reason: 'saved', name: 'First draft', createdAtMs: 1, blocks: 1, bytes: 100 },
}
const kept = sketchRecords([{ text: 'As it was.' }])

/** A world whose story was edited after its only version. */
function worldWithVersion(answers: Parameters<typeof testWorld>[0] = {}) {
  return testWorld({
    records: sketchRecords([{ text: 'As it is.' }]),
    ...answers,
    answers: {
      'project:readVersion': () => kept,
      'project:keepVersion': ({ reason, name }) => ({ ...version, id: 'v2', reason, name }),
      ...answers.answers,
    },
  })
}

test('restoring a version first saves the whole current story as a version, and can be undone', async () => {
  const { world, calls, block, story } = worldWithVersion()
  world.edit('edits.typing', editText(story(), id('b1'), 'As it is now.'))
  await restoreVersion(world, version)
  const written = calls
    .map(({ channel }) => channel)
    .filter((channel) => /^project:(?:change|keepVersion)$/.test(channel))
  expect(written.slice(0, 2)).toEqual(['project:change', 'project:keepVersion'])
  expect(calls.find(({ channel }) => channel === 'project:keepVersion')?.input).toMatchObject({
    ...{ reason: 'restore', name: 'First draft' },
  })
  expect(block('b1').text).toBe('As it was.')
  undoLast(world)
  expect(block('b1').text).toBe('As it is now.')
})

test('a version is not restored if the current story cannot be saved as a version', async () => {
  const { world, block } = worldWithVersion({
    answers: { 'project:keepVersion': () => Promise.reject(new Error('The disk is full')) },
  })
  await expect(restoreVersion(world, version)).rejects.toThrow('The disk is full')
  expect(block('b1').text).toBe('As it is.')
})

test('restoring a version that equals the current story changes nothing and saves no version', async () => {
  const { world, edits, callsOf } = worldWithVersion({ records: kept })
  await restoreVersion(world, version)
  expect(edits()).toEqual([])
  expect(callsOf('project:keepVersion')).toEqual([])
})

test('a version without a name is named by the time when it was saved', async () => {
  const unnamed = { ...version, name: '', createdAtMs: new Date(2026, 10, 23, 5, 42).getTime() }
  expect(versionLabel(unnamed)).toContain('Nov 23, 2026')
  const { world } = worldWithVersion({ records: kept })
  await restoreVersion(world, unnamed)
  expect(world.view.getState().notices.at(-1)).toMatchObject({ params: { name: versionLabel(unnamed) } })
})
