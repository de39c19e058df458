/** OpenDocument: text documents, spreadsheets and presentations share one format, with their text in `content.xml` in reading order. */
import type { Piece } from '../../../../shared/import/source.ts'
import type { Archive } from './archive.ts'
import type { DocumentPart, DocumentText, PartPlace } from './documentText.ts'
import { createTreeBuilder, type TreeBuilder, type TreeElement } from './elementTree.ts'
import { formatListNumber } from './listNumbers.ts'
import { readMathMl } from './mathMl.ts'
import { spellMath } from './mathWords.ts'
import { createOdfStyles, type OdfStyles, type OdfLevels } from './odfStyles.ts'
import { createOdfTable, isHidden } from './odfTable.ts'
import { createPartsWriter, type PartsWriter } from './partsWriter.ts'
import { readXml, readXmlText, type XmlTag } from './xml.ts'

/** Elements that are not part of the text, and the piece that each is; null for those without text. */
const ASIDE: Readonly<Record<string, Piece | null>> = {
  'office:annotation': 'scriptNote',
  'office:forms': null,
  'svg:desc': 'picture',
  'svg:title': 'picture',
  'text:hidden-text': 'hidden',
  'text:note-citation': 'footnote',
  'text:page-count': 'pageNumber',
  'text:page-number': 'pageNumber',
  'text:placeholder': 'markup',
  'text:ruby-text': 'repeated',
  'text:tracked-changes': 'hidden',
}
const CONTENTS = /^text:(?:table-of-content|(?:alphabetical|illustration|object|table|user)-index)$/
const CONTENTS_PATTERN =
  /^text:(?:table-of-content|(?:alphabetical|illustration|object|table|user)-index)-source$/
const MARGIN_SHAPES = new Set(['date-time', 'footer', 'header', 'page', 'page-number'])

/** Reads a decrypted archive, whose `content.xml` can be read directly. Footnotes come at the end, in order. */
export async function readOdf(archive: Archive): Promise<DocumentText> {
  const styles = createOdfStyles()
  const margins = archive.has('styles.xml') ? await readOdfMargins(archive.chunks('styles.xml'), styles) : []
  const equations = await readOdfEquations(archive, styles.language)
  const charts = await readOdfCharts(archive)
  const parts = await readContent(archive.chunks('content.xml'), styles, { equations, charts })
  const textOf = (name: string) =>
    archive.has('meta.xml') ? readXmlText(archive.chunks('meta.xml'), name) : null
  // `dc:creator` is the person who saved it last.
  const author = (await textOf('meta:initial-creator')) ?? (await textOf('dc:creator'))
  return { title: await textOf('dc:title'), author, parts: [...parts, ...margins] }
}

/** Fields in headers and footers. */
const MARGIN_FIELD =
  /^text:(?:sheet-name|page-number|page-count|page-continuation|date|time|file-name|chapter)$/

/** Reads the styles, and returns the headers and footers of the pages, whose words are a part each. */
async function readOdfMargins(chunks: AsyncIterable<Uint8Array>, styles: OdfStyles): Promise<DocumentPart[]> {
  const texts = new Set<string>()
  let margin: string | null = null
  let text = ''
  let fieldDepth = 0
  let hasField = false
  await readXml(chunks, {
    open(tag) {
      styles.open(tag)
      const { name, attributes } = tag
      if (
        /^style:(?:header|footer)(?:-left|-first)?$/.test(name) &&
        attributes['style:display'] !== 'false'
      ) {
        margin = name
      } else if (fieldDepth > 0 || MARGIN_FIELD.test(name)) {
        fieldDepth++
        hasField = true
      } else if (name === 'text:p' || name === 'text:h') {
        text = ''
        hasField = false
      } else if (/^text:(?:s|tab|line-break)$/.test(name)) text += ' '
    },
    close({ name }) {
      if (fieldDepth > 0) fieldDepth--
      else if (name === margin) margin = null
      else if (margin !== null && (name === 'text:p' || name === 'text:h')) {
        const words = text.replaceAll(/\s+/g, ' ').trim()
        // “Page 3” has no words of its own.
        if (/\p{L}/u.test(words) && (!hasField || words.includes(' '))) texts.add(words)
      }
    },
    text(words) {
      if (margin !== null && fieldDepth === 0) text += words
    },
  })
  return [...texts].map((words) => ({ kind: 'paragraph', text: words, place: 'runningHeader' }))
}

