import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { startBuiltInService, startInFreeFolder } from '../../../electron/app/builtInService.ts'
import { engineSettingsSchema } from '../../../electron/lib/http/engineSettings.ts'
import type { LocalService } from '../../../electron/local-service/startLocalService.ts'
import { eventually } from '../../support/eventually.ts'

const failure = (reason: string) => new UserFacingError('local-service-failed', { reason })

/** Services that a test starts and ends, each at its own address. */
function world() {
  const ends: ((code: number | null) => void)[] = []
  const stops: string[] = []
  const engines: [baseUrl: string, names: string[]][] = []
  const voiceReads: string[] = []
  const states: string[] = []
  let failures = 0
  let nowMs = 0
  const start = vi.fn(async (): Promise<LocalService> => {
    if (failures > 0) {
      failures -= 1
      throw failure('no memory')
    }
    const baseUrl = `http://127.0.0.1:${ends.length + 1}`
    return {
      baseUrl,
      key: 'key',
      loadVoices: () => undefined,
      tellCollected: () => undefined,
      setAside: [],
      setEngines: async (settings) => void engines.push([baseUrl, settings.map(({ name }) => name)]),
      readVoices: async () => void voiceReads.push(baseUrl),
      stop: async () => void stops.push(baseUrl),
      onUnexpectedExit: (listener) => void ends.push(listener),
    }
  })
  const report = vi.fn()
  return {
    start,
    report,
    states,
    stops,
    engines,
    voiceReads,
    fail: (times: number) => (failures = times),
    pass: (ms: number) => (nowMs += ms),
    endLast: () => ends.at(-1)?.(1),
    run: () =>
      startBuiltInService({ start, report, onState: (state) => states.push(state), now: () => nowMs }),
  }
}

let it: ReturnType<typeof world>
beforeEach(() => {
  it = world()
})
afterEach(() => {
  vi.restoreAllMocks()
})

test('the local voice starts with the app, before any request', async () => {
  const service = it.run()
  expect(service.state()).toBe('starting')
  await eventually(() => expect(it.states).toEqual(['ready']))
  expect(await service.connection()).toMatchObject({
    baseUrl: 'http://127.0.0.1:1',
    isBuiltIn: true,
  })
  expect(it.start).toHaveBeenCalledOnce()
})

test('a voice that ran for a while and ended is restarted at a new address', async () => {
  const service = it.run()
  await eventually(() => expect(service.state()).toBe('ready'))
  it.pass(60_000)
  it.endLast()
  expect(service.state()).toBe('starting')
  expect(await service.connection()).toMatchObject({ baseUrl: 'http://127.0.0.1:2' })
  await eventually(() => expect(it.states).toEqual(['ready', 'starting', 'ready']))
})

test('a voice that ends at once is restarted only on request', async () => {
  const service = it.run()
  await eventually(() => expect(service.state()).toBe('ready'))
  it.endLast()
  expect(service.state()).toBe('failed')
  expect(it.start).toHaveBeenCalledOnce()
  expect(await service.connection()).toMatchObject({ baseUrl: 'http://127.0.0.1:2' })
})

test('a failure to start is reported, and the next request tries again', async () => {
  it.fail(2)
  const service = it.run()
  await eventually(() => expect(service.state()).toBe('failed'))
  await expect(service.connection()).rejects.toThrow(
    expect.objectContaining({ code: 'local-service-failed' }),
  )
  expect(await service.connection()).toMatchObject({ isBuiltIn: true })
  expect(it.states).toEqual(['failed', 'starting', 'failed', 'starting', 'ready'])
  expect(it.report).toHaveBeenCalledTimes(2)
})

test('closing ends the voice, and nothing restarts it', async () => {
  const service = it.run()
  await service.close()
  expect(it.stops).toEqual(['http://127.0.0.1:1'])
  await expect(service.connection()).rejects.toThrow(expect.objectContaining({ code: 'request-cancelled' }))
  expect(it.start).toHaveBeenCalledOnce()
})

test('changed engines reach a running voice and one that is just starting', async () => {
  const kokoro = engineSettingsSchema.parse({ name: 'kokoro', baseUrl: 'http://127.0.0.1:8880', model: 'k' })
  const service = it.run()
  await service.setEngines([kokoro])
  await service.setEngines([])
  expect(it.engines).toEqual([
    ['http://127.0.0.1:1', ['kokoro']],
    ['http://127.0.0.1:1', []],
  ])
  it.endLast()
  await service.setEngines([kokoro])
  expect(it.engines).toHaveLength(2)
})

test('a running or starting voice is notified of installed and removed voice packs', async () => {
  const service = it.run()
  await service.readVoices()
  expect(it.voiceReads).toEqual(['http://127.0.0.1:1'])
  it.endLast()
  await service.readVoices()
  expect(it.voiceReads).toHaveLength(1)
})

test('a folder that another service is using is left untouched', async () => {
  const tried: string[] = []
  const started = await startInFreeFolder(async (folder) => {
    tried.push(folder)
    if (tried.length < 3) throw new UserFacingError('local-service-folder-in-use')
    return it.start()
  }, '/data/service')
  expect(started.baseUrl).toBe('http://127.0.0.1:1')
  expect(tried).toEqual(['/data/service', '/data/service-2', '/data/service-3'])
  await expect(
    startInFreeFolder(async () => Promise.reject(failure('no memory')), '/data/service'),
  ).rejects.toThrow()
})
