/**
 * A server with better voices: set up, tested, chosen, played, unreachable, and removed by a writer.
 * @module-tag long
 */
import { afterEach, expect, test } from 'vitest'
import {
  startToneEngine,
  toneMs,
  type ToneEngine,
  type ToneEngineOptions,
} from '../electron/local-service/toneEngine.ts'
import { findKey } from '../fakes/keyForms.ts'
import { expectAccessible } from './support/accessibility.ts'
import { measureSound, soundingIn } from './support/sound.ts'
import { useStudio } from './support/studio.ts'

const KEY = 'engine-key/Key+41c0'
// axe adds styles of its own, which the page's policy would block.
const studio = useStudio({ hasOwnHost: true, bypassCSP: true })
const DIALOG = '[role=dialog]' // everything else is inert then
const WORDS = 'The lamp was lit at dusk, and the keeper sat down beside it.'

const engines: ToneEngine[] = []
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.close()))
})

async function listen(options: ToneEngineOptions): Promise<ToneEngine> {
  const engine = await startToneEngine(options)
  engines.push(engine)
  return engine
}

async function addEngine(name: string, address: string, fields: Readonly<Record<string, string>> = {}) {
  const { editor } = studio
  await editor.chooseFromMenu('Use a voice server…')
  await editor.dialog('Voice servers').getByRole('button', { name: 'Add voice server' }).click()
  const form = editor.dialog('Add a voice server')
  const filled = { Name: name, 'Base URL': address, Model: 'tone', ...fields }
  for (const [label, value] of Object.entries(filled)) {
    await form.getByLabel(label, { exact: true }).fill(value)
  }
  await form.getByRole('button', { name: 'Save and test' }).click()
  return editor.dialog('Voice servers')
}

async function playFirst() {
  const { editor, page } = studio
  await editor.button('Play block 1').click()
  await expect.poll(async () => (await soundingIn(page)) !== undefined).toBe(true)
  const sound = await soundingIn(page)
  if (sound === undefined) throw new Error('The sound has stopped at once')
  return sound
}

test('an engine’s voice is chosen in the inspector and played; without its server there is a clear error', async () => {
  const { editor, page } = studio
  const engine = await listen({ voices: { voices: ['alloy', 'bella'] }, key: KEY })
  await editor.newStory(WORDS)
  const dialog = await addEngine('tone', `${engine.url}/v1`, { Key: KEY })
  await dialog.getByText(/^Connected\. 2 voices found\.$/).waitFor()
  await page.keyboard.press('Escape')

  // Its “alloy” is not the built-in “Alloy”.
  await editor.chooseVoice('alloy (tone)')
  await editor.item(1).getByText('alloy (tone)').waitFor()
  const { durationMs, db } = await measureSound(page, await playFirst())
  expect(Math.abs(durationMs - toneMs(WORDS))).toBeLessThan(10)
  expect(db).toBeCloseTo(20 * Math.log10(8000 / 32768 / Math.SQRT2), 0)
  expect(engine.requests).toEqual([expect.objectContaining({ voice: 'alloy', model: 'tone', input: WORDS })])
  const shown = await page.evaluate(() => document.documentElement.outerHTML + JSON.stringify(localStorage))
  expect(findKey(KEY, shown)).toEqual([])

  await engine.close()
  engines.length = 0
  await expect.poll(() => soundingIn(page)).toBeUndefined()
  await editor.text(1).fill('The lamp went out.')
  await editor.button('Play block 1').click()
  await page
    .getByRole('alert')
    .getByText(/could not make the audio: “The speech engine tone at .* cannot be reached/)
    .waitFor()
  expect(await soundingIn(page)).toBeUndefined()
  await editor.state(1, 'Failed').waitFor()

  // The list reports this as well, and still shows the name of the voice.
  await editor.chooseFromMenu('Use a voice server…')
  await dialog.getByRole('button', { name: 'Test tone' }).click()
  await dialog.getByText(/^Nothing responds at/).waitFor()
  await page.keyboard.press('Escape')
  await editor.inspector.getByText(/^This voice cannot speak now, and no other takes its place/).waitFor()
  await editor.chooseVoice('tone:bella')
  await editor.item(1).getByText('tone:bella').waitFor()
  await expectAccessible(page, 'a voice that is missed')
})

test('the dialogs of voice servers are accessible and work by keyboard', async () => {
  const { editor, page } = studio
  const engine = await listen({ voices: Array.from({ length: 40 }, (_, index) => `af_voice${index}`) })
  await editor.newStory('A block.')
  await editor.chooseFromMenu('Use a voice server…')
  const dialog = editor.dialog('Voice servers')
  await dialog.getByRole('button', { name: 'Add voice server' }).focus()
  await page.keyboard.press('Enter')
  await editor.dialog('Add a voice server').waitFor()
  await expectAccessible(page, 'the form', DIALOG)
  for (const words of ['Kokoro_1', engine.url, 'kokoro']) {
    await page.keyboard.type(words)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await dialog.getByText(/40 voices found/).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Add voice server')
  await expectAccessible(page, 'a tested engine', DIALOG)
  await dialog.getByRole('button', { name: 'Remove Kokoro_1' }).click()
  await dialog.getByRole('button', { name: 'Keep it' }).waitFor()
  await expectAccessible(page, 'the question', DIALOG)
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await dialog.getByRole('button', { name: 'Voices…' }).click()
  const voices = editor.dialog('Voices').getByRole('list', { name: 'Voices of Kokoro_1' })
  await voices.getByText('af_voice39').waitFor()
  await expectAccessible(page, 'the library', DIALOG)
})
