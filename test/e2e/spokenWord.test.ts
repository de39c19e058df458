/**
 * The word that is being spoken is highlighted in the script, according to the clock of the audio.
 * @module-tag long
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findBlock } from '../../shared/story/selectors.ts'
import { shownWords } from '../../shared/story/shownWords.ts'
import { storyFromRecords } from '../../shared/story/story.ts'
import { recentIdSchema } from '../../shared/ipc/views.ts'
import { expectAccessible } from './support/accessibility.ts'
import { callHost, layoutIn } from './support/call.ts'
import { SOUNDS, soundingIn, type Sound } from './support/sound.ts'
import { useStudio } from './support/studio.ts'

const studio = useStudio()
const FIRST = 'Alpha window, evening, [pause 0.8 s] morning. Yellow animal!'
const SECOND = 'Over 1,000 lanterns burned.'
/** Permitted difference between the clocks that the page and the test read, which advance in steps of some milliseconds. */
const MOST_MS = 30

/** A change of the highlight: the highlighted words, '' for none, and the audio at that moment. */
interface Marking {
  readonly text: string
  readonly src: string
  readonly positionMs: number
}

const MARKINGS = 'markingsOfThisPage'

/** Records each change of the highlight in the page, with the audio position at that moment. */
async function watchMarkings(page: Page): Promise<void> {
  await page.evaluate(
    ([markingsKey, soundsKey]) => {
      const markings: Marking[] = []
      Reflect.set(globalThis, markingsKey, markings)
      const keep = (text: string) => {
        const sounds = (Reflect.get(globalThis, soundsKey) as (() => Sound | null)[]).flatMap(
          (look) => look() ?? [],
        )
        const { src = '', positionMs = NaN } = sounds.find(({ isPaused }) => !isPaused) ?? {}
        // At another speed the host sends the audio in pieces: all of it has advanced since the first piece began.
        const asked = new URL(src, location.href).searchParams
        const sinceMs = sounds.find((sound) => sound.src === src)?.movingSinceMs ?? NaN
        const streamedMs = Number(asked.get('from')) + (Date.now() - sinceMs) * Number(asked.get('rate'))
        markings.push({ text, src, positionMs: asked.has('rate') ? streamedMs : positionMs })
      }
      const { prototype } = HighlightRegistry
      const { set } = prototype
      prototype.set = function (this: HighlightRegistry, name: string, highlight: Highlight) {
        keep([...highlight].map(String).join())
        return set.call(this, name, highlight)
      }
      const remove = prototype.delete
      prototype.delete = function (this: HighlightRegistry, name: string) {
        if (this.has(name)) keep('')
        return remove.call(this, name)
      }
    },
    [MARKINGS, SOUNDS] as const,
  )
}

const markingsIn = (page: Page) => page.evaluate((key) => Reflect.get(globalThis, key) as Marking[], MARKINGS)

/** Each word of the story with its take's time, as a position in the stored audio. */
async function wordsIn(page: Page) {
  const recentId = recentIdSchema.parse(new URL(page.url()).hash.slice(1))
  const { records } = await callHost(page, 'project:openRecent', { recentId })
  const story = storyFromRecords(records)
  return (await layoutIn(page)).spans.flatMap(({ id, take }) => {
    const block = findBlock(story, id)
    if (block === undefined || take === null) return []
    return shownWords(story, block, take).map(({ from, to, startMs, endMs }) => ({
      text: block.text.slice(from, to),
      audioId: take.audioId,
      startMs: take.startMs + startMs,
      endMs: take.startMs + endMs,
    }))
  })
}

const WORDS = [
  'Alpha',
  'window',
  'evening',
  'morning',
  'Yellow',
  'animal',
  'Over',
  '1,000',
  'lanterns',
  'burned',
]

