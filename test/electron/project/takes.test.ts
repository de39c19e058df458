import { join } from 'node:path'
import { expect, it } from 'vitest'
import { decodeAudio } from '../../../electron/lib/audio/decode.ts'
import { storedAudio } from '../../../electron/project/audioFiles.ts'
import { copyTakes } from '../../../electron/project/copyTakes.ts'
import { blockIdSchema } from '../../../shared/story/records.ts'
import { blockKeys, findTake, indexTakes } from '../../../shared/story/takes.ts'
import { toneMp3 } from '../jobs/engineSupport.ts'
import {
  bytesOf,
  conversionOf,
  firstBlock,
  newProject,
  refusalOf,
  reopen,
  storeAudio,
  takeOf,
  tempFolder,
  writeText,
} from './support.ts'

it('a take keeps the name that it was given, also after reopening', () => {
  const path = join(tempFolder(), 'story.fabula')
  const project = newProject(path)
  project.addTakes([
    takeOf('one', storeAudio(project, bytesOf(300))),
    takeOf('two', storeAudio(project, bytesOf(300))),
  ])
  project.renameTake('two', 'The tired one')
  expect(refusalOf(() => project.renameTake('three', 'x'))).toBe('take-gone')
  const takes = project.takes()
  expect(takes.map(({ name }) => name)).toEqual(['', 'The tired one'])
  project.close()
  expect(reopen(path).takes()).toEqual(takes)
})

it('removing a take removes its audio, unless another take or a render needs it', () => {
  const path = join(tempFolder(), 'story.fabula')
  const project = newProject(path)
  const [own, shared, whole] = [1, 2, 3].map((seed) => storeAudio(project, bytesOf(2_000_000, seed))) as [
    string,
    string,
    string,
  ]
  project.jobs.insert(conversionOf('job', { state: 'completed', audioId: own }))
  project.addTakes([takeOf('a', own), takeOf('b', shared), takeOf('c', shared), takeOf('d', whole)], {
    id: 'r',
    audioId: whole,
    storyKey: 'k',
    durationMs: 5,
    credits: 3,
    createdAtMs: 1,
  })
  project.removeTakes(new Set(['a', 'b', 'd', 'unknown']))
  expect(project.takes().map(({ id }) => id)).toEqual(['c'])
  expect([own, shared, whole].map((id) => project.audio.find(id) !== undefined)).toEqual([false, true, true])
  expect(project.jobs.find('job')?.audioId).toBeNull()
  expect(project.audio.shrink(), 'room is given back').toBe(true)
  project.close()
  expect(
    reopen(path)
      .takes()
      .map(({ id }) => id),
  ).toEqual(['c'])
})

it('a copied block has its takes in another story, with their names, and plays the picked one', async () => {
  const folder = tempFolder()
  const [source, target] = ['a', 'b'].map((name) => newProject(join(folder, `${name}.fabula`))) as [
    ReturnType<typeof newProject>,
    ReturnType<typeof newProject>,
  ]
  writeText(source, 'Hello')
  writeText(target, 'Hello')
  const block = firstBlock(source)
  const { own } = blockKeys(source.story(), block)
  const audio = await toneMp3(1_000)
  const long = storeAudio(source, audio, 1_000)
  const of = (id: string, key: string) => ({
    ...takeOf(id, storeAudio(source, audio, 1_000)),
    key,
    blockId: block.id,
  })
  source.addTakes([
    { ...of('tired', own), name: 'The tired one' },
    of('newest', own),
    { ...takeOf('part', long), key: 'older words', blockId: block.id, startMs: 200, endMs: 500 },
    { ...takeOf('other', long), blockId: blockIdSchema.parse('other') },
  ])
  const to = firstBlock(target).id
  const added = await copyTakes(source, target, [{ from: block.id, to }])
  expect(added.map(({ id, name, blockId }) => [id, name, blockId])).toEqual([
    ['tired', 'The tired one', to],
    ['newest', '', to],
    ['part', '', to],
  ])
  expect(target.takes()).toEqual(added)
  const part = target.takes()[2]
  const { samples, sampleRate } = await decodeAudio(storedAudio(target.audio, part?.audioId ?? ''))
  expect((samples.length / sampleRate) * 1000, 'of a long audio the part alone is copied').toBeCloseTo(300, 0)
  target.commit({ put: [{ ...firstBlock(target), pick: { takeId: 'tired', key: own } }], remove: [] })
  expect(findTake(target.story(), firstBlock(target), indexTakes(target.takes()))?.id).toBe('tired')
  expect(await copyTakes(source, target, [{ from: block.id, to }]), 'a second time').toEqual([])
})
