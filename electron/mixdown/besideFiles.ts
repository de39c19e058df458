import { join } from 'node:path'
import { exportManifest } from '../../shared/export/exportManifest.ts'
import type { ExportSettings } from '../../shared/export/exportSettings.ts'
import { safeName } from '../../shared/export/fileNames.ts'
import type { Story } from '../../shared/story/story.ts'
import { writeFileAtomic } from '../lib/files/atomicFile.ts'
import { writeCaptionFiles } from './captionFiles.ts'
import type { MixdownFile } from './mixdown.ts'

/** Writes what settings ask for beside the audio into a folder, and gives the paths. Errors as `writeCaptionFiles`. */
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
