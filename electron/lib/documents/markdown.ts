import MarkdownIt, { type Env, type Token } from 'markdown-it'
import { SCENE_BREAK } from '../../../shared/export/scriptLines.ts'
import { BOLD_SPEAKERS } from '../../../shared/import/boldSpeakers.ts'
import { authorIn } from './import/titlePage.ts'
import { withExtensions, withSpeech } from './markdownExtensions.ts'
import {
  addParts,
  callout,
  inOneLine,
  joinCells,
  linesOf,
  pieceOf,
  segmentsOf,
  textOf,
  titleOf,
  withoutBox,
  type Segment,
} from './markdownWords.ts'
import { readPlainText } from './plainText.ts'
import type { DocumentPart, DocumentText } from './formats/documentText.ts'

/** Front matter in YAML or TOML. */
const FRONT_MATTER =
  /^(?:---[ \t]*\n(?:([\s\S]*?)\n)?(?:---|\.\.\.)|\+\+\+[ \t]*\n(?:([\s\S]*?)\n)?\+\+\+)[ \t]*(?:\n|$)/
/** Pandoc: “% Title”, “% Author”, “% Date”. */
const TITLE_BLOCK = /^%[ \t]+(\S.*)(?:\n%[ \t]*(.*))?(?:\n%[ \t]*(.*))?(?:\n|$)/
const FRONT_MATTER_FIELDS = {
  title: /^title[ \t]*[:=][ \t]*(?:("(.+)")|'(.+)'|(.+))[ \t]*$/m,
  author:
    /^authors?[ \t]*[:=][ \t]*(?:\n[ \t]*(?=-[ \t]))?(?:-[ \t]+|\[(?=[^,\]\n]*\]))?(?:("(.+)")|'(.+)'|([^[\]\n]+))\]?[ \t]*$/m,
}
/** Several authors: “[A. Fox, B. Hare]”, or a line of each. */
const AUTHORS =
  /^authors?[ \t]*[:=][ \t]*(?:\[([^[\]\n]*,[^[\]\n]*)\][ \t]*$|\n((?:[ \t]*-[ \t]+[^\n:]+(?:\n|$)){2,}))/m
