// @module-tag long
/** Every preset and split as the terminal writes them, for a story with audio, and the reported ACX check. */
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { exportFormat } from '../../../../shared/export/exportFormats.ts'
import {
  EXPORT_PRESETS,
  EXPORT_PRESET_NAMES,
  SPLITS,
  writesFolder,
  type ExportPreset,
  type ExportSettings,
  type Split,
} from '../../../../shared/export/exportSettings.ts'
import { addChapter } from '../../../../shared/story/castCommands.ts'
import { blockIdSchema, chapterIdSchema } from '../../../../shared/story/records.ts'
import { rmsDb } from '../../../support/measure.ts'
import { storyWithAudio, tone } from '../../mixdown/storyWithAudio.ts'
import { decodeFile, openTerminal, readFileSummary, type Terminal } from './runCli.ts'

const FILES: Readonly<Record<Split, number>> = { story: 1, chapter: 2, block: 3 }
/** The credits of an audiobook that is divided. */
const CREDITS = 2

/** Renders a story of two chapters and three blocks. */
async function render(terminal: Terminal, out: string, ...options: readonly string[]) {
  using story = storyWithAudio([{}, {}, {}])
  for (const [title, block] of [
    ['One', 'b1'],
    ['Two', 'b3'],
  ] as const) {
    const chapter = { id: chapterIdSchema.parse(title), title }
    story.project.commit(addChapter(story.project.story(), chapter, blockIdSchema.parse(block)))
  }
  const audioId = await story.store(tone(3000))
  for (const number of [1, 2, 3]) story.addTake(number, audioId, (number - 1) * 1000, number * 1000)
  await story.project.copyTo(terminal.path('story.fabula'))
  const run = await terminal.run(['render', 'story.fabula', '--out', out, '--json', ...options])
  expect(run.code, run.stderr).toBe(0)
  const { files } = readFileSummary(run)
  for (const { path } of files) expect(rmsDb((await decodeFile(path)).samples), path).toBeGreaterThan(-40)
  return files.map(({ path, acx }) => ({
    name: basename(path),
    failed: acx?.checks.flatMap(({ check, isPassed }) => (isPassed ? [] : [check])),
    isPassed: acx?.isPassed,
  }))
}

/** Why ACX refuses a preset's files, besides the room tone that only the audiobook preset has. */
const REFUSED: Readonly<Record<ExportPreset, readonly string[]>> = {
  audiobook: [],
  podcast: ['section', 'bitRate'],
  broadcast: ['section', 'format', 'rate'],
  game: ['section', 'format', 'rate'],
  none: ['section', 'bitRate', 'rate'],
}

test.each(EXPORT_PRESET_NAMES)('the preset %s', async (preset) => {
  using terminal = openTerminal()
  const settings: ExportSettings = EXPORT_PRESETS[preset]
  const out = writesFolder(settings) ? 'files' : `story${exportFormat(settings.format).extensions[0]}`
  const files = await render(terminal, out, '--preset', preset)
  expect(files).toHaveLength(FILES[settings.split] + (preset === 'audiobook' ? CREDITS : 0))
  if (preset === 'audiobook')
    expect(files.map(({ name }) => name)).toEqual([
      '01 Opening credits.mp3',
      '02 One.mp3',
      '03 Two.mp3',
      '04 Closing credits.mp3',
    ])
  for (const { failed, isPassed } of files) {
    expect(failed).toEqual(expect.arrayContaining([...REFUSED[preset]]))
    expect(isPassed).toBe(preset === 'audiobook')
  }
})

test('a single chapter contains its blocks, and no credits', async () => {
  using terminal = openTerminal()
  const files = await render(terminal, 'files', '--preset', 'audiobook', '--chapter', '2')
  expect(files.map(({ name }) => name)).toEqual(['01 Two.mp3'])
  const wrong = await terminal.run(['render', 'story.fabula', '--out', 'a.mp3', '--chapter', '3'])
  expect(wrong).toMatchObject({ code: 1 })
  expect(wrong.stderr).toContain('There is no chapter 3: the story has 2.')
})

test('the plan of an audiobook includes its credits', async () => {
  using terminal = openTerminal()
  await render(terminal, 'story.mp3')
  const plan = async (...options: readonly string[]) => {
    const run = await terminal.run([
      'render',
      'story.fabula',
      '--plan',
      '--json',
      '--out',
      'files',
      ...options,
    ])
    return (JSON.parse(run.stdout) as { make: readonly { id: string }[] }).make.map(({ id }) => id)
  }
  expect(await plan('--preset', 'audiobook')).toEqual(['credits-opening', 'credits-closing'])
  expect(await plan('--preset', 'audiobook', '--no-credits')).toEqual([])
})

test.each(SPLITS)('an audiobook with a file for each %s, and stems', async (split) => {
  using terminal = openTerminal()
  const options = ['--preset', 'audiobook', '--split', split, '--stems', '--no-credits']
  const files = await render(terminal, 'files', ...options)
  expect(files).toHaveLength(FILES[split] + 1)
  const sections = files.map(({ failed }) => failed?.includes('section'))
  expect(sections).toEqual([...Array.from({ length: FILES[split] }, () => split !== 'chapter'), true])
})
