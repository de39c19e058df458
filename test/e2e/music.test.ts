// @module-tag long
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { bytesSource, openAudio } from '../../electron/lib/audio/decode.ts'
import { encodeWav } from '../../electron/lib/audio/wav.ts'
import type { Pcm } from '../../electron/lib/audio/pcm.ts'
import { recentIdSchema } from '../../shared/ipc/views.ts'
import { layout } from '../../shared/story/layout.ts'
import { musicLayout } from '../../shared/story/musicLayout.ts'
import { storyFromRecords } from '../../shared/story/story.ts'
import { indexTakes } from '../../shared/story/takes.ts'
import { expectAccessible } from './support/accessibility.ts'
import { callHost } from './support/call.ts'
import { hear, outputIsRecorded, recordOutput, takeOutput } from './support/output.ts'
import { chooseFileBy } from './support/palette.ts'
import { hiddenControls } from './support/reachable.ts'
import { useStudio } from './support/studio.ts'

// axe adds styles of its own, which the page's policy would block.
const studio = useStudio({ bypassCSP: true })

const RATE = 22_050
/** High above the voice, so that it can be measured beside it. */
const HZ = 7000

/** A tone as a file, of two seconds by default. */
function toneFile(name: string, seconds = 2) {
  const samples = Int16Array.from({ length: Math.round(seconds * RATE) }, (_, n) =>
    Math.round(8000 * Math.sin((2 * Math.PI * HZ * n) / RATE)),
  )
  return { name, mimeType: 'audio/wav', buffer: Buffer.from(encodeWav({ sampleRate: RATE, samples })) }
}

const chooseFile = (command: string, name: string, seconds?: number) =>
  chooseFileBy(studio.page, command, toneFile(name, seconds))

/** The level of the tone around a time, in dB relative to the tone in the file. */
function toneDb(samples: ArrayLike<number>, sampleRate: number, atMs: number, windowMs = 200): number {
  const count = Math.round((windowMs / 1000) * sampleRate)
  const first = Math.round((atMs * sampleRate) / 1000 - count / 2)
  let [real, imaginary] = [0, 0]
  for (let n = 0; n < count; n++) {
    const angle = (2 * Math.PI * HZ * n) / sampleRate
    real += (samples[first + n] ?? 0) * Math.cos(angle)
    imaginary += (samples[first + n] ?? 0) * Math.sin(angle)
  }
  return 20 * Math.log10((2 * Math.hypot(real, imaginary)) / count / (8000 / 32_768))
}

/** The story, its layout and its music, read from the disk. */
async function onDisk() {
  const { page } = studio
  const recentId = recentIdSchema.parse(new URL(page.url()).hash.slice(1))
  const { records, takes } = await callHost(page, 'project:openRecent', { recentId })
  const story = storyFromRecords(records)
  const laidOut = layout(story, indexTakes(takes))
  return { story, layout: laidOut, placed: musicLayout(story, laidOut) }
}

/** Plays for a moment: this opens the context, which is then recorded. */
async function openOutput() {
  const { editor, page } = studio
  await editor.button('Play story').click()
  await outputIsRecorded(page)
  await editor.button('Pause story').click()
  await editor.button('Play story').waitFor()
}

