// `npm run screenshots`: the README's pictures, taken from the running app with the example story open, into docs/screenshots.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium } from 'playwright-core'
import { ensureRenderer } from './buildAll.ts'
import { chromiumArgs, ensureChromium } from './findChromium.ts'
import { pinnedEnv, pinnedNode, scriptArgs } from './pinnedNode.mjs'
import { root } from './root.mjs'

const target = join(root, 'docs', 'screenshots')

/** What is used here of a story's JSON. */
interface PortableStory {
  readonly records: readonly { readonly type: string; readonly title?: string }[]
}

async function exampleTitle(): Promise<string> {
  const [name] = (await readdir(join(root, 'examples')))
    .filter((each) => each.endsWith('.fabula.json'))
    .sort()
  if (!name) throw new Error('There is no example story to take pictures of.')
  const { records } = JSON.parse(await readFile(join(root, 'examples', name), 'utf8')) as PortableStory
  const title = records.find((record) => record.type === 'story')?.title
  if (!title) throw new Error(`${name} has no title.`)
  return title
}

/** The app on folders of its own, so that the pictures show nothing of the person who takes them. */
async function startApp(home: string) {
  const env = {
    ...pinnedEnv(),
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_DATA_HOME: join(home, 'data'),
  }
  const args = ['--port', '0', '--no-open', '--folder', join(home, 'Fabula')]
  const host = spawn(pinnedNode, scriptArgs('electron/browserHost.ts', args), {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const firstLine = once(createInterface({ input: host.stdout }), 'line') as Promise<[string]> // readline gives strings
  const ended = once(host, 'exit').then(() =>
    Promise.reject(new Error('The browser host ended before it was ready.')),
  )
  const [line] = await Promise.race([firstLine, ended])
  ended.catch(() => undefined) // from here on it ends when it is told to
  const { url } = JSON.parse(line) as { url: string } // the line that browserHost.ts prints when it is ready
  return { url, stop: () => host.kill('SIGTERM') }
}

await ensureRenderer()
const executablePath = await ensureChromium()
await mkdir(target, { recursive: true })
const home = await mkdtemp(join(tmpdir(), 'fabula-screenshots-'))
const app = await startApp(home)
const browser = await chromium.launch({ executablePath, args: chromiumArgs() })
try {
  const page = await browser.newPage({
    viewport: { width: 1440, height: 900 },
    deviceScaleFactor: 2,
    colorScheme: 'light',
  })
  await page.goto(app.url)
  const example = page.getByRole('button', { name: await exampleTitle() }).first()
  await example.waitFor()
  await page.screenshot({ path: join(target, 'welcome-light.png') })
  await example.click()
  await page.getByRole('list', { name: 'Blocks' }).waitFor()
  await page.getByRole('button', { name: 'Render story' }).click()
  const note = page.getByText('The story is rendered.')
  await note.waitFor({ timeout: 120_000 })
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await note.waitFor({ state: 'detached' })
  await page.getByRole('textbox', { name: 'Text of block 3', exact: true }).press('Escape') // a block with an inspector worth seeing
  const waveforms = page.getByRole('img', { name: /^Waveform of block/ })
  await waveforms.first().waitFor()
  await page.evaluate('document.fonts.ready')
  await page.mouse.move(720, 10) // nothing is pointed at
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: join(target, `editor-${colorScheme}.png`), animations: 'disabled' })
  }
} finally {
  await browser.close()
  app.stop()
  await rm(home, { recursive: true, force: true })
}
