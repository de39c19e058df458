/** What is sent is written down before, and nothing is sent under a cap that cannot be kept. */
import { expect, onTestFinished, test } from 'vitest'
import { openLibrary } from '../../../electron/jobs/libraryDatabase.ts'
import { refusalOfAsync } from '../project/support.ts'
import { faultServer } from '../speech/support.ts'
import { blockAt, hosted, storyOf, toneMp3, workingService } from './engineSupport.ts'
import { desk } from './jobsSupport.ts'

const AUDIO = await toneMp3(300)

async function deskWithService() {
  const server = await faultServer(workingService(AUDIO, { used_credit: 11 }))
  const made = desk({
    connection: hosted(server),
    records: storyOf([{ text: 'Hello there' }, { text: 'Hello again' }]),
  })
  const make = (index: number) => made.takes.make(made.project, blockAt(made.project, index).id)
  return { ...made, server, make }
}

/** Another program that writes to the list of conversions, and does not end. */
function holdLibrary(folder: string): () => void {
  const other = openLibrary(folder)
  other.run('BEGIN IMMEDIATE')
  const release = () => other.close()
  onTestFinished(() => {
    try {
      release()
    } catch {
      // released by the test
    }
  })
  return release
}

test('under a cap, nothing is sent whose cost cannot be written down', async () => {
  const { server, make, set, folder, project } = await deskWithService()
  await set({ creditsPerDay: 1_000 })
  const release = holdLibrary(folder)
  expect(await refusalOfAsync(() => make(0))).toBe('spending-not-recorded')
  expect(project.jobs.list()).toEqual([])
  expect(server.submissions).toHaveLength(0)
  release()
  await make(0)
  expect(server.submissions).toHaveLength(1)
})

test('what another process is sending counts against the cap at once', async () => {
  const { server, make, set, folder } = await deskWithService()
  const other = desk({ connection: hosted(server), folder, records: storyOf([{ text: 'Other words' }]) })
  await set({ creditsPerDay: 20 })
  await other.set({ creditsPerDay: 20 })
  let refusal: Promise<unknown> | undefined
  server.script.head = () =>
    void (refusal ??= other.takes
      .make(other.project, blockAt(other.project, 0).id)
      .catch((error: unknown) => error))
  await make(0)
  expect(await refusal).toMatchObject({ code: 'credit-cap-day', params: { spent: 11 } })
  expect(server.submissions).toHaveLength(1)
})

test('what was written down for a job that its story could not keep is taken back', async () => {
  const { takes, project, ledger, server } = await deskWithService()
  const full = {
    ...project,
    jobs: {
      ...project.jobs,
      insert() {
        throw new Error('disk full')
      },
    },
  }
  await expect(takes.make(full, blockAt(project, 0).id)).rejects.toThrow('disk full')
  expect(server.submissions).toHaveLength(0)
  expect(ledger.read().total).toMatchObject({ conversions: 0, charged: 0 })
})

test('what was written down by a program that ended before it sent anything is taken back when the story is opened', async () => {
  const { ledger, make, project, openProjects, folder } = await deskWithService()
  await make(0)
  const library = openLibrary(folder)
  onTestFinished(() => library.close())
  library.run(
    `INSERT INTO conversions SELECT 'left', kind, connection_id, 'sending', NULL, story_id, story_title, path, 11, 11,
       created_at_ms, 0, json FROM conversions`,
  )
  expect(ledger.read().total).toMatchObject({ conversions: 2, charged: 22 })
  openProjects.moved(project)
  expect(ledger.read().total).toMatchObject({ conversions: 1, charged: 11 })
})

test('a yes to credits is for the requests that it is enough for, and not for one whose cost is not known', async () => {
  const { make, set, server, project, ledger } = await deskWithService()
  await set({ creditsPerDay: 5 })
  expect(await refusalOfAsync(() => make(0))).toBe('credit-cap-day')
  ledger.allowStory(project.story().info.id, 11)
  await make(0)
  expect(await refusalOfAsync(() => make(1))).toBe('credit-cap-day')
  expect(server.submissions).toHaveLength(1)
})
