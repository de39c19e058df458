/**
 * FictionBook 2 (.fb2): a book in a single XML file, with its pictures and notes. XML that is not well-formed is read leniently.
 * (fictionbook.org/index.php/Eng:XML_Schema_Fictionbook_2.1)
 */
import { Parser } from 'htmlparser2'
import { UserFacingError } from '../../../../shared/lib/userFacingError.ts'
import { coverOf } from './cover.ts'
import { damaged } from './documentErrors.ts'
import { MAX_COVER_BYTES } from '../../../../shared/story/limits.ts'
import type { DocumentText, Series } from './documentText.ts'
import { decodeHtml } from './htmlEncoding.ts'
import { createPartsWriter } from './partsWriter.ts'
import { titleGap } from './titleLines.ts'
import { isMostlyUtf8 } from './utf8.ts'

type Attributes = Readonly<Record<string, string>>

/** The parser is fed in chunks; a single string with a whole book would be copied repeatedly. */
const PIECE = 1 << 16
/** Nesting depth of elements: only unclosed tags nest this deeply. */
const DEEPEST = 10_000
/** Base64 encodes three bytes as four characters. */
const MOST_COVER_LETTERS = Math.ceil((MAX_COVER_BYTES / 3) * 4) + MAX_COVER_BYTES / 8
/** HTML entities that occur in books; XML defines only five. */
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ nbsp: '\u00a0', shy: '\u00ad', mdash: '—', ndash: '–', hellip: '…', laquo: '«', raquo: '»' },
  ...{ ldquo: '“', rdquo: '”', bdquo: '„', lsquo: '‘', rsquo: '’', copy: '©', deg: '°', eacute: 'é' },
}
const NOTES = /^(?:notes?|footnotes?|comments?|endnotes?)$/i
const NOTE_MARK = /^[\s[({]*(?:\d{1,4}|[*†‡§]{1,4}|[ivxlc]{1,6})[\s\])}.]*$/i
/** Blocks whose text is a paragraph. */
const PARAGRAPHS = new Set(['p', 'text-author', 'date'])
/** Blocks that contain other blocks. */
/** Elements within whose text a subtitle begins no chapter. */
const QUOTING = ['poem', 'cite', 'epigraph', 'annotation']
const OUTER_BLOCKS = new Set(['section', 'stanza', 'poem', 'cite', 'epigraph', 'empty-line'])
/** Parts of a name, in spoken order. */
const NAME_PARTS = ['first-name', 'middle-name', 'last-name'] as const
/** Elements of `title-info` that contain a single text. */
const FACTS = new Set(['book-title', 'lang', 'nickname', ...NAME_PARTS])

