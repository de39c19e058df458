// @module-tag long
import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { encodeWav } from '../../electron/lib/audio/wav.ts'
import { recentIdSchema } from '../../shared/ipc/views.ts'
import { storyFromRecords } from '../../shared/story/story.ts'
import { callHost } from './support/call.ts'
import { chooseFileBy, reviewAddition } from './support/palette.ts'
import { useStudio } from './support/studio.ts'

const studio = useStudio()

/** The names of the open story's music whose audio is in the story's file. */
async function musicOnDisk(): Promise<readonly string[]> {
  const { page } = studio
  const recentId = recentIdSchema.parse(new URL(page.url()).hash.slice(1))
  const { records, projectId } = await callHost(page, 'project:openRecent', { recentId })
  const held = await callHost(page, 'music:held', { projectId })
  const used = new Set(held.filter(({ need }) => need === 'used').map(({ audioId }) => audioId))
  return storyFromRecords(records).music.flatMap(({ audioId, name }) => (used.has(audioId) ? [name] : []))
}

test('by keyboard: a copied block brings its effect to another story, and one undo takes both back', async () => {
  const { editor, page, context } = studio
  const { keyboard } = page
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await editor.newStory('The bell rings.', 'Nobody hears it.')
  await editor.text(1).press('Escape')
  const samples = Int16Array.from({ length: 11_025 }, (_, n) => Math.round(8000 * Math.sin(n / 3)))
  const buffer = Buffer.from(encodeWav({ sampleRate: 22_050, samples }))
  await chooseFileBy(page, 'Add a sound effect…', { name: 'Bell.wav', mimeType: 'audio/wav', buffer })
  const bells = editor.timeline.getByRole('button', { name: /^Bell,/ })
  await bells.waitFor()

  await editor.text(1).press('Escape')
  await keyboard.press('Control+d')
  await expect.poll(() => bells.count(), { message: 'duplicated with its block' }).toBe(2)
  await keyboard.press('Control+z')
  await expect.poll(() => bells.count()).toBe(1)
  await editor.text(1).press('Escape')
  await keyboard.press('Control+X')
  await expect.poll(() => bells.count(), { message: 'cut with its block' }).toBe(0)
  await keyboard.press('Control+V')
  await expect.poll(() => bells.count(), { message: 'pasted with its block' }).toBe(1)
  await keyboard.press('Control+C')
  await editor.announced('Copied one block.')
  await editor.button('Close story').click()

  await editor.newStory('Another story.')
  await editor.text(1).press('Escape')
  await keyboard.press('Control+V')
  await editor.announced('1 piece of music was copied too')
  await editor.expectTexts('Another story.', 'The bell rings.')
  await bells.waitFor()
  await expect.poll(musicOnDisk).toEqual(['Bell'])
  await keyboard.press('Control+z')
  await editor.expectTexts('Another story.')
  await expect.poll(() => bells.count()).toBe(0)
})

test('a story that is added to another brings its music, and its file stays as it was', async () => {
  const { editor, page, path } = studio
  const file = path('WithMusic.fabula')
  await copyFile(join(import.meta.dirname, '../fixtures/projects/v2/everything.fabula'), file)
  const before = await readFile(file)
  await editor.newStory('Mine.')
  await reviewAddition(editor, page, 'WithMusic.fabula')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await musicOnDisk()).length).toBe(5)
  await page.keyboard.press('Control+z')
  await editor.expectTexts('Mine.')
  expect(await readFile(file)).toEqual(before)
})
