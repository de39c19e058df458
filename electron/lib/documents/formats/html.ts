/**
 * HTML as a stream of tags: the text without scripts and styles. Content that a page hides, or shows only as a fallback, is recorded beside
 * the text, and so are forms, ruby annotations and the text of drawings. No tree is built, so neither nesting nor length can exhaust the
 * memory or the stack, and nothing in the page is executed or fetched. Throws `document-too-complex` for elements that are nested too
 * deeply.
 */
import { Parser } from 'htmlparser2'
import type { Piece } from '../../../../shared/import/source.ts'
import { UserFacingError } from '../../../../shared/lib/userFacingError.ts'
import type { DocumentText } from './documentText.ts'
import { createTreeBuilder, type TreeBuilder } from './elementTree.ts'
import { decodeHtml } from './htmlEncoding.ts'
import { createHtmlLists } from './htmlLists.ts'
import { mendMarkup } from './htmlMarkup.ts'
import {
  closeElement,
  CODE,
  isBlock,
  isBox,
  isDirection,
  isHeading,
  isHiddenBy,
  LEFT_OUT,
  openElement,
  PARTS_WORDS,
  placeOf,
} from './htmlElements.ts'
import {
  isInnerLink,
  isNote,
  isNoteMark,
  isPageNumber,
  isPermalink,
  NOTE_BLOCKS,
  pageMarkOf,
  placeOfNote,
} from './htmlNotes.ts'
import { createHidingRules, type HidingRules } from './htmlStyles.ts'
import { isInitial, joinInitials, marksInitial, wordsOfPicture } from './initials.ts'
import { readMathMl, wordsBeside } from './mathMl.ts'
import { spellMath } from './mathWords.ts'
import { isRaisedMark } from './noteMarks.ts'
import { createPartsWriter, type PartsWriter } from './partsWriter.ts'
import { elementsAround } from './webPage.ts'

