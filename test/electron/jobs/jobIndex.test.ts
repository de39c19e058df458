import { expect, test } from 'vitest'
import { UNANSWERED } from '../../../shared/jobs/job.ts'
import type { JobFilter } from '../../../shared/ipc/jobsContract.ts'
import type { JobView } from '../../../shared/jobs/jobView.ts'
import type { JobRecord } from '../../../electron/project/project.ts'
import { hostedConnection } from '../speech/support.ts'
import { desk, type Desk } from './jobsSupport.ts'

const NOON = Date.UTC(2026, 4, 1, 12)

function insert({ project }: Desk, fields: Partial<JobRecord> & { readonly id: string }): void {
  project.jobs.insert({
    endpoint: 'speech',
    connectionId: 'hosted',
    state: 'completed',
    requestHash: fields.id,
    requestBody: JSON.stringify({ input: `Words of ${fields.id}` }),
    payload: null,
    ...UNANSWERED,
    status: 2,
    percentage: 100,
    createdAtMs: NOON,
    updatedAtMs: NOON,
    ...fields,
  })
}

function pages({ index }: Desk, filter: JobFilter = {}): JobView[][] {
  const found: JobView[][] = []
  let after: { createdAtMs: number; id: string } | null = null
  for (;;) {
    const { jobs, hasMore } = index.list(after, filter)
    found.push(jobs)
    const last = jobs.at(-1)
    if (!hasMore || last === undefined) return found
    after = { createdAtMs: last.createdAtMs, id: last.id }
  }
}

test('pages omit nothing and repeat nothing, even if many jobs began in the same millisecond', () => {
  const made = desk({ connection: hostedConnection('http://127.0.0.1:9') })
  const ids = Array.from({ length: 1000 }, (_, index) => `c-${String(index).padStart(3, '0')}`)
  made.project.transaction(() => {
    for (const id of ids) insert(made, { id, createdAtMs: NOON + (Number(id.slice(2)) < 20 ? 1 : 0) })
  })
  const found = pages(made)
  expect(found.map((page) => page.length)).toEqual([400, 400, 200])
  const order = [...ids.slice(0, 20).toReversed(), ...ids.slice(20).toReversed()]
  expect(found.flat().map(({ id }) => id)).toEqual(order)
})

test('the list can be filtered by state, by connection, and by words in any script', () => {
  const made = desk({ connection: hostedConnection('http://127.0.0.1:9') })
  insert(made, { id: 'latin', requestBody: JSON.stringify({ input: 'Der FUCHS läuft' }), uuid: 'Uuid-77' })
  insert(made, { id: 'greek', requestBody: JSON.stringify({ input: 'Η ΑΛΕΠΟΎ' }), state: 'accepted' })
  insert(made, { id: 'sent', state: 'sending', connectionId: 'other' })
  insert(made, { id: 'lost', state: 'unknown' })
  insert(made, { id: 'aside', state: 'dismissed' })
  insert(made, { id: 'no', state: 'failed', requestBody: JSON.stringify({ input: '100% _sure_' }) })
  const ids = (filter: JobFilter) =>
    pages(made, filter)
      .flat()
      .map(({ id }) => id)
      .toSorted()
  expect(ids({ group: 'waiting' })).toEqual(['greek', 'sent'])
  expect(ids({ group: 'unknown' })).toEqual(['lost'])
  expect(ids({ group: 'completed' })).toEqual(['latin'])
  expect(ids({ group: 'failed' })).toEqual(['aside', 'no'])
  expect(made.index.count()).toEqual({ waiting: 2, unknown: 1, completed: 1, failed: 2 })
  expect(made.index.count({ group: 'failed', text: 'words' })).toMatchObject({ waiting: 1, unknown: 1 })
  expect(ids({ connectionId: 'other' })).toEqual(['sent'])
  expect(ids({ text: ' fuchs ' })).toEqual(['latin'])
  expect(ids({ text: 'αλεπού' })).toEqual(['greek'])
  expect(ids({ text: 'uuid-7' })).toEqual(['latin'])
  expect(ids({ text: '%' })).toEqual(['no'])
  expect(ids({ text: 'lighthouse', group: 'failed', connectionId: 'hosted' })).toEqual(['aside', 'no'])
  expect(ids({ text: 'nowhere' })).toEqual([])
})