/** Throws `document-damaged` for a file without a body, and `document-too-complex`. */
export function readFb2(bytes: Uint8Array): DocumentText {
  const xml = decodeXml(bytes)
  const facts = createFacts()
  const writer = createPartsWriter()
  const open: string[] = []
  let bodiesRead = 0
  /** The number of open `body` elements. */
  let bodies = 0
  /** The last characters of the open title, whose paragraphs form one line; null if none is open. */
  let title: string | null = null
  /** The collected text of a note's number, or of a subtitle, which may be just a row of asterisks. */
  let collected: string | null = null
  let link: { readonly isNote: boolean; readonly isInner: boolean; text: string } | null = null
  /** The number of a note, until its text begins. */
  let label = ''
  let silent = 0
  let isInNotes = false
  let isBeforeSections = false

  function write(text: string, isLink = false): void {
    if (collected !== null) collected += text
    else {
      if (title !== null && text.trim() !== '') title = text.trimEnd().slice(-2)
      writer.text(text, isLink)
    }
  }

  function openBody(attributes: Attributes): void {
    bodiesRead++
    isInNotes = NOTES.test(attributes['name'] ?? '')
    isBeforeSections = !isInNotes
    if (isInNotes) writer.enter('footnote')
    else writer.enter('frontMatter')
  }

  function endBeforeSections(): void {
    if (isBeforeSections) writer.leave()
    isBeforeSections = false
  }

  function closeBody(): void {
    takeLabel()
    endBeforeSections()
    if (isInNotes) writer.leave()
    isInNotes = false
  }

  function openBlock(name: string): void {
    writer.begin('paragraph')
    if (OUTER_BLOCKS.has(name)) return
    if (label !== '') writer.omit('footnote', label)
    label = ''
  }

  function openTitle(parent: string | undefined): void {
    if (isInNotes && parent === 'section') collected = ''
    else {
      writer.begin(parent === 'section' || parent === 'body' ? 'heading' : 'paragraph')
      title = ''
    }
  }

  /** A note without text is reduced to its number. */
  function takeLabel(): void {
    if (label !== '') writer.add({ kind: 'paragraph', text: label })
    label = ''
  }

  function closeTitle(): void {
    if (collected === null) writer.end()
    title = null
    if (collected !== null) closeCollected()
  }

  function closeCollected(): void {
    const text = (collected ?? '').replaceAll(/\s+/g, ' ').trim()
    collected = null
    if (isInNotes && NOTE_MARK.test(text)) {
      takeLabel()
      label = text
    } else if (text !== '') {
      const isHeading =
        /[\p{L}\p{N}]/u.test(text) && !isInNotes && !QUOTING.some((name) => open.includes(name))
      writer.add({ kind: isHeading ? 'heading' : 'paragraph', text })
    }
  }

  function closeLink(): void {
    if (link === null) return
    const { isNote, isInner, text } = link
    link = null
    const isMark = isNote || (isInner && NOTE_MARK.test(text))
    if (isMark && collected === null) writer.omit('footnote', text)
    else write(text, isInner)
  }

  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        const name = localName(tag)
        if (open.length >= DEEPEST) throw new UserFacingError('document-too-complex')
        open.push(name)
        if (name === 'body') {
          if (bodies++ === 0) openBody(attributes)
        } else if (bodies === 0) facts.open(name, attributes, open)
        else if (name === 'stylesheet' || name === 'binary') silent++
        else if (silent > 0) return
        else if (name === 'image') writer.omit('picture', attributes['alt'] ?? attributes['title'] ?? '')
        else if (name === 'title') openTitle(open.at(-2))
        else if (name === 'subtitle') collected = ''
        else if (title !== null || collected !== null) {
          // The paragraphs of a title form one line.
          if (name === 'p' && title !== null && title !== '') writer.text(titleGap(title))
          else if (name === 'p' && collected !== null) collected += ' '
        } else if (PARAGRAPHS.has(name) || OUTER_BLOCKS.has(name)) {
          if (open.at(-2) === 'body' && name !== 'epigraph') endBeforeSections()
          openBlock(name)
        } else if (name === 'tr') writer.beginRow()
        else if (name === 'td' || name === 'th') writer.beginCell()
        if (name === 'a' && bodies > 0 && silent === 0) {
          closeLink()
          const href = hrefOf(attributes)
          link = { isNote: attributes['type'] === 'note', isInner: href.startsWith('#'), text: '' }
        }
      },
      onclosetag() {
        const name = open.pop() ?? ''
        if (name === 'body') {
          if (--bodies === 0) closeBody()
        } else if (bodies === 0) facts.close(name)
        else if (silent > 0) {
          if (name === 'stylesheet' || name === 'binary') silent--
        } else if (name === 'a') closeLink()
        else if (name === 'title') closeTitle()
        else if (name === 'subtitle') closeCollected()
        else if (title !== null || collected !== null) return
        else if (name === 'v') writer.lineBreak()
        else if (OUTER_BLOCKS.has(name) || PARAGRAPHS.has(name)) writer.end()
        else if (name === 'tr') writer.endRow()
        else if (name === 'td' || name === 'th') writer.endCell()
      },
      ontext(text) {
        if (bodies === 0) facts.text(text)
        else if (silent > 0) return
        else if (link !== null) link.text += text
        else write(text)
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  for (let start = 0; start < xml.length; start += PIECE) parser.write(xml.slice(start, start + PIECE))
  parser.end()
  if (bodiesRead === 0) throw damaged()
  return { ...facts.finish(), parts: writer.finish() }
}