test('a bed is put under a chapter, ducked, moved, trimmed, exported and deleted, by mouse and keyboard', async () => {
  const { editor, page } = studio
  await editor.newStory('The first words of the story are long enough.', 'And these are the second words.')
  await editor.clip(2).click()
  await editor.field('spinbutton', 'Silence before').fill('6')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await chooseFile('Add music…', 'Night wood.wav')
  const timeline = page.getByRole('region', { name: 'Timeline' })
  const clip = timeline.getByRole('button', { name: /^Night wood,/ })
  await clip.waitFor()
  await page.getByText('Added Night wood: under the story.').first().waitFor()

  // Its level and fades, in the inspector.
  const inspector = editor.inspector
  await inspector.getByRole('spinbutton', { name: 'Duck under voices' }).fill('20')
  await inspector.getByRole('spinbutton', { name: 'Volume' }).fill('0')
  await inspector.getByRole('spinbutton', { name: 'Fade in' }).fill('0')
  await inspector.getByRole('spinbutton', { name: 'Fade out' }).fill('0')
  await expectAccessible(page, 'music in the inspector and on the timeline')
  await editor.render()

  // The mouse trims its end, and keys trim its start and move it.
  const end = timeline.getByRole('slider', { name: 'End of Night wood' })
  await clip.focus()
  await end.focus()
  const before = await onDisk()
  expect(before.placed).toHaveLength(1)
  await page.keyboard.press('Shift+ArrowLeft')
  await expect.poll(async () => (await onDisk()).placed[0]?.endMs).toBe((before.placed[0]?.endMs ?? 0) - 1000)
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await onDisk()).placed[0]?.endMs).toBe(before.placed[0]?.endMs)
  await clip.focus()
  await page.keyboard.press('Alt+Shift+ArrowRight')
  await expect.poll(async () => (await onDisk()).placed[0]?.startMs).toBe(1000)
  await page.keyboard.press('Control+z')
  const start = timeline.getByRole('slider', { name: 'Start of Night wood' })
  await expect.poll(() => start.getAttribute('aria-valuenow')).toBe('0')
  const box = await start.boundingBox()
  if (box === null) throw new Error('The start of the music is in view')
  await page.mouse.move(box.x + 3, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(box.x + 30, box.y + 10, { steps: 4 })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect.poll(async () => (await onDisk()).placed[0]?.startMs).toBe(0)
  await page.mouse.move(box.x + 3, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(box.x + 33, box.y + 10, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => (await onDisk()).placed[0]?.startMs).toBeGreaterThan(500)
  expect((await onDisk()).placed[0]?.endMs).toBe(before.placed[0]?.endMs)
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await onDisk()).placed[0]?.startMs).toBe(0)

  // On its wave, the mouse sets the end of the loop; the music stays as long as before.
  const out = await inspector.locator('[part~="region-handle-right"]').boundingBox()
  if (out === null) throw new Error('The out point is in view')
  await page.mouse.move(out.x + 2, out.y + 40)
  await page.mouse.down()
  await page.mouse.move(out.x - 60, out.y + 40, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => (await onDisk()).placed[0]?.music.loopEndMs).toBeLessThan(1800)
  expect((await onDisk()).placed[0]?.endMs).toBe(before.placed[0]?.endMs)
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await onDisk()).placed[0]?.music.loopEndMs).toBeNull()

  // In the export, it is lower under the voice than in the silence.
  await editor.button('Export').click()
  const dialog = editor.dialog('Export the story')
  await dialog.getByRole('radio', { name: 'WAV', exact: true }).focus()
  await page.keyboard.press('Space')
  await expect.poll(() => dialog.getByRole('checkbox', { name: 'Music and effects' }).isChecked()).toBe(true)
  await dialog.getByRole('button', { name: 'Export…' }).click()
  const place = editor.dialog('Export as WAV')
  await place.getByRole('textbox', { name: 'File name' }).fill('With music')
  await place.getByRole('button', { name: 'Save', exact: true }).click()
  await editor.statusBar.getByText('Exported With music.wav.').waitFor({ timeout: 30_000 })
  const audio = await openAudio(bytesSource(await readFile(studio.path('With music.wav'))))
  const pieces: number[] = []
  for await (const [plane] of audio.decodeChannels()) pieces.push(...plane)
  const levelDb = (atMs: number) => toneDb(pieces, audio.sampleRate, atMs)
  const { layout: laidOut } = await onDisk()
  const [first, second] = laidOut.spans
  if (first === undefined || second === undefined) throw new Error('The story has two blocks')
  expect(levelDb((first.endMs + second.startMs) / 2)).toBeCloseTo(0, 0)
  expect(levelDb((first.startMs + first.endMs) / 2)).toBeCloseTo(-20, -1)

  // An effect at the playhead; both are in the left panel; Delete removes it, and undo restores it.
  await page.keyboard.press('Escape')
  await chooseFile('Add a sound effect…', 'Bell.wav')
  const bell = timeline.getByRole('button', { name: /^Bell,/ })
  await bell.focus()
  await page.keyboard.press('Delete')
  await bell.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+z')
  await bell.waitFor()
  const names = async () => (await onDisk()).story.music.map(({ name }) => name).toSorted()
  await expect.poll(names).toEqual(['Bell', 'Night wood'])

  // However much music there is at once, the lane of the voices keeps its name and its button.
  for (const name of ['Wind', 'Rain']) {
    await chooseFile('Add music…', `${name}.wav`)
    await timeline.getByRole('button', { name: new RegExp(`^${name},`) }).waitFor()
    await expect.poll(() => hiddenControls(page, '[data-region=timeline]')).toEqual([])
    expect((await editor.clip(1).boundingBox())?.height).toBeGreaterThan(14)
  }
})

