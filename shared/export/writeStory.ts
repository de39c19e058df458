/** Writes a story in each of the text formats. */
import { BOLD_SPEAKERS } from '../import/boldSpeakers.ts'
import { ID_COLUMN, NOTES_COLUMN, STORY_COLUMNS } from '../import/table.ts'
import { BYTE_ORDER_MARK, formatCsv } from '../lib/csv.ts'
import { UserFacingError } from '../lib/userFacingError.ts'
import { FORMAT_VERSION } from '../project-file/format.ts'
import { assertCanBeSent } from '../story/renderPlan.ts'
import { blocksOf } from '../story/selectors.ts'
import type { Story } from '../story/story.ts'
import { spokenBlocksOf, storyMakerRequestOf } from '../story/storyRequest.ts'
import {
  type ExportOptions,
  hasWords,
  oneLine,
  SCENE_BREAK,
  type ScriptLine,
  scriptOf,
  trimLines,
  writeFinalDraft,
  writeFountain,
} from './scriptLines.ts'
import type { TextFormat } from './exportFormats.ts'

// A story as an HTML page for viewing and printing: one file, without scripts or external requests.

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

/** The text of an HTML file: the title, the author, and chapters of blocks, each with its speaker, emotion and notes. */
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
 * The text of a file in a format. Throws `story-without-text` if it would be empty, except for a portable story, and `block-too-long` for a
 * request that no service would accept.
 */
export function writeStory(story: Story, format: TextFormat, options: ExportOptions): string {
  const written = format === 'request' ? spokenBlocksOf(story) : blocksOf(story).filter(hasWords)
  if (format !== 'json' && written.length === 0) throw new UserFacingError('story-without-text')
  return WRITERS[format](story, options)
}

/** JSON on one line. Line separators are escaped, because some text readers treat them as line breaks. */
function toJson(value: unknown): string {
  const json = JSON.stringify(value, null, 2)
  return `${json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`
}

// A story as Markdown (CommonMark): headings, a paragraph for each block, and the speaker in bold before the words. The front matter
// declares this, so that a reader takes the bold names, and nothing else, for speakers.

/** The text of a Markdown file. */
function writeMarkdown(story: Story, options: ExportOptions): string {
  const frontMatter = ['---', `title: ${JSON.stringify(oneLine(story.info.title))}`, BOLD_SPEAKERS, '---']
  const paragraphs = scriptOf(story, options).flatMap(({ title, lines }) => [
    ...(title === null ? [] : [`# ${escapeText(title).replace(/#$/, '\\#')}`]),
    ...lines.flatMap((line) => [
      ...(line.isAfterScene ? [SCENE_BREAK] : []),
      formatMarkdownLine(line, options),
    ]),
  ])
  return `${[frontMatter.join('\n'), ...paragraphs].join('\n\n')}\n`
}

function formatMarkdownLine({ speaker, manner, text }: ScriptLine, { narrator }: ExportOptions): string {
  const words = trimLines(text).split('\n').map(escapeLine).join('\\\n')
  const name = speaker ?? (manner === '' ? '' : narrator)
  return [
    ...(name === '' ? [] : [`**${escapeText(name)}:**`]),
    ...(manner === '' ? [] : [`*(${escapeText(manner)})*`]),
    words,
  ].join(' ')
}

/** Escapes a line that could be taken for a heading, a list, a quote or a rule. */
function escapeLine(line: string): string {
  return escapeText(line)
    .replace(/^[#+\-=>~]/, String.raw`\$&`)
    .replace(/^(\d{1,9})([.)])/, String.raw`$1\$2`)
}

/** Escapes inline markup. */
function escapeText(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>]|&(?=[#\w])/g, String.raw`\$&`)
}

// A story as a table of lines (CSV).

/**
 * The text of a CSV file, with a byte order mark, from which spreadsheets detect the encoding. A cell that a spreadsheet would run as a
 * formula gets an apostrophe before it, which is removed when the table is read.
 */
function writeTable(story: Story, options: ExportOptions): string {
  const chapters = scriptOf(story, options)
  const lines = chapters.flatMap((chapter) => chapter.lines)
  // Tables without ids or notes have no column for them.
  const hasNames = lines.some(({ name }) => name !== '')
  const hasNotes = lines.some(({ notes }) => notes !== '')
  const rows = chapters.flatMap(({ title, lines: own }) =>
    own.map(({ name, speaker, text, manner, notes, silenceMs, durationMs }) => {
      const cells: Readonly<Record<(typeof STORY_COLUMNS)[number], string>> = {
        chapter: title ?? '',
        speaker: speaker ?? '',
        line: text,
        emotion: manner,
        silence: String(silenceMs / 1000),
        duration: durationMs === null ? '' : String(durationMs / 1000),
      }
      return [
        ...(hasNames ? [name] : []),
        ...STORY_COLUMNS.map((column) => cells[column]),
        ...(hasNotes ? [notes] : []),
      ]
    }),
  )
  const header = [...(hasNames ? [ID_COLUMN] : []), ...STORY_COLUMNS, ...(hasNotes ? [NOTES_COLUMN] : [])]
  return `${BYTE_ORDER_MARK}${formatCsv([header, ...rows])}`
}