/** Collects the metadata of the description, and the cover. */
function createFacts() {
  const texts = new Map<string, string>()
  const authors: string[] = []
  const annotation: string[] = []
  let series: Series | null = null
  let coverId: string | null = null
  let base64: string[] | null = null
  let letters = 0
  let cover: string | null = null
  let fact: string | null = null
  let isInAnnotation = false
  let isInAuthor = false
  let isTitleInfo = false

  function takeAuthor(): void {
    const parts = NAME_PARTS.map((part) => texts.get(part)?.trim() ?? '').filter((part) => part !== '')
    const name = parts.length > 0 ? parts.join(' ') : (texts.get('nickname')?.trim() ?? '')
    if (name !== '') authors.push(name.replaceAll(/\s+/g, ' '))
    for (const part of [...NAME_PARTS, 'nickname']) texts.delete(part)
  }

  return {
    open(name: string, attributes: Attributes, open: readonly string[]): void {
      if (name === 'title-info') isTitleInfo = true
      else if (name === 'binary') {
        const isCover = cover === null && coverId !== null && attributes['id'] === coverId
        base64 = isCover ? [] : null
      } else if (!isTitleInfo) return
      else if (name === 'author') isInAuthor = true
      else if (name === 'annotation') isInAnnotation = true
      else if (name === 'sequence') {
        const [series_, number] = [attributes['name']?.trim() ?? '', attributes['number']?.trim() ?? '']
        if (series_ !== '') series ??= { name: series_, number: number === '' ? null : number }
      } else if (name === 'image' && open.includes('coverpage'))
        coverId ??= hrefOf(attributes).replace(/^#/, '')
      else if (isInAnnotation && (PARAGRAPHS.has(name) || name === 'v')) annotation.push('')
      // Translators have names, too.
      if (FACTS.has(name)) fact = isInAuthor || name === 'book-title' || name === 'lang' ? name : null
    },
    close(name: string): void {
      if (name === 'title-info') isTitleInfo = false
      else if (name === 'annotation') isInAnnotation = false
      else if (name === 'author' && isInAuthor) {
        isInAuthor = false
        takeAuthor()
      } else if (name === 'binary' && base64 !== null) {
        cover = base64.join('')
        base64 = null
      }
      if (FACTS.has(name)) fact = null
    },
    text(text: string): void {
      if (base64 !== null) {
        letters += text.length
        if (letters <= MOST_COVER_LETTERS) base64.push(text)
      } else if (isInAnnotation) annotation.push((annotation.pop() ?? '') + text)
      else if (isTitleInfo && fact !== null) texts.set(fact, (texts.get(fact) ?? '') + text)
    },
    finish(): Omit<DocumentText, 'parts'> {
      const textOf = (name: string) => {
        const text = (texts.get(name) ?? '').replaceAll(/\s+/g, ' ').trim()
        return text === '' ? null : text
      }
      const paragraphs = annotation
        .map((text) => text.replaceAll(/\s+/g, ' ').trim())
        .filter((text) => text !== '')
      return {
        title: textOf('book-title'),
        author: authors.length === 0 ? null : authors.join(', '),
        language: textOf('lang'),
        series,
        description: paragraphs.length === 0 ? null : paragraphs.join('\n\n'),
        cover: cover === null || letters > MOST_COVER_LETTERS ? null : coverOf(Buffer.from(cover, 'base64')),
      }
    },
  }
}

/** Decodes the file: as UTF-8 if its bytes are UTF-8, whatever it declares; otherwise as declared, or detected as for plain text. */
function decodeXml(bytes: Uint8Array): string {
  const isWide = bytes.subarray(0, 64).includes(0)
  const text = !isWide && isMostlyUtf8(bytes) ? new TextDecoder().decode(bytes) : decodeHtml(bytes)
  return text.replaceAll(/&([a-z]{2,8});/g, (entity, name: string) => ENTITIES[name] ?? entity)
}

function localName(tag: string): string {
  return tag.slice(tag.indexOf(':') + 1).toLowerCase()
}

/** The target of a link or a picture, whose namespace prefix varies between books. */
function hrefOf(attributes: Attributes): string {
  const name = Object.keys(attributes).find((each) => localName(each) === 'href')
  return name === undefined ? '' : (attributes[name] ?? '')
}