test('music plays with the story as it is exported: low under the voice, and at its own level in the gap', async () => {
  const { editor, page } = studio
  await recordOutput(page)
  await editor.newStory(
    'The first words of the story are long enough to be heard.',
    'And these are the second words.',
  )
  await editor.clip(2).click()
  await editor.field('spinbutton', 'Silence before').fill('4')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await editor.render()
  await chooseFile('Add music…', 'Tone.wav')
  const { inspector } = editor
  await inspector.getByRole('spinbutton', { name: 'Duck under voices' }).fill('20')
  await inspector.getByRole('spinbutton', { name: 'Volume' }).fill('0')
  await inspector.getByRole('spinbutton', { name: 'Fade in' }).fill('0')
  await inspector.getByRole('spinbutton', { name: 'Fade out' }).fill('0')
  await expect.poll(async () => (await onDisk()).story.music[0]?.fadeOutMs).toBe(0)
  await openOutput()
  const { samples, sampleRate } = await hear(page, async () => {
    await editor.timeline.getByRole('slider', { name: 'Playhead' }).press('Home')
    await editor.button('Play story').click()
    await editor.button('Pause story').waitFor()
    await editor.button('Play story').waitFor({ timeout: 60_000 })
  })
  const heard = Float32Array.from(samples, (sample) => sample / 32_768)
  const { spans, totalMs } = (await onDisk()).layout
  const [first, second] = spans
  if (first === undefined || second === undefined) throw new Error('The story has two blocks')
  // The music ends with the story; before it, the recorder may have heard silence.
  const lastLoud = heard.findLastIndex((sample) => Math.abs(sample) > 0.003)
  const startMs = (lastLoud / sampleRate) * 1000 - totalMs
  expect(toneDb(heard, sampleRate, startMs + first.endMs + 2000)).toBeGreaterThan(-2)
  expect(toneDb(heard, sampleRate, startMs + first.endMs + 2000)).toBeLessThan(2)
  for (const { startMs: from, endMs } of [first, second]) {
    const level = toneDb(heard, sampleRate, startMs + (from + endMs) / 2)
    expect(level).toBeLessThan(-16)
    expect(level).toBeGreaterThan(-26)
  }
})