const LANGUAGE = /^lang(?:uage)?[ \t]*[:=][ \t]*["']?([A-Za-z]{2,3}(?:[-_][\w-]{1,20})?)["']?[ \t]*$/m
const SPEAKERS_LINE = new RegExp(`^${BOLD_SPEAKERS}[ \\t]*$`, 'm')

/** The limit for nested lists and quotes; markdown-it leaves out deeper ones. */
const DEEPEST = 100
const parserOf = (html: boolean) => new MarkdownIt('commonmark', { maxNesting: DEEPEST, html })
/** For a whole text, and for the words of a block of HTML, which contain no more HTML. */
const COMMON_MARK = { whole: withSpeech(parserOf(true)), within: withSpeech(parserOf(false)) }
const EXTENDED = { whole: withExtensions(parserOf(true)), within: withExtensions(parserOf(false)) }

/**
 * Reads Markdown: the words without their markup, and what is not text with its reason. Lists, quotes and table rows become paragraphs. A
 * text that states that its bold names speak is plain CommonMark, as Fabula writes it; others may use the extensions of many programs. A
 * text that is nested deeper than anybody writes is read as plain text, so that no word is lost.
 */
export function readMarkdown(text: string): DocumentText {
  const frontMatter = FRONT_MATTER.exec(text)
  const said = frontMatter?.[1] ?? frontMatter?.[2] ?? ''
  const namesSpeakers = SPEAKERS_LINE.test(said)
  const titles = frontMatter === null ? TITLE_BLOCK.exec(text) : null
  const body = text.slice((frontMatter ?? titles)?.[0].length ?? 0)
  const parts = readParts(body, 'whole', namesSpeakers)
  if (parts === null) return readPlainText(text)
  const title = titles?.[1]?.trim() ?? fieldOf(said, 'title')
  const author = titles?.[2]?.trim() ?? authorsOf(said) ?? fieldOf(said, 'author')
  const language = LANGUAGE.exec(said)?.[1]?.replace('_', '-') ?? null
  const others = [otherFields(said), titles?.[3]?.trim() ?? ''].filter((words) => words !== '')
  const front = others.map((words): DocumentPart => ({ kind: 'paragraph', text: words, place: 'markup' }))
  const titled = title !== null || namesSpeakers ? { title, author, parts } : takeTitle(parts, author)
  return { ...titled, language, parts: [...front, ...titled.parts], lineBreaks: 'soft', namesSpeakers }
}

/** The names of several authors; null for one or none. */
function authorsOf(frontMatter: string): string | null {
  const [, inLine, below] = AUTHORS.exec(frontMatter) ?? []
  const names = (inLine?.split(',') ?? below?.split('\n') ?? []).map((name) =>
    name.replaceAll(/^\s*-\s+|["']/g, '').trim(),
  )
  return names.length === 0 ? null : names.filter((name) => name !== '').join(', ')
}

/** The fields of front matter other than the title, the author, and the statement that bold names speak. */
function otherFields(frontMatter: string): string {
  return [FRONT_MATTER_FIELDS.title, AUTHORS, FRONT_MATTER_FIELDS.author, LANGUAGE, SPEAKERS_LINE]
    .reduce((words, field) => words.replace(field, ''), frontMatter)
    .replaceAll(/\n{2,}/g, '\n')
    .trim()
}

function fieldOf(frontMatter: string, field: keyof typeof FRONT_MATTER_FIELDS): string | null {
  const [, quoted, inner, single, plain] = FRONT_MATTER_FIELDS[field].exec(frontMatter) ?? []
  const said = (quoted === undefined ? undefined : unquoted(quoted)) ?? inner ?? single ?? plain
  return said === undefined || said.trim() === '' ? null : said.trim()
}

/** A double-quoted YAML scalar, whose escapes include those of JSON; undefined if it contains others. */
function unquoted(quoted: string): string | undefined {
  try {
    return String(JSON.parse(quoted))
  } catch {
    return undefined
  }
}

/**
 * A first heading is the document's title if only its author is below it, or if it is the only one of the first level and has chapters
 * below it.
 */
function takeTitle(parts: readonly DocumentPart[], told: string | null): Omit<DocumentText, 'lineBreaks'> {
  const [first, ...others] = parts.filter(({ place }) => place === undefined)
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
  const taken = author === null ? [first] : [first, second]
  return { title: first.text, author: author ?? told, parts: parts.filter((part) => !taken.includes(part)) }
}

/** An underlined heading in which a sentence ends is a paragraph followed by the end of a scene. */
const LONGEST_UNDERLINED = 80
const SENTENCE_END = /[.!?…]["'”’»)\]]*$/u
/** “3. Mai 1990”: a date at the beginning is not a list number. */
const MONTH =
  /^(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\b/

/** The parts of a text, or null if it is nested too deep. */
function readParts(text: string, place: 'whole' | 'within', namesSpeakers: boolean): DocumentPart[] | null {
  const parts: DocumentPart[] = []
  const env: Env = {}
  const tokens = (namesSpeakers ? COMMON_MARK : EXTENDED)[place].parse(text, env)
  /** The level of the open heading; 0 if there is none. */
  let level = 0
  let isUnderlined = false
  let notes = 0
  let quotes = 0
  let isInItem = false
  let cells: Segment[][] | null = null
  const numbers = numbersIn(tokens)
  let number = ''
  /** The titles of links and pictures, and those in link definitions. */
  const titles = new Set<string>()
  const defined = new Set<string>()
  for (const [index, token] of tokens.entries()) {
    if (token.level >= DEEPEST - 1) return null
    const piece = notes > 0 ? 'footnote' : undefined
    switch (token.type) {
      case 'heading_open':
        level = Number(token.tag.slice(1))
        isUnderlined = token.markup === '-'
        break
      case 'heading_close':
        level = 0
        break
      case 'footnote_open':
      case 'footnote_close':
        notes += token.nesting
        break
      case 'blockquote_open':
      case 'blockquote_close':
        quotes += token.nesting
        break
      case 'list_item_open':
        number = numbers.get(index) ?? ''
        isInItem = true
        break
      case 'list_item_close':
        // An item without words, such as a chapter number.
        addParts(parts, [{ text: number, piece: null }], { piece })
        number = ''
        isInItem = false
        break
      case 'tr_open':
        cells = []
        break
      case 'tr_close':
        addParts(parts, joinCells(cells ?? []), { piece })
        cells = null
        break
      case 'link_title':
        defined.add(token.content)
        break
      case 'left_out':
        addParts(parts, [{ text: token.content, piece: pieceOf(token) }], { piece })
        break
      case 'inline': {
        const children = token.children ?? []
        for (const child of children) titles.add(titleOf(child))
        const cue = namesSpeakers && level === 0 ? cueOf(children) : { rest: children }
        const written = segmentsOf(cue.rest)
        if (cells !== null) {
          cells.push(written)
          break
        }
        const isSentence = token.content.includes('\n') || SENTENCE_END.test(token.content.trim())
        if (level > 0 && !(isUnderlined && (isSentence || token.content.length > LONGEST_UNDERLINED))) {
          addParts(parts, written.map(inOneLine), { level })
          break
        }
        const said = isInItem ? withoutBox(written) : written
        for (const lines of quotes > 0 && !namesSpeakers ? callout(said) : [said])
          addParts(parts, [{ text: number, piece: null }, ...linesOf(lines, token.content, namesSpeakers)], {
            ...cue,
            piece,
          })
        if (level > 0) addParts(parts, [{ text: SCENE_BREAK, piece: null }], {})
        number = ''
        isInItem = false
        break
      }
      case 'hr':
        addParts(parts, [{ text: SCENE_BREAK, piece: null }], {})
        break
      case 'fence':
        // A fence with a language is code, which is not read aloud.
        addParts(parts, [{ text: token.content, piece: token.info.trim() === '' ? null : 'markup' }], {
          piece,
        })
        break
      case 'code_block':
        addParts(parts, [{ text: token.content, piece: null }], { piece })
        break
      case 'html_block': {
        // The words of a block of HTML are read like the rest; without its tags it contains no more HTML.
        for (const [at, written] of withoutScripts(token.content).split(COMMENTS).entries()) {
          const words = written.replace(/^<!--|-->$/g, '')
          const within = at % 2 === 0 ? readParts(withoutTags(written), 'within', namesSpeakers) : []
          if (within === null) return null
          for (const part of within) parts.push(part)
          if (at % 2 === 1) addParts(parts, [{ text: words, piece: 'hidden' }], {})
        }
        break
      }
    }
  }
  // The titles of link definitions that nothing uses.
  for (const { title } of Object.values(env.references ?? {})) defined.add(title)
  for (const title of defined) if (!titles.has(title)) addParts(parts, [{ text: title, piece: 'hidden' }], {})
  return parts
}

/**
 * The numbers before list items that are words of the text, by the index of the item: years, dates, and numbers of lists that neither begin
 * with one nor continue a list before them.
 */
function numbersIn(tokens: readonly Token[]): ReadonlyMap<number, string> {
  const numbers = new Map<number, string>()
  const next = new Map<number, number>()
  const open: { readonly start: number; readonly isList: boolean; count: number }[] = []
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'ordered_list_open') {
      const start = Number(token.attrGet('start') ?? 1)
      open.push({ start, isList: start === 0 || start === 1 || start === next.get(token.level), count: 0 })
    } else if (token.type === 'ordered_list_close') {
      const ended = open.pop()
      if (ended !== undefined) next.set(token.level, ended.start + ended.count)
    } else if (token.type === 'heading_open') next.clear()
    else if (token.type === 'list_item_open' && token.info !== '') {
      const list = open.at(-1)
      if (list !== undefined) list.count += 1
      const isEmpty = tokens[index + 1]?.type === 'list_item_close'
      const words = tokens.slice(index + 1, index + 3).find(({ type }) => type === 'inline')?.content ?? ''
      if (list?.isList !== true || isEmpty || MONTH.test(words))
        numbers.set(index, `${token.info}${token.markup} `)
    }
  }
  return numbers
}

interface Cue {
  readonly speaker?: string
  readonly manner?: string
  readonly rest: readonly Token[]
}

/** The speaker of a paragraph and the manner: “**Mira:** *(quietly)* …”. */
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

/** The text of a mark at the beginning of a paragraph, and the rest after it. */
function leading(tokens: readonly Token[], mark: 'strong' | 'em') {
  const start = tokens.findIndex(({ type, content }) => type !== 'text' || content.trim() !== '')
  if (tokens[start]?.type !== `${mark}_open`) return null
  const end = tokens.findIndex(({ type }, index) => index > start && type === `${mark}_close`)
  const text = textOf(segmentsOf(tokens.slice(start + 1, end)).filter(({ piece }) => piece === null))
  return { text, rest: tokens.slice(end + 1) }
}

const COMMENTS = /(<!--[\s\S]*?(?:-->|$))/

function withoutScripts(html: string): string {
  return html.replaceAll(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
}

function withoutTags(html: string): string {
  return html
    .replaceAll(
      /<\/?(?:p|div|br|li|h[1-6]|tr|blockquote|summary|details|dt|dd|figcaption|center|section|article)\b[^>]*(?:>|$)/gi,
      '\n\n',
    )
    .replaceAll(/<[^>]*(?:>|$)/g, '')
    .replaceAll(/^[ \t]+/gm, '')
}
