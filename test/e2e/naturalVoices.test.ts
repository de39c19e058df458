// @module-tag long
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startToneEngine, toneMs } from '../electron/local-service/toneEngine.ts'
import { decodeAudio } from '../../electron/lib/audio/decode.ts'
import { eventually } from '../support/eventually.ts'
import { findSpeech, rmsDb } from '../support/measure.ts'
import { entryFor, sendArchive, startPackServer, syntheticArchive } from '../support/packServer.ts'
import { syntheticMs } from '../support/syntheticVoice.ts'
import { expectAccessible } from './support/accessibility.ts'
import { callHost, layoutIn } from './support/call.ts'
import { measureSound, soundsOf } from './support/sound.ts'
import { useStudio } from './support/studio.ts'

const HELLO = 'hello there'
/** A sample or two are lost where the tone begins and ends at zero, and a block ends on a whole millisecond. */
const NEAR_MS = 4

/** Large enough to be interrupted in the middle. */
const archive = syntheticArchive('tone-v1', (folder) =>
  writeFileSync(
    join(folder, 'padding.txt'),
    Array.from({ length: 90_000 }, (_, i) => (i * 7919) % 9973).join(' '),
  ),
)
/** The first answer ends after 20,000 bytes. */
const publisher = await startPackServer({ '/tone.tar.bz2': archive }, (request, response, asked) => {
  if (asked > 0) return false
  sendArchive(request, response, archive, 20_000)
  return true
})
const voiceServer = await startToneEngine({ voices: { voices: ['bella'] } })
const home = mkdtempSync(join(tmpdir(), 'fabula-catalogue-'))
const catalogue = join(home, 'catalogue.json')
const licence = { name: 'Private use only', url: null, allowsCommercialUse: false }
writeFileSync(catalogue, JSON.stringify([entryFor(`${publisher.origin}/tone.tar.bz2`, archive, { licence })]))
afterAll(async () => {
  await publisher.close()
  await voiceServer.close()
  rmSync(home, { recursive: true, force: true })
})

const studio = useStudio({ hasOwnHost: true, hostOptions: { args: ['--voice-catalogue', catalogue] } })

