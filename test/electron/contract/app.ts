/** The whole app over the real embedded service, which it treats as a hosted one, with a wiretap in between. */
import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import type { Services } from '../../../electron/app/services.ts'
import type { Clock } from '../../../electron/lib/clock.ts'
import type { JobView } from '../../../shared/jobs/jobView.ts'
import type { ProjectId } from '../../../shared/ipc/views.ts'
import { blockIdSchema, type Block, type BlockId } from '../../../shared/story/records.ts'
import { runService, TEST_KEY, type TestService } from '../local-service/runService.ts'
import { noVoice, openTestApp, type TestApp as LocalApp } from '../../support/testApp.ts'
import { startWiretap, type Wiretap } from './wiretap.ts'
import { eventually } from '../../support/eventually.ts'

/** The app polls a hosted service at the pace for a distant one; here it is near. */
const HASTE = 25

const hastyClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => delay(ms / HASTE, undefined, { signal }),
}

/** How long something may take on a machine that is busy with other tests. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

export interface TestApp {
  readonly handlers: Services['handlers']
  readonly wiretap: Wiretap
  /** The service that is running now. */
  service(): TestService
  /** Kills the service in the middle of its work, and restarts it on the same folder. */
  restartService(): Promise<void>
  readonly connectionId: string
  /** The folder of the files that a writer chooses. */
  readonly folder: string
  readonly dataDir: string
  /** The events that the page received, oldest first. */
  readonly told: LocalApp['told']
  /** A new story with these blocks, spoken by the service. */
  story(blocks: readonly Partial<Block>[]): Promise<{ projectId: ProjectId; blockIds: BlockId[] }>
  /** A story of one block whose audio is made; returns the conversion as the list shows it. Rejects with the error if there is none. */
  speak(block: Partial<Block>): Promise<JobView>
  /** The newest conversion. */
  newest(): Promise<JobView>
  /** Waits until the newest conversion is like this, and returns it. */
  until(expected: Partial<Record<keyof JobView, unknown>>): Promise<JobView>
  /** Sends a document and returns its job as soon as it is in one of these states. */
  document(
    name: string,
    bytes: Uint8Array,
    options: { readonly password?: string; readonly until: readonly JobView['state'][] },
  ): Promise<JobView>
  readonly findAudio: Services['findAudio']
  close(): Promise<void>
}

export interface TestAppOptions {
  readonly serviceOptions?: readonly string[]
  readonly key?: string
}

/** Starts everything in its own folders. */
export async function openApp({
  serviceOptions = [],
  key = TEST_KEY,
}: TestAppOptions = {}): Promise<TestApp> {
  const app = await openTestApp({ hasVoice: false, clock: hastyClock })
  const { handlers, dataDir } = app
  const { folder } = app.files
  const runOnItsFolder = () => runService(join(app.home, 'service'), serviceOptions)
  let service = await runOnItsFolder()
  const wiretap = await startWiretap(() => service.baseUrl)
  const { id: connectionId } = await handlers['servers:save']({
    ...{ kind: 'connection', id: null, name: 'Hosted', baseUrl: wiretap.baseUrl, webhookPublicKey: '' },
    key: { text: key, keep: 'safest' },
  })

  async function story(blocks: readonly Partial<Block>[]) {
    const { projectId, revision, records } = await handlers['project:create']({ title: 'The Lighthouse' })
    const first = records.find((record) => record.type === 'block')
    const info = records.find((record) => record.type === 'story')
    if (first?.type !== 'block' || info?.type !== 'story') throw new Error('A new story has a block')
    const ids = blocks.map((_, index) =>
      index === 0 ? first.id : blockIdSchema.parse(`${first.id}-${index}`.slice(-40)),
    )
    const put = blocks.map((block, index) => ({
      ...{ ...first, rank: `a${index}` },
      ...block,
      id: ids[index] ?? first.id,
    }))
    await handlers['project:change']({
      ...{ projectId, revision, changeId: 'change' },
      change: { put: [{ ...info, connectionId }, ...put], remove: [] },
    })
    return { projectId, blockIds: ids }
  }

  async function newest(): Promise<JobView> {
    const [conversion] = (await handlers['jobs:list']({ after: null, filter: {} })).jobs
    if (conversion === undefined) throw new Error('Nothing was sent')
    return conversion
  }

  return {
    service: () => service,
    async restartService() {
      await service.stop('SIGKILL')
      service = await runOnItsFolder()
    },
    ...{ handlers, wiretap, connectionId, folder, dataDir, story, newest },
    told: app.told,
    findAudio: app.services.findAudio,
    async speak(block) {
      const { projectId, blockIds } = await story([block])
      const [blockId] = blockIds
      if (blockId === undefined) throw new Error('The story has a block')
      await handlers['takes:make']({ projectId, blockId })
      return newest()
    },
    async document(name, bytes, { password = null, until }) {
      writeFileSync(join(folder, name), bytes)
      const { ref } = await handlers['files:place']({ purpose: 'document', name: basename(name) })
      const order = {
        kind: 'document',
        ref,
        connectionId,
        voiceId: 'OA002',
        model: 'tts-1',
        speed: 1.5,
        password,
      } as const
      const { job } = await handlers['jobs:start'](order)
      return eventually(async () => {
        const found = (await handlers['documents:open']({})).jobs.find(({ id }) => id === job?.id)
        if (found === undefined || !until.includes(found.state))
          throw new Error(`It is ${JSON.stringify(found?.state)}`)
        return found
      })
    },
    until: (expected) =>
      eventually(async () => {
        const conversion = await newest()
        expect(conversion).toMatchObject(expected)
        return conversion
      }),
    async close() {
      await app.stop()
      await wiretap.close()
      await service.stop('SIGKILL')
      await app.close()
      expect(app.reported.filter((error) => error !== noVoice)).toEqual([])
    },
  }
}
