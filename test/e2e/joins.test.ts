// @module-tag long
import { beforeEach, expect, test } from 'vitest'
import { decodeAudio } from '../../electron/lib/audio/decode.ts'
import type { Pcm } from '../../electron/lib/audio/pcm.ts'
import { findSpeech } from '../support/measure.ts'
import { layoutIn } from './support/call.ts'
import { hear, outputIsRecorded, recordOutput, untilScheduled } from './support/output.ts'
import { bytesAt, soundingIn, soundsOf } from './support/sound.ts'
import { useStudio } from './support/studio.ts'

// The recorder is the test's own worklet, which the page's policy would block.
const studio = useStudio({ bypassCSP: true })

/** The permitted distance of a take's words from where the timeline shows them. */
const MOST_MS = 5
/** The same at another speed, in ms of the output: a stretched sound begins less sharply. */
const MOST_STRETCHED_MS = 10
const WORDS = ['Ten past two.', 'Tonight?', 'Come.', 'Two lamps burned.', 'Pass.', 'Turn back at once.']

/** More than three minutes of speech. */
const LONG_TEXT = 'The lamp went out, and nobody in the house had heard the boat come in that night. '.repeat(
  60,
)

/** The start and the end of the sound in a piece of audio, in ms. */
function soundOf(pcm: Pcm): { startMs: number; endMs: number } {
  const found = findSpeech(pcm, { thresholdDb: -40, minSilenceMs: 1 })
  const [first, last] = [found[0], found.at(-1)]
  if (first === undefined || last === undefined) throw new Error('Nothing is heard')
  return { startMs: first.startMs, endMs: last.endMs }
}

const slice = ({ samples, sampleRate }: Pcm, fromMs: number, toMs: number): Pcm => ({
  sampleRate,
  samples: samples.slice(
    Math.max(0, Math.round((fromMs * sampleRate) / 1000)),
    Math.round((toMs * sampleRate) / 1000),
  ),
})

interface Expected {
  readonly startMs: number
  readonly endMs: number
  readonly spanStartMs: number
  readonly spanEndMs: number
}

/** The times of each block's words in the story: from the timeline, and from the takes in the project. */
async function expectedSounds(): Promise<Expected[]> {
  const { page } = studio
  const [{ spans }, sounds] = [await layoutIn(page), await soundsOf(page)]
  return Promise.all(
    spans.map(async ({ take, startMs, endMs }) => {
      const src = sounds.find((sound) => take !== null && sound.src.includes(take.audioId))?.src
      if (take === null || src === undefined) throw new Error('A block was not heard')
      const whole = new URL(src)
      for (const name of ['from', 'rate', 'sampleRate']) whole.searchParams.delete(name)
      const bytes = await bytesAt(page, whole.href)
      const own = soundOf(slice(await decodeAudio(bytes), take.startMs, take.endMs))
      return {
        startMs: startMs + own.startMs,
        endMs: startMs + own.endMs,
        spanStartMs: startMs,
        spanEndMs: endMs,
      }
    }),
  )
}

/**
 * How far the words of each block begin and end from where they should, in ms of what is heard, in which the story begins at `zeroMs`.
 */
function placesOff(heard: Pcm, expected: readonly Expected[], rate: number, zeroMs: number): number[] {
  return expected.flatMap(({ startMs, endMs, spanStartMs, spanEndMs }) => {
    const fromMs = Math.max(0, zeroMs + spanStartMs / rate)
    const own = soundOf(slice(heard, fromMs, zeroMs + spanEndMs / rate))
    const wanted = (ms: number) => zeroMs + ms / rate
    return [fromMs + own.startMs - wanted(startMs), fromMs + own.endMs - wanted(endMs)]
  })
}

function tell(name: string, offBy: readonly number[]): void {
  console.log(`${name}: words are off by ${offBy.map((ms) => ms.toFixed(2)).join(', ')} ms`)
}

