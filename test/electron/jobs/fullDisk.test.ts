import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { canMount, makeReadOnly, smallDisk } from '../project/smallDisk.ts'
import { hosted, storyOf, testEngine, toneMp3, workingService } from './engineSupport.ts'
import { faultServer } from '../speech/support.ts'

const AUDIO = await toneMp3(20_000)

test.skipIf(!canMount)(
  'audio that does not fit on the app’s disk stays pending, and is fetched once there is room (needs root)',
  async () => {
    const disk = smallDisk('512k')
    writeFileSync(join(disk, 'filler'), new Uint8Array(480 * 1024))
    const server = await faultServer(workingService(AUDIO))
    const records = storyOf([{ text: 'Hello' }])
    const downloadsDir = join(disk, 'downloads')
    const engine = testEngine({ connection: hosted(server), records, options: { downloadsDir } })
    engine.renders.start(engine.project)
    expect(await engine.settled()).toMatchObject({ phase: 'failed', error: { code: 'app-disk-full' } })
    expect(engine.project.jobs.list()).toMatchObject([
      { state: 'accepted', error: { code: 'app-disk-full' } },
    ])
    expect(readdirSync(downloadsDir)).toEqual([])

    rmSync(join(disk, 'filler'))
    engine.resume()
    await engine.settled()
    expect(engine.project.jobs.list()).toMatchObject([{ state: 'completed', error: null }])
    expect(server.submissions).toHaveLength(1)
    expect(engine.reports).toEqual([])
  },
)

test.skipIf(!canMount)(
  'audio that cannot be written to the app’s folder is reported as such (needs root)',
  async () => {
    const disk = smallDisk('512k')
    mkdirSync(join(disk, 'downloads'))
    makeReadOnly(disk)
    const server = await faultServer(workingService(AUDIO))
    const records = storyOf([{ text: 'Hello' }])
    const options = { downloadsDir: join(disk, 'downloads') }
    const { renders, project, settled } = testEngine({ connection: hosted(server), records, options })
    renders.start(project)
    expect(await settled()).toMatchObject({ phase: 'failed', error: { code: 'app-not-writable' } })
    expect(project.jobs.list()).toMatchObject([{ state: 'accepted' }])
  },
)
