// @module-tag long
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { decodeAudio } from '../../electron/lib/audio/decode.ts'
import { rmsDb } from '../support/measure.ts'
import { useStudio } from './support/studio.ts'

// The language is a setting of the host, so this file has its own.
const studio = useStudio({ hasOwnHost: true, locale: 'de-DE' })

test('a story is written, cast, rendered and exported in German, and switching the language changes only the texts', async () => {
  const { page } = studio
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const text = (number: number) =>
    page.getByRole('textbox', { name: `Text von Block ${number}`, exact: true })
  const inspector = page.getByRole('region', { name: 'Inspektor' })

  // The browser prefers German.
  await button('Neue Geschichte').click()
  await text(1).fill('Der Fuchs fand die Laterne.')
  await button('Block hinzufügen').click()
  await text(2).fill('„Wem gehört sie?“, fragte er.')
  await page.getByRole('textbox', { name: 'Titel der Geschichte' }).fill('Der Fuchs')

  await button('Figur hinzufügen').click()
  const name = page.getByRole('textbox', { name: 'Name', exact: true }).first()
  expect(await name.inputValue()).toBe('Neue Figur')
  await name.fill('Fuchs')
  await name.press('Enter')
  await text(2).click()
  await page.keyboard.press('Alt+1')
  await inspector.getByText('Fuchs').first().waitFor()

  // Decimals are written and typed with a comma.
  const silence = inspector.getByRole('spinbutton', { name: 'Stille davor' })
  await silence.fill('1,5')
  await silence.press('Tab')
  expect(await silence.inputValue()).toBe('1,5')
  await page.getByText('Gespeichert', { exact: true }).waitFor()

  await button('Geschichte rendern').click()
  await page.getByText('Die Geschichte ist gerendert.').waitFor({ timeout: 60_000 })
  await page
    .getByRole('region', { name: 'Zeitleiste' })
    .getByRole('button', { name: /^Block 2, Fuchs, \d+,\d s, beginnt bei 0:0\d/ })
    .waitFor()

  await button('Exportieren').click()
  await page
    .getByRole('dialog', { name: 'Geschichte exportieren' })
    .getByRole('button', { name: 'Exportieren…', exact: true })
    .click()
  const place = page.getByRole('dialog', { name: 'Als MP3 exportieren' })
  await place.getByRole('textbox', { name: 'Dateiname' }).fill('Der Fuchs')
  await place.getByRole('button', { name: 'Speichern', exact: true }).click()
  await page.getByRole('contentinfo').getByText('Der Fuchs.mp3 exportiert.').waitFor({ timeout: 30_000 })
  const { samples } = await decodeAudio(await readFile(studio.path('Der Fuchs.mp3')))
  expect(rmsDb(samples)).toBeGreaterThan(-40)

  // Switching the language keeps the typed text, the selection and the undo list, and a reload keeps the choice.
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de-DE')
  await text(1).fill('Der Fuchs fand eine Laterne.')
  await page.keyboard.press('Control+,')
  await page.getByRole('dialog', { name: 'Einstellungen' }).getByRole('radio', { name: 'Español' }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('dialog', { name: 'Ajustes' }).waitFor()
  await page.keyboard.press('Escape')
  const written = page.getByRole('textbox', { name: 'Texto del bloque 1', exact: true })
  await expect.poll(() => written.inputValue()).toBe('Der Fuchs fand eine Laterne.')
  await button('Deshacer').click()
  await expect.poll(() => written.inputValue()).toBe('Der Fuchs fand die Laterne.')
  await page.reload()
  await written.waitFor()
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('es')
  await page.getByRole('button', { name: 'Fuchs', exact: false }).first().waitFor()
})
