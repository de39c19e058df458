/** A story that is left by the desktop's menu while a question about it is open: a dialog of the page does not disable the menu. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../../build/root.mjs'
import { recentIdSchema } from '../../shared/ipc/views.ts'
import { launchWithStandin, type StandinApp } from '../fakes/electronStandin/launch.ts'
import { startPaidService, type PaidService } from '../fakes/paidService.ts'
import { callDesktop } from './support/callDesktop.ts'
import { workerBrowser } from './support/worker.ts'

let folder: string
let service: PaidService
let app: StandinApp
let page: Page

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fabula-desktop-'))
  service = await startPaidService(new Uint8Array())
  app = await launchWithStandin({
    appFolder: root,
    userData: join(folder, 'electron'),
    args: ['--data', join(folder, 'data')],
    browser: await workerBrowser(),
  })
  page = await app.firstPage()
  await page.getByRole('button', { name: 'New story' }).waitFor()
})
afterAll(async () => {
  await app.stop()
  await service[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

/** A new story that the paid service speaks, with the plan of its render open. */
async function openPlan(text: string): Promise<void> {
  await app.chooseMenu('File', 'New story')
  await expect.poll(() => page.getByRole('textbox', { name: 'Text of block 1' }).inputValue()).toBe('')
  await page.getByRole('textbox', { name: 'Text of block 1' }).fill(text)
  await page.getByText('Saved', { exact: true }).waitFor()
  const connection = await valueOf(
    callDesktop(page, 'servers:save', {
      ...{ kind: 'connection', id: null, name: 'Paid', baseUrl: service.baseUrl, webhookPublicKey: '' },
      key: { text: 'a-key-of-the-test', keep: 'file' },
    }),
  )
  const recentId = recentIdSchema.parse(new URL(page.url()).hash.slice(1))
  const { projectId, revision, records } = await valueOf(
    callDesktop(page, 'project:openRecent', { recentId }),
  )
  const story = records.filter((record) => record.type === 'story')
  const put = story.map((record) => ({ ...record, connectionId: connection.id }))
  await valueOf(
    callDesktop(page, 'project:change', {
      ...{ projectId, revision, changeId: `change-of-${text}` },
      change: { put, remove: [] },
    }),
  )
  await page.getByRole('button', { name: 'Connection: Paid' }).waitFor() // the page has asked for the change
  await app.chooseMenu('Story', 'Render story')
  await page.getByRole('button', { name: /^Start/ }).waitFor()
}

async function valueOf<T>(result: Promise<{ ok: true; value: T } | { ok: false; error: unknown }>) {
  const answer = await result
  if (!answer.ok) throw new Error(JSON.stringify(answer.error))
  return answer.value
}

test('Close story closes an open render plan, and nothing is bought', async () => {
  await openPlan('A fox that was closed.')
  await app.chooseMenu('File', 'Close story')
  await page.getByRole('button', { name: 'New story' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await page.getByRole('heading', { name: /^Something went wrong/ }).count()).toBe(0)
  expect(service.bought).toEqual([])
})

test('New story closes the render plan of the previous story, and nothing is bought', async () => {
  await openPlan('A fox that was left.')
  await app.chooseMenu('File', 'New story')
  await expect.poll(() => page.getByRole('textbox', { name: 'Text of block 1' }).inputValue()).toBe('')
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(service.bought).toEqual([])
})
