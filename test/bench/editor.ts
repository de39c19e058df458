/**
 * `npm run -s bench:editor [-- --json] [-- --blocks N] [-- --minutes N]`: how a story of 5,000 blocks feels in a real browser,
 * beside a plain list that is written by hand and measured in the same run (plainList.ts). It is not a part of `npm test`: the
 * figures depend on the machine, and on what else it does. Figures are ms unless their names say otherwise.
 */
import { join } from 'node:path'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { ensureRenderer } from '../../build/buildAll.ts'
import { ensureChromium } from '../../build/findChromium.ts'
import { writeSampleStory } from '../../electron/hosts/cli/sampleStory.ts'
import { launchBrowser } from '../e2e/support/browser.ts'
import { makeFolders, startHost } from '../e2e/support/host.ts'
import {
  addMeter,
  dragFrom,
  framesDuring,
  heapBytes,
  keysToPaint,
  objectBytes,
  scrollBy,
  type Figures,
} from './pageTimes.ts'
import { plainList } from './plainList.ts'

const { values } = parseArgs({
  options: { json: { type: 'boolean' }, blocks: { type: 'string' }, minutes: { type: 'string' } },
})
const blocks = Number(values.blocks ?? 5_000)
/** A busy hour of writing: an edit a second. */
const hourEdits = Number(values.minutes ?? 60) * 60
/** As many as undo holds. */
const UNDO_EDITS = 1_000
/** Edits after which a newly opened page has its usual memory. */
const FIRST_EDITS = 100
const KEYS = 60
/** The first keys on a page that was just loaded are slower, as the engine compiles what they run: they have figures of their own. */
const FIRST_KEYS = 30
const VIEWPORT = { width: 1440, height: 900 }

interface Measured {
  readonly drag: Figures
  readonly firstKeys: Figures
  readonly key: Figures
  readonly scroll: Figures
  readonly open: number
  readonly bulk: number
}

/** Reports progress on standard error, because the whole takes minutes. */
function tell<T>(name: string, measured: T): T {
  console.error(name, measured)
  return measured
}

async function newPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: VIEWPORT })
  page.setDefaultTimeout(120_000)
  await addMeter(page)
  return page
}

async function measureBaseline(browser: Browser): Promise<Measured> {
  const page = await newPage(browser)
  const html = plainList(blocks, 'Once, at the edge of a wood that no map remembered, there hung a lantern.')
  await page.goto(`data:text/html,${encodeURIComponent(html)}`)
  const open = await page.evaluate(() =>
    globalThis.meter.untilShown(
      () => (globalThis as unknown as { openList(): void }).openList(), // of plainList.ts
      () => document.querySelector('textarea') !== null,
    ),
  )
  await page.locator('textarea').first().focus()
  const firstKeys = await keysToPaint(page, FIRST_KEYS)
  const key = await keysToPaint(page, KEYS)
  const scroll = await framesDuring(page, () => scrollBy(page.locator('#list'), 0, 90))
  await page.locator('#list').evaluate((list) => list.scrollTo(0, 0))
  const drag = await framesDuring(page, () => dragFrom(page, 10, 15, 3))
  const bulk = await page.evaluate(() => {
    const list = globalThis as unknown as { setAll(speed: number): void; speedShown(): string } // of plainList.ts
    return globalThis.meter.untilShown(
      () => list.setAll(2),
      () => list.speedShown() === '2',
    )
  })
  await page.close()
  return { drag, firstKeys, key, scroll, open, bulk }
}

/** Opens the story from the list of recent stories, and returns the time from the story's data to its blocks and clips on screen. */
async function openStory(page: Page): Promise<number> {
  const recent = page.getByRole('row', { name: /Lantern/ }).first()
  return recent.evaluate(async (button: HTMLElement) => {
    await globalThis.meter.untilShown(
      () => button.click(),
      () =>
        document.querySelector('[aria-label="Text of block 1"]') !== null &&
        document.querySelector('[role="region"][aria-label="Timeline"], section[aria-label="Timeline"]') !==
          null,
    )
    return performance.now() - globalThis.meter.storyReadAt
  })
}