async function readContent(
  chunks: AsyncIterable<Uint8Array>,
  styles: OdfStyles,
  { equations, charts }: OdfObjects,
): Promise<DocumentPart[]> {
  const body = createPartsWriter()
  const notes = createPartsWriter()
  notes.enter('footnote')
  const lists = createOdfLists(styles)
  const table = createOdfTable()
  let writer = body
  /** The open slide: its title is read first, wherever it is drawn. */
  let slide: PartsWriter | null = null
  /** The open elements inside content that is not part of the text, including the outermost one. */
  const aside: string[] = []
  let asideText = ''
  let paragraphDepth = 0
  let isSpreadsheet = false
  let isInStyles = false
  /** For each open shape, whether it is the title of its slide. */
  const shapes: boolean[] = []

  function writeAside({ name }: XmlTag): void {
    const piece = name === 'text:span' ? 'hidden' : (ASIDE[name] ?? null)
    if (piece === null) return
    const text = asideText.replaceAll(/\s+/g, ' ').trim()
    if (paragraphDepth === 0 && piece === 'hidden' && text !== '')
      writer.add({ kind: 'paragraph', text, place: 'hidden' })
    else writer.omit(piece, text)
  }

  await readXml(chunks, {
    open(tag) {
      const { name, attributes } = tag
      if (isInStyles) styles.open(tag)
      const isShown = aside.length > 0 || table.isShown(tag)
      if (aside.length > 0 || isAside(tag, styles) || (!isShown && !isSpreadsheet)) {
        if (aside.length === 0) asideText = ''
        aside.push(name)
        return
      }
      lists.open(tag)
      const place = placeOf(tag, styles)
      if (place !== null) writer.enter(place)
      if (name === 'office:automatic-styles') isInStyles = true
      else if (name === 'office:spreadsheet') isSpreadsheet = true
      else if (name === 'text:note-body') writer = notes
      else if (name === 'draw:page') writer = slide = createPartsWriter()
      else if (isShape(tag)) shapes.push(shapeClass(tag) === 'title')
      else if (name === 'draw:object') {
        const reference = attributes['xlink:href'] ?? ''
        writer.text(equations.get(reference) ?? '')
        writer.omit('picture', charts.get(reference) ?? '')
      } else if (name === 'table:table' && isSpreadsheet) writeHeading(writer, attributes['table:name'])
      else if (isParagraph(tag)) {
        paragraphDepth++
        writer.begin(name === 'text:h' || shapes.at(-1) === true ? 'heading' : 'paragraph')
      } else OPENING[name]?.(writer)
    },
    close(tag) {
      const { name } = tag
      if (aside.length > 0) {
        aside.pop()
        if (isParagraph(tag)) asideText += ' '
        if (aside.length === 0) writeAside(tag)
        return
      }
      lists.close(tag)
      table.close(tag)
      if (name === 'office:automatic-styles') isInStyles = false
      else if (name === 'text:note-body') writer = slide ?? body
      else if (name === 'draw:page') {
        addSlide(body, slide?.finish() ?? [])
        slide = null
        writer = body
      } else if (isShape(tag)) shapes.pop()
      else if (isParagraph(tag)) {
        paragraphDepth--
        writer.end()
      } else if (name === 'table:table-row')
        writer.endRow(table.rows(tag), isSpreadsheet ? table.takeRow(tag) : undefined)
      else if (name === 'table:table-cell') {
        const columns = table.columns(tag)
        table.addCell(tag, writer.endCell(Math.max(1, columns), columns === 0))
      } else CLOSING[name]?.(writer)
      if (placeOf(tag, styles) !== null) writer.leave()
    },
    // Between paragraphs there is only the white space of the XML source.
    text(text) {
      // The author and the date of a comment or a deletion are not part of its text.
      if (aside.length > 0) asideText += /^(?:dc|meta):/.test(aside.at(-1) ?? '') ? '' : text
      if (aside.length > 0 || paragraphDepth === 0) return
      if (text.trim() !== '') writer.text(lists.takeLabel())
      writer.text(text)
    },
  })
  return [...body.finish(), ...notes.finish()]
}

