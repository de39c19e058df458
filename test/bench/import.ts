/**
 * `npm run -s bench:import [-- --json] [-- --words N]`: how long a novel of 150,000 words takes from its EPUB to the review, and
 * from there to the editor, in a real browser; and what find and replace and a lexicon take over 5,000 blocks. It is no part of
 * `npm test`: the figures depend on the machine, and on what else it does.
 */
import { writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { ensureRenderer } from '../../build/buildAll.ts'
import { ensureChromium } from '../../build/findChromium.ts'
import { sampleRecords } from '../../electron/hosts/cli/sampleStory.ts'
import { storyFromRecords } from '../../shared/story/story.ts'
import { launchBrowser } from '../e2e/support/browser.ts'
import { makeFolders, startHost } from '../e2e/support/host.ts'
import { novelEpub } from '../support/novelEpub.ts'
import { benchFindReplace } from './findReplace.ts'
import { measureLexiconPlan } from './lexiconPlan.ts'
import { addMeter } from './pageTimes.ts'

const { values } = parseArgs({ options: { json: { type: 'boolean' }, words: { type: 'string' } } })
const VIEWPORT = { width: 1440, height: 900 }
const BLOCKS = 5_000
/** What each figure may be at most, in ms; the last ones in percent. */
const LIMITS = {
  toReviewMs: 3_000,
  toEditorMs: 2_000,
  findReplaceMs: 200,
  lexiconPercent: 10,
  patternsPercent: 10,
} as const

const novel = novelEpub(Number(values.words ?? 150_000))

/** Presses a button and gives the ms until an element is drawn. */
function pressUntil(page: Page, button: string, shown: string): Promise<number> {
  return page
    .getByRole('button', { name: button })
    .first()
    .evaluate(
      (pressed: HTMLElement, selector) =>
        globalThis.meter.untilShown(
          () => pressed.click(),
          () => document.querySelector(selector) !== null,
        ),
      shown,
    )
}

async function measureImport(): Promise<{ readonly toReviewMs: number; readonly toEditorMs: number }> {
  const { folders, remove } = await makeFolders()
  await writeFile(join(folders.folder, 'novel.epub'), novel.bytes)
  const host = await startHost(folders)
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ viewport: VIEWPORT })
    page.setDefaultTimeout(120_000)
    await addMeter(page)
    await page.goto(host.url)
    await page.getByRole('button', { name: 'New story' }).waitFor()
    await page.keyboard.press('Control+o')
    const toReviewMs = await pressUntil(
      page,
      'novel.epub',
      '[role="grid"][aria-label="Chapters"] [role="row"]',
    )
    const toEditorMs = await pressUntil(page, 'Make the story', '[aria-label="Text of block 1"]')
    return { toReviewMs, toEditorMs }
  } finally {
    await browser.close()
    await host.stop()
    await remove()
  }
}

await ensureRenderer()
await ensureChromium()
const times = await measureImport()
const { plainMs, patternMs } = benchFindReplace(storyFromRecords(await sampleRecords(BLOCKS)))
const lexicon = measureLexiconPlan({ blocks: BLOCKS, entries: 1_000 })
const withPatterns = measureLexiconPlan({ blocks: BLOCKS, entries: 1_000, patterns: 10 })
const measured = {
  ...times,
  findReplaceMs: Math.max(plainMs, patternMs),
  lexiconPercent: lexicon.addedPercent,
  patternsPercent: withPatterns.addedPercent,
}
const figures = Object.entries(LIMITS).map(([name, limit]) => {
  const value = Math.round(measured[name as keyof typeof LIMITS] * 10) / 10 // the keys of LIMITS
  return { name, value, limit, isMet: value <= limit }
})
if (values.json === true) {
  const facts = { words: novel.words, blocks: BLOCKS, load: loadavg()[0], lexicon, withPatterns }
  console.log(JSON.stringify({ ...facts, figures }, null, 2))
} else
  for (const { name, value, limit, isMet } of figures)
    console.log(`${isMet ? 'ok  ' : 'OVER'} ${name} ${value} (at most ${limit})`)
