import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { writeNotes } from '../../../shared/export/notes.ts'
import { lostParts } from '../../../shared/export/storyParts.ts'
import type { TextFormat } from '../../../shared/export/exportFormats.ts'
import { writeStory } from '../../../shared/export/writeStory.ts'
import { NARRATOR } from '../../../shared/import/storyFromPlan.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { storyParts } from '../../../shared/messages/names.ts'
import { assertCanBeSent } from '../../../shared/story/assertCanBeSent.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { saidLineOf } from '../../../shared/story/saidForms.ts'
import type { Story } from '../../../shared/story/story.ts'
import { spokenBlocksOf, storyMakerRequestOf } from '../../../shared/story/storyRequest.ts'
import { writeExport } from '../../lib/files/writeExport.ts'
import type { Project } from '../../project/project.ts'
import { writeCast } from './castChoice.ts'
import type { Command } from './commandLine.ts'

/** The exports without audio: a request's body, a table of voices or notes, the spoken words, or a text. */
export type ExportCommand = Extract<Command, { readonly kind: `export-${string}` }>

/** Runs an export and returns the text to print. Throws the errors of each export. */
export function runExport(
  project: Project,
  command: ExportCommand,
  { isHosted, warn }: { readonly isHosted: boolean; readonly warn: (sentence: string) => void },
): string {
  const story = project.story()
  switch (command.kind) {
    case 'export-cast':
      return exportCast(project, command)
    case 'export-notes':
      return exportNotes(story, command)
    case 'export-spoken':
      return exportSpoken(story, command)
    case 'export-text':
      return exportToFile(project, command, { warn })
    case 'export-request':
      return requestTextOf(story, {
        isHosted: isHosted || story.info.connectionId !== BUILT_IN_CONNECTION,
      })
  }
}

interface ExportOrder {
  readonly outPath: string
  readonly format: TextFormat
  readonly isForced: boolean
}

/** Writes the table of a story's characters and their voices. Returns the text to print. Throws like `exportToFile`. */
function exportCast(project: Project, { outPath, isForced }: Omit<ExportOrder, 'format'>): string {
  assertFree(outPath, isForced)
  writeExport(outPath, writeCast(project.story(), outPath))
  return `${outPath}\n`
}

/** Writes the table of a story's notes and marks. Returns the text to print. Throws like `exportToFile`. */
function exportNotes(story: Story, { outPath, isForced }: Omit<ExportOrder, 'format'>): string {
  assertFree(outPath, isForced)
  writeExport(outPath, writeNotes(story, { narrator: NARRATOR }))
  return `${outPath}\n`
}

/**
 * Writes a story as text, after a warning about anything that the format cannot hold. Returns the text to print. Throws `story-file-exists`
 * if the file exists and the order is not forced, and the errors of `writeStory` and `writeExport`.
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

/**
 * Returns the words of each block as its voice gets them, a line for each block with words. With a path, writes them there and returns the
 * path. Throws `story-without-text`, `story-file-exists` and the errors of `writeExport`.
 */
function exportSpoken(
  story: Story,
  { outPath, isForced }: { readonly outPath: string | null; readonly isForced: boolean },
): string {
  if (outPath !== null) assertFree(outPath, isForced)
  const lines = spokenBlocksOf(story).map((block) => saidLineOf(story, block))
  if (lines.length === 0) throw new UserFacingError('story-without-text')
  const text = lines.map((line) => `${line}\n`).join('')
  if (outPath === null) return text
  writeExport(outPath, text)
  return `${outPath}\n`
}

function assertFree(outPath: string, isForced: boolean): void {
  if (!isForced && existsSync(outPath))
    throw new UserFacingError('story-file-exists', { name: basename(outPath) })
}

/**
 * The body of the request that rendering a story would send, as text. Throws `story-without-text` and `block-too-long` if
 * none would be sent.
 */
function requestTextOf(story: Story, { isHosted }: { readonly isHosted: boolean }): string {
  const spoken = spokenBlocksOf(story)
  if (spoken.length === 0) throw new UserFacingError('story-without-text')
  for (const block of spoken) assertCanBeSent(story, block)
  return `${JSON.stringify(storyMakerRequestOf(story, { exactMs: !isHosted }), null, 2)}\n`
}
