/** Every preset, split and format of the export page, written by the browser host, and the files opened again. */
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import type { Locator } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { en } from '../../renderer/i18n/en.ts'
import { CAPTION_FORMATS, CAPTION_FORMAT_NAMES } from '../../shared/captions/captionFormats.ts'
import { EXPORT_FORMAT_NAMES, exportFormat, TEXT_FORMATS } from '../../shared/export/exportFormats.ts'
import { exportFilesOf } from '../../shared/export/exportFiles.ts'
import {
  EXPORT_PRESETS,
  EXPORT_PRESET_NAMES,
  SPLITS,
  USUAL_NAMES,
  withFormat,
  writesFolder,
  type ExportSettings,
  type Split,
} from '../../shared/export/exportSettings.ts'
import { addCharacter, addChapter } from '../../shared/story/castCommands.ts'
import { layout, type Layout } from '../../shared/story/layout.ts'
import { blockIdSchema, chapterIdSchema, characterIdSchema } from '../../shared/story/records.ts'
import type { Story } from '../../shared/story/story.ts'
import { indexTakes } from '../../shared/story/takes.ts'
import { storyWithAudio, tone } from '../electron/mixdown/storyWithAudio.ts'
import { long } from '../support/tags.ts'
import { useStudio } from './support/studio.ts'

const studio = useStudio()

/** The number of files for each split of the story, without its two stems. */
const FILES: Readonly<Record<Split, number>> = { story: 1, chapter: 2, block: 3 }
const STEMS = 2

let story: Story
let laidOut: Layout

/** Opens a story of two chapters, three blocks and two voices, whose takes are tones. */
beforeEach(async ({ task }) => {
  const { editor } = studio
  const anna = characterIdSchema.parse('anna')
  using made = storyWithAudio([
    { silenceBeforeMs: 300 },
    { silenceBeforeMs: 400, characterId: anna },
    { silenceBeforeMs: 500 },
  ])
  const { project } = made
  project.commit(addCharacter(project.story(), { id: anna, name: 'Anna' }))
  for (const [title, block] of [
    ['One', 'b1'],
    ['Two', 'b3'],
  ] as const) {
    const chapter = { id: chapterIdSchema.parse(title), title }
    project.commit(addChapter(project.story(), chapter, blockIdSchema.parse(block)))
  }
  const audioId = await made.store(tone(5000))
  made.addTake(1, audioId, 0, 1200)
  made.addTake(2, audioId, 1200, 2100)
  made.addTake(3, audioId, 2100, 3600)
  story = project.story()
  laidOut = layout(story, indexTakes(project.takes()))
  const name = `${task.id}.fabula`
  await project.copyTo(studio.path(name))
  await editor.button('Open').click()
  await editor.dialog('Open a story or a text').getByRole('button', { name }).click()
  await editor.text(1).waitFor()
})

async function choose(control: Locator): Promise<void> {
  await control.focus()
  await control.press('Space')
}

/** The settings of a preset, without credits: these would have to be rendered first. */
function settingsOf(preset: keyof typeof EXPORT_PRESETS): ExportSettings {
  return { ...EXPORT_PRESETS[preset], credits: null }
}

/** Opens the export page with these settings. */
async function openExport(preset: keyof typeof EXPORT_PRESETS): Promise<Locator> {
  const { editor } = studio
  await editor.button('Export').click()
  const page = editor.dialog('Export the story')
  await choose(page.getByRole('radio', { name: en.exports.presets[preset] }))
  if (EXPORT_PRESETS[preset].credits !== null)
    await choose(page.getByRole('switch', { name: en.exports.speakCredits }))
  return page
}

/** Presses Export, and names the file or the folder. */
async function nameExport(page: Locator, name: string): Promise<Locator> {
  await page.getByRole('button', { name: /^Export( \d+ files)?…$/ }).click()
  const place = studio.page.getByRole('dialog', { name: /^Export / })
  await place.getByRole('textbox', { name: /^(File|Folder) name$/ }).fill(name)
  await place.getByRole('button', { name: 'Save', exact: true }).click()
  return place
}

