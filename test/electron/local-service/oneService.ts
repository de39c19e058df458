/** One service for all rows of a test table, with one engine that behaves as each row specifies. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { serveHere, type ServiceHere } from './runService.ts'
import { startToneEngine, type ToneEngine, type ToneEngineOptions } from './toneEngine.ts'

/** The arguments of a service that has an engine `kokoro`. */
export const engineOptions = (url: string) => [
  '--engine-url',
  url,
  '--engine-model',
  'kokoro-82m',
  '--engine-name',
  'kokoro',
]

/** Sets the service up for the tests of a group. `speakWith` changes how its engine answers, and returns the service. */
export function useOneService(): { speakWith(options: ToneEngineOptions): ServiceHere; folder: string } {
  const sharedFolder = mkdtempSync(join(tmpdir(), 'fabula-service-'))
  const options: ToneEngineOptions = {}
  let engine: ToneEngine
  let service: ServiceHere
  beforeAll(async () => {
    engine = await startToneEngine(options)
    service = await serveHere(sharedFolder, engineOptions(engine.url))
  })
  afterAll(async () => {
    await service.stop()
    await engine.close()
    rmSync(sharedFolder, { recursive: true })
  })
  return {
    speakWith(wanted) {
      delete options.answer
      delete options.send
      Object.assign(options, wanted)
      return service
    },
    folder: sharedFolder,
  }
}
