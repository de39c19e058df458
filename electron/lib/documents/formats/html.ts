/**
 * HTML as a stream of tags: what a reader would hear, without scripts, styles and what is hidden. It is never made into a
 * tree, so neither nesting nor length can exhaust anything, and nothing in it is ever run or fetched. Throws
 * `document-too-complex` for elements that are nested deeper than anybody writes.
 */
import { Parser } from 'htmlparser2'
import { UserFacingError } from '../../../../shared/lib/userFacingError.ts'
import type { DocumentText } from './documentText.ts'
import { createTreeBuilder } from './elementTree.ts'
import type { TreeBuilder } from './elementTree.ts'
import { decodeHtml } from './htmlEncoding.ts'
import { createHtmlLists } from './htmlLists.ts'
import { isFrontMatter, isInnerLink, isNote, isNoteMark, pageMarkOf } from './htmlNotes.ts'
import { readMathMl } from './mathMl.ts'
import { spellMath } from './mathWords.ts'
import { isRaisedMark } from './noteMarks.ts'
import { createPartsWriter } from './partsWriter.ts'
import type { PartsWriter } from './partsWriter.ts'

/** What XHTML says of itself, by the XML declaration, the document type or the namespace of its root. */
const XHTML =
  /^[\s\uFEFF]*<\?xml|<!DOCTYPE[^>]+XHTML|<[^>]+xmlns(?::\w+)?\s*=\s*["']http:\/\/www\.w3\.org\/1999\/xhtml/i
/** It stands within so many characters. */
const HEAD = 4096
const SILENT = new Set(
  'script style template noscript svg iframe object embed canvas audio video select textarea button rt rp datalist map'.split(
    ' ',
  ),
)
const HEADINGS = /^h[1-6]$/
const BLOCKS = new Set(
  'html head body p div section article header footer main aside nav blockquote pre figure figcaption address details summary dl dt dd form fieldset legend ul ol menu hr center table caption thead tbody tfoot mbp:pagebreak'.split(
    ' ',
  ),
)
/** A footer within these belongs to them, and not to the page. */
const OWN_FOOTER = new Set(['article', 'section', 'blockquote', 'figure', 'li', 'td'])
/** The parser takes text in pieces; one string of a whole book would be copied again and again. */
const PIECE = 1 << 16
/** Elements within each other: the parser takes longer for each of them the deeper it is, and only tags that nobody closed are this many. */
const DEEPEST = 60_000
/** So many characters before a raised number tell whether it is a power. */
const BEFORE = 16

/** Words for an equation that are not words. */
const TEX = /[\\{}^_$]/

type Attributes = Readonly<Record<string, string>>

/** An element that is open. */
interface OpenElement {
  readonly name: string
  /** Its parts stand in a place of their own. */
  readonly isPlace: boolean
}

/** Reads a file of HTML: its encoding is what it says it is, else as for plain text. */
export function readHtml(bytes: Uint8Array): DocumentText {
  const writer = createPartsWriter()
  const title = writeHtml(decodeHtml(bytes), writer)
  return { title, parts: writer.finish() }
}

/**
 * Writes the blocks of HTML, and returns its title. `language` is that of the book, for a page that does not tell. In XHTML, which is
 * known by its content, `<title/>` is an empty element; in HTML it is the beginning of one. What is not well-formed is read on.
 */
export function writeHtml(html: string, writer: PartsWriter, language: string | null = null): string | null {
  const isXml = XHTML.test(html.slice(0, HEAD))
  const lists = createHtmlLists()
  const open: OpenElement[] = []
  let depth = 0
  let silentDepth = 0
  /** A mark that is open, and is no part of the words. */
  let mark: { readonly piece: 'footnote' | 'pageNumber'; text: string } | null = null
  let title = ''
  let isInTitle = false
  /** The link that is open: whether it leads elsewhere in the document, and its words until they are known to be no mark. */
  let link: { readonly attributes: Attributes; readonly isRaised: boolean; text: string } | null = null
  let raisedDepth = 0
  /** Raised words that are no link, until they are known to be no mark; null where there are none. */
  let raised: string | null = null
  /** The last characters of the block that is open. */
  let before = ''
  let pageLanguage = language
  /** The equation that is open. */
  let math: TreeBuilder | null = null

  function openMath(attributes: Attributes): void {
    const words = attributes['alttext'] ?? ''
    if (words.trim() === '' || TEX.test(words)) {
      math = createTreeBuilder()
      math.open('math', attributes)
    } else {
      silentDepth++
      read(words)
    }
  }

  function write(text: string, isLink: boolean): void {
    if (text.trim() !== '') writer.text(lists.takeLabel(), isLink)
    writer.text(text, isLink)
    before = (before + text).slice(-BEFORE)
  }

  function read(text: string): void {
    if (isInTitle) title += text
    else if (link !== null) link.text += text
    else if (raised !== null) raised += text
    else write(text, false)
  }

  function endRaised(): void {
    if (raised === null) return
    const text = raised
    raised = null
    if (isRaisedMark(text, before.trimStart())) writer.omit('footnote', text)
    else write(text, false)
  }

  function endBlock(): void {
    endRaised()
    endLink()
    before = ''
  }

  function endLink(): void {
    if (link === null) return
    const { attributes, isRaised, text } = link
    link = null
    if (isNoteMark(text, attributes, isRaised)) writer.omit('footnote', text)
    else write(text, true)
  }

  function enter(name: string, attributes: Attributes): OpenElement {
    const place = placeOf(name, attributes, open)
    if (place !== null) writer.enter(place)
    return { name, isPlace: place !== null }
  }

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth++
        if (depth > DEEPEST) throw new UserFacingError('document-too-complex')
        if (math !== null) {
          math.open(name, attributes)
          return
        }
        if (silentDepth > 0 || SILENT.has(name) || isHidden(attributes)) {
          silentDepth++
          return
        }
        const piece = pageMarkOf(attributes)
        if (piece !== null) {
          silentDepth++
          // The number of a page often stands in a tag without words.
          const label = attributes['aria-label'] ?? attributes['title'] ?? ''
          if (piece === 'pageNumber' && label !== '') writer.omit(piece, label)
          else if (piece !== 'backlink') mark = { piece, text: '' }
          return
        }
        if (name === 'img') {
          writer.omit('picture', attributes['alt'] ?? '')
          return
        }
        if (name === 'math') {
          openMath(attributes)
          return
        }
        if (name === 'html') pageLanguage = attributes['lang'] ?? attributes['xml:lang'] ?? language
        if (isBlock(name)) endBlock()
        open.push(enter(name, attributes))
        if (name === 'title') isInTitle = true
        else if (name === 'br') writer.lineBreak()
        else if (name === 'sup') {
          raisedDepth++
          if (link !== null) link = { ...link, isRaised: true }
          else raised ??= ''
        } else if (name === 'a' && isInnerLink(attributes)) {
          endRaised()
          endLink()
          link = { attributes, isRaised: raisedDepth > 0, text: '' }
        } else openElement(name, writer)
        if (!isNote(attributes)) lists.open(name, attributes)
      },
      onclosetag(name) {
        depth--
        if (math !== null) {
          const equation = math.close()
          if (equation === null) return
          math = null
          read(spellMath(readMathMl(equation), pageLanguage))
          return
        }
        if (silentDepth > 0) {
          silentDepth--
          if (silentDepth === 0 && mark !== null) {
            writer.omit(mark.piece, mark.text)
            mark = null
          }
          return
        }
        if (name === 'img') return
        if (isBlock(name)) endBlock()
        else if (name === 'a') endLink()
        if (name === 'title') isInTitle = false
        else if (name === 'sup') {
          raisedDepth--
          endRaised()
        } else closeElement(name, writer)
        lists.close(name)
        if (open.pop()?.isPlace === true) writer.leave()
      },
      ontext(text) {
        if (math !== null) math.text(text)
        else if (silentDepth === 0) read(text)
        else if (mark !== null) mark.text += text
      },
    },
    { decodeEntities: true, recognizeSelfClosing: isXml, recognizeCDATA: isXml },
  )
  for (let start = 0; start < html.length; start += PIECE) parser.write(html.slice(start, start + PIECE))
  parser.end()
  const tidied = title.replaceAll(/\s+/g, ' ').trim()
  return tidied === '' ? null : tidied
}