/** Waits until the export has ended, and expects that it succeeded. */
async function exported(): Promise<void> {
  const { statusBar } = studio.editor
  await statusBar.getByText(/^Exported /).waitFor({ timeout: 30_000 })
  await statusBar.getByRole('button', { name: 'Dismiss' }).click()
}

/** The length and loudness of a file, as the browser decodes it. */
async function listenTo(path: string): Promise<{ durationMs: number; rmsDb: number }> {
  const base64 = (await readFile(path)).toString('base64')
  return studio.page.evaluate(async (encoded) => {
    const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0))
    const audio = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(bytes.buffer)
    const sum = audio.getChannelData(0).reduce((all, sample) => all + sample * sample, 0)
    return { durationMs: audio.duration * 1000, rmsDb: 10 * Math.log10(sum / audio.length) }
  }, base64)
}

/** Checks that exactly the files of these settings are at a place, each as long as it should be and with sound. */
async function expectExported(settings: ExportSettings, name: string): Promise<void> {
  const isFolder = writesFolder(settings)
  const place = studio.path(name)
  const files = exportFilesOf(story, laidOut, settings, {
    narrator: 'Narrator',
    music: 'Music',
    sample: 'Retail sample',
  })
  expect(files).toHaveLength(FILES[settings.split] + (settings.stems ? STEMS : 0))
  const audio = isFolder ? files.map((file) => join(place, file.name)) : [place]
  const captions = (isFolder ? audio : [place])
    .filter((_, index) => files[index]?.stem === null)
    .flatMap((path) =>
      settings.captions.map((format) => `${basename(path, extname(path))}${CAPTION_FORMATS[format].ending}`),
    )
  const beside = [...captions, ...(settings.manifest ? ['Story.csv'] : [])]
  if (isFolder)
    expect((await readdir(place)).sort()).toEqual([...files.map((file) => file.name), ...beside].sort())
  for (const text of beside)
    expect(await readFile(isFolder ? join(place, text) : studio.path(text), 'utf8'), text).not.toBe('')
  for (const [index, path] of audio.entries()) {
    const heard = await listenTo(path)
    expect(Math.abs(heard.durationMs - (files[index]?.durationMs ?? 0)), path).toBeLessThan(60)
    expect(heard.rmsDb, path).toBeGreaterThan(-40)
  }
}

test(
  'a chapter for each file goes into a folder, which is reused only if the writer confirms, and never replaces a file of that name',
  long,
  async () => {
    const { editor, page, path } = studio
    const settings = settingsOf('audiobook')
    await nameExport(await openExport('audiobook'), 'שועל 狐')
    await exported()
    await expectExported(settings, 'שועל 狐')

    const place = await nameExport(await openExport('audiobook'), 'שועל 狐')
    await page
      .getByRole('alert')
      .getByText(/^A folder with this name already exists\./)
      .waitFor()
    await place.getByRole('button', { name: 'Export into it' }).click()
    await exported()
    await expectExported(settings, 'שועל 狐')

    await writeFile(path('Taken'), 'of the writer')
    await nameExport(await openExport('audiobook'), 'Taken')
    await editor.notice(/^“Taken” is already the name of something else there\./).waitFor()
    expect(await readFile(path('Taken'), 'utf8')).toBe('of the writer')
  },
)

test('each preset writes its files', long, async () => {
  for (const preset of EXPORT_PRESET_NAMES) {
    const settings = settingsOf(preset)
    const extension = writesFolder(settings) ? '' : exportFormat(settings.format).extensions[0]
    const name = `Files of ${preset}${extension}`
    await nameExport(await openExport(preset), name)
    await exported()
    await expectExported(settings, name)
  }
})

