// `npm run screenshots [-- NAMES]`: pictures of every screen, light and dark, and some in a narrow window, into docs/screens. They show
// the example story, rendered by the local voice, and a connection to a service that the script itself runs.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { ensureRenderer } from '../../build/buildAll.ts'
import { ensureChromium } from '../../build/findChromium.ts'
import { root } from '../../build/root.mjs'
import { encodeMp3 } from '../../electron/lib/audio/mp3.ts'
import { chirp, pcm, RATE } from '../electron/lib/audio/signals.ts'
import { recordBody, sendJson, sendMedia, startFaultServer } from '../fakes/faultServer.ts'
import { launchBrowser } from './support/browser.ts'
import { callHost } from './support/call.ts'
import { makeFolders, startHost } from './support/host.ts'

const TARGET = join(root, 'docs', 'screens')
const EXAMPLE = 'The Fox and the Lantern'
/** A connection that charges. */
const SERVICE = 'Reading Room'
const LARGE = { width: 1440, height: 900 }
const NARROW = { width: 720, height: 450 }
const QUALITY = 0.8

interface Screen {
  readonly name: string
  /** Goes from the welcome screen of a new page to the screen. */
  go(page: Page): Promise<void>
  readonly isNarrowToo?: boolean
  /** The language of the browser, and so of the app: English by default. */
  readonly locale?: string
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })

/** Opens the example: the story that was rendered, from the second time on. */
async function openExample(page: Page): Promise<void> {
  const recent = page.getByRole('row', { name: EXAMPLE })
  await recent
    .first()
    .waitFor({ timeout: 3000 })
    .catch(() => undefined) // before the story was rendered, there is none
  if ((await recent.count()) > 0) await recent.first().click()
  else await button(page, EXAMPLE).first().click()
  await page.locator('textarea').nth(2).waitFor()
}

/** Runs a command by its English name in the palette. */
async function run(page: Page, command: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(`>${command}`)
  await page.getByRole('menuitem', { name: command }).first().waitFor()
  await page.keyboard.press('Enter')
}

/** The screen after a command in the open example. */
const afterCommand = (name: string, command: string, then?: (page: Page) => Promise<void>): Screen => ({
  name,
  async go(page) {
    await openExample(page)
    await run(page, command)
    await then?.(page)
  },
})

const inSettings = (name: string, section: string): Screen =>
  afterCommand(name, 'Settings', (page) => page.getByRole('tab', { name: section }).click())

/** Selects a block by a click beside its text. */
const selectBlock = (page: Page, number: number) =>
  page
    .getByRole('list', { name: 'Blocks', exact: true })
    .locator(`[aria-posinset="${number}"]`)
    .getByRole('group')
    .click({ position: { x: 100, y: 38 } })

/** Opens the example, and starts a render by the service that charges, which shows its plan and cost. */
async function openPlan(page: Page): Promise<void> {
  await openExample(page)
  await button(page, /^Connection: /).click()
  await page.getByRole('menuitemradio', { name: SERVICE }).click()
  await button(page, `Connection: ${SERVICE}`).waitFor()
  await button(page, 'Render story').click()
  await page.getByRole('dialog', { name: /^Render “/ }).waitFor()
}

const SCREENS: readonly Screen[] = [
  { name: 'welcome-first', go: () => Promise.resolve(), isNarrowToo: true },
  {
    name: 'editor',
    isNarrowToo: true,
    async go(page) {
      await openExample(page)
      await button(page, 'Render story').click()
      await page.getByText('The story is rendered.').first().waitFor({ timeout: 120_000 })
      await selectBlock(page, 3)
    },
  },
  {
    name: 'welcome',
    isNarrowToo: true,
    go: (page) => page.getByRole('row', { name: EXAMPLE }).first().waitFor(),
  },
  {
    name: 'takes',
    async go(page) {
      await openExample(page)
      await selectBlock(page, 3)
      await run(page, 'Read again')
    },
  },
  {
    name: 'palette',
    async go(page) {
      await openExample(page)
      await page.keyboard.press('Control+k')
      await page.keyboard.type('pause')
    },
  },
  afterCommand('cast', 'Cast', (page) =>
    button(page, 'Open the cast')
      .click({ timeout: 3000 })
      .catch(() => undefined),
  ),
  afterCommand('casting', 'Cast voices…'),
  {
    name: 'voices',
    async go(page) {
      await openExample(page)
      await selectBlock(page, 3)
      await run(page, 'Choose a voice…')
      await page.getByRole('row', { selected: true }).first().waitFor()
    },
  },
  afterCommand('lexicon', 'Lexicon'),
  afterCommand('notes', 'Notes and marks'),
  afterCommand('find', 'Find and replace…', async (page) => {
    await page.keyboard.type('fox')
    await page
      .getByText(/\d+ matches/)
      .first()
      .waitFor()
  }),
  afterCommand('automatic-pauses', 'Automatic pauses'),
  afterCommand('vibes', 'Vibes'),
  afterCommand('export', 'Export'),
  afterCommand('acx-report', 'Export', async (page) => {
    await page.getByText('Audiobook (ACX)').first().click()
    // Credits would have to be rendered first.
    await page.getByRole('switch', { name: 'Speak opening and closing credits' }).press('Space')
    await button(page, 'Check the sound').click()
    await page
      .getByText(/^\d+ files? (?:pass|fail)/)
      .first()
      .waitFor({ timeout: 120_000 })
  }),
  afterCommand('versions', 'Versions…'),
  afterCommand('history', 'History…'),
  afterCommand('storage', 'Storage…'),
  afterCommand('documents', 'Documents to speech…'),
  inSettings('settings', 'General'),
  inSettings('settings-voices', 'Voices'),
  inSettings('settings-connections', 'Connections'),
  inSettings('settings-shortcuts', 'Shortcuts'),
  {
    name: 'import-review',
    isNarrowToo: true,
    async go(page) {
      await page.keyboard.press('Control+o')
      await button(page, /^The Lantern/)
        .first()
        .click()
      await page.getByRole('grid', { name: 'Chapters' }).waitFor()
    },
  },
  { name: 'render-plan', go: openPlan },
  {
    name: 'conversions',
    async go(page) {
      await openPlan(page)
      await page
        .getByRole('dialog', { name: /^Render “/ })
        .getByRole('button', { name: /^Start/ })
        .click()
      await page.getByText('The story is rendered.').first().waitFor({ timeout: 120_000 })
      await run(page, 'Conversions and credits')
      await page.getByRole('dialog', { name: 'Conversions and credits' }).getByRole('row').nth(3).waitFor()
    },
  },
  afterCommand('credits', 'Conversions and credits', (page) =>
    page.getByRole('tab', { name: 'Credits' }).click(),
  ),
  { name: 'editor-german', locale: 'de-DE', go: openExample },
  { name: 'editor-spanish', locale: 'es-ES', go: openExample },
]

