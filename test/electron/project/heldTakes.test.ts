import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { cleanTakes, heldTakes } from '../../../electron/project/heldTakes.ts'
import { patchBlocks, editText } from '../../../shared/story/blockCommands.ts'
import { blockKeys } from '../../../shared/story/takes.ts'
import { bytesOf, firstBlock, newProject, storeAudio, takeOf, tempFolder } from './support.ts'

const SIZE = 1_000_000

/** A story whose block has a take in use, and one of each kind that is not in use. */
function heldProject() {
  const project = newProject(join(tempFolder(), 'story.fabula'))
  const block = firstBlock(project)
  const keyNow = () => blockKeys(project.story(), firstBlock(project)).own
  const add = (id: string, key: string, createdAtMs: number) => {
    const audioId = storeAudio(project, bytesOf(SIZE, createdAtMs))
    project.addTakes([{ ...takeOf(id, audioId), key, blockId: block.id, createdAtMs }])
  }
  const write = (text: string) => project.commit(editText(project.story(), block.id, text))
  write('Words of a version')
  add('of-version', keyNow(), 1)
  project.saveVersion('First')
  write('Words that are gone')
  add('older', keyNow(), 2)
  add('picked', 'a-key-of-other-words', 3)
  project.commit(patchBlocks(project.story(), [block.id], { pick: { takeId: 'picked', key: keyNow() } }))
  write('The words of now')
  add('reading', keyNow(), 4)
  add('used', keyNow(), 5)
  return project
}

it('every take is listed with what needs it, and with its bytes', () => {
  const project = heldProject()
  const { takes, fileBytes } = heldTakes(project)
  expect(takes.map(({ id, need }) => [id, need])).toEqual([
    ['of-version', 'version'],
    ['older', 'older'],
    ['picked', 'picked'],
    ['reading', 'reading'],
    ['used', 'used'],
  ])
  expect(takes.every(({ bytes }) => bytes > 0 && bytes <= SIZE)).toBe(true)
  expect(fileBytes).toBe(statSync(project.path).size)
})

it('cleaning deletes what is asked for and nothing needs, and the file becomes smaller', async () => {
  const project = heldProject()
  expect((await cleanTakes(project, [])).removed).toEqual([])
  const before = statSync(project.path).size
  const { removed, freedBytes } = await cleanTakes(project, ['older'])
  expect(removed).toEqual(['older'])
  expect(freedBytes).toBeGreaterThan(SIZE / 2)
  expect(statSync(project.path).size).toBe(before - freedBytes)
  expect((await cleanTakes(project, ['older', 'reading'])).removed).toEqual(['reading'])
  expect(project.takes().map(({ id }) => id)).toEqual(['of-version', 'picked', 'used'])
})
