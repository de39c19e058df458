/** A story as text, in each of the formats. */
import { UserFacingError } from '../lib/userFacingError.ts'
import { FORMAT_VERSION } from '../project-file/formatSteps.ts'
import { assertCanBeSent } from '../story/assertCanBeSent.ts'
import { blocksOf } from '../story/selectors.ts'
import type { Story } from '../story/story.ts'
import { spokenBlocksOf, storyMakerRequestOf } from '../story/storyRequest.ts'
import { writeFinalDraft } from './finalDraft.ts'
import { writeFountain } from './fountain.ts'
import { writeMarkdown } from './markdown.ts'
import { hasWords, SCENE_BREAK, scriptOf, type ExportOptions, type ScriptLine } from './scriptLines.ts'
import { writeTable } from './table.ts'
import type { TextFormat } from './textFormats.ts'

/** A story as a page that any browser shows and prints: one file without scripts, that asks for nothing from elsewhere. */
const STYLE = `
:root { color-scheme: light dark; }
body { max-width: 42rem; margin: 3rem auto; padding: 0 1.25rem; font: 1.05rem/1.6 Georgia, 'Times New Roman', serif; overflow-wrap: anywhere; }
h1, h2 { line-height: 1.25; break-after: avoid; }
h2 { margin-top: 2.5rem; }
p { margin: 0 0 0.8em; white-space: pre-wrap; orphans: 2; widows: 2; }
b { font-family: system-ui, sans-serif; font-size: 0.85em; }
i, .note, .scene, header p { opacity: 0.75; }
.note { margin-inline-start: 1.5rem; font: 0.85em/1.5 system-ui, sans-serif; }
.scene { text-align: center; }
@media print { body { max-width: none; margin: 0; padding: 0; font-size: 11pt; } section { break-before: page; } section:first-of-type { break-before: auto; } }
`

/** The text of an HTML file: the title, the author, and chapters of blocks, each with who says it, its emotion and its notes. */
function writeHtml(story: Story, options: ExportOptions): string {
  const { title, language, book } = story.info
  const chapters = scriptOf(story, options).map(({ title: heading, lines }) => {
    const head = heading === null ? '' : `<h2>${escape(heading)}</h2>\n`
    return `<section>\n${head}${lines.map(formatLine).join('\n')}\n</section>`
  })
  const author = book.author.trim() === '' ? '' : `<p>${escape(book.author)}</p>\n`
  return `<!doctype html>
<html${language === null ? '' : ` lang="${escape(language)}"`} dir="auto">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escape(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>${escape(title)}</h1>
${author}</header>
${chapters.join('\n')}
</body>
</html>
`
}

function formatLine({ speaker, manner, text, notes, isAfterScene }: ScriptLine): string {
  const lead = [
    ...(speaker === null ? [] : [`<b>${escape(speaker)}:</b> `]),
    ...(manner === '' ? [] : [`<i>(${escape(manner)})</i> `]),
  ].join('')
  return [
    ...(isAfterScene ? [`<p class="scene">${SCENE_BREAK}</p>`] : []),
    `<p dir="auto">${lead}${escape(text)}</p>`,
    ...(notes === '' ? [] : [`<p class="note" dir="auto">${escape(notes)}</p>`]),
  ].join('\n')
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escape(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)
}

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
 * The text of a file in a format. Throws `story-without-text` if nothing would be in it, except for a portable story, and
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
