/** A story of a Word document: its body, or the notes of one kind. */
import { hex } from 'dingbat-to-unicode'
import type { Piece } from '../../../../shared/import/source.ts'
import type { DocumentPart } from './documentText.ts'
import { createDocxFields } from './docxFields.ts'
import type { DocxLists } from './docxNumbering.ts'
import {
  createDocxParagraph,
  createDocxRun,
  isDocxHeading,
  isRunHidden,
  setDocxProperty,
  writeDocxParagraph,
  type DocxParagraph,
} from './docxParagraph.ts'
import { isOn, type DocxStyles } from './docxStyles.ts'
import { createTreeBuilder, type TreeBuilder } from './elementTree.ts'
import { spellMath } from './mathWords.ts'
import { readOfficeMath } from './officeMath.ts'
import { relationshipId } from './officePackage.ts'
import { createPartsWriter, type PartsWriter } from './partsWriter.ts'
import { readXml, type XmlTag } from './xml.ts'

export interface DocxStory {
  readonly parts: readonly DocumentPart[]
  /** The notes that the text refers to, in order, by kind and id: “footnote 2”. */
  readonly references: ReadonlySet<string>
  /** The content of notes, by kind and id. */
  readonly notes: ReadonlyMap<string, readonly DocumentPart[]>
}

/** The description that programs write for a picture without one: the name of its file. */
const FILE_NAME = /^\S*[\\/]|\.(?:png|jpe?g|gif|bmp|tiff?|emf|wmf|svg|webp)$/i

interface Context {
  readonly styles: DocxStyles
  readonly lists: DocxLists
  /** Diagrams by the id of their relationship. */
  readonly diagrams: ReadonlyMap<string, readonly DocumentPart[]>
  /** The text of charts by the id of their relationship. */
  readonly charts: ReadonlyMap<string, string>
  /** Documents in other formats by the id of their relationship. */
  readonly altChunks: ReadonlyMap<string, readonly DocumentPart[]>
  /** The text of comments by id. */
  readonly comments: ReadonlyMap<string, string>
}

/** Where the following text belongs. */
interface Place {
  readonly writer: PartsWriter
  paragraph: DocxParagraph
}

/** Elements that are not part of the text: moved text, former properties, phonetic guides, and fallbacks for older programs. */
const SILENT = new Set([
  'mc:Fallback',
  'w:moveFrom',
  'w:pPrChange',
  'w:rPrChange',
  'w:rt',
  'w:tblPrChange',
  'w:tcPrChange',
  'w:trPrChange',
])

const IN_DELETION = new Set(['w:del', 'w:delText', 'w:ins', 'w:p', 'w:pPr', 'w:r', 'w:rPr', 'w:t'])

