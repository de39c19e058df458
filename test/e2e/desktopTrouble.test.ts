/** Failures of the desktop app, as it is bundled (test/fakes/electronStandin/README.md). */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { launchWithStandin, type StandinApp } from '../fakes/electronStandin/launch.ts'
import { long } from '../support/tags.ts'
import { copyApp } from './support/builtApp.ts'
import { callDesktop } from './support/callDesktop.ts'
import { workerBrowser } from './support/worker.ts'

let built: Awaited<ReturnType<typeof copyApp>>
let browser: Browser
beforeAll(async () => {
  ;[built, browser] = await Promise.all([copyApp(), workerBrowser()])
})
afterAll(() => built.remove())

const dataOf = (name: string) => join(built.home, name)

async function start(
  name: string,
  args: readonly string[] = [],
  firstAnswers: readonly object[] = [],
): Promise<StandinApp> {
  const app = await launchWithStandin({
    ...{ appFolder: built.appFolder, userData: join(built.home, `user ${name}`), browser },
    args: ['--data', dataOf(name), ...args],
    firstAnswers,
  })
  onTestFinished(() => app.stop().then(() => undefined))
  return app
}
const noted = async (app: StandinApp, method: string) =>
  (await app.noted()).filter((each) => each.method === method).map(({ detail }) => detail)
const logOf = (name: string) => readFile(join(dataOf(name), 'logs', 'fabula.log'), 'utf8')

test(
  'a fault, and a page that fails twice, are shown with advice, and the log contains no word of a story',
  long,
  async () => {
    const app = await start('fails')
    const page = await app.firstPage()
    await app.answerDialog('showMessageBox', { response: 0 })
    await app.failInMain('Cannot speak: The Marmalade Heron')
    await expect
      .poll(() => noted(app, 'showMessageBox'))
      .toMatchObject([{ message: 'Something in Fabula has failed.' }])
    expect(await callDesktop(page, 'app:info', {})).toMatchObject({ ok: true, value: { isSafe: false } })

    await app.emitOnPage('render-process-gone', { reason: 'crashed', exitCode: 5 })
    await app.answerDialog('showMessageBox', { response: 2 })
    await app.answerDialog('showMessageBox', { response: 0 })
    await app.emitOnPage('render-process-gone', { reason: 'crashed', exitCode: 5 })
    await expect.poll(() => noted(app, 'clipboard')).toHaveLength(1)
    const [text] = await noted(app, 'clipboard')
    expect(text).toMatch(/^Fabula .*\nSystem: /)
    expect(text).toMatch(/uncaught: Error\n.* {4}at /s)
    expect(text).toContain('page: crashed')
    expect(await logOf('fails')).not.toMatch(/Marmalade|Heron/)

    for (const url of ['http://127.0.0.1:4600/', 'https://x.example/', 'ws://x.example/', 'wss://x.example/'])
      expect(await app.mayRequest(url)).toBe(false)
    expect(await readdir(dataOf('fails'))).toEqual(expect.arrayContaining(['chromium', 'crashes', 'logs']))
    expect(app.output()).not.toContain('is not provided')
    expect(await app.stop()).toEqual({ code: 0, signal: null })
    expect(JSON.parse(await readFile(join(dataOf('fails'), 'starts.json'), 'utf8'))).toEqual({ failed: 0 })
  },
)

test(
  'after two failed starts, safe mode is offered, and runs without the graphics processor and natural voices',
  long,
  async () => {
    await mkdir(dataOf('unlucky'), { recursive: true })
    await writeFile(join(dataOf('unlucky'), 'starts.json'), '{"failed":2}')
    const refused = await start('unlucky', [], [{ response: 0 }])
    expect(await refused.exited).toEqual({ code: 0, signal: null })

    const safe = await start('unlucky', ['--safe'])
    const page = await safe.firstPage()
    expect(await callDesktop(page, 'app:info', {})).toMatchObject({ ok: true, value: { isSafe: true } })
    expect(await noted(safe, 'disableHardwareAcceleration')).toHaveLength(1)
    expect(await noted(safe, 'showMessageBox')).toEqual([])
    expect(await logOf('unlucky')).toContain('in safe mode')
  },
)
