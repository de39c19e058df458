/**
 * `npm run -s bench:import [-- --json] [-- --words N]`: how long a novel of 150,000 words takes from its EPUB, Word document and plain text to the review, a
 * decision in the review to its preview, and the review to the editor, in a real browser, and how long the page is blocked meanwhile; and what find and replace and a
 * lexicon take over 5,000 blocks. It is not a part of `npm test`: the figures depend on the machine, and on what else it does.
 */
import { writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Locator } from 'playwright-core'
import { ensureRenderer } from '../../build/buildAll.ts'
import { ensureChromium } from '../../build/findChromium.ts'
import { sampleRecords } from '../../electron/hosts/cli/sampleStory.ts'
import { storyFromRecords } from '../../shared/story/story.ts'
import { launchBrowser } from '../e2e/support/browser.ts'
import { makeFolders, startHost } from '../e2e/support/host.ts'
import { novelDocx, novelEpub, novelText } from '../support/novelEpub.ts'
import { benchFindReplace } from './findReplace.ts'
import { measureLexiconPlan } from './lexiconPlan.ts'
import { addMeter } from './pageTimes.ts'

const { values } = parseArgs({ options: { json: { type: 'boolean' }, words: { type: 'string' } } })
const VIEWPORT = { width: 1440, height: 900 }
const BLOCKS = 5_000
const CHOOSING_MS = 1_000
const LOOKING_MS = 4_000
/**
 * What each figure may be at most, in ms. What a lexicon adds to the plan of a whole story may take as long as the page may be blocked: a share of
 * the plan would say less, because it grows when the plan itself becomes faster.
 */
const IMPORT_LIMITS = { toReviewMs: 1_000, decisionMs: 1_000, toEditorMs: 1_000, blockedMs: 50 } as const
const LIMITS = {
  ...IMPORT_LIMITS,
  findReplaceMs: 200,
  lexiconMs: 50,
  patternsMs: 50,
} as const

const words = Number(values.words ?? 150_000)
const NOVELS = { epub: novelEpub(words), docx: novelDocx(words), txt: novelText(words) }
type NovelKind = keyof typeof NOVELS

/** Clicks an element and returns the ms until something is drawn with another text than before, and how long the page was blocked meanwhile. */
async function pressUntil(pressed: Locator, shown: string) {
  const page = pressed.page()
  await page.evaluate(() => globalThis.meter.longestTask())
  const ms = await pressed.evaluate((element: HTMLElement, wanted) => {
    const textOf = () => document.querySelector(wanted)?.textContent ?? null
    const before = textOf()
    return globalThis.meter.untilShown(
      () => element.click(),
      () => ![before, null].includes(textOf()),
    )
  }, shown)
  // Work after the first drawing blocks the page, too.
  await page.waitForTimeout(500)
  const blockedMs = await page.evaluate(() => globalThis.meter.longestTask())
  return { ms, blockedMs }
}

async function measureImport(kind: NovelKind) {
  const { folders, remove } = await makeFolders()
  await writeFile(join(folders.folder, `novel.${kind}`), NOVELS[kind].bytes)
  const host = await startHost(folders)
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ viewport: VIEWPORT })
    page.setDefaultTimeout(120_000)
    await addMeter(page)
    await page.goto(host.url)
    await page.getByRole('button', { name: 'New story' }).waitFor()
    await page.keyboard.press('Control+o')
    const button = (name: string) => page.getByRole('button', { name }).first()
    // A person looks for the file; meanwhile, the readers are loaded and compiled.
    await page.waitForTimeout(CHOOSING_MS)
    const toReview = await pressUntil(
      button(`novel.${kind}`),
      '[role="grid"][aria-label="Chapters"] [role="row"]',
    )
    const sentences = page.getByRole('radio', { name: 'Sentence' })
    const decision = await pressUntil(sentences, '[data-index="1"] p')
    // A person looks at the review, and at what a decision changed; meanwhile, the story is made in advance.
    await page.waitForTimeout(LOOKING_MS)
    const toEditor = await pressUntil(button('Create story'), '[aria-label="Text of block 1"]')
    return {
      toReviewMs: toReview.ms,
      decisionMs: decision.ms,
      toEditorMs: toEditor.ms,
      blockedMs: Math.max(toReview.blockedMs, decision.blockedMs, toEditor.blockedMs),
      blocked: [toReview, decision, toEditor].map(({ blockedMs }) => Math.round(blockedMs)),
    }
  } finally {
    await browser.close()
    await host.stop()
    await remove()
  }
}

await ensureRenderer()
await ensureChromium()
const imports = new Map<NovelKind, Awaited<ReturnType<typeof measureImport>>>()
for (const kind of ['epub', 'docx', 'txt'] as const) imports.set(kind, await measureImport(kind))
const worst = (name: keyof typeof IMPORT_LIMITS) =>
  Math.max(...imports.values().map((measured) => measured[name]))
const { plainMs, patternMs } = benchFindReplace(storyFromRecords(await sampleRecords(BLOCKS)))
const lexicon = measureLexiconPlan({ blocks: BLOCKS, entries: 1_000 })
const withPatterns = measureLexiconPlan({ blocks: BLOCKS, entries: 1_000, patterns: 10 })
const measured = {
  toReviewMs: worst('toReviewMs'),
  decisionMs: worst('decisionMs'),
  toEditorMs: worst('toEditorMs'),
  blockedMs: worst('blockedMs'),
  findReplaceMs: Math.max(plainMs, patternMs),
  lexiconMs: lexicon.addedMs,
  patternsMs: withPatterns.addedMs,
}
const figures = Object.entries(LIMITS).map(([name, limit]) => {
  const value = Math.round(measured[name as keyof typeof LIMITS] * 10) / 10 // the keys of LIMITS
  return { name, value, limit, isMet: value <= limit }
})
if (values.json === true) {
  const facts = {
    words: NOVELS.epub.words,
    blocks: BLOCKS,
    load: loadavg()[0],
    imports: Object.fromEntries(imports),
    lexicon,
    withPatterns,
  }
  console.log(JSON.stringify({ ...facts, figures }, null, 2))
} else {
  for (const [kind, { toReviewMs, decisionMs, toEditorMs, blocked }] of imports)
    console.log(
      `     ${kind}: ${[toReviewMs, decisionMs, toEditorMs].map(Math.round).join(', ')} ms; blocked ${blocked.join(', ')} ms`,
    )
  for (const { name, value, limit, isMet } of figures)
    console.log(`${isMet ? 'ok  ' : 'OVER'} ${name} ${value} (at most ${limit})`)
}