test('effects are played where the timeline shows them, from the start of the story, at any speed', async () => {
  const { editor, page } = studio
  await recordOutput(page)
  await editor.newStory('The first words.', 'And these are the second words.')
  await editor.clip(2).click()
  await editor.field('spinbutton', 'Silence before').fill('9')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await editor.render()
  const playhead = editor.timeline.getByRole('slider', { name: 'Playhead' })
  await playhead.press('Home')
  await chooseFile('Add a sound effect…', 'Start.wav')
  await expect.poll(async () => (await onDisk()).placed.length).toBe(1)
  await playhead.press('Home')
  await playhead.press('Shift+ArrowRight') // into the silence, after the words and the first effect
  await chooseFile('Add a sound effect…', 'Later.wav')
  await expect.poll(async () => (await onDisk()).placed.length).toBe(2)
  const { placed, layout: laidOut } = await onDisk()
  const [start, later] = placed
  const [first, second] = laidOut.spans
  if (start === undefined || later === undefined || first === undefined || second === undefined)
    throw new Error('The story has two blocks and two effects')
  expect(start.startMs).toBe(0)
  expect(later.startMs).toBeGreaterThan(first.endMs + 2000)
  expect(later.startMs).toBeLessThan(second.startMs - 2000)
  await openOutput()
  for (const [speed, rate] of [
    ['1×', 1],
    ['1.5×', 1.5],
  ] as const) {
    if (rate !== 1) {
      await editor.timeline.getByRole('button', { name: /^Playback speed/ }).click()
      await page.getByRole('menuitemradio', { name: speed, exact: true }).click()
    }
    // Until the second effect has played for a while.
    const untilS = later.startMs / 1000 + 2
    const { samples, sampleRate } = await hear(page, async () => {
      await playhead.press('Home')
      await editor.button('Play story').click()
      await expect
        .poll(async () => Number(await playhead.getAttribute('aria-valuenow')), { timeout: 60_000 })
        .toBeGreaterThanOrEqual(untilS)
      await editor.button('Pause story').click()
      await editor.button('Play story').waitFor()
    })
    const msOf = (index: number) => (index / sampleRate) * 1000
    const isLoud = (sample: number) => Math.abs(sample) > 600
    const firstLoud = samples.findIndex(isLoud)
    // Only the second effect sounds in the silence between the blocks.
    const silenceFrom = firstLoud + Math.round(((later.startMs - 500) / rate / 1000) * sampleRate)
    const laterLoud = samples.findIndex((sample, index) => index > silenceFrom && isLoud(sample))
    const offMs = msOf(laterLoud - firstLoud) - (later.startMs - start.startMs) / rate
    console.log(`effects at ${speed}: the second is off by ${offMs.toFixed(2)} ms from the first`)
    expect(Math.abs(offMs)).toBeLessThan(rate === 1 ? 1 : 5)
  }
})

