import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { lostParts } from '../../../shared/export/storyParts.ts'
import type { TextFormat } from '../../../shared/export/textFormats.ts'
import { writeStory } from '../../../shared/export/writeStory.ts'
import { NARRATOR } from '../../../shared/import/storyFromPlan.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { storyParts } from '../../../shared/messages/storyParts.ts'
import { writeExport } from '../../lib/files/writeExport.ts'
import { writeCast } from './castChoice.ts'
import type { Project } from '../../project/project.ts'

interface ExportOrder {
  readonly outPath: string
  readonly format: TextFormat
  readonly isForced: boolean
}

/** Writes the table of a story's characters and their voices, and gives what is printed. Throws as `exportToFile`. */
export function exportCast(project: Project, { outPath, isForced }: Omit<ExportOrder, 'format'>): string {
  assertFree(outPath, isForced)
  writeExport(outPath, writeCast(project.story(), outPath))
  return `${outPath}\n`
}

function assertFree(outPath: string, isForced: boolean): void {
  if (!isForced && existsSync(outPath))
    throw new UserFacingError('story-file-exists', { name: basename(outPath) })
}

/**
 * Writes a story as text and gives what is printed. What of the story is not in the file is told first. Throws `story-file-exists`
 * where there is a file and the order is not forced, and what `writeStory` and `writeExport` throw.
 */
export function exportToFile(
  project: Project,
  { outPath, format, isForced }: ExportOrder,
  { warn }: { readonly warn: (sentence: string) => void },
): string {
  assertFree(outPath, isForced)
  const story = project.story()
  const text = writeStory(story, format, { narrator: NARRATOR })
  const lost = lostParts(story, format, [...project.takes()].length > 0)
  if (lost.length > 0) warn(`Not in the file: ${lost.map((part) => storyParts[part]).join('; ')}.`)
  writeExport(outPath, text)
  return `${outPath}\n`
}
