import { expect, test } from 'vitest'
import { decodeAudio } from '../../electron/lib/audio/decode.ts'
import type { Pcm } from '../../electron/lib/audio/pcm.ts'
import { findSpeech } from '../support/measure.ts'
import { layoutIn } from './support/call.ts'
import { outputIsRecorded, recordOutput, takeOutput, untilScheduled } from './support/output.ts'
import { soundingIn, soundsOf } from './support/sound.ts'
import { useStudio } from './support/studio.ts'

// The recorder is a worklet of the test's own, which the page's policy would keep out.
const studio = useStudio({ bypassCSP: true })

/** How far the words of a take may be from where the timeline shows them. */
const MOST_MS = 5
const WORDS = ['Ten past two.', 'Tonight?', 'Come.', 'Two lamps burned.', 'Pass.', 'Turn back at once.']

/** Where the sound of a piece of audio begins and ends, in ms. */
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

/** Where each block's words stand in the story: by the timeline, and by the takes as the project holds them. */
async function expectedSounds(): Promise<Expected[]> {
  const { page } = studio
  const [{ spans }, sounds] = [await layoutIn(page), await soundsOf(page)]
  return Promise.all(
    spans.map(async ({ take, startMs, endMs }) => {
      const src = sounds.find((sound) => take !== null && sound.src.includes(take.audioId))?.src
      if (take === null || src === undefined) throw new Error('A block was not heard')
      const bytes = await page.evaluate(
        async (url) => [...new Uint8Array(await (await fetch(url)).arrayBuffer())],
        src,
      )
      const own = soundOf(slice(await decodeAudio(Uint8Array.from(bytes)), take.startMs, take.endMs))
      return {
        startMs: startMs + own.startMs,
        endMs: startMs + own.endMs,
        spanStartMs: startMs,
        spanEndMs: endMs,
      }
    }),
  )
}

/** How far the words of each block begin and end from where they should, in ms after the first. */
function placesOff(heard: Pcm, expected: readonly Expected[]): number[] {
  const firstMs = soundOf(heard).startMs - (expected[0]?.startMs ?? 0)
  return expected.flatMap(({ startMs, endMs, spanStartMs, spanEndMs }) => {
    const own = soundOf(slice(heard, firstMs + spanStartMs, firstMs + spanEndMs))
    return [own.startMs + spanStartMs - startMs, own.endMs + spanStartMs - endMs]
  })
}

/** Plays the story to its end, and gives what was heard of it. A busy page runs nothing else for most of the time. */
async function hearStory({ isBusy = false } = {}): Promise<Pcm> {
  const { editor, page } = studio
  await takeOutput(page)
  await editor.timeline.getByRole('slider', { name: 'Playhead' }).press('Home')
  await editor.button('Play story').click()
  await editor.button('Pause story').waitFor()
  await expect.poll(() => soundingIn(page)).toBeDefined()
  if (isBusy) {
    // What is heard while the page is busy has its time by then: on a slow machine, decoding takes a moment.
    await untilScheduled(page, WORDS.length - 1)
    await page.evaluate(() => {
      const until = performance.now() + 2500
      while (performance.now() < until) JSON.stringify(performance.now())
    })
  }
  await editor.button('Play story').waitFor({ timeout: 60_000 })
  return takeOutput(page)
}

test('takes follow one another where the timeline shows them, to the sample, even while the page is busy', async () => {
  const { editor, page } = studio
  await recordOutput(page)
  await page.goto('about:blank')
  await page.goto(studio.host.url)
  await editor.newStory(...WORDS)
  for (const [index] of WORDS.entries()) {
    await editor.button(`Play block ${index + 1}`).click()
    await editor.state(index + 1, 'Ready').waitFor()
  }
  await outputIsRecorded(page)
  await expect.poll(() => soundingIn(page)).toBeUndefined()

  const heard = [await hearStory(), await hearStory({ isBusy: true })]
  const expected = await expectedSounds()
  for (const [index, story] of heard.entries()) {
    const offBy = placesOff(story, expected)
    console.log(
      `${index === 0 ? 'at rest' : 'busy'}: words are off by ${offBy.map((ms) => ms.toFixed(2)).join(', ')} ms`,
    )
    for (const ms of offBy) expect(Math.abs(ms)).toBeLessThanOrEqual(MOST_MS)
  }
})