/** Where the parts of an element stand; null for where its parent's do. */
function placeOf(name: string, attributes: Attributes, open: readonly OpenElement[]) {
  const role = attributes['role']
  if (name === 'nav' || role === 'navigation' || role === 'doc-toc') return 'contents'
  if (role === 'contentinfo') return 'margin'
  if (name === 'footer') return open.some((outer) => OWN_FOOTER.has(outer.name)) ? null : 'margin'
  if (isNote(attributes)) return 'notes'
  return isFrontMatter(attributes) ? 'frontMatter' : null
}

function isBlock(name: string): boolean {
  return HEADINGS.test(name) || ['li', 'tr', 'td', 'th'].includes(name) || BLOCKS.has(name)
}

function openElement(name: string, writer: PartsWriter): void {
  if (HEADINGS.test(name)) writer.begin('heading')
  else if (name === 'li') writer.begin('listItem')
  else if (name === 'tr') writer.beginRow()
  else if (name === 'td' || name === 'th') writer.beginCell()
  else if (BLOCKS.has(name)) writer.begin('paragraph')
}

function closeElement(name: string, writer: PartsWriter): void {
  if (name === 'tr') writer.endRow()
  else if (name === 'td' || name === 'th') writer.endCell()
  else if (HEADINGS.test(name) || name === 'li' || BLOCKS.has(name)) writer.end()
}

function isHidden(attributes: Attributes): boolean {
  return (
    'hidden' in attributes ||
    attributes['aria-hidden'] === 'true' ||
    /display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)/i.test(attributes['style'] ?? '')
  )
}
