/**
 * Years of conversions, as in a library that has grown: the list and the ledger with thousands of unusual rows.
 * @module-tag long
 */
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { openLibrary } from '../../electron/jobs/libraryDatabase.ts'
import type { JobView } from '../../shared/jobs/jobView.ts'
import { expectAccessible } from './support/accessibility.ts'
import { useStudio } from './support/studio.ts'

const studio = useStudio({ hasOwnHost: true, bypassCSP: true })
const COUNT = 3_000
const NOON = new Date(2026, 4, 1, 12).getTime()
const DAY_MS = 86_400_000
const LONG = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'.repeat(4)

/** The newest ones, which are hard to show. */
const STRANGE: readonly Partial<JobView>[] = [
  {
    input: LONG,
    state: 'failed',
    error: { code: 'conversion-failed', params: { message: `${LONG} `.repeat(2) } },
  },
  { input: 'مصباح البحر يضيء الليل', state: 'completed', source: 'webhook', durationMs: 61_400 },
  { input: '灯台守は夜を照らす。'.repeat(20), state: 'accepted', status: 42, percentage: 37.5 },
  { input: '', endpoint: 'story', state: 'sending', status: null },
  {
    input: '👩‍🚀 <b>not bold</b> {{input}} $t(app.close)',
    state: 'dismissed',
    endpoint: 'emotion',
    usedCredits: 0,
  },
  {
    input: 'An error of a newer version',
    state: 'failed',
    error: { code: 'not-known-here' as 'unexpected', params: {} },
  },
]

function fill(dataDir: string): void {
  const library = openLibrary(dataDir)
  library.transaction(() => {
    for (let index = 0; index < COUNT; index++) {
      const createdAtMs = NOON - Math.floor(index / 10) * DAY_MS // ten of one millisecond a day
      const strange = STRANGE[index] ?? {}
      const connectionId = index % 3 === 0 ? 'built-in' : `at service-${index % 2}.example`
      const view = {
        ...{
          id: `c-${String(COUNT - index).padStart(5, '0')}`,
          kind: 'speech',
          state: 'completed',
          status: 2,
          percentage: 100,
        },
        ...{
          input: `Line ${index}`,
          estimatedCredits: 1_000,
          usedCredits: 900,
          error: null,
          source: 'history',
        },
        ...{ connectionId, uuid: `uuid-${index}`, audioId: null, durationMs: null, blockId: null },
        ...{ createdAtMs, updatedAtMs: createdAtMs },
        ...strange,
      }
      library.run(
        `INSERT INTO conversions (id, kind, connection_id, state, uuid, story_id, story_title, path, estimate, charged,
           created_at_ms, json) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[view.id, view.kind, connectionId, view.state, view.uuid, `story-${index % 4}`],
        ...[
          index % 4 === 0 ? LONG : `Story ${index % 4}`,
          join(dataDir, 'library.db'),
          1_000,
          900,
          createdAtMs,
        ],
        JSON.stringify(view),
      )
    }
  })
  library.close()
}

beforeAll(() => fill(studio.data))

test('thousands of conversions can be scrolled, filtered and summed up', async () => {
  const { editor, page } = studio
  await editor.newStory('A block.')
  await page.keyboard.press('Control+Shift+L')
  const dialog = editor.dialog('Conversions and credits')
  const list = dialog.getByRole('grid', { name: 'Conversions, newest first' })
  const rows = list.getByRole('row').filter({ has: page.getByRole('rowheader') })
  const details = dialog.getByRole('complementary', { name: 'Details of the conversion' })
  await list.getByRole('img', { name: 'Status 42 38 %' }).waitFor()
  await list.getByText('👩‍🚀 <b>not bold</b> {{input}} $t(app.close)').waitFor()
  // By keyboard: arrows choose, and the details follow.
  await rows.first().focus()
  await page.keyboard.press('Home')
  for (let index = 0; index < 5; index++) await page.keyboard.press('ArrowDown')
  await details.getByText(/Something went wrong in Fabula itself/).waitFor()
  await expectAccessible(page, 'strange conversions')

  // To the end, page by page, with only the visible rows in the document.
  const last = list.getByText(`Line ${COUNT - 1}`, { exact: true })
  await expect
    .poll(async () => {
      await list.evaluate((element) => {
        for (const each of [element, element.parentElement]) each?.scrollBy(0, 1_000_000)
      })
      return last.isVisible()
    })
    .toBe(true)
  expect(await list.getByRole('row').count()).toBeLessThan(60)

  await dialog.getByRole('textbox', { name: 'Search' }).fill('البحر')
  await expect.poll(() => rows.count()).toBe(1)
  await dialog.getByRole('textbox', { name: 'Search' }).fill('nowhere to be found')
  await dialog.getByText(/^No conversion matches/).waitFor()
  await dialog.getByRole('textbox', { name: 'Search' }).fill('')
  await dialog.getByText('Failed or ignored').click()
  await expect.poll(() => rows.count()).toBe(3)

  await dialog.getByRole('tab', { name: 'Credits' }).click()
  const sums = (name: string) =>
    dialog
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
      .getByRole('cell')
      .allTextContents()
  const by = (group: string) =>
    dialog.getByRole('radiogroup', { name: 'Credits by' }).getByText(group).click()
  await dialog.getByRole('rowheader', { name: 'Story 1' }).waitFor()
  expect(await sums('Story 1')).toEqual(['500', '500,000', '450,000']) // a third is by the local voice, which costs nothing
  await expectAccessible(page, 'the ledger by story')
  await by('Connection')
  const half = ['1,000', '1,000,000', '900,000']
  expect(await sums('A connection that was removed')).toEqual([...half, ...half])
  await by('Day')
  expect(await sums('May 1, 2026')).toEqual(['6', '6,000', '5,400'])
  expect(await sums('Total')).toEqual(['2,000', '2,000,000', '1,800,000'])
})
