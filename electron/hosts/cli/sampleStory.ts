import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { projectIdSchema } from '../../../shared/ipc/views.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { ranksBefore } from '../../../shared/story/ordering.ts'
import { blockIdSchema, chapterIdSchema, type StoryRecord } from '../../../shared/story/records.ts'
import { storyFromRecords } from '../../../shared/story/story.ts'
import { createExamples } from '../../lib/documents/examples.ts'
import { createProject } from '../../project/createProject.ts'

const EXAMPLES = new URL('../../../examples', import.meta.url).pathname

/**
 * Writes a story with `blockCount` blocks to a new project file, by repeating an example's chapters and cast. For trying Fabula with long
 * stories. Throws `story-file-exists` if the file exists, and the errors of `createProject`.
 */
export async function writeSampleStory(outPath: string, blockCount: number): Promise<void> {
  if (existsSync(outPath)) throw new UserFacingError('story-file-exists', { name: basename(outPath) })
  const records = await sampleRecords(blockCount)
  const options = { isDraft: false, now: Date.now, createId: randomUUID }
  const projectId = projectIdSchema.parse(randomUUID())
  createProject(outPath, records, { ...options, projectId }).close()
}

/** The records of such a story. */
export async function sampleRecords(blockCount: number): Promise<StoryRecord[]> {
  const examples = createExamples(EXAMPLES)
  const [example] = await examples.list()
  if (example === undefined) throw new Error('There is no example')
  const { records } = await examples.readRecords(example.id)
  return repeated(records, blockCount)
}

/** The records of a story, with its sequence repeated until it has `blockCount` blocks. */
function repeated(records: readonly StoryRecord[], blockCount: number): StoryRecord[] {
  const { sequence } = storyFromRecords(records)
  const entries: StoryRecord[] = []
  for (let blocks = 0, turn = 0; blocks < blockCount; turn += 1) {
    for (const entry of sequence) {
      const id = `${entry.id}-${String(turn)}`
      if (entry.type === 'chapter') entries.push({ ...entry, id: chapterIdSchema.parse(id) })
      else if (blocks < blockCount) {
        entries.push({ ...entry, id: blockIdSchema.parse(id) })
        blocks += 1
      }
    }
  }
  const ranks = ranksBefore([], null, entries.length)
  return [
    ...records.filter(({ type }) => type === 'story' || type === 'character'),
    ...entries.map((entry, index) => ({ ...entry, rank: ranks[index] ?? '' })),
  ]
}
