/** The library of vibes from the app's boundary to the embedded service's database, over real HTTP. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Services } from '../../../electron/app/services.ts'
import { decodeAudio } from '../../../electron/lib/audio/decode.ts'
import { storedAudio } from '../../../electron/project/audioFiles.ts'
import { patchBlocks } from '../../../shared/story/blockCommands.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { parseVibeFile, vibeRefOf } from '../../../shared/story/vibes.ts'
import { storyFromRecords } from '../../../shared/story/story.ts'
import { blocksOf } from '../../../shared/story/selectors.ts'
import { openTestApp, type TestApp } from '../../support/testApp.ts'
import { DEFAULT_SETTINGS } from '../../../shared/story/speechSettings.ts'
import { long } from '../../support/tags.ts'

const connectionId = BUILT_IN_CONNECTION
const WISE = { name: 'Wise', prompt: 'Calm, slow and tender.' }

let app: TestApp
let services: Services

beforeAll(async () => {
  app = await openTestApp()
  services = app.services
})
afterAll(() => app.close())

test('a vibe can be created, found, changed and deleted, and the list shows each change', async () => {
  const { handlers } = services
  const before = await handlers['vibes:list']({ connectionId })
  expect(before.custom).toEqual([])
  expect(before.master?.length).toBeGreaterThanOrEqual(12)
  expect(before.master?.every(({ isMaster }) => isMaster)).toBe(true)

  const made = await handlers['vibes:create']({ connectionId, vibe: WISE })
  expect(made).toEqual({ id: made.id, ...WISE, isMaster: false })
  expect(await handlers['vibes:search']({ connectionId, text: 'TENDER' })).toEqual([made])
  expect(await handlers['vibes:search']({ connectionId, text: 'zebra' })).toEqual([])

  const vibe = { name: 'Wiser', prompt: 'Calm & slow — “tender”, 100% + é' }
  expect(await handlers['vibes:update']({ connectionId, id: made.id, vibe })).toEqual({ ...made, ...vibe })
  expect(await handlers['vibes:search']({ connectionId, text: '100% + É' })).toHaveLength(1)
  expect(await handlers['vibes:remove']({ connectionId, id: made.id })).toEqual({ wasThere: true })
  expect(await handlers['vibes:remove']({ connectionId, id: made.id })).toEqual({ wasThere: false })
  await expect(handlers['vibes:update']({ connectionId, id: made.id, vibe })).rejects.toMatchObject({
    code: 'vibe-gone',
    params: { name: 'Wiser' },
  })
  expect((await handlers['vibes:list']({ connectionId })).custom).toEqual([])
})

test('other stories that use a vibe of a connection are found, open or closed', async () => {
  const { handlers } = services
  const vibe = vibeRefOf(await handlers['vibes:create']({ connectionId, vibe: WISE }))
  const storyWith = async (title: string, settings: Parameters<typeof patchBlocks>[2]) => {
    const { projectId, recentId, records } = await handlers['project:create']({ title })
    const story = storyFromRecords(records)
    const [block] = blocksOf(story)
    if (block === undefined) throw new Error('A new story has a block')
    const change = patchBlocks(story, [block.id], { text: 'Hoo.', ...settings })
    await handlers['project:change']({ projectId, revision: 0, changeId: title, change })
    return { projectId, recentId }
  }
  const { recentId } = await storyWith('This one', { model: 'audio_stable', vibe })
  await storyWith('Open', { model: 'audio_stable', vibe })
  const closed = await storyWith('Closed', { model: 'audio_stable', vibe })
  await handlers['project:close']({ projectId: closed.projectId })
  await storyWith('Without expression', { model: 'tts-1', vibe })
  const { titles } = await handlers['vibes:usedIn']({ connectionId, id: vibe.id, recentId })
  expect(titles.toSorted()).toEqual(['Closed', 'Open'])
  expect(await handlers['vibes:usedIn']({ connectionId: 'other', id: vibe.id, recentId: null })).toEqual({
    titles: [],
  })
  await handlers['vibes:remove']({ connectionId, id: vibe.id })
})

test('a connection that is not set up is reported', async () => {
  await expect(services.handlers['vibes:list']({ connectionId: 'gone' })).rejects.toMatchObject({
    code: 'connection-unknown',
  })
})

test('vibes are written to a file that can be read back', async () => {
  const { handlers } = services
  const { ref } = await handlers['files:place']({ purpose: 'export-vibes', name: 'Mine' })
  expect(await handlers['vibes:writeFile']({ ref, vibes: [WISE] })).toEqual({
    fileName: 'Mine.vibes',
    download: './download/Mine.vibes',
  })
  const content = await readFile(join(app.files.folder, 'Mine.vibes'), 'utf8')
  expect(parseVibeFile(content, 'Mine.vibes')).toEqual([WISE])
})

test(
  'auditions of a line with and without a vibe differ, and a block that then uses the vibe costs nothing',
  long,
  async () => {
    const { handlers } = services
    const { projectId, records } = await handlers['project:create']({ title: 'Owl' })
    const story = storyFromRecords(records)
    const [block] = blocksOf(story)
    if (block === undefined) throw new Error('A new story has a block')
    const text = 'It is waiting for a story by the light of the lantern.'
    const vibe = vibeRefOf(await handlers['vibes:create']({ connectionId, vibe: WISE }))
    const settings = { ...DEFAULT_SETTINGS, model: 'audio_stable' as const }
    const audition = (line: typeof settings) =>
      handlers['vibes:audition']({ projectId, blockId: block.id, text, settings: line })

    const plain = await audition(settings)
    const wise = await audition({ ...settings, vibe })
    expect(wise.key).not.toBe(plain.key)
    expect(wise.endMs).toBeGreaterThan(plain.endMs * 1.05) // calm and slow takes longer
    expect(await audition({ ...settings, vibe })).toEqual(wise)
    const audio = services.findAudio(projectId)
    if (audio === undefined) throw new Error('The project is open')
    expect((await decodeAudio(storedAudio(audio, wise.audioId))).samples.length).toBeGreaterThan(22_050)

    const change = patchBlocks(story, [block.id], { text, model: 'audio_stable', vibe })
    await handlers['project:change']({ projectId, revision: 0, changeId: 'change', change })
    expect(await handlers['takes:make']({ projectId, blockId: block.id })).toEqual(wise)
  },
)

test('the service refuses a block whose vibe was deleted, and names the field', async () => {
  const { handlers } = services
  const { projectId, records } = await handlers['project:create']({ title: 'Owl' })
  const [block] = blocksOf(storyFromRecords(records))
  if (block === undefined) throw new Error('A new story has a block')
  const made = vibeRefOf(
    await handlers['vibes:create']({ connectionId, vibe: { name: 'Brief', prompt: 'Happy.' } }),
  )
  await handlers['vibes:remove']({ connectionId, id: made.id })
  const settings = { ...DEFAULT_SETTINGS, model: 'audio_stable' as const, vibe: made }
  await expect(
    handlers['vibes:audition']({ projectId, blockId: block.id, text: 'Hoo.', settings }),
  ).rejects.toMatchObject({
    code: 'service-refused',
    params: { message: expect.stringContaining('vibe_id') },
  })
})
