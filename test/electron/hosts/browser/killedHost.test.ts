// @module-tag long
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startPaidService } from '../../../fakes/paidService.ts'
import { entryFor, startPackServer, syntheticArchive } from '../../../support/packServer.ts'
import { toneMp3 } from '../../jobs/engineSupport.ts'
import { createKilledHost, HostGone } from './killedHost.ts'
import { FILE_PHASES } from './killedFiles.ts'
import { STORY_PHASES } from './killedWork.ts'
import type { KillPhase } from './killPhases.ts'

/** Kills of all phases together: `npm run soak -- --kills N` sets it. Otherwise each phase is killed once. */
const soaked = Number(process.env['FABULA_SOAK_KILLS'] ?? 0)

/** Kills the host again and again at random moments of a phase's work. Returns all faults that were found. */
async function killDuring(phase: KillPhase, kills: number, args: readonly string[]): Promise<string[]> {
  await using service = await startPaidService(await toneMp3(200), () => Math.random() * 40)
  await using host = await createKilledHost(args)
  await host.start()
  const run = await phase.begin(host, { service })
  const found: string[] = []
  for (let count = 0; count < kills; count += 1) {
    await host.stop()
    await run.beforeStart?.()
    await host.start()
    const working = run.work().catch((error: unknown) => {
      if (!(error instanceof HostGone)) found.push(String(error))
    })
    await sleep(Math.random() * phase.withinMs)
    await host.kill()
    await Promise.race([working, sleep(2_000)])
    found.push(...(await host.damage()))
    await host.start()
    found.push(...(await run.faults()))
  }
  await host.stop()
  const files = await host.files()
  // A journal beside its file is read when the story is next opened; alone it would damage a new file of the same name.
  const unfinished = files.filter((name) =>
    name.endsWith('-journal') ? !files.includes(name.slice(0, -'-journal'.length)) : name.endsWith('.part'),
  )
  return [...found, ...(await host.damage()), ...unfinished.map((name) => `left behind: ${name}`)]
}

test.each(Object.entries({ ...STORY_PHASES, ...FILE_PHASES }))(
  'a host that is killed during %s loses nothing acknowledged and damages nothing',
  async (name, phase) => {
    const kills = soaked > 0 ? Math.ceil((soaked * phase.kills) / 300) : 1
    const archive = syntheticArchive('tone-v1')
    const publisher = await startPackServer({ '/tone.tar.bz2': archive })
    const home = mkdtempSync(join(tmpdir(), 'fabula-catalogue-'))
    const catalogue = join(home, 'catalogue.json')
    writeFileSync(catalogue, JSON.stringify([entryFor(`${publisher.origin}/tone.tar.bz2`, archive)]))
    try {
      const faults = await killDuring(phase, kills, ['--voice-catalogue', catalogue])
      if (soaked > 0) console.info(JSON.stringify({ phase: name, kills, faults }))
      expect(faults).toEqual([])
    } finally {
      await publisher.close()
      rmSync(home, { recursive: true, force: true })
    }
  },
  150_000 + soaked * 20_000,
)