/** One of many edits, of four kinds, that keep the story about the same length. */
async function edit(page: Page, turn: number): Promise<void> {
  const text = page.getByRole('textbox', { name: `Text of block ${String(1 + (turn % 3))}`, exact: true })
  if (turn % 4 === 0) {
    await text.focus()
    await page.keyboard.press('End')
    await page.keyboard.press('x')
  } else if (turn % 4 === 1) await page.keyboard.press('Alt+ArrowDown')
  else if (turn % 4 === 2) await page.keyboard.press('Alt+ArrowUp')
  else {
    await text.focus()
    await page.keyboard.press('End')
    await page.keyboard.press('Backspace')
  }
}

async function editFor(page: Page, edits: number): Promise<void> {
  for (let turn = 0; turn < edits; turn += 1) await edit(page, turn)
  await page.getByText('Saved', { exact: true }).waitFor()
}

interface EditorFigures extends Measured {
  readonly zoom: Figures
  readonly nodes: number
  /** The page's heap with the story open and unchanged. */
  readonly openMegabytes: number
  readonly undoMegabytes: number
  /** Growth of the heap in an hour of editing with a full undo list. */
  readonly hourGrowthPercent: number
}

async function measureEditor(browser: Browser, url: string): Promise<EditorFigures> {
  const page = await newPage(browser)
  await page.goto(url)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const list = page.getByRole('list', { name: 'Blocks' })
  const firstText = page.getByRole('textbox', { name: 'Text of block 1', exact: true })
  await button('Open').click()
  await page.getByRole('button', { name: 'Large.fabula' }).click()
  await firstText.waitFor()
  await button('Close story').click()
  const open = tell('open', await openStory(page))
  await list
    .locator(`[aria-setsize="${String(blocks)}"]`)
    .first()
    .waitFor() // and no other story

  await firstText.focus()
  const openMegabytes = tell('openMegabytes', (await heapBytes(page)) / 2 ** 20)
  const firstKeys = tell('firstKeys', await keysToPaint(page, FIRST_KEYS))
  const key = tell('key', await keysToPaint(page, KEYS))
  await page.getByText('Saved', { exact: true }).waitFor()
  const nodes = await page.evaluate(() => {
    const regions = ['Script', 'Timeline'].map((name) => document.querySelector(`[aria-label="${name}"]`))
    return regions.reduce((sum, region) => sum + (region?.querySelectorAll('*').length ?? NaN), 0)
  })
  const scroll = tell('scroll', await framesDuring(page, () => scrollBy(list, 0, 90)))
  const timeline = page.getByRole('list', { name: 'Clips' })
  const box = await timeline.boundingBox()
  if (box === null) throw new Error('The timeline is not drawn')
  await page.mouse.move(VIEWPORT.width / 2, box.y + box.height / 2)
  const zoom = await framesDuring(page, async () => {
    await page.keyboard.down('Control')
    for (let step = 0; step < 80; step += 1) await page.mouse.wheel(0, step < 40 ? 60 : -60)
    await page.keyboard.up('Control')
  })

  await list.evaluate((node) => {
    let scroller: Element | null = node
    while (scroller !== null && scroller.scrollTop === 0) scroller = scroller.parentElement
    scroller?.scrollTo(0, 0)
  })
  await firstText.hover()
  const handle = await button('Move block 1').boundingBox()
  if (handle === null) throw new Error('The handle is not drawn')
  const drag = tell('drag', await framesDuring(page, () => dragFrom(page, handle.x + 5, handle.y + 5, 3)))

  await firstText.focus()
  const bulk = tell('bulk', await measureBulk(page))
  await button('Undo').click()
  await firstText.click() // all blocks are chosen still, and a move would move them all
  await editFor(page, UNDO_EDITS) // the engine has compiled by then what it will
  await button('Close story').click()
  await openStory(page) // with nothing to undo
  await firstText.focus()
  await editFor(page, FIRST_EDITS)
  tell('edited', UNDO_EDITS)
  // The snapshot of a very long story is longer than a string may be.
  const bytesOf = blocks > 20_000 ? heapBytes : objectBytes
  const withFirst = await bytesOf(page)
  await editFor(page, UNDO_EDITS - FIRST_EDITS)
  const grown = (await bytesOf(page)) - withFirst
  const undoMegabytes = (grown / (UNDO_EDITS - FIRST_EDITS)) * (UNDO_EDITS / 2 ** 20)
  const full = await heapBytes(page)
  await editFor(page, hourEdits)
  const hourGrowthPercent = ((await heapBytes(page)) / full - 1) * 100
  await page.close()
  return {
    drag,
    firstKeys,
    key,
    scroll,
    open,
    bulk,
    zoom,
    nodes,
    openMegabytes,
    undoMegabytes,
    hourGrowthPercent,
  }
}

