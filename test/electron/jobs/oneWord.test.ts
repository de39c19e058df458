/** What a change of a long story costs at a service that reports no times, counted at the service. */
import { expect, test } from 'vitest'
import { patchCharacter, addCharacter, renameStory } from '../../../shared/story/castCommands.ts'
import {
  assignCharacter,
  duplicateBlocks,
  editText,
  moveEntriesBy,
} from '../../../shared/story/blockCommands.ts'
import type { Change } from '../../../shared/story/changes.ts'
import { execute, redo, undo, type History } from '../../../shared/story/history.ts'
import { blockIdSchema, characterIdSchema } from '../../../shared/story/records.ts'
import { blockCharacters } from '../../../shared/story/renderPlan.ts'
import { blocksOf } from '../../../shared/story/selectors.ts'
import { blockKeys } from '../../../shared/story/takes.ts'
import { startPaidService } from '../../fakes/paidService.ts'
import { storeAudio, takeOf } from '../project/support.ts'
import { blockAt, hosted, storyOf, testEngine, toneMp3 } from './engineSupport.ts'

const BLOCKS = 1_000
const id = (index: number) => blockIdSchema.parse(`block-${index}`)

/** A story of 1,000 blocks with audio, and the edits of a page. */
async function longStory(baseUrl: string) {
  const texts = Array.from({ length: BLOCKS }, (_, index) => ({
    text: `Sentence ${index} of the story.`,
    rank: `a${String(index).padStart(4, '0')}V`,
  }))
  const desk = testEngine({ connection: hosted({ baseUrl }), records: storyOf(texts) })
  const { project, renders, settled } = desk
  const audioId = storeAudio(project, await toneMp3(200))
  const story = project.story()
  project.addTakes(
    blocksOf(story).map((block) => ({
      ...takeOf(`take-of-${block.id}`, audioId),
      key: blockKeys(story, block).own,
      blockId: block.id,
      endMs: 200,
    })),
  )
  let history: History = { past: [], future: [] }
  const take = (step: ReturnType<typeof undo>) => {
    if (step === null) throw new Error('There was nothing to change')
    history = step.history
    project.commit(step.change)
  }
  const renderNow = async () => {
    const jobId = renders.start(project, { way: 'blocks' })
    await settled()
    return jobId
  }
  return {
    project,
    renderNow,
    edit: (change: Change) =>
      take(
        execute(project.story(), history, {
          id: String(Math.random()),
          label: 'edits.text',
          change,
          coalesceKey: null,
          atMs: 0,
        }),
      ),
    undo: () => take(undo(project.story(), history)),
    redo: () => take(redo(project.story(), history)),
  }
}

test('changing one word of 1,000 blocks is one request and costs the credits of one block; all other edits cost nothing', async () => {
  await using service = await startPaidService(await toneMp3(200))
  const { project, renderNow, edit, undo: takeBack, redo: doAgain } = await longStory(service.baseUrl)
  expect(await renderNow()).toBeNull()

  const narrator = characterIdSchema.parse('character')
  edit(addCharacter(project.story(), { id: narrator, name: 'Someone' }))
  edit(assignCharacter(project.story(), [id(3), id(4)], narrator))
  edit(moveEntriesBy(project.story(), [id(10), id(11)], 500))
  edit(patchCharacter(project.story(), narrator, { name: 'Somebody', color: 3 }))
  edit(renameStory(project.story(), 'Another title'))
  edit(duplicateBlocks(project.story(), [id(20), id(21)], [id(2_000), id(2_001)], () => 'copy'))
  edit(editText(project.story(), id(30), 'Other words.'))
  takeBack()
  takeBack()
  doAgain()
  expect(await renderNow()).toBeNull()
  expect(service.bought).toEqual([])

  edit(editText(project.story(), id(700), 'Sentence 700 of the tale.'))
  expect(await renderNow()).not.toBeNull()
  const changed = blocksOf(project.story()).find((block) => block.id === id(700))
  const credits = changed === undefined ? 0 : blockCharacters(project.story(), changed)
  expect(service.bought).toMatchObject([{ input: 'Sentence 700 of the tale.', credits }])
  takeBack()
  expect(await renderNow()).toBeNull()
  doAgain()
  expect(await renderNow()).toBeNull()
  expect(service.bought).toHaveLength(1)
  expect(blockAt(project, 0).text).toBe('Sentence 0 of the story.')
})