/** Signs of XHTML: the XML declaration, the document type, or the namespace of the root. */
const XHTML =
  /^[\s\uFEFF]*<\?xml|<!DOCTYPE[^>]+XHTML|<[^>]+xmlns(?::\w+)?\s*=\s*["']http:\/\/www\.w3\.org\/1999\/xhtml/i
/** The declaration of a prefix for the elements of such a page. */
const XHTML_PREFIX = /xmlns:([\w-]+)\s*=\s*["']http:\/\/www\.w3\.org\/1999\/xhtml["']/i
const PREFIXED = /^(?:svg|m|mml|math):(?=svg$|math$)/
/** A switch of EPUB 3, whatever the prefix of its namespace. */
const SWITCH = /^(?:\w+:)?(switch|case|default)$/
/** The signs of XHTML are within this many characters. */
const HEAD = 4096
/** The parser is fed in chunks; a single string with a whole book would be copied repeatedly. */
const PIECE = 1 << 16
/** Nesting depth of elements: the parser slows down with the depth, and only unclosed tags nest this deeply. */
const DEEPEST = 60_000
/** This many characters before a superscript number determine whether it is an exponent. */
const BEFORE = 16
/** The mark of a note or a page is not longer: an element that marks a whole passage as one is wrong. */
const LONGEST_MARK = 60

/** Placeholders that programs write as the description of an equation without one. */
const NO_WORDS =
  /^\s*(?:no\s)?(?:alt(?:ernat(?:iv)?e)?(?:\stext)?|description|image|equation|formula|math(?:ml|ematical\s(?:expression|equation|formula))?)(?:\s(?:is\s)?(?:not\s(?:available|provided|given)|unavailable|missing|here|goes\shere))?[.:]?\s*$/i
/** Signs of TeX, which is not readable as words. */
const TEX = /[\\{}^_$]/
const QUOTE_BEFORE = /["“”„«»‘‚‹›]\s*$/
const QUOTE_FIRST = /^\s*["“”„«»‘‚‹›']/

type Attributes = Readonly<Record<string, string>>

/** The addresses of pictures. */
const PICTURE_FILE = /\.(?:jpe?g|png|gif|webp|svg|bmp|tiff?)$/i
const linkKind = ({ href = '' }: Attributes) => (PICTURE_FILE.test(href) ? 'picture' : true)

/** An open element. */
interface OpenElement {
  readonly name: string
  /** Whether its parts have a place of their own. */
  readonly isPlace: boolean
  /** Whether it is an initial (drop cap) before the text that it belongs to. */
  readonly isInitial: boolean
  /** The number of words before it, counted in texts. */
  readonly textsBefore: number
  readonly isDirection: boolean
  readonly isBox: boolean
}

/** An open element whose text is recorded beside the text of the page. */
interface LeftOut {
  readonly piece: Piece
  /** The mark of a page or a note: `isNumber` means that its text must look like a page number. */
  readonly mark: { readonly label: string; readonly isNumber: boolean } | null
  text: string
}

export interface PageOptions {
  /** The language of the book, for a page that does not state one. */
  readonly language?: string | null
  /** Whether the page may be one of a site, with a header, comments and links around its article. */
  readonly isOnSite?: boolean
  /** Whether a page is XHTML even if it does not declare it. */
  readonly isXhtml?: boolean
  /** The rules of the style sheets that the page links. */
  readonly hiding?: HidingRules
  /** The identifiers whose positions are needed: each becomes an anchor of the writer. */
  readonly targets?: ReadonlySet<string>
  /** The name of the page in its book, and where the marks of notes on the pages before it lead, to which its own are added. */
  readonly notes?: { readonly page: string; readonly targets: Set<string> }
}

/** The metadata of a page. */
export interface PageInfo {
  readonly title: string | null
  readonly author: string | null
  readonly description: string | null
  readonly language: string | null
}

/** Reads an HTML file, in the encoding that it declares, or detected as for plain text. */
export function readHtml(bytes: Uint8Array): DocumentText {
  const writer = createPartsWriter()
  const info = writeHtml(decodeHtml(bytes), writer, { isOnSite: true })
  return { ...info, parts: joinInitials(writer.finish()).parts }
}

/**
 * Writes the blocks of a page, and returns its metadata. Self-closing elements are empty, as rewritten by `mendMarkup`; markup that is not
 * well-formed is read leniently.
 */
export function writeHtml(page: string, writer: PartsWriter, options: PageOptions = {}): PageInfo {
  const { language = null, hiding = createHidingRules(), targets } = options
  const notes = options.notes ?? { page: '', targets: new Set<string>() }
  const start = page.slice(0, HEAD)
  const html = mendMarkup(page, options.isXhtml === true || XHTML.test(start))
  const around = options.isOnSite === true ? elementsAround(html) : new Set()
  /** The number of start tags before the current place. */
  let opened = 0
  const prefix = XHTML_PREFIX.exec(start)?.[1]
  const lists = createHtmlLists()
  const open: OpenElement[] = []
  let depth = 0
  /** The nesting depth inside an element that is left out, and inside code, which is not text. */
  let silentDepth = 0
  let codeDepth = 0
  let left: LeftOut | null = null
  let sheet: string | null = null
  let title = ''
  let isInTitle = false
  const meta: Record<string, string> = {}
  /** The open link; its text is held back until it is known not to be the mark of a note. */
  let link: { readonly attributes: Attributes; readonly isRaised: boolean; text: string } | null = null
  let raisedDepth = 0
  /** Superscript text outside of links, held back until it is known not to be the mark of a note; null if there is none. */
  let raised: string | null = null
  /** The last characters of the open block. */
  let before = ''
  /** The number of texts that are not blank. */
  let texts = 0
  /** Whether an initial has just ended: spaces after it belong to its formatting. */
  let isAfterInitial = false
  /** For each open `q` element, whether a browser draws quotation marks; null until its text is known. */
  const quotations: (boolean | null)[] = []
  let pageLanguage = language
  /** Whether an alternative of the open switch was read. */
  let hasCase = false
  /** The open equation. */
  let math: TreeBuilder | null = null

  function openMath(attributes: Attributes): void {
    const words = attributes['alttext'] ?? ''
    const saysNothing = NO_WORDS.test(words)
    if (saysNothing) omit('markup', words)
    if (words.trim() === '' || saysNothing || TEX.test(words)) {
      math = createTreeBuilder()
      math.open('math', attributes)
    } else {
      silentDepth++
      read(words)
    }
  }

  function closeMath(): void {
    const equation = math?.close() ?? null
    if (equation === null) return
    math = null
    read(spellMath(readMathMl(equation), pageLanguage))
    for (const words of wordsBeside(equation)) omit('markup', words)
  }

  function write(text: string, link: boolean | 'picture'): void {
    let words = text
    if (isAfterInitial) {
      if (text.trim() === '') return
      isAfterInitial = false
      if (/^\s+\p{Ll}/u.test(text)) words = text.trimStart()
    }
    if (words.trim() !== '') {
      texts++
      writer.text(lists.takeLabel(), link)
    }
    writer.text(words, link)
    before = (before + words).slice(-BEFORE)
  }

  function read(text: string): void {
    if (isInTitle) title += text
    else if (link !== null) link.text += text
    else if (raised !== null) raised += text
    else write(text, false)
  }

  /** Reads text of the page. */
  function readWords(text: string): void {
    if (quotations.at(-1) === null && text.trim() !== '') {
      const isMarked = !QUOTE_FIRST.test(text) && !QUOTE_BEFORE.test(before)
      quotations[quotations.length - 1] = isMarked
      if (isMarked) read(quotations.length % 2 === 1 ? '“' : '‘')
    }
    read(text)
  }

  function closeQuotation(): void {
    if (quotations.pop() === true) read(quotations.length % 2 === 0 ? '”' : '’')
  }

  /** Writes the text that is held back, so that other content can follow it. */
  function settle(): void {
    if (raised !== null && raised.trim() !== '') {
      write(raised, false)
      raised = ''
    } else if (link !== null && link.text.trim() !== '') {
      write(link.text, linkKind(link.attributes))
      link.text = ''
    }
  }

  function omit(piece: Piece, text: string): void {
    settle()
    writer.omit(piece, text)
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
    isAfterInitial = false
  }

  function endLink(): void {
    if (link === null) return
    const { attributes, isRaised, text } = link
    link = null
    if (isPermalink(text, attributes) && open.some(({ name }) => isHeading(name))) {
      writer.omit('markup', text)
      return
    }
    // A number that follows a word without a space can be nothing else.
    const isJoined = /^\d{1,3}$/.test(text) && /[\p{L}.,;:!?”"’)]$/u.test(before)
    const isMark = isNoteMark(
      text,
      attributes,
      isRaised || (isJoined && attributes['href']?.includes('#') === true),
    )
    if (!isMark) write(text, linkKind(attributes))
    else {
      writer.omit('footnote', text)
      // At the beginning of a block, it leads back from a note.
      const target = before.trim() === '' ? null : placeOfNote(attributes['href'] ?? '', notes.page)
      if (target !== null) notes.targets.add(target)
    }
  }

  /** Marks the open block as a note if a mark before it led to an element that begins it. */
  function markNote(id: string): void {
    if (!notes.targets.has(`${notes.page}#${id}`)) return
    const isAtStart = ({ name, textsBefore }: OpenElement) => NOTE_BLOCKS.has(name) && textsBefore === texts
    const blocks = open.filter(isAtStart)
    const block = blocks.find(({ name }) => name === 'li' || name === 'dd') ?? blocks.at(-1)
    if (block === undefined || block.isPlace) return
    writer.enter(/^_?(?:cmnt|msocom|com_)/.test(id) ? 'scriptNote' : 'footnote')
    open[open.indexOf(block)] = { ...block, isPlace: true }
  }

  /**
   * The piece that an alternative of an EPUB 3 switch is: the first one that can be read, which is MathML, replaces the others.
   * https://www.w3.org/TR/epub-contentdocs-30/#sec-xhtml-content-switch
   */
  function pieceOfSwitch(name: string, attributes: Attributes): Piece | undefined {
    if (name === 'epub:switch') hasCase = false
    if (name === 'epub:default') return hasCase ? 'repeated' : undefined
    if (name !== 'epub:case') return undefined
    const isRead = !hasCase && attributes['required-namespace']?.endsWith('/MathML') === true
    hasCase ||= isRead
    return isRead ? undefined : 'markup'
  }

  /** Starts an element that is not part of the text; returns false for any other. */
  function leaveOut(name: string, attributes: Attributes, isHidden: boolean, isAround: boolean): boolean {
    const mark = pageMarkOf(name, attributes)
    if (name === 'style') sheet = ''
    if (CODE.has(name)) {
      silentDepth = codeDepth = 1
      return true
    }
    const piece =
      LEFT_OUT[name] ??
      pieceOfSwitch(name, attributes) ??
      (isBlock(name) ? mark?.piece : isHidden ? 'hidden' : isAround ? 'markup' : mark?.piece)
    if (piece === undefined) return false
    const label = attributes['aria-label'] ?? attributes['title'] ?? ''
    left = {
      piece,
      // A page number is often in an attribute of an empty element.
      mark:
        piece === mark?.piece
          ? { label: piece === 'pageNumber' ? label : '', isNumber: mark.isNumber }
          : null,
      text: name === 'svg' ? `${attributes['aria-label'] ?? ''} ` : (attributes['alt'] ?? ''),
    }
    silentDepth = 1
    return true
  }

  function endLeftOut(): void {
    if (sheet !== null) hiding.add(sheet)
    const ended = left
    left = sheet = null
    if (ended === null) return
    const { piece, mark, text } = ended
    if (mark === null) omit(piece, text)
    else if (mark.isNumber ? !isPageNumber(text) : text.trim().length > LONGEST_MARK) {
      if (mark.label !== '') omit(piece, mark.label)
      readWords(text)
    } else omit(piece, mark.label.includes(text.trim()) ? mark.label : `${mark.label} ${text}`)
  }

  function openSilent(name: string, attributes: Attributes): void {
    silentDepth++
    if (codeDepth > 0) return
    if (CODE.has(name)) codeDepth = silentDepth
    else if (left !== null) {
      if (isBlock(name) || PARTS_WORDS.has(name) || 'dy' in attributes || 'y' in attributes) left.text += ' '
      left.text += attributes['alt'] ?? ''
    }
  }

  function closeSilent(name: string): void {
    if (silentDepth === codeDepth) codeDepth = 0
    silentDepth--
    if (left !== null && (isBlock(name) || PARTS_WORDS.has(name))) left.text += ' '
    if (silentDepth === 0) endLeftOut()
  }

  function ownName(name: string): string {
    if (prefix !== undefined && name.startsWith(`${prefix.toLowerCase()}:`))
      return name.slice(prefix.length + 1)
    return name.replace(PREFIXED, '').replace(SWITCH, 'epub:$1')
  }

  const parser = new Parser(
    {
      onopentag(written, attributes) {
        const name = ownName(written)
        const isAround = around.has(opened++)
        depth++
        if (depth > DEEPEST) throw new UserFacingError('document-too-complex')
        for (const id of [attributes['id'], name === 'a' ? attributes['name'] : undefined])
          if (id !== undefined && targets?.has(id) === true) writer.anchor(id)
        if (math !== null) {
          math.open(name, attributes)
          return
        }
        if (silentDepth > 0) {
          openSilent(name, attributes)
          return
        }
        const isHidden = isHiddenBy(name, attributes) || hiding.hides(name, attributes)
        if (leaveOut(name, attributes, isHidden, isAround)) return
        if (name === 'img' || name === 'area') {
          omit('picture', wordsOfPicture(attributes))
          return
        }
        if (name === 'math') {
          openMath(attributes)
          return
        }
        if (name === 'meta') meta[(attributes['name'] ?? '').toLowerCase()] ??= attributes['content'] ?? ''
        if (name === 'html') pageLanguage = attributes['lang'] ?? attributes['xml:lang'] ?? language
        if (isBlock(name)) endBlock()
        const place = placeOf(name, attributes, isHidden, open) ?? (isAround ? 'margin' : null)
        if (place !== null) writer.enter(place)
        const isOfStage = !isBlock(name) && isDirection(attributes)
        if (isOfStage) {
          settle()
          writer.direction('begin')
        }
        open.push({
          name,
          isPlace: place !== null,
          isInitial: marksInitial(attributes),
          textsBefore: texts,
          isDirection: isOfStage,
          isBox: isBox(name, attributes),
        })
        if (notes.targets.size > 0)
          for (const id of [attributes['id'], attributes['name']]) if (id !== undefined) markNote(id)
        if (name === 'title') isInTitle = true
        else if (name === 'br') {
          settle()
          writer.lineBreak()
        } else if (name === 'q') quotations.push(null)
        else if (name === 'sup') {
          raisedDepth++
          if (link !== null) link = { ...link, isRaised: true }
          else raised ??= ''
        } else if (name === 'a' && isInnerLink(attributes)) {
          endRaised()
          endLink()
          link = { attributes, isRaised: raisedDepth > 0, text: '' }
        } else openElement(name, attributes, { writer, isInBox: open.some((each) => each.isBox) })
        if (!isNote(attributes)) lists.open(name, attributes)
      },
      onclosetag(written) {
        const name = ownName(written)
        depth--
        if (math !== null) {
          closeMath()
          return
        }
        if (silentDepth > 0) {
          closeSilent(name)
          return
        }
        if (name === 'img' || name === 'area') return
        if (isBlock(name)) endBlock()
        else if (name === 'a') endLink()
        if (name === 'title') isInTitle = false
        else if (name === 'q') closeQuotation()
        else if (name === 'sup') {
          raisedDepth--
          endRaised()
        } else closeElement(name, writer)
        lists.close(name)
        const closed = open.pop()
        if (closed?.isPlace === true) writer.leave()
        if (closed?.isDirection === true) writer.direction('end')
        if (closed?.isInitial === true && isInitial(before)) isAfterInitial = true
      },
      ontext(text) {
        if (math !== null) math.text(text)
        else if (silentDepth === 0) readWords(text)
        else if (sheet !== null) sheet += text
        else if (left !== null && codeDepth === 0) left.text += text
      },
    },
    { decodeEntities: true, recognizeCDATA: true },
  )
  for (let from = 0; from < html.length; from += PIECE) parser.write(html.slice(from, from + PIECE))
  parser.end()
  return {
    title: tidied(title),
    author: tidied(meta['author'] ?? ''),
    description: tidied(meta['description'] ?? ''),
    language: tidied(pageLanguage ?? ''),
  }
}

function tidied(text: string): string | null {
  const words = text.replaceAll(/\s+/g, ' ').trim()
  return words === '' ? null : words
}