/** Plays the story from where `keys` bring the playhead to its end, and returns its output. A busy page is blocked most of the time. */
function hearStory({ isBusy = false, keys = ['Home'] } = {}): Promise<Pcm> {
  const { editor, page } = studio
  return hear(page, async () => {
    for (const key of keys) await editor.timeline.getByRole('slider', { name: 'Playhead' }).press(key)
    await editor.button('Play story').click()
    await editor.button('Pause story').waitFor()
    await expect.poll(() => soundingIn(page)).toBeDefined()
    if (isBusy) {
      // By then, the audio for the time while the page is busy is scheduled: on a slow machine, decoding takes a moment.
      await untilScheduled(page, WORDS.length)
      await page.evaluate(() => {
        const until = performance.now() + 2500
        while (performance.now() < until) JSON.stringify(performance.now())
      })
    }
    await editor.button('Play story').waitFor({ timeout: 60_000 })
  })
}

async function setSpeed(speed: string): Promise<void> {
  const { editor, page } = studio
  await editor.timeline.getByRole('button', { name: /^Playback speed/ }).click()
  await page.getByRole('menuitemradio', { name: speed, exact: true }).click()
  await editor.button(`Playback speed: ${speed}`).waitFor()
}

/** Makes a story of these texts, and plays each for a moment. */
async function makeStory(...texts: string[]): Promise<void> {
  const { editor, page } = studio
  await editor.newStory(...texts)
  for (const [index] of texts.entries()) {
    await editor.button(`Play block ${index + 1}`).click()
    await editor.state(index + 1, 'Rendered').waitFor({ timeout: 100_000 }) // three minutes of speech take a while
  }
  await outputIsRecorded(page)
  await expect.poll(() => soundingIn(page), { timeout: 20_000 }).toBeUndefined() // the last block is heard to its end
}

beforeEach(() => recordOutput(studio.page))

test('takes follow one another exactly where the timeline shows them, even while the page is busy, and at another speed', async () => {
  await makeStory(...WORDS)
  let expected: readonly Expected[] | undefined
  for (const { name, speed = '1×', rate = 1, isBusy = false } of [
    { name: 'at rest' },
    { name: 'busy', isBusy: true },
    { name: '1.5×', speed: '1.5×', rate: 1.5 },
  ]) {
    if (rate !== 1) await setSpeed(speed)
    const story = await hearStory({ isBusy })
    expected ??= await expectedSounds()
    const zeroMs = soundOf(story).startMs - (expected[0]?.startMs ?? 0) / rate
    const offBy = placesOff(story, expected, rate, zeroMs)
    tell(name, offBy)
    for (const ms of offBy) expect(Math.abs(ms)).toBeLessThanOrEqual(rate === 1 ? MOST_MS : MOST_STRETCHED_MS)
  }
})

test('a block of three minutes ends, and the next begins, where the timeline shows it, at another speed too', async () => {
  const { page } = studio
  await makeStory(LONG_TEXT, 'Tonight?', 'Come.')
  expect((await layoutIn(page)).spans[0]?.endMs).toBeGreaterThan(180_000)
  let expected: readonly Expected[] | undefined
  for (const [speed, rate] of [
    ['1×', 1],
    ['0.75×', 0.75],
  ] as const) {
    await setSpeed(speed)
    const story = await hearStory({ keys: ['End', 'Shift+ArrowLeft'] })
    expected ??= await expectedSounds()
    const zeroMs = soundOf(story).endMs - (expected.at(-1)?.endMs ?? 0) / rate
    const [, ...offBy] = placesOff(story, expected, rate, zeroMs) // its first words are not recorded
    tell(`long block at ${speed}`, offBy)
    for (const ms of offBy) expect(Math.abs(ms)).toBeLessThanOrEqual(rate === 1 ? MOST_MS : MOST_STRETCHED_MS)
  }
}, 240_000)
