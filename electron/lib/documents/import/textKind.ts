import type { StoryKind } from '../../../../shared/files/fileTypes.ts'
import { namesLines } from '../../../../shared/import/columnNames.ts'

/** The kinds of text: each has a reader in `readImport`, and is known by its words where no file name tells. */
export type TextKind = Exclude<StoryKind, 'project' | 'document'>

const BEGINNINGS: readonly (readonly [TextKind, RegExp])[] = [
  ['json', /^\{\s*(?:"|\}|$)/],
  ['vtt', /^WEBVTT\b/],
  ['sub-station', /^\[Script Info\]/i],
  ['srt', /^\d+[^\S\n]*\r?\n\d+:\d\d:\d\d[,.]\d{3}\s+-->/],
  ['final-draft', /^<\?xml[^>]*>\s*<FinalDraft\b/],
  ['xliff', /^<\?xml[^>]*>\s*<xliff\b/],
  ['po', /^(?:(?:#[^\n]*)?\r?\n)*msg(?:id|ctxt) "/],
  // The title page, or the heading of the first scene.
  [
    'fountain',
    /^(?:(?:Title|Credit|Authors?|Draft date):[^\n]*\n|(?:INT|EXT|EST|INT\.?\/EXT)\.?\s[^\n]*\r?\n\s*\n)/,
  ],
]
/**
 * What only Markdown has: front matter with a title, a heading, a link, bold words. Lists and single stars or lines are in plain
 * texts, too: speech begins with a dash, and a scene with `* * *`.
 */
const MARKDOWN = [
  /^---[ \t]*\n(?:[^\n]*\n){0,40}?(?:title|speakers):/,
  /^ {0,3}#{1,6}[ \t]+\S/m,
  /^ {0,3}\S[^\n]*\n {0,3}={3,}[ \t]*$/m,
  /\[[^\][\n]+\]\((?:https?:|mailto:|#|\.{0,2}\/)[^\s)]*\)/,
  /(?<![*\w])\*\*(?=[^\s*])[^*\n]*[^\s*]\*\*(?![*\w])/,
]
/** What a text without a file name is read as, such as one that was pasted: plain text if nothing tells. */
export function textKindOf(text: string): TextKind {
  const beginning = text.slice(0, 1000).trimStart()
  const [header = ''] = beginning.split('\n', 1)
  const columns = header.split(/[,;\t|]/).map((name) => name.trim().replaceAll('"', ''))
  if (namesLines(columns)) return 'table'
  const begun = BEGINNINGS.find(([, pattern]) => pattern.test(beginning))?.[0]
  return begun ?? (MARKDOWN.some((pattern) => pattern.test(text)) ? 'markdown' : 'text')
}
