import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import type { TextDocument, TextPart } from './textPart.ts'

const FRONT_MATTER = /^---[ \t]*\n(?:([\s\S]*?)\n)?(?:---|\.\.\.)[ \t]*(?:\n|$)/
const FRONT_MATTER_TITLE = /^title:[ \t]*(?:"(.+)"|'(.+)'|(.+))[ \t]*$/m

/** Stands for a line break that the writer asked for, until the others are joined. */
const HARD_BREAK = '\u2028'

/** Reads CommonMark: the words without their markup. Lists and quotes become paragraphs; pictures say nothing. */
export function readMarkdown(text: string): TextDocument {
  const frontMatter = FRONT_MATTER.exec(text)
  const parts = readParts(frontMatter === null ? text : text.slice(frontMatter[0].length))
  const written = FRONT_MATTER_TITLE.exec(frontMatter?.[1] ?? '')
  const title = (written?.[1] ?? written?.[2] ?? written?.[3])?.trim()
  return title === undefined ? { ...takeTitle(parts), joinLines } : { title, parts, joinLines }
}

/** A first heading with nothing under it is the document's title: no block goes without the chapter that it had. */
function takeTitle(parts: readonly TextPart[]): { title: string | null; parts: readonly TextPart[] } {
  const [first, second] = parts
  if (first?.kind !== 'heading' || second?.kind !== 'heading') return { title: null, parts }
  return { title: first.text, parts: parts.slice(1) }
}

function readParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  collectParts(fromMarkdown(text), parts)
  return parts
}

function collectParts(node: Nodes, parts: TextPart[]): void {
  switch (node.type) {
    case 'heading':
      return addPart(parts, 'heading', spokenText(node).replaceAll(/[\n\u2028]/g, ' '))
    case 'paragraph':
      return addPart(parts, 'paragraph', spokenText(node))
    case 'code':
      return addPart(parts, 'paragraph', node.value)
    case 'html':
      // What a block of HTML says is read like the rest; without its tags it holds no more HTML.
      parts.push(...readParts(withoutTags(node.value)))
      return
    default:
      if ('children' in node) for (const child of node.children) collectParts(child, parts)
  }
}

function addPart(parts: TextPart[], kind: TextPart['kind'], text: string): void {
  const trimmed = text.trim()
  if (trimmed !== '') parts.push({ kind, text: trimmed })
}

function spokenText(node: Nodes): string {
  switch (node.type) {
    case 'text':
    case 'inlineCode':
      return node.value
    case 'break':
      return HARD_BREAK
    case 'html':
      return /^<br\b/i.test(node.value) ? HARD_BREAK : ''
    default:
      return 'children' in node ? node.children.map(spokenText).join('') : ''
  }
}

function withoutTags(html: string): string {
  return html
    .replaceAll(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replaceAll(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
    .replaceAll(/<\/?(?:p|div|br|li|h[1-6]|tr|blockquote)\b[^>]*>/gi, '\n\n')
    .replaceAll(/<[^>]*(?:>|$)/g, '')
    .replaceAll(/^[ \t]+/gm, '')
}

function joinLines(text: string): string {
  return text
    .replaceAll(/[ \t]*\n[ \t]*/g, ' ')
    .replaceAll(HARD_BREAK, '\n')
    .trim()
}
