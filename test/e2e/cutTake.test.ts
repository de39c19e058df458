// @module-tag long
import { expect, test } from 'vitest'
import { layoutIn } from './support/call.ts'
import { exportWav } from './support/exportWav.ts'
import { soundsOf, watchSounds } from './support/sound.ts'
import { useStudio } from './support/studio.ts'

// The page's policy is active: a style or script of the wave that it refuses would fail the test.
const studio = useStudio()

test('a take is trimmed and cut on its wave by keyboard, played and exported without the cut parts, and undone; two takes are compared at the same word', async () => {
  const { editor, page, context } = studio
  await watchSounds(context)
  await page.reload()
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const lengthMs = async () => (await layoutIn(page)).totalMs
  await editor.newStory('It was late, and the lamp was lit again.')
  await press('Escape', 'r')
  await editor.state(1, 'Rendered').waitFor()
  const wholeMs = await lengthMs()

  await press('Control+k')
  await page.keyboard.type('trim and cut')
  await page.getByRole('menuitem', { name: /^Trim and cut the take/ }).waitFor()
  await press('Enter')
  const dialog = editor.dialog('Trim and cut Take 1')
  const wave = dialog.getByRole('slider', { name: 'Playhead in Take 1' })
  await dialog.locator('[role=slider][data-ready]').waitFor()
  await wave.focus()
  await press(
    'ArrowRight',
    'ArrowRight',
    'o',
    'Delete',
    'PageUp',
    'i',
    'ArrowRight',
    'ArrowRight',
    'ArrowRight',
    'o',
    'Delete',
  )
  await dialog.getByRole('group', { name: 'At the start' }).waitFor()
  await dialog.getByRole('group', { name: 'Inside' }).waitFor()
  await press('Home', 'Space')
  const heard = async () => (await soundsOf(page)).filter(({ src }) => src.includes('/cut~'))
  await expect.poll(async () => (await heard()).length).toBeGreaterThan(0)
  await press('Space')
  await dialog.getByRole('button', { name: 'Keep' }).press('Enter')
  await expect.poll(lengthMs).toBe(wholeMs - 500)

  await press('Control+z')
  await expect.poll(lengthMs).toBe(wholeMs)
  await press('Control+Shift+z')
  await expect.poll(lengthMs).toBe(wholeMs - 500)
  await editor.saved()

  expect(Math.abs((await exportWav(studio, 'Cut')) - (wholeMs - 500))).toBeLessThan(2)

  // Compared with another take: the playhead is at the same word in both, and a click on a wave seeks.
  await editor.clickRow(1)
  await press('r')
  await editor.announced('1 new take')
  await editor.inspector.getByRole('button', { name: 'Compare', exact: true }).press('Enter')
  const [a, b] = ['A', 'B'].map((letter) =>
    editor.inspector.getByRole('slider', { name: new RegExp(`^Playhead in ${letter}: `) }),
  )
  if (a === undefined || b === undefined) throw new Error('There are two takes')
  await editor.inspector.locator('[role=slider][data-ready]').nth(1).waitFor()
  await a.click({ position: { x: 100, y: 20 } })
  const valueOf = async (slider: typeof a) => Number(await slider.getAttribute('aria-valuenow'))
  await expect.poll(() => valueOf(a)).toBeGreaterThan(100)
  expect(Math.abs((await valueOf(b)) - (await valueOf(a)))).toBeGreaterThan(150) // one of them begins 200 ms later
})
