/**
 * Every screen with texts that are 40 % longer: nothing is cut off, and every word comes from a catalog.
 * @module-tag long
 */
import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { encodeWav } from '../../electron/lib/audio/wav.ts'
import { languageName } from '../../renderer/i18n/voiceText.ts'
import { setLocale } from '../../renderer/i18n/format.ts'
import { LANGUAGE_NAMES } from '../../shared/messages/languages.ts'
import { listVoices } from '../../shared/voices/builtInVoices.ts'
import { readVoiceCatalogue } from '../../shared/voices/voiceCatalogue.ts'
import { de } from '../../renderer/i18n/de.ts'
import { en } from '../../renderer/i18n/en.ts'
import { es } from '../../renderer/i18n/es.ts'
import { brokenTexts } from './support/brokenTexts.ts'
import { callHost } from './support/call.ts'
import { EXAMPLE } from './support/editor.ts'
import { pseudoText, showPseudoLanguage } from './support/pseudoLanguage.ts'
import { useStudio } from './support/studio.ts'

const studio = useStudio({ hasOwnHost: true, locale: 'de-DE' })

setLocale('de-DE')

const SIZES = [
  [1440, 900],
  [1024, 700],
  [720, 450],
] as const

/** Longer names first, because they contain shorter ones. */
const NAMES = [
  ...['Fabula', 'MP3', 'WAV', 'M4B', 'FLAC', 'OPUS', ...Object.values(LANGUAGE_NAMES)],
  'amused', // an emotion of the example
  'heute', // the browser's own word
  ...listVoices().flatMap(({ id, name }) => [id, name]),
  ...[
    ...listVoices().map(({ language }) => language),
    ...readVoiceCatalogue().flatMap(({ pack }) => pack.languages),
  ].flatMap((language) => [languageName(language), languageName(language.split('-')[0] ?? '')]),
].toSorted((a, b) => b.length - a.length)

/** A second of sound as a file. */
function toneFile() {
  const samples = Int16Array.from({ length: 22_050 }, (_, n) => Math.round(8000 * Math.sin(n / 10)))
  return {
    name: 'Rain.wav',
    mimeType: 'audio/wav',
    buffer: Buffer.from(encodeWav({ sampleRate: 22_050, samples })),
  }
}

/** Unreadable texts, by screen and size: all of them are reported together. */
const broken: string[] = []

