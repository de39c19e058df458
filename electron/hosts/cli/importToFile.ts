import { randomUUID } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { coverageOf, coveragePercent } from '../../../shared/import/coverage.ts'
import type { Planned } from '../../../shared/import/planned.ts'
import { countBlocks, storyRecordsOf } from '../../../shared/import/storyFromPlan.ts'
import type { StoryRecord } from '../../../shared/story/records.ts'
import { storyFromRecords } from '../../../shared/story/story.ts'
import { projectIdSchema } from '../../../shared/ipc/views.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { fileTypeOf } from '../../../shared/files/fileTypes.ts'
import { copyProjectFile, createProject } from '../../project/createProject.ts'
import { openProject } from '../../project/openProject.ts'
import { removeDatabaseFiles } from '../../lib/sqlite/sqlite.ts'
import { type InputOptions, planInput, shorten, withCast, withNewCast } from './openInput.ts'
import { fileOf, rememberedOf } from './updateFromFile.ts'
import { counted, englishLanguageName } from './terminalText.ts'
import { REASON_NAMES } from './options.ts'

/** What `import --json` prints. */
interface ImportSummary {
  readonly path: string
  readonly chapters: number
  readonly blocks: number
  readonly characters: number
  /** A BCP 47 tag; null if it is unknown. */
  readonly language: string | null
  /** The words of the file, without the names of speakers. */
  readonly words: number
  readonly scriptWords: number
  /** The words that are not in the script, by reason as `--read` names it; `cells` are in table columns that are not read. */
  readonly leftOut: readonly {
    readonly reason: string
    readonly words: number
    readonly texts: readonly string[]
  }[]
}

/**
 * Makes a project file from any file that Fabula reads. Returns a summary of its content, in a few lines or as JSON. A `.fabula` file is
 * copied, and only its path is returned. Throws `story-file-exists` if the file exists, and the errors of `planInput` and `createProject`.
 */
export async function importToFile(
  { input, outPath, isJson }: { readonly input: string; readonly outPath: string; readonly isJson: boolean },
  options: InputOptions,
): Promise<string> {
  if (existsSync(outPath)) throw new UserFacingError('story-file-exists', { name: basename(outPath) })
  const projectOptions = {
    projectId: projectIdSchema.parse(randomUUID()),
    isDraft: false,
    now: options.now,
    createId: options.newId,
  }
  const { voice, castPath } = options.choices.cast
  if (fileTypeOf(input)?.story === 'project') {
    copyProjectFile(input, outPath)
    const { commonLexicon } = options
    if (voice !== undefined || castPath !== undefined)
      await orRemove(outPath, async () =>
        (await withCast(openProject(outPath, { ...projectOptions, commonLexicon }), options)).close(),
      )
    return isJson ? `${JSON.stringify({ path: outPath })}\n` : `${outPath}\n`
  }
  const planned = await planInput(input, options)
  const records = storyRecordsOf(planned, options.newId)
  const project = createProject(outPath, records, projectOptions)
  await orRemove(outPath, async () => {
    const file = fileOf(input)
    if (file !== null) project.keepOrigin({ ...file, ...rememberedOf(planned, records) })
    ;(await withNewCast(project, options)).close()
  })
  const summary = summarise(outPath, planned, records)
  return isJson ? `${JSON.stringify(summary)}\n` : describeImport(summary)
}

/** Finishes a story that was just written. If that fails, removes it, so that a failed import leaves nothing behind. */
async function orRemove(path: string, finish: () => Promise<void>): Promise<void> {
  try {
    await finish()
  } catch (error) {
    rmSync(path, { force: true })
    removeDatabaseFiles(path)
    throw error
  }
}

function summarise(path: string, planned: Planned, records: readonly StoryRecord[]): ImportSummary {
  const { cast, sequence, info } = storyFromRecords(records)
  const { words, scriptWords, leftOut } = coverageOf(planned)
  return {
    path,
    chapters: sequence.filter(({ type }) => type === 'chapter').length,
    blocks: countBlocks(planned),
    characters: cast.length,
    language: info.language,
    words,
    scriptWords,
    leftOut: leftOut.map((each) => ({
      ...each,
      reason:
        each.reason === 'chapter' || each.reason === 'cell' ? `${each.reason}s` : REASON_NAMES[each.reason],
    })),
  }
}

function describeImport(summary: ImportSummary): string {
  const { path, chapters, blocks, characters, language, leftOut } = summary
  const parts = [
    counted(chapters, 'chapter'),
    counted(blocks, 'block'),
    counted(characters, 'character'),
    languageName(language),
  ]
  const lines = [
    path,
    parts.join(' · '),
    `${coveragePercent(summary)} % of the words are in the script.`,
    ...leftOut.map(
      ({ reason, words, texts }) =>
        `Left out: ${reason}, ${counted(words, 'word')} in ${counted(texts.length, 'place')} (“${shorten(texts[0] ?? '')}”).`,
    ),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

/** The English name of a language, with its tag; the tag alone if it has no name. */
function languageName(tag: string | null): string {
  if (tag === null) return 'language not known'
  const name = englishLanguageName(tag)
  return name === undefined ? tag : `${name} (${tag})`
}