type TagWriter = (writer: PartsWriter) => void

const OPENING: Readonly<Record<string, TagWriter>> = {
  'text:list-header': (writer) => writer.begin('listItem'),
  'text:list-item': (writer) => writer.begin('listItem'),
  'table:table-row': (writer) => writer.beginRow(),
  'table:table-cell': (writer) => writer.beginCell(),
  'text:s': (writer) => writer.text(' '),
  'text:tab': (writer) => writer.text(' '),
  'text:line-break': (writer) => writer.lineBreak(),
}

const CLOSING: Readonly<Record<string, TagWriter>> = {
  'text:list-header': (writer) => writer.end(),
  'text:list-item': (writer) => writer.end(),
}

function isAside({ name, attributes }: XmlTag, styles: OdfStyles): boolean {
  if (Object.hasOwn(ASIDE, name) || CONTENTS_PATTERN.test(name)) return true
  return name === 'text:span' && styles.isHidden('text', attributes['text:style-name'])
}

/** The place of an element's parts; null for the place of its parent. */
function placeOf(tag: XmlTag, styles: OdfStyles): PartPlace | null {
  const { name, attributes } = tag
  if (CONTENTS.test(name)) return 'contents'
  switch (name) {
    case 'presentation:notes':
      return 'speakerNotes'
    case 'table:table-row':
      return isHidden(tag) ? 'hidden' : null
    case 'table:table':
      return styles.isHidden('table', attributes['table:style-name']) ? 'hidden' : null
    case 'text:section':
      return attributes['text:display'] === 'none' ? 'hidden' : null
    case 'text:p':
    case 'text:h': {
      const style = attributes['text:style-name']
      if (styles.isHidden('paragraph', style)) return 'hidden'
      return name === 'text:p' ? styles.titleOf(style) : null
    }
    case 'draw:page':
      return styles.isHidden('drawing-page', attributes['draw:style-name']) ? 'hidden' : null
    default:
      return isShape(tag) && MARGIN_SHAPES.has(shapeClass(tag)) ? 'margin' : null
  }
}

function isParagraph({ name }: XmlTag): boolean {
  return name === 'text:p' || name === 'text:h'
}

function isShape({ name }: XmlTag): boolean {
  return name === 'draw:frame' || name === 'draw:custom-shape'
}

function shapeClass({ attributes }: XmlTag): string {
  return attributes['presentation:class'] ?? ''
}

function addSlide(body: PartsWriter, parts: readonly DocumentPart[]): void {
  const title = parts.filter(({ kind }) => kind === 'heading')
  for (const part of [...title, ...parts.filter(({ kind }) => kind !== 'heading')]) body.add(part)
}

function writeHeading(writer: PartsWriter, text = ''): void {
  writer.begin('heading')
  writer.text(text)
  writer.end()
}

/** The paths of embedded objects, such as equations: each has a file of its own. */
const OBJECT = /^([^/]+)\/content\.xml$/

/** The text of embedded objects, by the reference that the document uses. */
interface OdfObjects {
  readonly equations: ReadonlyMap<string, string>
  readonly charts: ReadonlyMap<string, string>
}

/** The text of each chart: its titles, and the text in its data. */
async function readOdfCharts(archive: Archive): Promise<ReadonlyMap<string, string>> {
  const words = new Map<string, string>()
  for (const path of archive.names) {
    const name = OBJECT.exec(path)?.[1]
    if (name === undefined) continue
    const texts = new Set<string>()
    let [isChart, isNumber, isText] = [false, false, false]
    let text = ''
    await readXml(archive.chunks(path), {
      open({ name: tag, attributes }) {
        isChart ||= tag === 'chart:chart'
        if (tag === 'table:table-cell') isNumber = (attributes['office:value-type'] ?? 'string') !== 'string'
        else if (tag === 'text:p') [isText, text] = [isChart && !isNumber, '']
      },
      close({ name: tag }) {
        if (tag === 'table:table-cell') isNumber = false
        if (tag !== 'text:p') return
        if (isText && text.trim() !== '') texts.add(text.trim())
        isText = false
      },
      text(part) {
        if (isText) text += part
      },
    })
    if (texts.size > 0) words.set(`./${name}`, [...texts].join('; '))
  }
  return words
}