/** A service that charges, as a hosted one does: every request is a second and a half of sound. */
async function startService() {
  const audio = await encodeMp3(pcm(chirp(200, 2_000, RATE * 1.5)), { kbps: 64 })
  const server = await startFaultServer()
  let accepted = 0
  server.script = {
    submit: (response) => sendJson(response, 200, recordBody({ uuid: `uuid-${(accepted += 1)}` })),
    history: (response, _, uuid) =>
      sendJson(
        response,
        200,
        recordBody({ uuid, status: 2, status_percentage: 100, media_url: '/audio.mp3', used_credit: 114 }),
      ),
    media: (response, _, request) => sendMedia(response, request, audio),
  }
  return server
}

/** The example as a writer's file: its words, without the voices. */
async function writeSource(folder: string): Promise<void> {
  const example = join(root, 'examples', 'the-fox-and-the-lantern.fabula.json')
  const { records } = JSON.parse(await readFile(example, 'utf8')) as {
    records: { type: string; title?: string; text?: string; rank?: string }[]
  }
  const lines = records.flatMap(({ type, title = '', text = '' }) =>
    type === 'chapter' ? [`Chapter: ${title}`] : type === 'block' ? [text] : [],
  )
  await writeFile(join(folder, 'The Lantern.txt'), lines.join('\n\n'))
}

/** A picture as WebP, by the browser itself: a third of a PNG. */
async function asWebp(page: Page, png: Buffer): Promise<Buffer> {
  const url = await page.evaluate(
    async ([source, quality]) => {
      const image = new Image()
      image.src = `data:image/png;base64,${source}`
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.width
      canvas.height = image.height
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', quality)
    },
    [png.toString('base64'), QUALITY] as const,
  )
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}

async function takePictures(browser: Browser, url: string, screen: Screen): Promise<void> {
  const context = await browser.newContext({
    ...{ viewport: LARGE, colorScheme: 'light', reducedMotion: 'reduce' },
    locale: screen.locale ?? 'en-US',
  })
  const [page, canvas] = [await context.newPage(), await context.newPage()]
  try {
    page.setDefaultTimeout(30_000)
    await page.bringToFront()
    await page.goto(url)
    await page.getByRole('main').first().waitFor()
    await screen.go(page)
    for (const [look, colorScheme, size] of [
      ['', 'light', LARGE],
      ['-dark', 'dark', LARGE],
      ...(screen.isNarrowToo === true ? ([['-narrow', 'light', NARROW]] as const) : []),
    ] as const) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.evaluate('document.fonts.ready')
      await page.waitForTimeout(400) // the page draws itself for the new size
      const png = await page.screenshot({ animations: 'disabled' })
      await writeFile(join(TARGET, `${screen.name}${look}.webp`), await asWebp(canvas, png))
    }
  } finally {
    await context.close()
  }
}

await ensureRenderer()
await ensureChromium()
await mkdir(TARGET, { recursive: true })
const wanted = process.argv.slice(2)
const { folders, remove } = await makeFolders()
await writeSource(folders.folder)
const service = await startService()
const host = await startHost(folders)
const browser = await launchBrowser()
let failures = 0
try {
  const page = await browser.newPage()
  await page.goto(host.url)
  await callHost(page, 'servers:save', {
    ...{ kind: 'connection', id: null, name: SERVICE, baseUrl: service.baseUrl, webhookPublicKey: '' },
    key: { text: 'a-key-of-the-pictures', keep: 'file' },
  })
  await page.close()
  for (const screen of SCREENS) {
    // The editor renders the story that the others show.
    if (wanted.length > 0 && !wanted.includes(screen.name) && screen.name !== 'editor') continue
    try {
      await takePictures(browser, host.url, screen)
    } catch (error) {
      failures += 1
      console.error(`${screen.name}: ${String(error)}`)
    }
  }
} finally {
  await browser.close()
  await host.stop()
  await service.close()
  await remove()
}
process.exitCode = failures === 0 ? 0 : 1
