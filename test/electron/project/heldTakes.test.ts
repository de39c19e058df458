import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { cleanTakes, heldTakes } from '../../../electron/project/heldTakes.ts'
import { patchBlocks, editText } from '../../../shared/story/blockCommands.ts'
import { plannedTakes } from '../../../shared/jobs/payload.ts'
import { blocksOf } from '../../../shared/story/selectors.ts'
import { blockKeys } from '../../../shared/story/takes.ts'
import { takeOf as takeOfJob } from '../../../electron/jobs/kinds/takeAudio.ts'
import { storyRequest } from '../../../electron/jobs/kinds/speech.ts'
import type { JobRecord, Project } from '../../../electron/project/project.ts'
import {
  bytesOf,
  conversionOf,
  firstBlock,
  newProject,
  storeAudio,
  storyOfBlocks,
  takeOf,
  tempFolder,
} from './support.ts'

const SIZE = 1_000_000

/** The job that requested the audio of a take of the first block. */
function addJob(
  project: Project,
  { key, words, ...job }: { key: string; words: string } & Partial<JobRecord>,
): void {
  const { id: blockId } = firstBlock(project)
  const take = { blockId, key, durationMs: null, voiceId: 'OA001', model: 'tts-1' as const, speed: 1 }
  project.jobs.insert(
    conversionOf(`job-of-${key}`, {
      ...{ endpoint: 'speech', state: 'completed', payload: { kind: 'take', take } },
      requestBody: JSON.stringify({ model: 'tts-1', voice_id: 'OA001', speed: 1, input: words }),
      ...job,
    }),
  )
}

/** A story whose block has a take in use, and one unused take of each kind. */
function heldProject() {
  const project = newProject(join(tempFolder(), 'story.fabula'))
  const block = firstBlock(project)
  const keyNow = () => blockKeys(project.story(), firstBlock(project)).own
  const add = (id: string, key: string, createdAtMs: number) => {
    const audioId = storeAudio(project, bytesOf(SIZE, createdAtMs))
    project.addTakes([{ ...takeOf(id, audioId), key, blockId: block.id, createdAtMs }])
    return audioId
  }
  const write = (text: string) => project.commit(editText(project.story(), block.id, text))
  write('Words of a version')
  add('of-version', keyNow(), 1)
  project.saveVersion('First')
  write('Words that are gone')
  addJob(project, { audioId: add('older', keyNow(), 2), key: keyNow(), words: 'Words that are gone' })
  add('picked', 'a-key-of-other-words', 3)
  project.commit(patchBlocks(project.story(), [block.id], { pick: { takeId: 'picked', key: keyNow() } }))
  write('The words of now')
  add('reading', keyNow(), 4)
  add('used', keyNow(), 5)
  return project
}

it('every take is listed with the reason why it is kept, and its size', () => {
  const project = heldProject()
  const { takes, fileBytes } = heldTakes(project, [])
  expect(takes.map(({ id, need }) => [id, need])).toEqual([
    ['of-version', 'version'],
    ['older', 'words'],
    ['picked', 'picked'],
    ['reading', 'reading'],
    ['used', 'used'],
  ])
  expect(takes.every(({ bytes }) => bytes > 0 && bytes <= SIZE)).toBe(true)
  expect(fileBytes).toBe(statSync(project.path).size)
})

it('cleaning deletes the requested takes if nothing needs them, and the file becomes smaller', async () => {
  const project = heldProject()
  expect((await cleanTakes(project, new Set())).removed).toEqual([])
  const before = statSync(project.path).size
  const { removed, freedBytes } = await cleanTakes(
    project,
    new Set(['older', 'used', 'picked', 'of-version']),
  )
  expect(removed).toEqual(['older'])
  expect(freedBytes).toBeGreaterThan(SIZE / 2)
  expect(statSync(project.path).size).toBe(before - freedBytes)
  expect((await cleanTakes(project, new Set(['older', 'reading']))).removed).toEqual(['reading'])
  expect(project.takes().map(({ id }) => id)).toEqual(['of-version', 'picked', 'used'])
})