async function look(
  screen: string,
  part = 'body',
  sizes: readonly (readonly [number, number])[] = SIZES,
): Promise<void> {
  const { page } = studio
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    // The page draws itself again in a window of another size, and once it has its own fonts.
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    for (const problem of await brokenTexts(page, part, NAMES))
      broken.push(`${screen}, ${width} × ${height}: ${problem}`)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('all screens are readable with texts that are 40 % longer, and every text is in the catalogs', async () => {
  const { page } = studio
  const nameOf = (text: string, number = 0) => pseudoText(text).replace('{{number}}', String(number))
  const text = (number: number) =>
    page.getByRole('textbox', { name: nameOf(en.script.textOf, number), exact: true })
  const dialog = page.getByRole('dialog')
  const closeDialog = async () => {
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
  await showPseudoLanguage(page)
  await look('Welcome')

  await page.getByRole('button', { name: EXAMPLE }).first().click()
  await text(1).waitFor()
  await look('Editor')
  await text(2).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+ArrowDown')
  await look('Selected blocks')

  // A block with settings of its own has buttons to reset them, and a character has its fields in the left panel.
  await text(3).click()
  await look('A block with settings of its own')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: /^Fox/ }).first().click()
  await look('A character', '[data-region=outline]', SIZES.slice(0, 2))
  await text(2).click()
  await page.keyboard.press('Escape')

  for (const [screen, keys] of [
    ['Cast', 'c'],
    ['Voice picker', 'v'],
    ['Palette', 'Control+k'],
    ['Export', 'Control+e'],
    ['Documents to speech', 'Control+Shift+d'],
    ['Conversions', 'Control+Shift+l'],
    ['Save a version', 'Control+s'],
  ] as const) {
    await page.keyboard.press(keys)
    await dialog.waitFor()
    await look(screen, '[role=dialog]')
    await closeDialog()
  }
  const button = (label: string) => page.getByRole('button', { name: pseudoText(label), exact: true })
  const closeMenu = async () => {
    await page.keyboard.press('Escape')
    await page.getByRole('menu').first().waitFor({ state: 'detached' })
  }
  for (const [screen, open] of [
    ['Menu of the page', () => button(en.app.menu).click()],
    ['Menu of a block', () => page.keyboard.press('Shift+F10')],
    [
      'Filters of the script',
      () => page.getByRole('button', { name: pseudoText(en.script.filter.all) }).click(),
    ],
  ] as const) {
    await text(2).click()
    await page.keyboard.press('Escape')
    await open()
    await page.getByRole('menu').first().waitFor()
    await look(screen, '[role=menu]')
    await closeMenu()
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page
    .getByRole('button', { name: pseudoText(en.vibes.tab) })
    .first()
    .click()
  await look('Section of the vibes', '[data-region=outline]', SIZES.slice(0, 2))
  await button(en.vibes.add).click()
  await page.getByRole('textbox', { name: pseudoText(en.vibes.name), exact: true }).waitFor()
  // A small window folds the panel, and with it the form.
  await look('Vibe form', '[data-region=inspector]', SIZES.slice(0, 2))

  await page.keyboard.press('Control+k')
  await dialog.getByRole('searchbox').fill(pseudoText(en.commands.connections))
  await page.keyboard.press('Enter')
  await button(en.servers.connection.add).click()
  await dialog.getByRole('textbox', { name: pseudoText(en.servers.connection.fields.name.label) }).waitFor()
  await look('Connection form', '[role=dialog]')
  // Escape leaves the form first, then the list.
  await expect
    .poll(async () => {
      await page.keyboard.press('Escape')
      return dialog.count()
    })
    .toBe(0)

  await page.keyboard.press('Control+,')
  await dialog.waitFor()
  for (const section of ['general', 'voices', 'connections', 'spending', 'shortcuts'] as const) {
    await page.getByRole('tab', { name: nameOf(en.settings.section[section]), exact: true }).click()
    await look(`Settings, ${section}`, '[role=dialog]')
  }
  expect(broken).toEqual([])
})

test('docks, lists and dialogs of a story in progress are readable with texts that are 40 % longer', async () => {
  const { page, path } = studio
  await callHost(page, 'settings:update', { language: 'de', openSections: ['outline', 'cast'] })
  await writeFile(path('Lines.csv'), 'id,character,text\nQ01,FOX,Not today.\nQ02,OWL,Then tomorrow.\n')
  await showPseudoLanguage(page)
  broken.length = 0
  const dialog = page.getByRole('dialog')
  const text = (number: number) =>
    page.getByRole('textbox', {
      name: pseudoText(en.script.textOf).replace('{{number}}', String(number)),
      exact: true,
    })
  const button = (label: string) => page.getByRole('button', { name: pseudoText(label), exact: true })
  const ends = [SIZES[0], SIZES[2]]
  const run = async (command: keyof typeof en.commands) => {
    await page.keyboard.press('Control+k')
    await dialog.getByRole('searchbox').fill(`>${pseudoText(en.commands[command])}`)
    await page.getByRole('menuitem').first().waitFor()
    await page.keyboard.press('Enter')
  }
  const chooseRow = async (number: number) => {
    await text(number).click()
    await page.keyboard.press('Escape')
  }
  await page.getByRole('button', { name: EXAMPLE, exact: true }).click()
  await text(1).waitFor()

  await chooseRow(2)
  await page.keyboard.press('t')
  for (const command of ['notes', 'lexicon', 'replace'] as const) {
    await chooseRow(2)
    await run(command)
    await page.locator('[data-region=inspector], search').first().waitFor()
    await look(`Beside the script: ${command}`, 'body', ends)
    await page.keyboard.press('Escape')
  }
  await page.keyboard.press('Control+s')
  await dialog.waitFor()
  await button(en.app.saveVersion).click()
  await dialog.waitFor({ state: 'detached' })
  await chooseRow(2)
  await page.keyboard.press('r')
  await page.locator('[data-row] [role=img]').first().waitFor()
  for (const command of ['versions', 'history', 'heldTakes', 'castVoices', 'cutTake'] as const) {
    await chooseRow(2)
    await run(command)
    await page.locator('[role=dialog] h2').waitFor()
    await look(`Dialog: ${command}`, '[role=dialog]', ends)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), run('addMusic')])
  await chooser.setFiles(toneFile())
  await page.locator('[role=slider][data-ready]').waitFor()
  await look('Music', '[data-region=inspector]', SIZES.slice(0, 1))

  await button(en.commands.closeStory).click()
  const [recent] = await callHost(page, 'recents:list', {})
  if (recent === undefined) throw new Error('The example was opened')
  await callHost(page, 'recents:setTags', { recentId: recent.id, tags: ['Herbst'] })
  for (const recentsView of ['cards', 'list'] as const) {
    await callHost(page, 'settings:update', { recentsView })
    await page.reload()
    await page.getByRole('row').getByText('Herbst').waitFor()
    await look(`Recent stories as ${recentsView}`, 'body', ends)
  }
  await page.keyboard.press('Control+o')
  await dialog.getByRole('button', { name: 'Lines.csv' }).click()
  await dialog.getByText('Not today.').waitFor()
  await look('Review of a table', '[role=dialog]', ends)
  expect(broken).toEqual([])
})

// Real words can be more than 40 % longer, and choices that wrap with the longer texts must fit in one line with real words.
test.each([
  ['de', de],
  ['es', es],
] as const)('choices fit in one line, and no control is cut off, in “%s”', async (language, texts) => {
  const { page } = studio
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await callHost(page, 'settings:update', { language, openSections: ['outline', 'cast'] })
  await page.reload()
  // Recent stories replace the example's button when they arrive.
  const [recent] = await callHost(page, 'recents:list', {})
  const example = recent === undefined ? button(EXAMPLE) : page.getByRole('row', { name: EXAMPLE }).first()
  await example.press('Enter')
  const text = page.getByRole('textbox', {
    name: texts.script.textOf.replace('{{number}}', '3'),
    exact: true,
  })
  await text.click() // it has settings of its own
  broken.length = 0
  const lookOnce = async (screen: string, part: string) => {
    for (const [width, height] of SIZES.slice(0, 2)) {
      await page.setViewportSize({ width, height })
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      )
      for (const problem of await brokenTexts(page, part, NAMES, true))
        if (!problem.startsWith('from no catalog')) broken.push(`${screen}, ${width} × ${height}: ${problem}`)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  }
  await lookOnce('A block with settings of its own', 'body')
  await page.getByRole('button', { name: /^Fox/ }).first().click()
  await lookOnce('A character', '[data-region=outline]')
  await page.keyboard.press('Control+,')
  await page.getByRole('dialog').waitFor()
  await lookOnce('Settings', '[role=dialog]')
  await page.keyboard.press('Escape')
  expect(broken).toEqual([])
})