/** Reads a story in order. Text boxes come after the paragraph that they are anchored to. */
export async function readDocxStory(
  chunks: AsyncIterable<Uint8Array>,
  { styles, lists, diagrams, charts, altChunks, comments }: Context,
): Promise<DocxStory> {
  const references = new Set<string>()
  const notes = new Map<string, readonly DocumentPart[]>()
  const fields = createDocxFields()
  /** For each open content control, its kind; null for a plain one. */
  const controls: ('contents' | 'checkbox' | 'placeholder' | null)[] = []
  let contentsDepth = 0
  const places: Place[] = []
  let place = openPlace(styles)
  /** The names of the open elements. */
  const path: string[] = []
  let silentDepth = 0
  /** The length of the path inside a row or a cell whose remaining content is not shown. */
  let hiddenFrom: number | null = null
  let linkDepth = 0
  /** Open deletions: their text is in the file but no longer in the document. */
  let deletedDepth = 0
  /** The open equation. */
  let math: TreeBuilder | null = null
  let textOf: 'run' | 'instruction' | null = null

  /** Adds text that is recorded but not read. */
  function omit(piece: Piece, text: string): void {
    const { paragraph } = place
    paragraph.words.push({ text, isLink: false, run: paragraph.run, piece })
  }

  function addWords(text: string): void {
    const { paragraph } = place
    if (!fields.isShown() || controls.at(-1) === 'checkbox') return
    if (deletedDepth > 0 || hiddenFrom !== null || isRunHidden(paragraph, styles)) {
      omit('hidden', text)
      return
    }
    if (controls.includes('placeholder')) {
      omit('markup', text)
      return
    }
    if (fields.isPageNumber()) {
      omit('pageNumber', text)
      return
    }
    paragraph.isContents ||= fields.isContents() || contentsDepth > 0
    paragraph.words.push({ text, isLink: linkDepth > 0 || fields.isInnerLink(), run: paragraph.run })
  }

  function endParagraph(): void {
    const { writer, paragraph } = place
    // Without this, an unterminated table of contents would include the rest of the document.
    if (fields.isContents() && isDocxHeading(paragraph, styles)) {
      fields.leaveContents()
      paragraph.isContents = contentsDepth > 0
    }
    fields.endParagraph()
    const next = createDocxParagraph(styles.defaultId)
    const { words, boxes } = paragraph
    place.paragraph = paragraph.isMarkDeleted ? { ...next, words, boxes } : next
    if (!paragraph.isMarkDeleted) writeDocxParagraph(paragraph, { writer, styles, lists })
  }

  /** Starts a nested story: the following content is not part of the open paragraph. */
  function enterText(): void {
    places.push(place)
    place = openPlace(styles)
  }

  function leaveText(): DocumentPart[] {
    const parts = place.writer.finish()
    place = places.pop() ?? place
    return parts
  }

  function openProperty(tag: XmlTag): void {
    const { name, attributes } = tag
    switch (name) {
      case 'w:docPartGallery':
        if (attributes['w:val'] !== 'Table of Contents' || controls.at(-1) !== null) break
        controls.splice(-1, 1, 'contents')
        contentsDepth++
        break
      case 'w14:checkbox':
        if (controls.at(-1) === null) controls.splice(-1, 1, 'checkbox')
        break
      case 'w:showingPlcHdr':
        if (controls.at(-1) === null && isOn(attributes)) controls.splice(-1, 1, 'placeholder')
        break
      case 'w:hidden':
        if (path.at(-1) === 'w:trPr' && isOn(attributes)) hiddenFrom = path.lastIndexOf('w:tr') + 1
        break
      case 'w:vMerge':
        if (attributes['w:val'] !== 'restart') hiddenFrom = path.lastIndexOf('w:tc') + 1
        break
      default:
        setDocxProperty(place.paragraph, tag, path.at(-2) === 'w:pPr')
    }
  }

  /** Handles a deletion of text, of a paragraph mark, or of a row. */
  function openDeletion(): void {
    const parent = path.at(-1)
    if (parent === 'w:trPr') hiddenFrom = path.lastIndexOf('w:tr') + 1
    else if (parent === 'w:rPr') place.paragraph.isMarkDeleted = true
    else deletedDepth++
  }

  function openContent(tag: XmlTag): void {
    const { name, attributes } = tag
    const sign = path.at(-1) === 'w:tabs' ? null : signOf(tag)
    if (sign !== null) {
      addWords(sign)
      return
    }
    switch (name) {
      case 'w:r':
        place.paragraph.run = createDocxRun()
        break
      case 'w:t':
      case 'w:delText':
        textOf = 'run'
        break
      case 'w:instrText':
        textOf = 'instruction'
        break
      case 'w:hyperlink':
        if (isInnerLink(attributes)) linkDepth++
        break
      case 'w:fldChar':
        fields.mark(attributes['w:fldCharType'])
        break
      case 'w:fldSimple':
        fields.openSimple(attributes['w:instr'] ?? '')
        break
      case 'w:footnoteReference':
      case 'w:endnoteReference':
        references.add(`${name.slice(2, -'Reference'.length)} ${attributes['w:id'] ?? ''}`)
        break
      case 'w:commentReference': {
        const comment = comments.get(attributes['w:id'] ?? '') ?? ''
        if (comment !== '') omit('scriptNote', comment)
        break
      }
      case 'w:sdt':
        controls.push(null)
        break
      case 'dgm:relIds':
        for (const part of diagrams.get(attributes['r:dm'] ?? '') ?? []) place.paragraph.boxes.push(part)
        break
      case 'wp:docPr': {
        const words = attributes['descr'] ?? ''
        if (!FILE_NAME.test(words)) omit('picture', words)
        break
      }
      case 'c:chart':
      case 'cx:chart':
        omit('picture', charts.get(relationshipId(attributes) ?? '') ?? '')
        break
      case 'w:altChunk':
        for (const part of altChunks.get(relationshipId(attributes) ?? '') ?? []) place.writer.add(part)
        break
      case 'm:oMath':
        place.paragraph.run = createDocxRun()
        math = createTreeBuilder()
        math.open(name, attributes)
        break
      case 'w:tr':
        place.writer.beginRow()
        break
      case 'w:tc':
        place.writer.beginCell()
        break
      case 'w:txbxContent':
        enterText()
        break
      case 'w:footnote':
      case 'w:endnote':
      case 'w:comment':
        enterText()
        place.writer.enter('footnote')
        break
      default:
        openProperty(tag)
    }
  }

  function close({ name, attributes }: XmlTag): void {
    textOf = null
    switch (name) {
      case 'w:p':
        endParagraph()
        break
      case 'w:hyperlink':
        if (isInnerLink(attributes)) linkDepth--
        break
      case 'w:fldSimple':
        fields.closeSimple()
        break
      case 'w:sdt':
        if (controls.pop() === 'contents') contentsDepth--
        break
      case 'w:tr':
        place.writer.endRow()
        break
      case 'w:tc':
        place.writer.endCell()
        break
      case 'w:txbxContent':
        for (const part of leaveText()) place.paragraph.boxes.push(part)
        break
      case 'w:del':
        if (path.at(-1) !== 'w:trPr' && path.at(-1) !== 'w:rPr') deletedDepth--
        break
      case 'w:footnote':
      case 'w:endnote':
      case 'w:comment':
        notes.set(`${name.slice(2)} ${attributes['w:id'] ?? ''}`, leaveText())
        break
    }
  }

  /** Only the text of deletions is recorded: notes and fields inside them are dropped. */
  function isSilent(name: string): boolean {
    return SILENT.has(name) || (deletedDepth > 0 && !IN_DELETION.has(name) && path.at(-1) !== 'w:rPr')
  }

  await readXml(chunks, {
    open(tag) {
      if (math !== null) {
        math.open(tag.name, tag.attributes)
        return
      }
      if (silentDepth > 0 || isSilent(tag.name)) silentDepth++
      else if (tag.name === 'w:del') openDeletion()
      else openContent(tag)
      if (silentDepth === 0) path.push(tag.name)
    },
    close(tag) {
      if (math !== null) {
        const equation = math.close()
        if (equation === null) return
        math = null
        addWords(spellMath(readOfficeMath(equation), styles.language))
      }
      if (silentDepth > 0) {
        silentDepth--
        return
      }
      path.pop()
      if (hiddenFrom !== null && path.length < hiddenFrom) hiddenFrom = null
      close(tag)
    },
    text(text) {
      math?.text(text)
      if (silentDepth > 0 || textOf === null) return
      if (textOf === 'run') addWords(text)
      else fields.instruct(text)
    },
  })
  return { parts: place.writer.finish(), references, notes }
}

function openPlace({ defaultId }: DocxStyles): Place {
  return { writer: createPartsWriter(), paragraph: createDocxParagraph(defaultId) }
}

/** Whether a link leads to another place in the document. */
function isInnerLink(attributes: XmlTag['attributes']): boolean {
  return attributes['w:anchor'] !== undefined && relationshipId(attributes) === undefined
}

// Elements of a run that stand for characters.

/** The characters that an element stands for, a line break being '\n'; null if it stands for none. */
function signOf({ name, attributes }: XmlTag): string | null {
  switch (name) {
    case 'w:tab':
    case 'w:ptab':
      return '\t'
    case 'w:br':
      return (attributes['w:type'] ?? 'textWrapping') === 'textWrapping' ? '\n' : ' '
    case 'w:cr':
      return '\n'
    case 'w:noBreakHyphen':
      return '-'
    case 'w:sym':
      return symbolOf(attributes['w:font'] ?? '', attributes['w:char'] ?? '')
    default:
      return null
  }
}

/** Maps a character of a symbol font to Unicode, or to ''. */
function symbolOf(font: string, code: string): string {
  return (hex(font, code) ?? hex(font, code.replace(/^F0/i, '')))?.string ?? ''
}
