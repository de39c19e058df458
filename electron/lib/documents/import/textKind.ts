/** The kinds of text that are known by how they begin. */
export type TextKind = 'json' | 'vtt' | 'srt' | 'final-draft' | 'fountain' | 'table' | 'text'

const BEGINNINGS: readonly (readonly [TextKind, RegExp])[] = [
  ['json', /^\{\s*(?:"|\}|$)/],
  ['vtt', /^WEBVTT\b/],
  ['srt', /^\d+[^\S\n]*\r?\n\d+:\d\d:\d\d[,.]\d{3}\s+-->/],
  ['final-draft', /^<\?xml[^>]*>\s*<FinalDraft\b/],
  // The title page, or the heading of the first scene.
  [
    'fountain',
    /^(?:(?:Title|Credit|Authors?|Draft date):[^\n]*\n|(?:INT|EXT|EST|INT\.?\/EXT)\.?\s[^\n]*\r?\n\s*\n)/,
  ],
]
/** Column names that only a table of lines begins with. */
const HEADER = ['speaker', 'line']

/** What a text without a file name is read as, such as one that was pasted: plain text where its beginning tells nothing. */
export function textKindOf(text: string): TextKind {
  const beginning = text.slice(0, 1000).trimStart()
  const [header = ''] = beginning.split('\n', 1)
  const columns = header.split(/[,;\t]/).map((name) => name.trim().replaceAll('"', '').toLowerCase())
  if (HEADER.every((name) => columns.includes(name))) return 'table'
  return BEGINNINGS.find(([, pattern]) => pattern.test(beginning))?.[0] ?? 'text'
}