test('an effect is played completely and in its place in each pass of a loop, and after a jump', async () => {
  const { editor, page } = studio
  await recordOutput(page)
  // The first block takes seconds, so that even a late jump on a busy machine skips words.
  await editor.newStory(
    `The first words. ${'They go on and on, as words do. '.repeat(5)}`,
    'The second words, and some more.',
  )
  await editor.render()
  await editor.clip(2).click()
  await page.keyboard.press('n') // at the normal speed
  await editor.timeline.getByRole('slider', { name: 'Playhead' }).press('Home')
  await editor.button('Next block').click()
  await chooseFile('Add a sound effect…', 'Tick.wav', 0.2)
  const { inspector } = editor
  await inspector.getByRole('spinbutton', { name: 'Duck under voices' }).waitFor() // a block has a volume, too
  await inspector.getByRole('spinbutton', { name: 'Volume' }).fill('0')
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await onDisk()).placed[0]?.music.gainDb).toBe(0)
  const { placed, layout: laidOut } = await onDisk()
  const [tick] = placed
  const second = laidOut.spans[1]
  if (tick === undefined || second === undefined) throw new Error('The story has two blocks and an effect')
  expect(Math.abs(tick.startMs - second.startMs)).toBeLessThan(20)
  const playhead = editor.timeline.getByRole('slider', { name: 'Playhead' })

  /** The start of the tone, in ms of the recording, and its length. */
  const ticksIn = ({ samples, sampleRate }: Pcm) => {
    const heard = Float32Array.from(samples, (sample) => sample / 32_768)
    const lengthMs = (samples.length / sampleRate) * 1000
    const ticks: { startMs: number; endMs: number }[] = []
    for (let atMs = 4; atMs < lengthMs - 4; atMs += 2) {
      if (toneDb(heard, sampleRate, atMs, 8) < -8) continue
      const last = ticks.at(-1)
      if (last !== undefined && atMs - last.endMs < 40) last.endMs = atMs
      else ticks.push({ startMs: atMs, endMs: atMs })
    }
    return ticks
  }

  // The second block alone, in a loop.
  await editor.clip(2).click()
  await editor.button('Loop').click()
  await editor.button('Play story').click()
  await outputIsRecorded(page)
  const nowMs = () => page.evaluate(() => performance.now())
  const loopMs = second.endMs - second.silenceStartMs
  const looped = await hear(page, async () => {
    const fromMs = await nowMs()
    await expect.poll(async () => (await nowMs()) - fromMs, { timeout: 30_000 }).toBeGreaterThan(3.3 * loopMs)
  })
  const turns = ticksIn(looped).filter(({ startMs }) => startMs > 50)
  console.log(`loop of ${loopMs} ms: ${turns.map(({ startMs, endMs }) => `${startMs}-${endMs}`).join(', ')}`)
  // On a busy machine, the first sound can begin some milliseconds late; a pass of the loop is scheduled long before.
  const later = turns.slice(1)
  expect(later.length).toBeGreaterThanOrEqual(2)
  for (const [index, turn] of later.entries()) {
    const before = later[index - 1]
    if (before !== undefined) expect(Math.abs(turn.startMs - before.startMs - loopMs)).toBeLessThan(6)
    if (index < later.length - 1) expect(turn.endMs - turn.startMs).toBeGreaterThan(180)
  }
  expect(Math.abs((later[0]?.startMs ?? 0) - (turns[0]?.startMs ?? 0) - loopMs)).toBeLessThan(60)

  // A jump to its beginning, while the story plays.
  await editor.button('Loop').click()
  await editor.button('Play story').waitFor()
  const jumped = await hear(page, async () => {
    await playhead.press('Home')
    await editor.button('Play story').click()
    await editor.button('Pause story').waitFor()
    await takeOutput(page)
    await editor.button('Next block').click()
    await editor.button('Play story').waitFor({ timeout: 60_000 })
  })
  const jumps = ticksIn(jumped)
  console.log(`after a jump: ${jumps.map(({ startMs, endMs }) => `${startMs}-${endMs}`).join(', ')}`)
  expect(jumps).toHaveLength(1)
  expect((jumps[0]?.endMs ?? 0) - (jumps[0]?.startMs ?? 0)).toBeGreaterThan(180)

  // Muted by keys: the voices, and then the music instead.
  const mute = (name: string) => editor.timeline.getByRole('button', { name, exact: true })
  const hearBlock = () =>
    hear(page, async () => {
      await playhead.press('Home')
      await editor.button('Next block').click()
      await editor.button('Play story').click()
      await editor.button('Pause story').waitFor()
      await editor.button('Play story').waitFor({ timeout: 60_000 })
    })
  await playhead.press('Shift+V')
  await editor.announced('The voices are muted while you listen. Exports keep them.')
  expect(await mute('Mute the voices').getAttribute('aria-pressed')).toBe('true')
  let music = await hearBlock()
  // A busy machine can begin to play after the effect, which is at the very start of the block.
  for (let tries = 1; tries < 3 && ticksIn(music).length === 0; tries += 1) music = await hearBlock()
  const [only] = ticksIn(music)
  if (only === undefined) throw new Error('The effect is heard')
  const after = music.samples.slice(Math.round(((only.endMs + 50) / 1000) * music.sampleRate))
  expect(
    after.every((sample) => Math.abs(sample) < 50),
    'without the voices',
  ).toBe(true)
  await mute('Mute the voices').click()
  await mute('Mute the music').click()
  await editor.announced('Music and effects are muted while you listen. Exports keep them.')
  const voices = await hearBlock()
  expect(ticksIn(voices)).toEqual([])
  expect(voices.samples.some((sample) => Math.abs(sample) > 1000)).toBe(true)
})