test(
  'a story is written as one file, by chapter and by block, with all captions, stems and the list',
  long,
  async () => {
    for (const split of SPLITS) {
      const page = await openExport('none')
      await choose(page.getByRole('radio', { name: en.exports.splits[split], exact: true }))
      const names = [
        ...CAPTION_FORMAT_NAMES.map((id) => en.exports.captionFormats[id]),
        en.exports.stems,
        en.exports.manifest,
      ]
      for (const each of names) {
        const box = page.getByRole('checkbox', { name: each, exact: true })
        if (!(await box.isChecked())) await choose(box)
      }
      await nameExport(page, `Split by ${split}`)
      await exported()
      await expectExported(
        {
          ...EXPORT_PRESETS.none,
          ...{
            split,
            names: USUAL_NAMES[split],
            captions: CAPTION_FORMAT_NAMES,
            stems: true,
            manifest: true,
          },
        },
        `Split by ${split}`,
      )
    }
  },
)

test('a story is written in each format of audio', long, async () => {
  for (const format of EXPORT_FORMAT_NAMES) {
    const page = await openExport('none')
    await choose(page.getByRole('radio', { name: format.toUpperCase(), exact: true }))
    const name = `One file${exportFormat(format).extensions[0]}`
    await nameExport(page, name)
    await exported()
    await expectExported(withFormat(EXPORT_PRESETS.none, format), name)
  }
})

test(
  'files that ACX refuses as a whole fail the check, and the suggested settings make them pass',
  long,
  async () => {
    const page = await openExport('audiobook')
    const get = page.getByRole('region', { name: en.exports.youGet })
    await choose(page.getByRole('radio', { name: 'M4B', exact: true }))
    await choose(page.getByRole('radio', { name: en.exports.splits.story, exact: true }))
    await page.getByRole('button', { name: en.exports.check }).press('Enter')
    await page.getByText('1 file fails').waitFor({ timeout: 30_000 })
    await page.getByText('2 chapters in one file; ACX asks for a file for each.').waitFor()
    await page.getByText('ACX accepts only MP3. Choose MP3 at 192 kbit/s or more.').waitFor()
    await page.getByRole('button', { name: en.exports.backToSettings }).press('Enter')
    await get.getByLabel('Fail').waitFor()
    expect(await get.getByLabel('Pass').count()).toBe(0)

    await choose(page.getByRole('radio', { name: 'MP3', exact: true }))
    await choose(page.getByRole('radio', { name: en.exports.splits.chapter, exact: true }))
    await expect.poll(() => get.getByLabel(/^(Pass|Fail)$/).count()).toBe(0)
    await page.getByRole('button', { name: en.exports.check }).press('Enter')
    await page.getByRole('button', { name: en.exports.checkAgain }).press('Enter')
    await page.getByText('2 files pass').waitFor({ timeout: 30_000 })
    await page.getByRole('button', { name: en.exports.backToSettings }).press('Enter')
    await expect.poll(() => get.getByLabel('Pass').count()).toBe(2)
  },
)

test('a story is written in each format of text', long, async () => {
  const { editor, page, path } = studio
  for (const format of TEXT_FORMATS) {
    await (await openExport('none')).getByRole('button', { name: en.exports.textInstead }).click()
    const dialog = editor.dialog('Export as text')
    await editor.chooseOption(
      dialog.getByRole('combobox', { name: en.exports.textFormat }),
      en.exports.textFormats[format],
    )
    await dialog.getByRole('button', { name: en.exports.next }).click()
    await page.getByRole('textbox', { name: 'File name' }).fill(`Text ${format}`)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await editor.notice(new RegExp(`^Exported Text ${format}\\.`)).waitFor()
    const name = (await readdir(studio.folder)).find((each) => each.startsWith(`Text ${format}.`)) ?? ''
    expect(await readFile(path(name), 'utf8'), name).toContain('Words 2.')
  }
})
