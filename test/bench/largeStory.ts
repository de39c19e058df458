/**
 * `npm run bench [-- BLOCKS]`: how fast a story of 5,000 blocks is in a real browser, as a table of times. It is no part of
 * `npm test`, because its figures depend on the machine as much as on the app.
 */
import { writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { ensureRenderer } from '../../build/buildAll.ts'
import { ensureChromium } from '../../build/findChromium.ts'
import { launchBrowser } from '../e2e/support/browser.ts'
import { makeFolders, startHost } from '../e2e/support/host.ts'

const blocks = Number(process.argv[2] ?? 5_000)
const SENTENCE = 'The lamp was lit, the kettle sang, and nobody in the house had any thought of going to bed.'

interface Figures {
  readonly medianMs: number
  readonly p95Ms: number
  readonly worstMs: number
}

function figuresOf(times: readonly number[]): Figures {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
  return { medianMs: at(0.5), p95Ms: at(0.95), worstMs: sorted.at(-1) ?? NaN }
}

async function timeOf(action: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await action()
  return performance.now() - startedMs
}

/** Times between frames while something is done, in ms. */
async function framesDuring(page: Page, action: () => Promise<unknown>): Promise<Figures> {
  await page.evaluate(() => {
    const frames: number[] = []
    Reflect.set(globalThis, 'frameStamps', frames)
    const look = (timeMs: number) => {
      frames.push(timeMs)
      if (Reflect.has(globalThis, 'frameStamps')) requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  await action()
  const stamps = await page.evaluate(() => {
    const frames = Reflect.get(globalThis, 'frameStamps') as number[] // put there above
    Reflect.deleteProperty(globalThis, 'frameStamps')
    return frames
  })
  return figuresOf(stamps.slice(1).map((stamp, index) => stamp - (stamps[index] ?? stamp)))
}

/** From a key's arrival to the end of the frame that shows it, in ms. */
async function keysToPaint(page: Page, keys: number): Promise<Figures> {
  await page.evaluate(() => {
    const times: number[] = []
    Reflect.set(globalThis, 'keyTimes', times)
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => void times.push(performance.now() - timeStamp)
          port2.postMessage(null) // comes after the frame was drawn
        })
      },
      { capture: true },
    )
  })
  for (let key = 0; key < keys; key += 1)
    await page.keyboard.press(key % 6 === 5 ? 'Space' : 'e', { delay: 30 })
  return figuresOf(await page.evaluate(() => Reflect.get(globalThis, 'keyTimes') as number[])) // put there above
}

/** Scrolls an element by so many px in each of 150 frames. */
function scrollBy(element: Locator, left: number, top: number): Promise<unknown> {
  return element.evaluate(
    (node, by) =>
      new Promise<void>((resolve) => {
        let scroller: Element = node
        while (
          getComputedStyle(scroller).overflow !== 'auto' &&
          !/auto|scroll/.test(getComputedStyle(scroller).overflowX)
        )
          scroller = scroller.parentElement ?? document.documentElement
        let framesLeft = 150
        const step = () => {
          scroller.scrollBy(by)
          if ((framesLeft -= 1) > 0) requestAnimationFrame(step)
          else resolve()
        }
        step()
      }),
    { left, top },
  )
}

await ensureRenderer()
await ensureChromium()
const { folders, remove } = await makeFolders()
const text = Array.from({ length: blocks }, (_, index) =>
  [...(index % 100 === 0 ? [`# Chapter ${index / 100 + 1}`] : []), `${index + 1}. ${SENTENCE}`].join('\n\n'),
)
await writeFile(join(folders.folder, 'Large.md'), text.join('\n\n'))
const [host, browser] = await Promise.all([startHost(folders), launchBrowser()])
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  page.setDefaultTimeout(120_000)
  await page.goto(host.url)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const firstText = page.getByRole('textbox', { name: 'Text of block 1', exact: true })
  const clips = page.getByRole('list', { name: 'Clips' })

  await button('Open').click()
  const importMs = await timeOf(async () => {
    await page.getByRole('button', { name: 'Large.md' }).click()
    await firstText.waitFor()
  })
  const closeMs = await timeOf(async () => {
    await button('Close story').click()
    await page.getByRole('button', { name: /^Large/ }).waitFor()
  })
  const openMs = await timeOf(async () => {
    await page.getByRole('button', { name: /^Large/ }).click()
    await firstText.waitFor()
    await clips.getByRole('button').first().waitFor()
  })

  await firstText.focus()
  const typing = await keysToPaint(page, 60)
  await page.getByText('Saved', { exact: true }).waitFor()
  const typed = await firstText.inputValue()
  const script = await framesDuring(page, () => scrollBy(page.getByRole('list', { name: 'Blocks' }), 0, 90))
  const timeline = await framesDuring(page, () => scrollBy(clips, 90, 0))

  await page.getByRole('list', { name: 'Blocks' }).evaluate((list) => list.parentElement?.scrollTo(0, 0))
  await firstText.waitFor()
  const handle = await button('Move block 1').boundingBox()
  if (handle === null) throw new Error('The handle is not drawn')
  const drag = await framesDuring(page, async () => {
    await page.mouse.move(handle.x + 5, handle.y + 5)
    await page.mouse.down()
    for (let step = 0; step < 120; step += 1) await page.mouse.move(handle.x + 5, handle.y + 20 + step * 3)
    await page.mouse.up()
  })
  const undoMs = await timeOf(async () => {
    await button('Undo').click()
    await page.waitForFunction(
      ([field, text]) => field instanceof HTMLTextAreaElement && field.isConnected && field.value === text,
      [await firstText.elementHandle(), typed] as const,
    )
  })

  const rounded = (figures: Figures) =>
    Object.fromEntries(Object.entries(figures).map(([name, ms]) => [name, Math.round(Number(ms))]))
  console.log(`${blocks} blocks; load of the machine ${loadavg()[0]?.toFixed(1) ?? '?'}`)
  console.table({
    'import from Markdown': { medianMs: Math.round(importMs) },
    close: { medianMs: Math.round(closeMs) },
    'open from the recent stories': { medianMs: Math.round(openMs) },
    'key to paint': rounded(typing),
    'frame while the script scrolls': rounded(script),
    'frame while the timeline scrolls': rounded(timeline),
    'frame while a block is dragged': rounded(drag),
    'undo of the move': { medianMs: Math.round(undoMs) },
  })
} finally {
  await browser.close()
  await host.stop()
  await remove()
}
