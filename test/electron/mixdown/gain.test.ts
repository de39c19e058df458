/** The gains of blocks in written files, measured on the decoded audio. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openAudio } from '../../../electron/lib/audio/decode.ts'
import { createLoudnessMeter, dbOf } from '../../../electron/lib/audio/loudness.ts'
import { mixdown } from '../../../electron/mixdown/mixdown.ts'
import { EXPORT_PRESETS, withFormat, type ExportSettings } from '../../../shared/export/exportSettings.ts'
import { patchBlocks } from '../../../shared/story/blockCommands.ts'
import { addCharacter, patchCharacter } from '../../../shared/story/castCommands.ts'
import { blockIdSchema, characterIdSchema } from '../../../shared/story/records.ts'
import { storyWithAudio, tone, type StoryWithAudio } from './storyWithAudio.ts'

const fox = characterIdSchema.parse('fox')
const [b1, b2] = [blockIdSchema.parse('b1'), blockIdSchema.parse('b2')]

/** Two blocks of a tone of 2 s each, the second half as loud and spoken by Fox. */
async function twoBlocks(): Promise<StoryWithAudio> {
  const made = storyWithAudio([{}, {}])
  const { project } = made
  project.commit(addCharacter(project.story(), { id: fox, name: 'Fox' }))
  project.commit(patchBlocks(project.story(), [b2], { characterId: fox }))
  made.addTake(1, await made.store(tone(2000, { amplitude: 4000 })), 0, 2000)
  made.addTake(2, await made.store(tone(2000, { amplitude: 2000 })), 0, 2000)
  return made
}

/** The levels of the middle of both blocks in the written file, in dB. */
async function levels({ project, folder }: StoryWithAudio, settings: ExportSettings) {
  const path = join(folder, `out.${settings.format}`)
  const { signal } = new AbortController()
  await mixdown({ project, settings, path, signal, onProgress: () => {} })
  const audio = await openAudio(await readFile(path))
  const at = async (fromMs: number, toMs: number) => {
    const meter = createLoudnessMeter(audio.sampleRate, audio.channels)
    const sample = (ms: number) => Math.round((ms * audio.sampleRate) / 1000)
    for await (const planes of audio.decodeChannels(sample(fromMs), sample(toMs))) meter.push(planes)
    return dbOf(Math.sqrt(meter.finish().meanSquare))
  }
  return [await at(300, 1700), await at(2300, 3700)] as const
}

const PLAIN = withFormat(EXPORT_PRESETS.none, 'wav')

test('a file applies the sum of the gains of block, take and character', async () => {
  using made = await twoBlocks()
  const { project } = made
  const before = await levels(made, PLAIN)
  project.commit(patchBlocks(project.story(), [b1], { gainDb: 6 }))
  project.commit(patchCharacter(project.story(), fox, { gainDb: -9 }))
  const [, take] = project.takes()
  project.commit(
    patchBlocks(project.story(), [b2], { gainDb: 1.5, takeGains: { [take?.id ?? '']: 3, other: 12 } }),
  )
  const after = await levels(made, PLAIN)
  expect(after[0] - before[0]).toBeCloseTo(6, 1)
  expect(after[1] - before[1]).toBeCloseTo(-4.5, 1)
})

test.each(['podcast', 'audiobook'] as const)(
  'voices that %s levels still differ by their gains',
  async (name) => {
    using made = await twoBlocks()
    const { project } = made
    const settings: ExportSettings = {
      ...withFormat(EXPORT_PRESETS[name], 'wav'),
      split: 'story',
      roomTone: null,
    }
    const alike = await levels(made, settings)
    expect(alike[1] - alike[0]).toBeCloseTo(0, 1)
    project.commit(patchBlocks(project.story(), [b2], { gainDb: -4 }))
    const set = await levels(made, settings)
    expect(set[1] - set[0]).toBeCloseTo(-4, 1)
  },
)

test('a single audio of a whole story gets the gains of its blocks if their positions are known', async () => {
  using made = storyWithAudio([{}, {}])
  const { project } = made
  const audioId = await made.store(tone(4000, { amplitude: 3000 }))
  made.addTake(1, audioId, 0, 2000)
  made.addTake(2, audioId, 2000, 4000)
  made.addRender(audioId)
  project.commit(patchBlocks(project.story(), [b2], { gainDb: -6 }))
  const [first, second] = await levels(made, PLAIN)
  expect(second - first).toBeCloseTo(-6, 1)
})

test('a single audio of a whole story without times is not exported without the gains of its blocks', async () => {
  using made = storyWithAudio([{}, {}])
  const { project } = made
  made.addRender(await made.store(tone(4000)))
  project.commit(patchBlocks(project.story(), [b2], { gainDb: -6 }))
  await expect(levels(made, PLAIN)).rejects.toMatchObject({ code: 'export-gain-without-times' })
})
