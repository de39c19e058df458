import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { writeNotes } from '../../../shared/export/notes.ts'
import { lostParts } from '../../../shared/export/storyParts.ts'
import type { TextFormat } from '../../../shared/export/exportFormats.ts'
import { writeStory } from '../../../shared/export/writeStory.ts'
import { NARRATOR } from '../../../shared/import/storyFromPlan.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { storyParts } from '../../../shared/messages/names.ts'
import { assertCanBeSent } from '../../../shared/story/renderPlan.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { saidLineOf } from '../../../shared/story/saidForms.ts'
import type { Story } from '../../../shared/story/story.ts'
import { spokenBlocksOf, storyMakerRequestOf } from '../../../shared/story/storyRequest.ts'
import { writeExport } from '../../lib/files/writeExport.ts'
import type { Project } from '../../project/project.ts'
import { writeCast } from './castChoice.ts'
import type { Command, ExportPlace } from './commandLine.ts'

/** The exports without audio: a request's body, a table of voices or notes, the spoken words, or a text. */
export type ExportCommand = Extract<Command, { readonly kind: `export-${string}` }>

/**
 * Runs an export command and returns the output to print: the text, or the path of its file. Throws `story-file-exists` if there is
 * a file and the command is not forced, `story-without-text`, `block-too-long`, and the errors of `writeExport`.
 */
export function runExport(
  project: Project,
  command: ExportCommand,
  { isHosted, warn }: { readonly isHosted: boolean; readonly warn: (sentence: string) => void },
): string {
  const story = project.story()
  switch (command.kind) {
    case 'export-cast':
      return written(command, () => writeCast(story, command.outPath))
    case 'export-notes':
      return written(command, () => writeNotes(story, { narrator: NARRATOR }))
    case 'export-spoken':
      return written(command, () => spokenTextOf(story))
    case 'export-text':
      return exportText(project, command, { warn })
    case 'export-request':
      return requestTextOf(story, {
        isHosted: isHosted || story.info.connectionId !== BUILT_IN_CONNECTION,
      })
  }
}

/** Writes a story as text, and warns about parts of the story that the file lacks. Returns and throws like `runExport`. */
function exportText(
  project: Project,
  { format, ...place }: ExportPlace & { readonly format: TextFormat },
  { warn }: { readonly warn: (sentence: string) => void },
): string {
  const story = project.story()
  return written(place, () => {
    const text = writeStory(story, format, { narrator: NARRATOR })
    const lost = lostParts(story, format, [...project.takes()].length > 0)
    if (lost.length > 0) warn(`Not in the file: ${lost.map((part) => storyParts[part]).join('; ')}.`)
    return text
  })
}

/** The words of each block as its voice gets them, a line for each block with words. */
function spokenTextOf(story: Story): string {
  const lines = spokenBlocksOf(story).map((block) => saidLineOf(story, block))
  if (lines.length === 0) throw new UserFacingError('story-without-text')
  return lines.map((line) => `${line}\n`).join('')
}

/** Writes a text to its place and returns the output to print. The text is made only if the place is free. */
function written({ outPath, isForced }: ExportPlace, makeText: () => string): string {
  if (outPath !== null) assertFree(outPath, isForced)
  const text = makeText()
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
