/** How the desktop app keeps a key, with a keychain and without one, as it is bundled (test/fakes/electronStandin/README.md). */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { callDesktop } from './support/callDesktop.ts'
import { workerBrowser } from './support/worker.ts'
import { launchWithStandin } from '../fakes/electronStandin/launch.ts'
import { findKey } from '../fakes/keyForms.ts'
import { startToneEngine } from '../electron/local-service/toneEngine.ts'
import { copyApp } from './support/builtApp.ts'
import { long } from '../support/tags.ts'

const KEY = 'desktop-canary/Key+41c0'

let built: Awaited<ReturnType<typeof copyApp>>
let browser: Browser
beforeAll(async () => {
  ;[built, browser] = await Promise.all([copyApp(), workerBrowser()])
})
afterAll(() => built.remove())

function draft(keep: 'safest' | 'session' | 'file') {
  return {
    kind: 'connection' as const,
    id: null,
    name: 'Studio',
    baseUrl: 'https://speech.example',
    webhookPublicKey: '',
    key: { text: KEY, keep },
  }
}

/** Runs the app over a folder of its own, and returns its log afterwards. */
async function withApp(data: string, hasKeychain: boolean, use: (page: Page) => Promise<void>) {
  const { appFolder, home } = built
  const args = ['--data', join(home, data)]
  const app = await launchWithStandin({
    ...{ appFolder, userData: join(home, `user ${data}`), args, browser },
    hasKeychain,
  })
  try {
    await use(await app.firstPage())
  } finally {
    await app.stop()
  }
  expect(findKey(KEY, app.output())).toEqual([])
}

const keysFile = (data: string) => readFile(join(built.home, data, 'keys.json'), 'utf8')

test('a key is sealed if there is a keychain, and the page learns nothing else about it', async () => {
  await withApp('sealed', true, async (page) => {
    const saved = await callDesktop(page, 'servers:save', draft('safest'))
    expect(saved).toMatchObject({
      ok: true,
      value: { view: { keeping: 'sealed', connection: [{ hasKey: true, protection: 'sealed' }] } },
    })
    expect(findKey(KEY, JSON.stringify(saved))).toEqual([])
  })
  const file = await keysFile('sealed')
  expect(findKey(KEY, file)).toEqual([])
  const [{ data }] = Object.values(JSON.parse(file) as Record<string, { data: string }>) as [{ data: string }] // keyStore.ts
  expect(findKey(KEY, Buffer.from(data, 'base64').toString('latin1'))).toEqual([])

  // The stand-in's keychain forgets its key between two starts, as a keychain that was replaced does.
  await withApp('sealed', true, async (page) => {
    const listed = await callDesktop(page, 'servers:list', {})
    expect(listed).toMatchObject({ ok: true, value: { connection: [{ hasKey: true }] } })
    const id = listed.ok ? (listed.value.connection[0]?.id ?? '') : ''
    expect(await callDesktop(page, 'servers:test', { kind: 'connection', id })).toMatchObject({
      ok: false,
      error: { code: 'key-unreadable', params: { name: 'Studio' } },
    })
  })
  expect(await keysFile('sealed')).toBe(file)
})

test('without a keychain, no key is stored before the writer has chosen how', long, async () => {
  await withApp('bare', false, async (page) => {
    expect(await callDesktop(page, 'servers:save', draft('safest'))).toMatchObject({
      ok: false,
      error: { code: 'key-protection-unchosen' },
    })
    await expect(keysFile('bare')).rejects.toThrow('ENOENT')
    expect(await callDesktop(page, 'servers:save', draft('session'))).toMatchObject({
      ok: true,
      value: { view: { keeping: 'ask', connection: [{ protection: 'session' }] } },
    })
    await expect(keysFile('bare')).rejects.toThrow('ENOENT')
  })
  await withApp('bare', false, async (page) => {
    expect(await callDesktop(page, 'servers:list', {})).toMatchObject({
      ok: true,
      value: { connection: [{ hasKey: false, protection: null }] },
    })
  })
})

test('an engine’s key is sealed as well, and reaches only the process that speaks', long, async () => {
  const engine = await startToneEngine({ voices: ['bella'], key: KEY })
  onTestFinished(engine.close)
  await withApp('engine', true, async (page) => {
    const saved = await callDesktop(page, 'servers:save', {
      ...{
        kind: 'engine',
        id: null,
        name: 'tone',
        baseUrl: engine.url,
        model: 'tone',
        voices: [],
        maxCharacters: 4000,
        pcmRate: 0,
      },
      key: { text: KEY, keep: 'safest' },
    })
    expect(saved).toMatchObject({ ok: true, value: { view: { engine: [{ protection: 'sealed' }] } } })
    const listed = await callDesktop(page, 'voices:list', {})
    expect(listed).toMatchObject({ ok: true, value: { engines: [{ name: 'tone', state: 'listed' }] } })
    expect(findKey(KEY, JSON.stringify([saved, listed]))).toEqual([])
  })
  expect(engine.headers.every(({ authorization }) => authorization === `Bearer ${KEY}`)).toBe(true)
  for (const { data } of Object.values(
    JSON.parse(await keysFile('engine')) as Record<string, { data: string }>,
  ))
    // keyStore.ts
    expect(findKey(KEY, Buffer.from(data, 'base64').toString('latin1'))).toEqual([])

  // With another keychain the app starts, reports this, and calls the engine without a key.
  await withApp('engine', true, async (page) => {
    expect(await callDesktop(page, 'servers:test', { kind: 'engine', id: 'tone' })).toMatchObject({
      ok: false,
      error: { code: 'key-unreadable', params: { name: 'tone' } },
    })
    expect(await callDesktop(page, 'servers:list', {})).toMatchObject({
      ok: true,
      value: { engine: [{ hasKey: true, protection: 'sealed' }] },
    })
  })
})