/** A story of two blocks that was rendered by a hosted service in one request and now uses the built-in voice. */
function paidProject(): Project {
  const project = newProject(join(tempFolder(), 'story.fabula'), storyOfBlocks(2))
  project.commit({ put: [{ ...project.story().info, connectionId: 'studio' }], remove: [] })
  const { payload, body } = storyRequest(project.story(), { exactMs: false })
  const audioId = storeAudio(project, bytesOf(SIZE), 4000)
  project.addTakes(
    plannedTakes(payload).map((planned, index) => {
      const slice = { startMs: index * 1000, endMs: index === 0 ? 1000 : 4000 }
      return takeOfJob(
        planned,
        { id: `take-${String(index)}`, audioId, nowMs: index },
        { ...slice, words: [] },
      )
    }),
  )
  project.jobs.insert(
    conversionOf('paid', {
      ...{ connectionId: 'studio', state: 'completed', audioId, payload, requestBody: body },
      ...{ estimatedCredits: 300, usedCredits: 400 },
    }),
  )
  project.commit({ put: [{ ...project.story().info, connectionId: 'built-in' }], remove: [] })
  return project
}

it('takes from another service are listed with it and their shares of the cost', () => {
  const { takes } = heldTakes(paidProject(), [])
  expect(takes).toMatchObject([
    { need: 'service', connectionId: 'studio', credits: 100 },
    { need: 'service', connectionId: 'studio', credits: 300 },
  ])
})

it('takes of older text and of deleted blocks are listed with their service and cost', () => {
  const project = paidProject()
  const [first, second] = blocksOf(project.story())
  if (first === undefined || second === undefined) throw new Error('The story has two blocks')
  project.commit(editText(project.story(), first.id, 'Other words.'))
  project.commit({ put: [], remove: [second.id] })
  expect(heldTakes(project, []).takes).toMatchObject([
    { need: 'words', connectionId: 'studio', credits: 100 },
    { need: 'gone', connectionId: 'studio', credits: 300 },
  ])
})

it('audio that was fitted to a duration is attributed to the original request, without further cost', () => {
  const project = newProject(join(tempFolder(), 'story.fabula'))
  const { id } = firstBlock(project)
  project.commit(editText(project.story(), id, 'The lamp is lit.'))
  const { unfitted } = blockKeys(project.story(), firstBlock(project))
  project.commit(patchBlocks(project.story(), [id], { durationMs: 3000 }))
  const { own } = blockKeys(project.story(), firstBlock(project))
  const audioId = storeAudio(project, bytesOf(SIZE))
  addJob(project, {
    key: unfitted,
    words: 'The lamp is lit.',
    audioId,
    usedCredits: 16,
    connectionId: 'built-in',
  })
  project.addTakes([
    { ...takeOf('asked', audioId), key: unfitted, blockId: id },
    { ...takeOf('fitted', storeAudio(project, bytesOf(SIZE))), key: own, endMs: 3000, blockId: id },
  ])
  project.commit(editText(project.story(), id, 'The lamp is out.'))
  expect(heldTakes(project, []).takes).toMatchObject([
    { id: 'asked', need: 'words', connectionId: 'built-in', credits: null },
    { id: 'fitted', need: 'words', connectionId: 'built-in', credits: null },
  ])
})

it('a take without any record has an unknown origin, unless its key matches a configured service', () => {
  const project = newProject(join(tempFolder(), 'story.fabula'))
  const { id } = firstBlock(project)
  project.commit(editText(project.story(), id, 'The lamp is lit.'))
  const { info } = project.story()
  project.commit({ put: [{ ...info, connectionId: 'studio' }], remove: [] })
  const { own } = blockKeys(project.story(), firstBlock(project))
  project.addTakes([{ ...takeOf('copied', storeAudio(project, bytesOf(SIZE))), key: own, blockId: id }])
  project.commit({ put: [info], remove: [] })
  expect(heldTakes(project, []).takes).toMatchObject([{ need: 'unknown', connectionId: null, credits: null }])
  expect(heldTakes(project, ['studio']).takes).toMatchObject([
    { need: 'service', connectionId: 'studio', credits: null },
  ])
})
