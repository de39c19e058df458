import { CAPTION_FORMATS } from '../../shared/captions/captionFormats.ts'
import type { CaptionFormatName } from '../../shared/captions/captionFormats.ts'
import { spokenStoryOf } from '../../shared/captions/spokenStory.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { Story } from '../../shared/story/story.ts'
import { spokenBlocksOf } from '../../shared/story/storyRequest.ts'
import { writeFileAtomic } from '../lib/files/atomicFile.ts'
import type { Mixdown } from './mixdown.ts'
import { toMixdownError } from './mixdownErrors.ts'

/** The path of a file beside the audio file at `audioPath`. */
export function captionPath(audioPath: string, format: CaptionFormatName): string {
  return audioPath.replace(/\.[^./\\]+$/, '') + CAPTION_FORMATS[format].ending
}

/**
 * Writes captions and lists of times beside an audio file that is finished, and gives their paths. Files of these names are
 * replaced. Throws `captions-without-times` where a service did not tell when each block is heard, and `export-…` for what the
 * disk says.
 */
export function writeCaptionFiles(
  story: Story,
  audioPath: string,
  { speech, durationMs }: Mixdown,
  formats: readonly CaptionFormatName[],
): readonly string[] {
  if (formats.length > 0 && spokenBlocksOf(story).some(({ id }) => !speech.has(id)))
    throw new UserFacingError('captions-without-times')
  const spoken = spokenStoryOf(story, speech, Math.round(durationMs))
  return formats.map((format) => {
    const path = captionPath(audioPath, format)
    try {
      writeFileAtomic(path, CAPTION_FORMATS[format].write(spoken))
    } catch (error) {
      throw toMixdownError(error, path)
    }
    return path
  })
}