/** The wording of each equation, by the reference that the document uses. Other objects are charts and documents. */
async function readOdfEquations(
  archive: Archive,
  language: string | null,
): Promise<ReadonlyMap<string, string>> {
  const words = new Map<string, string>()
  for (const path of archive.names) {
    const name = OBJECT.exec(path)?.[1]
    if (name === undefined) continue
    const root = await readTree(archive.chunks(path))
    if (root !== null) words.set(`./${name}`, spellMath(readMathMl(root), language))
  }
  return words
}

/** Reads an object as a tree; null if it is not an equation. */
async function readTree(chunks: AsyncIterable<Uint8Array>): Promise<TreeElement | null> {
  let tree: TreeBuilder | null = null
  let isFirst = true
  let root: TreeElement | null = null
  await readXml(chunks, {
    open({ name, local, attributes }) {
      if (isFirst && local === 'math') tree = createTreeBuilder()
      isFirst = false
      tree?.open(name, attributes)
    },
    close() {
      root = tree?.close() ?? null
    },
    text: (text) => tree?.text(text),
  })
  return root
}

interface OdfLists {
  open(tag: XmlTag): void
  close(tag: XmlTag): void
  /** The number of the item or heading that has just begun, followed by a space; '' if it has none, or if it was already taken. */
  takeLabel(): string
}

interface List {
  readonly style: string | undefined
  readonly levels: OdfLevels
  /** The last number of each level, from the outermost one. */
  readonly counters: number[]
}

/** The numbers of lists and headings in an OpenDocument text, which programs compute and which are not in the text. */
function createOdfLists(styles: OdfStyles): OdfLists {
  const lists: List[] = []
  const byStyle = new Map<string, number[]>()
  const byId = new Map<string, number[]>()
  const outline: number[] = []
  let label = ''

  function beginList({ attributes }: XmlTag): void {
    const outer = lists.at(-1)
    const style = attributes['text:style-name'] ?? outer?.style
    const levels = styles.list(style) ?? new Map()
    const continued = attributes['text:continue-list']
    const isContinued = attributes['text:continue-numbering'] === 'true'
    const counters =
      outer?.counters ??
      (continued === undefined ? undefined : byId.get(continued)) ??
      (isContinued ? byStyle.get(style ?? '') : undefined) ??
      []
    byStyle.set(style ?? '', counters)
    byId.set(attributes['xml:id'] ?? '', counters)
    lists.push({ style, levels, counters })
  }

  function count(counters: number[], levels: OdfLevels, depth: number, start: string | undefined): string {
    const level = levels.get(depth)
    const before = counters[depth - 1]
    for (let index = 0; index < depth - 1; index++) counters[index] ??= levels.get(index + 1)?.start ?? 1
    const number =
      start === undefined ? (before === undefined ? (level?.start ?? 1) : before + 1) : Number(start)
    counters.splice(depth - 1, counters.length, number)
    if (level === undefined || level.format === null) return ''
    const shown = counters.slice(Math.max(0, depth - level.shownLevels), depth)
    const first = depth - shown.length
    const numbers = shown.map((each, index) =>
      formatListNumber(each, levels.get(first + index + 1)?.format ?? '1'),
    )
    return `${level.prefix}${numbers.join('.')}${level.suffix} `
  }

  return {
    open(tag) {
      const { name, attributes } = tag
      if (name === 'text:list') beginList(tag)
      else if (name === 'text:list-header') label = ''
      else if (name === 'text:list-item') {
        const list = lists.at(-1)
        label =
          list === undefined
            ? ''
            : count(list.counters, list.levels, lists.length, attributes['text:start-value'])
      } else if (name === 'text:h' && lists.length === 0) {
        const isNumbered = attributes['text:is-list-header'] !== 'true'
        const depth = Number(attributes['text:outline-level'] ?? 1)
        label =
          isNumbered && styles.outline.has(depth) ? count(outline, styles.outline, depth, undefined) : ''
      }
    },
    close({ name }) {
      if (name === 'text:list') lists.pop()
      if (name === 'text:list-item' || name === 'text:h') label = ''
    },
    takeLabel() {
      const taken = label
      label = ''
      return taken
    },
  }
}
