import { expect, test } from 'vitest'
import type { RemoteEngine } from '../../../electron/local-service/engines/remoteEngine.ts'
import { createVoiceLibrary } from '../../../electron/local-service/engines/voiceLibrary.ts'
import { engineSettingsSchema } from '../../../electron/lib/http/engineSettings.ts'

/** An engine that lists these voices. */
function engineWith(name: string, voices: readonly string[]): RemoteEngine {
  const refuse = () => Promise.reject(new Error('This engine does not speak'))
  return {
    settings: engineSettingsSchema.parse({ name, baseUrl: 'http://127.0.0.1:1', model: 'm' }),
    speak: refuse,
    findVoices: async () => ({ state: 'listed', voices, message: '' }),
    forgetVoices: () => undefined,
    close: () => undefined,
  }
}

const many = (count: number, letters: number) =>
  Array.from({ length: count }, (_, at) => `${at}`.padStart(letters, '狐'))

test('engines with more voices than a library can hold leave room for the others, and unlisted voices are known by their ids', async () => {
  const engines = [
    engineWith('vast', many(200_000, 190)),
    engineWith('wordy', ['x'.repeat(100_000), 'plain']),
    engineWith('small', ['af_bella']),
    engineWith('big', many(3_000, 10)),
  ]
  const library = createVoiceLibrary(() => engines, { voices: () => [], read: () => undefined })
  const listed = await library.list()
  expect(Buffer.byteLength(JSON.stringify(listed))).toBeLessThan(16 * 1024 * 1024)
  const of = (name: string) => listed.voices.filter(({ id }) => id.startsWith(`${name}:`))
  expect(of('small')).toHaveLength(1)
  expect(of('big')).toHaveLength(3_000)
  expect(of('wordy').map(({ name }) => name)).toEqual(['plain'])
  expect(of('vast').length).toBeGreaterThan(1_000)
  expect(listed.engines.map(({ name, state }) => `${name} ${state}`)).toEqual([
    'vast cut',
    'wordy cut',
    'small listed',
    'big listed',
  ])
  expect(await library.isKnown(`vast:${many(200_000, 190).at(-1) ?? ''}`)).toBe(true)
})
