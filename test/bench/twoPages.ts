/**
 * `npm run soak [-- SECONDS]`: two windows type into one story for a minute: words at random places, and letters at one place of a block of
 * their own. A third window opens the story afterwards. All three must show the same texts, with every word that was typed, and every letter
 * once. It is not part of `npm test`, because it takes long.
 */
import { loadavg } from 'node:os'
import type { Page } from 'playwright-core'
import { ensureRenderer } from '../../build/buildAll.ts'
import { ensureChromium } from '../../build/findChromium.ts'
import { launchBrowser } from '../e2e/support/browser.ts'
import { createEditor, type Editor } from '../e2e/support/editor.ts'
import { makeFolders, startHost } from '../e2e/support/host.ts'

const seconds = Number(process.argv[2] ?? 60)
const BLOCKS = 4
/** After the blocks with words: all letters are typed into the middle of its one word. */
const LETTERS = { block: BLOCKS + 1, text: 'Start', at: 2 }

/** Puts the cursor behind a random blank of a block's text, in one step: the other window types meanwhile. */
async function placeAnywhere(editor: Editor): Promise<void> {
  const block = 1 + Math.floor(Math.random() * BLOCKS)
  await editor.text(block).evaluate((field: HTMLTextAreaElement, random) => {
    const blanks = [...field.value.matchAll(/ /g)].map(({ index }) => index + 1)
    const place = blanks[Math.floor(random * blanks.length)] ?? field.value.length
    field.focus()
    field.setSelectionRange(place, place)
  }, Math.random())
}

/** Types words that no other window types, and the letter at the place for letters, until the time is over. Returns the words and the letters. */
async function typeWords(
  { page, editor }: { page: Page; editor: Editor },
  { name, letter }: { name: string; letter: string },
  untilMs: number,
): Promise<{ words: string[]; letters: number }> {
  const words: string[] = []
  let letters = 0
  while (Date.now() < untilMs) {
    await editor.placeCursor(LETTERS.block, LETTERS.at)
    await page.keyboard.type(letter.repeat(5), { delay: Math.random() * 40 })
    letters += 5
    await placeAnywhere(editor)
    for (let count = 1 + Math.floor(Math.random() * 4); count > 0; count -= 1) {
      const word = `${name}${words.length}`
      await page.keyboard.type(`${word} `, { delay: Math.random() * 40 })
      words.push(word)
    }
  }
  return { words, letters }
}

await ensureRenderer()
await ensureChromium()
const { folders, remove } = await makeFolders()
const [host, browser] = await Promise.all([startHost(folders), launchBrowser()])
try {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const pageOf = async () => {
    const page = await context.newPage()
    return { page, editor: createEditor(page) }
  }
  const first = await pageOf()
  await first.page.goto(host.url)
  await first.editor.newStory(
    ...Array.from({ length: BLOCKS }, (_, index) => `Block ${index + 1} begins here. `),
    LETTERS.text,
  )
  const openAgain = async () => {
    const next = await pageOf()
    await next.page.goto(first.page.url())
    await next.editor.text(1).waitFor()
    return next
  }
  const second = await openAgain()

  const untilMs = Date.now() + seconds * 1000
  const typed = await Promise.all([
    typeWords(first, { name: 'a', letter: 'z' }, untilMs),
    typeWords(second, { name: 'b', letter: 'q' }, untilMs),
  ])
  const stoppedMs = Date.now()
  await Promise.all([first.editor.saved(), second.editor.saved()])
  const third = await openAgain()
  const texts = async ({ editor }: typeof first) => (await editor.texts()).join('\n')
  const onDisk = await texts(third)
  const isEqual = async () => (await texts(first)) === onDisk && (await texts(second)) === onDisk
  while (!(await isEqual()) && Date.now() < stoppedMs + 30_000) await first.page.waitForTimeout(50)
  const settledMs = Date.now() - stoppedMs

  const counts = new Map<string, number>()
  for (const word of onDisk.split(/\s+/)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const words = typed.flatMap((each) => each.words)
  const lettersOnDisk = (await third.editor.texts())[LETTERS.block - 1] ?? ''
  const letters = ['z', 'q'].map((letter, index) => ({
    typed: typed[index]?.letters ?? 0,
    onDisk: lettersOnDisk.split(letter).length - 1,
  }))
  const areLettersRight = letters.every((each) => each.typed === each.onDisk)
  const lost = words.filter((word) => !counts.has(word))
  const twice = words.filter((word) => (counts.get(word) ?? 0) > 1)
  const areEqual = await isEqual()
  console.log(`${seconds} s in ${BLOCKS} blocks; load of the machine ${loadavg()[0]?.toFixed(1) ?? '?'}`)
  console.table({
    'words typed in the first window': typed[0].words.length,
    'words typed in the second window': typed[1].words.length,
    'words that are lost': lost.length,
    'words that stand there twice': twice.length,
    'letters typed at one place': letters.reduce((sum, each) => sum + each.typed, 0),
    'letters that stand there': letters.reduce((sum, each) => sum + each.onDisk, 0),
    'windows and file are equal': areEqual,
    'ms until they were equal': settledMs,
  })
  if (lost.length + twice.length > 0) console.log({ lost, twice })
  if (!areLettersRight) console.log({ letters, lettersOnDisk })
  if (!areEqual || !areLettersRight || lost.length > 0) process.exitCode = 1
} finally {
  await browser.close()
  await host.stop()
  await remove()
}