/** Expects each highlight to be on the word that was spoken at that time, and the words to be in order. */
async function expectFollowed(page: Page): Promise<void> {
  const [words, markings] = [await wordsIn(page), await markingsIn(page)]
  expect(words.map(({ text }) => text)).toEqual(WORDS)
  const marked = markings.filter(({ text }) => text !== '')
  for (const { text, src, positionMs } of marked) {
    // The page begins a little before the sound of a first word does.
    if (src === '' && (text === 'Alpha' || text === 'Over')) continue
    const word = words.find((each) => each.text === text)
    expect(word, text).toBeDefined()
    expect(src).toContain(word?.audioId)
    expect(positionMs, text).toBeGreaterThanOrEqual((word?.startMs ?? NaN) - MOST_MS)
    expect(positionMs, text).toBeLessThanOrEqual((word?.endMs ?? NaN) + MOST_MS)
  }
  const places = marked.map(({ text }) => WORDS.indexOf(text))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  // A page that was busy while a word was spoken has not highlighted it.
  expect(marked.length).toBeGreaterThan(WORDS.length / 2)
  expect(markings.at(-1)?.text).toBe('')
}

async function openStory(): Promise<void> {
  const { editor, page } = studio
  await editor.newStory(FIRST, SECOND)
  await editor.render()
  await editor.state(2, 'Rendered').waitFor()
  await watchMarkings(page)
}

async function playToEnd(): Promise<void> {
  const { editor, page } = studio
  await editor.timeline.getByRole('slider', { name: 'Playhead' }).press('Home')
  await editor.button('Play story').click()
  await expect.poll(() => soundingIn(page)).toBeDefined()
  await editor.button('Play story').waitFor()
}

test('the highlight follows the audio from word to word and block to block, and is removed at the end', async () => {
  await openStory()
  await playToEnd()
  await expectFollowed(studio.page)
})

test('the highlight follows the audio at twice the speed, and after a jump', async () => {
  const { editor, page } = studio
  await openStory()
  await editor.timeline.getByRole('button', { name: /^Playback speed/ }).click()
  await page.getByRole('menuitemradio', { name: '2×' }).click()
  await playToEnd()
  await expectFollowed(page)
  await page.keyboard.press('n')
  await editor.button('Playback speed: 1×').waitFor()

  await editor.clip(2).click()
  const before = (await markingsIn(page)).length
  await editor.button('Play story').click()
  await expect
    .poll(async () => (await markingsIn(page)).slice(before).map(({ text }) => text))
    .toContain('burned')
  const after = (await markingsIn(page)).slice(before).filter(({ text }) => text !== '')
  expect(after.every(({ text }) => WORDS.indexOf(text) >= WORDS.indexOf('Over'))).toBe(true)
  await editor.button('Play story').waitFor()
})

test('words that are edited while they are spoken are no longer highlighted; the others are', async () => {
  const { editor, page } = studio
  await openStory()
  await editor.button('Play story').click()
  await expect.poll(async () => (await markingsIn(page)).length).toBeGreaterThan(0)
  await editor.text(1).fill(`Well, ${FIRST}`)
  const before = (await markingsIn(page)).length
  await expect
    .poll(async () => (await markingsIn(page)).slice(before).map(({ text }) => text))
    .toContain('burned')
  const marked = (await markingsIn(page)).slice(before).filter(({ text }) => text !== '')
  expect(marked.filter(({ text }) => !SECOND.includes(text))).toEqual([])
  await editor.button('Play story').waitFor()
})

test('the highlight is accessible, and uses the system’s colours in forced colours', async () => {
  const { editor, page } = studio
  await openStory()
  await page.keyboard.press('o')
  await editor.button('Play story').click()
  await expect.poll(async () => (await markingsIn(page)).length).toBeGreaterThan(0)
  await expectAccessible(page, 'the script while a word is said')
  await page.emulateMedia({ forcedColors: 'active' })
  const isOfSystem = () =>
    page.evaluate(() => {
      const words = document.querySelector('[class*="words"][aria-hidden]')
      if (words === null) return false
      const { backgroundColor, color } = getComputedStyle(words, '::highlight(spoken-word)')
      const probe = document.body.appendChild(document.createElement('i'))
      const [mark, ink] = ['Highlight', 'HighlightText'].map((system) => {
        probe.style.color = system
        return getComputedStyle(probe).color
      })
      probe.remove()
      return backgroundColor === mark && color === ink
    })
  await expect.poll(isOfSystem).toBe(true)
  await page.emulateMedia({ forcedColors: null })
  await editor.button('Pause story').click()
})
