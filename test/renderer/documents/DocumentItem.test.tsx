import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DocumentList } from '../../../renderer/features/documents/DocumentList.tsx'
import type { JobView } from '../../../shared/jobs/jobView.ts'
import { documentAt } from '../support/jobs.ts'
import { PROJECT, sketchRecords } from '../support/smallStory.ts'
import { renderInWorld } from '../support/testWorld.tsx'

/** The list, and a function that sends it the host's state of its only document. */
function showList() {
  const made = renderInWorld(<DocumentList />, { records: sketchRecords([{}]) })
  const tell = (revision: number, fields: Partial<JobView>) => {
    act(() => {
      made.emit('jobs:changed', { jobs: [documentAt(revision, fields)], gone: [] })
    })
  }
  return { ...made, tell }
}

const activity = {
  status: 1,
  percentage: 40,
  remainingMs: null,
  isFollowed: true,
  sentBytes: null,
  blocks: null,
}
const names = () => screen.getAllByRole('button').map(({ textContent }) => textContent)
const bar = () => screen.getByRole('progressbar', { name: /tide\.txt/ }).getAttribute('aria-valuenow')

test('a document shows its upload, its conversion, and that it is no longer followed', async () => {
  const { tell, user, callsOf } = showList()
  tell(1, { state: 'sending', activity: { ...activity, sentBytes: 3 } })
  expect([bar(), names()]).toEqual(['30', ['Cancel the upload']])
  tell(2, { activity })
  expect(bar()).toBe('40')
  await user.click(screen.getByRole('button'))
  expect(callsOf('jobs:stop')).toEqual([{ id: 'one' }])
  tell(3, { activity: null, percentage: 40 })
  await user.click(screen.getByRole('button', { name: 'Ignore' }))
  expect(callsOf('jobs:dismiss')).toEqual([{ id: 'one' }])
})

test('a document is cancelled at the local voice, but is only no longer watched at another service', async () => {
  const { tell, user, callsOf } = showList()
  tell(1, { connectionId: 'built-in' })
  await user.click(screen.getByRole('button', { name: 'Cancel the conversion' }))
  expect(callsOf('jobs:cancel')).toEqual([{ id: 'one' }])
  tell(2, { connectionId: 'hosted' })
  await user.click(screen.getByRole('button', { name: 'Stop watching' }))
  expect(callsOf('jobs:stop')).toEqual([{ id: 'one' }])
})

test.each<[string, Partial<JobView>, RegExp]>([
  [
    'failed for a known reason',
    { state: 'failed', error: { code: 'document-empty', params: {} } },
    /no text to read/,
  ],
  ['failed without a reason', { state: 'failed' }, /could not make the audio/],
  ['has no known outcome', { state: 'unknown' }, /may have been charged/],
  ['has lost its audio', { state: 'completed', audioId: 'gone', durationMs: null }, /no longer in/],
])('a document that %s shows this, and can be dismissed', (_, fields, words) => {
  const { tell } = showList()
  tell(1, { ...fields, activity: null })
  expect(screen.getByRole('listitem').textContent).toMatch(words)
  expect(names().at(-1)).toBe('Ignore')
})

test('the list shows only exports of documents', () => {
  const { world } = showList()
  const outcome = {
    kind: 'done',
    fileName: 'podcast.mp3',
    fileCount: 1,
    location: '',
    download: null,
    beside: [],
  } as const
  const exporting = { exportId: 'e', fraction: 1, remainingMs: 0, outcome }
  act(() => world.state.setState({ exporting: { ...exporting, projectId: PROJECT.projectId } }))
  expect(screen.queryByText(/podcast\.mp3/)).toBeNull()
  act(() => world.state.setState({ exporting: { ...exporting, projectId: null } }))
  expect(screen.getByText(/podcast\.mp3/)).toBeTruthy()
})
