import MarkdownIt from 'markdown-it'
import type { MarkdownIt as Parser, Token } from 'markdown-it'
import { readPlainText } from './plainText.ts'
import type { TextDocument, TextPart } from './textPart.ts'

const FRONT_MATTER = /^---[ \t]*\n(?:([\s\S]*?)\n)?(?:---|\.\.\.)[ \t]*(?:\n|$)/
const FRONT_MATTER_TITLE = /^title:[ \t]*(?:"(.+)"|'(.+)'|(.+))[ \t]*$/m

/** A line break that the writer asked for; the others are those of the file. */
const HARD_BREAK = '\u2028'

/** Lists and quotes within each other; markdown-it leaves out what is deeper. */
const DEEPEST = 100
const commonMark = new MarkdownIt('commonmark', { maxNesting: DEEPEST })
const withoutHtml = new MarkdownIt('commonmark', { maxNesting: DEEPEST, html: false })

/**
 * Reads CommonMark: the words without their markup. Lists and quotes become paragraphs; pictures say nothing. A text that is
 * nested deeper than anybody writes is read as plain text, so that no word of it is lost.
 */
export function readMarkdown(text: string): TextDocument {
  const frontMatter = FRONT_MATTER.exec(text)
  const parts = readParts(frontMatter === null ? text : text.slice(frontMatter[0].length), commonMark)
  if (parts === null) return readPlainText(text)
  const written = FRONT_MATTER_TITLE.exec(frontMatter?.[1] ?? '')
  const title = (written?.[1] ?? written?.[2] ?? written?.[3])?.trim()
  return title === undefined
    ? { ...takeTitle(parts), lineBreaks: 'soft' }
    : { title, parts, lineBreaks: 'soft' }
}

/** A first heading with nothing under it is the document's title: no block goes without the chapter that it had. */
function takeTitle(parts: readonly TextPart[]): { title: string | null; parts: readonly TextPart[] } {
  const [first, second] = parts
  if (first?.kind !== 'heading' || second?.kind !== 'heading') return { title: null, parts }
  return { title: first.text, parts: parts.slice(1) }
}

/** The parts of a text, or null where it is nested too deep. */
function readParts(text: string, parser: Parser): TextPart[] | null {
  const parts: TextPart[] = []
  let isHeading = false
  for (const token of parser.parse(text, {})) {
    if (token.level >= DEEPEST - 1) return null
    switch (token.type) {
      case 'heading_open':
        isHeading = true
        break
      case 'heading_close':
        isHeading = false
        break
      case 'inline': {
        const spoken = (token.children ?? []).map(spokenText).join('')
        if (isHeading) addPart(parts, 'heading', spoken.replaceAll(/[\n\u2028]/g, ' '))
        else addPart(parts, 'paragraph', spoken)
        break
      }
      case 'fence':
      case 'code_block':
        addPart(parts, 'paragraph', token.content)
        break
      case 'html_block': {
        // The words of a block of HTML are read like the rest; without its tags it holds no more HTML.
        const within = readParts(withoutTags(token.content), withoutHtml)
        if (within === null) return null
        for (const part of within) parts.push(part)
        break
      }
    }
  }
  return parts
}

function addPart(parts: TextPart[], kind: TextPart['kind'], text: string): void {
  const trimmed = text.replaceAll(/[^\S\n\u2028]*([\n\u2028])[^\S\n\u2028]*/g, '$1').trim()
  if (trimmed !== '') parts.push({ kind, text: trimmed })
}

function spokenText({ type, content }: Token): string {
  switch (type) {
    case 'text':
    case 'code_inline':
      return content
    case 'softbreak':
      return '\n'
    case 'hardbreak':
      return HARD_BREAK
    case 'html_inline':
      return /^<br\b/i.test(content) ? HARD_BREAK : ''
    default:
      return ''
  }
}

function withoutTags(html: string): string {
  return html
    .replaceAll(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replaceAll(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
    .replaceAll(/<\/?(?:p|div|br|li|h[1-6]|tr|blockquote)\b[^>]*(?:>|$)/gi, '\n\n')
    .replaceAll(/<[^>]*(?:>|$)/g, '')
    .replaceAll(/^[ \t]+/gm, '')
}
