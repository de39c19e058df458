import { join } from 'node:path'
import { CAPTION_FORMATS, type CaptionFormatName } from '../../shared/captions/captionFormats.ts'
import type { ExportSettings } from '../../shared/export/exportSettings.ts'
import { safeName } from '../../shared/export/fileNames.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { Story } from '../../shared/story/story.ts'
import { spokenBlocksOf } from '../../shared/story/storyRequest.ts'
import { writeFileAtomic } from '../lib/files/atomicFile.ts'
import type { MixdownFile } from './mixdown.ts'
import { formatCsv } from '../../shared/lib/csv.ts'
import { findHeardBlock, heardSectionsOf } from '../../shared/story/heardBlocks.ts'
import { blockNumber, findCharacter } from '../../shared/story/selectors.ts'
import type { BlockId } from '../../shared/story/records.ts'

/** Writes the files requested beside the audio into a folder, and returns their paths. Throws the errors of `writeCaptionFiles`. */
export function writeBeside(
  story: Story,
  files: readonly MixdownFile[],
  folder: string,
  { captions, manifest, tags }: Pick<ExportSettings, 'captions' | 'manifest' | 'tags'>,
): readonly string[] {
  const written = writeCaptionFiles(story, files, folder, captions)
  if (!manifest) return written
  const path = join(folder, `${safeName(tags.title.trim() || story.info.title) || 'files'}.csv`)
  writeFileAtomic(path, exportManifest(story, files))
  return [...written, path]
}

/** The name of a caption file beside an audio file. */
function captionName(audioName: string, format: CaptionFormatName): string {
  return audioName.replace(/\.[^./\\]+$/, '') + CAPTION_FORMATS[format].ending
}

/**
 * Writes captions and lists of times of finished audio files into a folder, and returns their paths. Stems and samples have none,
 * because they contain nothing that the story's own files do not. Throws `captions-without-times` if a service did not report the
 * times of blocks.
 */
function writeCaptionFiles(
  story: Story,
  files: readonly Pick<MixdownFile, 'name' | 'spoken' | 'speech' | 'isStem' | 'isSample'>[],
  folder: string,
  formats: readonly CaptionFormatName[],
): readonly string[] {
  const own = files.filter(({ isStem, isSample }) => !isStem && !isSample)
  // A story rendered as a whole has times for all of its blocks or for none.
  const isUntimed = own.every(({ speech }) => speech.size === 0) && spokenBlocksOf(story).length > 0
  if (formats.length > 0 && isUntimed) throw new UserFacingError('captions-without-times')
  return own.flatMap(({ name, spoken }) =>
    formats.map((format) => {
      const path = join(folder, captionName(name, format))
      writeFileAtomic(path, CAPTION_FORMATS[format].write(spoken))
      return path
    }),
  )
}

interface ManifestFile {
  readonly name: string
  readonly durationMs: number
  /** The blocks of the file, in story order. */
  readonly speech: ReadonlyMap<BlockId, { readonly startMs: number; readonly endMs: number }>
}

const COLUMNS = ['file', 'chapter', 'number', 'id', 'name', 'character', 'text', 'start', 'end', 'duration']

/**
 * A CSV table with a row for each block of each file, and times in seconds from the start of the file, for game engines. Titles and credits
 * have no number.
 */
function exportManifest(story: Story, files: readonly ManifestFile[]): string {
  const seconds = (ms: number) => (ms / 1000).toFixed(3)
  const chapters = new Map(
    heardSectionsOf(story).flatMap(({ title, blocks }) =>
      blocks.map(({ id }) => [id, title ?? story.info.title] as const),
    ),
  )
  const rows = files.flatMap(({ name, durationMs, speech }) =>
    [...speech].flatMap(([id, { startMs, endMs }]) => {
      const block = findHeardBlock(story, id)
      if (block === undefined) return []
      const number = blockNumber(story, id)
      const character = findCharacter(story, block.characterId)?.name ?? ''
      const place = [seconds(startMs), seconds(endMs), seconds(durationMs)]
      return [
        [
          name,
          chapters.get(id) ?? '',
          number === 0 ? '' : String(number),
          id,
          block.name,
          character,
          block.text,
          ...place,
        ],
      ]
    }),
  )
  return formatCsv([COLUMNS, ...rows], { newline: '\n' })
}
