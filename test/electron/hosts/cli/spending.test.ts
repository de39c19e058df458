/**
 * The terminal’s spending: in the app’s list and under the app’s caps, with the app running at the same time.
 * @module-tag long
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLedger } from '../../../../electron/jobs/ledger.ts'
import { openLibrary } from '../../../../electron/jobs/libraryDatabase.ts'
import { DEFAULT_APP_SETTINGS, type Settings } from '../../../../shared/ipc/views.ts'
import { runService, TEST_KEY, type TestService } from '../../local-service/runService.ts'
import { openTerminal, readFileSummary, type Terminal } from './runCli.ts'

let service: TestService
let terminal: Terminal
let dataDir: string
beforeAll(async () => {
  terminal = openTerminal()
  dataDir = terminal.path('app')
  service = await runService(terminal.path('service'))
})
afterAll(async () => {
  await service.stop('SIGKILL')
  terminal[Symbol.dispose]()
})
beforeEach(() => rmSync(dataDir, { recursive: true, force: true }))

function setCaps(caps: Partial<Pick<Settings, 'creditsPerStory' | 'creditsPerDay'>>): void {
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify(caps))
}

function render(input: string, ...more: string[]) {
  const env = { FABULA_BASE_URL: service.baseUrl, FABULA_API_KEY: TEST_KEY }
  const words = ['render', '-', '--out', 'out.mp3', '--json', '--data', dataDir, ...more]
  return terminal.run(words, { env, input })
}

/** The number of conversions that the service was asked for. */
async function asked(): Promise<number> {
  const body = (await (await service.get('/uapi/v1/history')).json()) as { total: number }
  return body.total
}

/** The app's view of its folder, opened before the terminal runs. */
function openAppsBooks() {
  const library = openLibrary(dataDir)
  const report = (_: string, error: unknown) => {
    throw error
  }
  const ledger = createLedger({
    library,
    caps: () => DEFAULT_APP_SETTINGS,
    now: Date.now,
    report,
  })
  return { ledger, library }
}

describe('fabula render with a service that may charge', () => {
  test('is recorded in the app’s list and ledger, even while the app is open', async () => {
    const { ledger, library } = openAppsBooks()
    const run = await render('Good evening.')
    expect(run).toMatchObject({ code: 0 })
    const { jobs } = library.conversions.list(null, {})
    expect(jobs).toMatchObject([
      {
        endpoint: 'story',
        job: {
          state: 'completed',
          status: 2,
          source: 'history',
          error: null,
          estimatedCredits: 13,
          usedCredits: 13,
          input: 'Story',
          connectionId: `at ${new URL(service.baseUrl).host}`,
        },
      },
    ])
    expect(jobs.map(({ path }) => existsSync(path))).toEqual([false])
    expect(ledger.read().days).toMatchObject([{ conversions: 1, charged: 13 }])
    expect(readFileSummary(run).credits).toBe(13)
    library.close()
  })

  test.each([
    { caps: { creditsPerDay: 20 }, told: /take today over its credit limit: 13 of 20 credits.*--over-cap/ },
    {
      caps: { creditsPerStory: 12 },
      told: /take the story over its credit limit: 0 of 12 credits.*--over-cap/,
    },
  ])('sends nothing over a cap without confirmation: $caps', async ({ caps, told }) => {
    setCaps(caps)
    const first = await render('Good morning.')
    expect(first.code).toBe('creditsPerDay' in caps ? 0 : 1)
    const before = await asked()
    const refused = await render('Good evening!')
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toMatch(told)
    expect(refused.stderr).not.toContain('may have charged')
    expect(await asked()).toBe(before)

    expect(await render('Good evening!', '--over-cap')).toMatchObject({ code: 0 })
    expect(await asked()).toBe(before + 1)
  })

  test('sends nothing if caps cannot be checked, and renders if there are none', async () => {
    mkdirSync(join(dataDir, 'library.db'), { recursive: true })
    const free = await render('Good night.')
    expect(free).toMatchObject({ code: 0 })
    expect(free.stderr).toContain('is not written there')
    setCaps({ creditsPerDay: 1_000 })
    const before = await asked()
    const refused = await render('Good day.')
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toContain('what is left of your credit limits is unknown')
    expect(await asked()).toBe(before)
    writeFileSync(join(dataDir, 'settings.json'), '{"creditsPerDay": 1')
    const unread = await render('Good day.')
    expect(unread).toMatchObject({ code: 1, stdout: '' })
    expect(unread.stderr).toContain('your credit limits, or what is left of them, are unknown')
    expect(await asked()).toBe(before)
  })
})

test('fabula render with the built-in voice costs nothing, is under no cap, and leaves the app’s folder untouched', async () => {
  const run = await render('Good night.', '--connection', 'built-in')
  expect(run).toMatchObject({ code: 0 })
  expect(existsSync(dataDir)).toBe(false)
  setCaps({ creditsPerDay: 0, creditsPerStory: 0 })
  expect(await render('Good night.', '--connection', 'built-in')).toMatchObject({ code: 0 })
})
