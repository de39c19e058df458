import { expect, test } from 'vitest'
import { createJobsStore, documentsOf, jobsOf, withUpdate } from '../../../renderer/stores/jobsStore.ts'
import type { JobView } from '../../../shared/jobs/jobView.ts'
import { documentAt, jobAt } from '../support/jobs.ts'
import { PROJECT } from '../support/smallStory.ts'

const EMPTY = createJobsStore().getState()
const told = (jobs: readonly JobView[], state: Parameters<typeof withUpdate>[0] = EMPTY) =>
  withUpdate(state, { jobs: [...jobs], gone: [] })

test('an older view never replaces a newer one, in whatever order they arrive', () => {
  const [older, newer] = [jobAt(1, { percentage: 10 }), jobAt(2, { percentage: 90 })]
  expect(told([older], told([newer])).jobs.get('one')).toBe(newer)
  expect(told([newer], told([older])).jobs.get('one')).toBe(newer)
  expect(told([newer, older]).jobs.get('one')).toBe(newer)
})

test('an ended job without a request is not restored by an earlier update', () => {
  const over = withUpdate(told([jobAt(1)]), { jobs: [], gone: ['one'] })
  expect(over.jobs.size).toBe(0)
  expect(
    told([jobAt(9), jobAt(3, { id: 'two' })], over)
      .jobs.keys()
      .toArray(),
  ).toEqual(['two'])
})

test('the jobs of a project are listed newest first, by their reports if they have no records', () => {
  const [one, two, three] = ['one', 'two', 'three'].map((id, at) => jobAt(1, { id, order: at > 0 ? 2 : 1 }))
  if (one === undefined || two === undefined || three === undefined) return
  const elsewhere = jobAt(1, { id: 'elsewhere', projectId: null })
  const ids = (state: Parameters<typeof jobsOf>[0]) => jobsOf(state, PROJECT.projectId).map(({ id }) => id)
  expect(ids(told([three, two, one, elsewhere]))).toEqual(['three', 'two', 'one'])
  expect(ids(told([three], told([two], told([one]))))).toEqual(['three', 'two', 'one'])
})

test('documents are listed newest first, except dismissed ones and those of another program', () => {
  const documents = [
    documentAt(1, { id: 'old', order: 1 }),
    documentAt(1, { id: 'new', order: 2 }),
    documentAt(1, { id: 'away', state: 'dismissed' }),
    documentAt(1, { id: 'elsewhere', projectId: null }),
  ]
  expect(documentsOf(told([...documents, jobAt(1, { id: 'story' })])).map(({ id }) => id)).toEqual([
    'new',
    'old',
  ])
})
