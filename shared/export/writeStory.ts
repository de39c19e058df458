/** A story as text, in each of the formats. */
import { FORMAT_VERSION } from '../project-file/formatSteps.ts'
import { UserFacingError } from '../lib/userFacingError.ts'
import { assertCanBeSent } from '../story/assertCanBeSent.ts'
import { blocksOf } from '../story/selectors.ts'
import type { Story } from '../story/story.ts'
import { spokenBlocksOf, storyMakerRequestOf } from '../story/storyRequest.ts'
import { writeFinalDraft } from './finalDraft.ts'
import { writeFountain } from './fountain.ts'
import { writeHtml } from './html.ts'
import { writeMarkdown } from './markdown.ts'
import { hasWords } from './scriptLines.ts'
import type { ExportOptions } from './scriptLines.ts'
import type { TextFormat } from './textFormats.ts'
import { writeTable } from './table.ts'

const WRITERS: Readonly<Record<TextFormat, (story: Story, options: ExportOptions) => string>> = {
  md: writeMarkdown,
  html: writeHtml,
  fountain: writeFountain,
  fdx: writeFinalDraft,
  csv: writeTable,
  request(story) {
    for (const block of spokenBlocksOf(story)) assertCanBeSent(story, block)
    return toJson(storyMakerRequestOf(story, { exactMs: true }))
  },
  // Music has no meaning without its audio.
  json: ({ records }) =>
    toJson({
      fabula: FORMAT_VERSION,
      records: [...records.values()].filter(({ type }) => type !== 'music'),
    }),
}

/**
 * The text of a file in a format. Throws `story-without-text` where nothing would be in it, but for a portable story, and
 * `block-too-long` for a request that no service would take.
 */
export function writeStory(story: Story, format: TextFormat, options: ExportOptions): string {
  const written = format === 'request' ? spokenBlocksOf(story) : blocksOf(story).filter(hasWords)
  if (format !== 'json' && written.length === 0) throw new UserFacingError('story-without-text')
  return WRITERS[format](story, options)
}

/** JSON in one text. Line separators are escaped, since readers of text take them for line breaks. */
function toJson(value: unknown): string {
  const json = JSON.stringify(value, null, 2)
  return `${json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`
}
