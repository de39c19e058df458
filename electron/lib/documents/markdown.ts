import { SCENE_BREAK } from '../../../shared/export/scriptLines.ts'
import MarkdownIt from 'markdown-it'
import type { MarkdownIt as Parser, Token } from 'markdown-it'
import { BOLD_SPEAKERS } from '../../../shared/import/boldSpeakers.ts'
import { authorIn } from './import/titlePage.ts'
import { readPlainText } from './plainText.ts'
import type { TextDocument, TextPart } from './textPart.ts'

const FRONT_MATTER = /^---[ \t]*\n(?:([\s\S]*?)\n)?(?:---|\.\.\.)[ \t]*(?:\n|$)/
const FRONT_MATTER_FIELDS = {
  title: /^title:[ \t]*(?:("(.+)")|'(.+)'|(.+))[ \t]*$/m,
  author: /^author:[ \t]*(?:("(.+)")|'(.+)'|(.+))[ \t]*$/m,
}
const SPEAKERS_LINE = new RegExp(`^${BOLD_SPEAKERS}[ \\t]*$`, 'm')

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
  const said = frontMatter?.[1] ?? ''
  const namesSpeakers = SPEAKERS_LINE.test(said)
  const body = frontMatter === null ? text : text.slice(frontMatter[0].length)
  const parts = readParts(body, commonMark, namesSpeakers)
  if (parts === null) return readPlainText(text)
  const title = fieldOf(said, 'title')
  const author = fieldOf(said, 'author')
  const titled = title !== null || namesSpeakers ? { title, author, parts } : takeTitle(parts, author)
  return { ...titled, lineBreaks: 'soft', namesSpeakers }
}

function fieldOf(frontMatter: string, field: keyof typeof FRONT_MATTER_FIELDS): string | null {
  const [, quoted, inner, single, plain] = FRONT_MATTER_FIELDS[field].exec(frontMatter) ?? []
  const said = (quoted === undefined ? undefined : unquoted(quoted)) ?? inner ?? single ?? plain
  return said === undefined || said.trim() === '' ? null : said.trim()
}

/** A double-quoted scalar of YAML, which has the escapes of JSON and others; undefined where others are in it. */
function unquoted(quoted: string): string | undefined {
  try {
    return String(JSON.parse(quoted))
  } catch {
    return undefined
  }
}

/**
 * A first heading is the document's title if nothing stands under it but its author, or if it is the only one of the first level with
 * chapters below it.
 */
function takeTitle(parts: readonly TextPart[], told: string | null): Omit<TextDocument, 'lineBreaks'> {
  const [first, ...others] = parts
  const [second] = others
  const author = second?.kind === 'paragraph' ? authorIn(second.text) : null
  const below = author === null ? others : others.slice(1)
  const headings = others.filter(({ kind }) => kind === 'heading')
  const hasChapters =
    first?.level === 1 &&
    headings.every(({ level }) => level !== 1) &&
    headings.filter(({ level }) => level === 2).length > 1
  if (first?.kind !== 'heading' || !(below[0]?.kind === 'heading' || hasChapters))
    return { title: null, author: told, parts }
  return { title: first.text, author: author ?? told, parts: below }
}

/** The parts of a text, or null where it is nested too deep. */
function readParts(text: string, parser: Parser, namesSpeakers: boolean): TextPart[] | null {
  const parts: TextPart[] = []
  /** Of the heading that is open; 0 for none. */
  let level = 0
  for (const token of parser.parse(text, {})) {
    if (token.level >= DEEPEST - 1) return null
    switch (token.type) {
      case 'heading_open':
        level = Number(token.tag.slice(1))
        break
      case 'heading_close':
        level = 0
        break
      case 'inline': {
        const children = token.children ?? []
        const cue = namesSpeakers && level === 0 ? cueOf(children) : { rest: children }
        const spoken = cue.rest.map(spokenText).join('')
        if (level > 0) addPart(parts, 'heading', spoken.replaceAll(/[\n\u2028]/g, ' '), { level })
        else addPart(parts, 'paragraph', spoken, cue)
        break
      }
      case 'hr':
        addPart(parts, 'paragraph', SCENE_BREAK)
        break
      case 'fence':
      case 'code_block':
        addPart(parts, 'paragraph', token.content)
        break
      case 'html_block': {
        // The words of a block of HTML are read like the rest; without its tags it holds no more HTML.
        const within = readParts(withoutTags(token.content), withoutHtml, namesSpeakers)
        if (within === null) return null
        for (const part of within) parts.push(part)
        break
      }
    }
  }
  return parts
}

function addPart(
  parts: TextPart[],
  kind: TextPart['kind'],
  text: string,
  { level, speaker, manner }: Partial<Omit<TextPart, 'kind' | 'text'>> = {},
): void {
  const trimmed = text
    .split(/([\n\u2028])/)
    .map((piece, index) => (index % 2 === 0 ? piece.trim() : piece))
    .join('')
    .trim()
  if (trimmed === '') return
  parts.push({
    kind,
    text: trimmed,
    ...(level !== undefined && { level }),
    ...(speaker !== undefined && { speaker }),
    ...(manner !== undefined && { manner }),
  })
}

interface Cue {
  readonly speaker?: string
  readonly manner?: string
  readonly rest: readonly Token[]
}

/** Who speaks a paragraph and how: “**Mira:** *(quietly)* …”. */
function cueOf(tokens: readonly Token[]): Cue {
  const name = leading(tokens, 'strong')
  const isCue = name?.text.endsWith(':') === true && name.text.trim() !== ':'
  const speaker = isCue ? name.text.slice(0, -1).trim() : undefined
  const rest = isCue ? name.rest : tokens
  const found = leading(rest, 'em')
  const manner = /^\((.+)\)$/s.exec(found?.text ?? '')?.[1]
  return {
    ...(speaker !== undefined && { speaker }),
    ...(manner !== undefined && { manner }),
    rest: manner === undefined ? rest : (found?.rest ?? []),
  }
}

/** The text of a mark that a paragraph begins with, and what follows it. */
function leading(tokens: readonly Token[], mark: 'strong' | 'em') {
  const start = tokens.findIndex(({ type, content }) => type !== 'text' || content.trim() !== '')
  if (tokens[start]?.type !== `${mark}_open`) return null
  const end = tokens.findIndex(({ type }, index) => index > start && type === `${mark}_close`)
  const text = tokens
    .slice(start + 1, end)
    .map(spokenText)
    .join('')
  return { text, rest: tokens.slice(end + 1) }
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
