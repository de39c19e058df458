/** A story as a page that any browser shows and prints: one file without scripts, that asks for nothing from elsewhere. */
import type { Story } from '../story/story.ts'
import { SCENE_BREAK, scriptOf } from './scriptLines.ts'
import type { ExportOptions, ScriptLine } from './scriptLines.ts'

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
export function writeHtml(story: Story, options: ExportOptions): string {
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
