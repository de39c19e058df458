import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { countBlocks, storyRecordsOf } from '../../../shared/import/storyFromPlan.ts'
import { storyFromRecords } from '../../../shared/story/story.ts'
import { projectIdSchema } from '../../../shared/ipc/views.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { fileTypeOf } from '../../../shared/files/fileTypes.ts'
import { createProject } from '../../project/createProject.ts'
import { copyProjectFile } from '../../project/copyProject.ts'
import { planInput } from './openInput.ts'
import type { InputOptions } from './openInput.ts'

/**
 * Makes a project file of any file that Fabula reads, and says in a few lines what is in it. Throws `story-file-exists` where there
 * is a file already, and what `planInput` and `createProject` throw.
 */
export async function importToFile(input: string, outPath: string, options: InputOptions): Promise<string> {
  if (existsSync(outPath)) throw new UserFacingError('story-file-exists', { name: basename(outPath) })
  if (fileTypeOf(input)?.story === 'project') {
    copyProjectFile(input, outPath)
    return `${outPath}\n`
  }
  const planned = await planInput(input, options)
  const records = storyRecordsOf(planned, options.newId)
  const projectId = projectIdSchema.parse(randomUUID())
  createProject(outPath, records, {
    projectId,
    isDraft: false,
    now: options.now,
    createId: options.newId,
  }).close()
  for (const chapter of planned.chapters.filter(({ isIncluded, words }) => !isIncluded && words > 0))
    options.warn(`“${chapter.title ?? firstWords(chapter.entries)}” is left out (${chapter.words} words).`)
  const { cast, sequence } = storyFromRecords(records)
  const chapters = sequence.filter(({ type }) => type === 'chapter').length
  return `${outPath}\n${count(chapters, 'chapter')} · ${count(countBlocks(planned), 'block')} · ${count(cast.length, 'character')}\n`
}

function firstWords([first]: readonly { readonly text: string }[]): string {
  return (first?.text ?? '').slice(0, 40)
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}