test('a natural voice is downloaded over an interrupted connection, played, used in a story, and removed, by keyboard', async () => {
  const { editor, page } = studio
  await page.getByRole('button', { name: 'Get natural voices' }).press('Enter')
  const settings = editor.dialog('Settings')
  await settings.getByRole('button', { name: 'Get Tone' }).waitFor()
  await settings.getByRole('row', { name: /^Tone/ }).getByText('Private use only').first().waitFor()
  expect(publisher.requests).toEqual([])
  await expectAccessible(page, 'Natural voices that can be got', '[role=dialog]')
  await settings.getByRole('button', { name: 'Get Tone' }).press('Enter')
  await settings.getByRole('button', { name: 'More about Tone' }).waitFor({ timeout: 30_000 })
  await editor.notice('Tone is now on this computer').waitFor()
  expect(publisher.requests.map(({ headers }) => headers.range)).toEqual([
    undefined,
    expect.stringMatching(/^bytes=\d{4,}-$/),
  ])
  await expectAccessible(page, 'Natural voices', '[role=dialog]')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('Escape')
  await settings.waitFor({ state: 'detached' })

  await callHost(page, 'servers:save', {
    ...{ kind: 'engine', id: null, name: 'far', baseUrl: voiceServer.url, model: 'tone' },
    ...{ key: null, voices: [], maxCharacters: 4000, pcmRate: 0 },
  })
  await editor.newStory('Good evening.', HELLO, 'good night')
  await editor.text(2).focus()
  await editor.field('button', 'Voice').press('Enter')
  const picker = page.getByRole('dialog', { name: /^A voice/ })
  await picker.getByText('177 of 177 voices').waitFor()
  await page.keyboard.type('clear tone')
  await page.getByRole('row', { name: 'Tone', exact: true, selected: true }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  const sound = await eventually(async () => {
    const heard = (await soundsOf(page)).find(({ movingSinceMs }) => movingSinceMs !== null)
    if (heard === undefined) throw new Error('Nothing is heard')
    return heard
  })
  await expectAccessible(page, 'The voice picker with natural voices')
  await page.setViewportSize({ width: 1440, height: 900 })
  const { db, durationMs } = await measureSound(page, sound)
  expect(Math.abs(durationMs - syntheticMs(HELLO))).toBeLessThan(60)
  expect(db).toBeGreaterThan(-30)
  await picker.getByRole('button', { name: 'Only for block 2' }).press('Enter')
  await picker.waitFor({ state: 'detached' })
  await editor.item(2).getByText('Tone').waitFor()

  await editor.field('spinbutton', 'Silence before').fill('0.7')
  await editor.field('spinbutton', 'Duration').fill('2')
  await expect.poll(() => editor.pause(2).inputValue()).toBe('0.7')
  await editor.text(3).focus()
  await expect.poll(() => editor.field('spinbutton', 'Duration').inputValue()).not.toBe('2')
  await editor.chooseVoice('bella (far)')
  await editor.field('spinbutton', 'Silence before').fill('0.45')
  await expect.poll(() => editor.pause(3).inputValue()).toBe('0.45')
  await editor.saved()
  await editor.render()
  const { spans, totalMs } = await layoutIn(page)
  const [first, second, third] = spans
  if (first === undefined || second === undefined || third === undefined)
    throw new Error('The story has three blocks')
  expect(second.startMs - first.endMs).toBe(700)
  expect(second.endMs - second.startMs).toBe(2_000)
  expect(third.startMs - second.endMs).toBe(450)
  expect(Math.abs(third.endMs - third.startMs - toneMs('good night'))).toBeLessThan(NEAR_MS)
  expect(voiceServer.requests.map(({ voice, input }) => ({ voice, input }))).toEqual([
    { voice: 'bella', input: 'good night' },
  ])

  await editor.button('Export').press('Enter')
  const dialog = editor.dialog('Export the story')
  await dialog.getByText(/is not allowed: Tone \(Private use only\)/).waitFor()
  await expectAccessible(page, 'The export of a voice that may not be sold', '[role=dialog]')
  await dialog.getByRole('radio', { name: 'WAV', exact: true }).focus()
  await page.keyboard.press('Space')
  await dialog.getByRole('button', { name: 'Export…' }).press('Enter')
  const place = editor.dialog('Export as WAV')
  await place.getByRole('textbox', { name: 'File name' }).fill('Evening')
  await place.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await editor.statusBar.getByText('Exported Evening.wav.').waitFor({ timeout: 30_000 })
  const { samples, sampleRate } = await decodeAudio(await readFile(studio.path('Evening.wav')))
  expect(Math.abs((samples.length / sampleRate) * 1000 - totalMs)).toBeLessThan(NEAR_MS)
  const heard = findSpeech({ samples, sampleRate }, { thresholdDb: -40, minSilenceMs: 300 })
  expect(heard).toHaveLength(3)
  for (const [index, { startMs, endMs }] of spans.entries()) {
    expect(Math.abs((heard[index]?.startMs ?? NaN) - startMs)).toBeLessThan(NEAR_MS)
    expect(Math.abs((heard[index]?.endMs ?? NaN) - endMs)).toBeLessThan(NEAR_MS)
  }
  const inside = (fromMs: number, toMs: number) =>
    rmsDb(samples.subarray((fromMs * sampleRate) / 1000, (toMs * sampleRate) / 1000))
  for (const [before, after] of [
    [first, second],
    [second, third],
  ] as const)
    expect(inside(before.endMs + 60, after.startMs - 60)).toBeLessThan(-60)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('natural voices')
  await page.getByRole('menuitem', { name: /^Get natural voices/ }).waitFor()
  await page.keyboard.press('Enter')
  await settings.getByRole('button', { name: 'More about Tone' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Remove…' }).press('Enter')
  const question = editor.dialog('Remove Tone?')
  await question.getByText(/These stories use its voices: .+\. Their audio stays/).waitFor()
  await question.getByRole('button', { name: 'Remove' }).press('Enter')
  await settings.getByRole('button', { name: 'Get Tone' }).waitFor()
  expect(readdirSync(join(studio.data, 'voices'))).toEqual([])
})