/** Chooses all blocks, gives them another model, and returns the time until that is on screen. */
async function measureBulk(page: Page): Promise<number> {
  await page.keyboard.press('Escape') // out of the text, to the block
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+a')
  const models = page.getByRole('region', { name: 'Inspector' }).getByRole('radiogroup', { name: 'Model' })
  const unchosen = models.getByRole('radio', { checked: false }).last()
  return unchosen.evaluate((radio: HTMLInputElement) =>
    globalThis.meter.untilShown(
      () => radio.click(),
      () => radio.checked,
    ),
  )
}

const { round } = Math
const tenths = (value: number) => round(value * 10) / 10
const hundredths = (value: number) => round(value * 100) / 100

function beside(own: Figures, baseline: Figures) {
  return {
    p50: tenths(own.p50),
    p95: tenths(own.p95),
    worst: tenths(own.worst),
    baselineP50: tenths(baseline.p50),
    baselineP95: tenths(baseline.p95),
    ratio: hundredths(own.p95 / baseline.p95),
  }
}

function single(own: number, baseline: number) {
  return { ms: tenths(own), baselineMs: tenths(baseline), ratio: hundredths(own / baseline) }
}

await ensureRenderer()
await ensureChromium()
const { folders, remove } = await makeFolders()
await writeSampleStory(join(folders.folder, 'Large.fabula'), blocks)
const [host, browser] = await Promise.all([startHost(folders), launchBrowser()])
try {
  const baseline = await measureBaseline(browser)
  const editor = await measureEditor(browser, host.url)
  const result = {
    blocks,
    loadAverage: tenths(loadavg()[0] ?? NaN),
    dragFrame: beside(editor.drag, baseline.drag),
    firstKeysToPaint: beside(editor.firstKeys, baseline.firstKeys),
    keyToPaint: beside(editor.key, baseline.key),
    scriptScrollFrame: beside(editor.scroll, baseline.scroll),
    timelineZoomFrame: beside(editor.zoom, baseline.scroll),
    open: single(editor.open, baseline.open),
    bulkChange: single(editor.bulk, baseline.bulk),
    nodes: editor.nodes,
    openMegabytes: round(editor.openMegabytes),
    undo: { edits: UNDO_EDITS, megabytes: hundredths(editor.undoMegabytes) },
    editing: { edits: hourEdits, heapGrowthPercent: tenths(editor.hourGrowthPercent) },
  }
  if (values.json === true) console.log(JSON.stringify(result, null, 2))
  else {
    const { loadAverage, blocks: count, ...figures } = result
    console.log(`${String(count)} blocks; load of the machine ${String(loadAverage)}`)
    for (const [name, value] of Object.entries(figures)) console.log(name, value)
  }
} finally {
  await browser.close()
  await host.stop()
  await remove()
}
