/**
 * Rich Text Format, read in one pass over its bytes: https://www.biblioscape.com/rtf15_spec.htm. Unknown groups that begin with `\*` are
 * skipped, as the specification requires.
 */
import { UserFacingError } from '../../../../shared/lib/userFacingError.ts'
import { damaged } from './documentErrors.ts'
import type { DocumentPart, DocumentText } from './documentText.ts'
import { CONTENTS, PAGE_NUMBER } from './docxFields.ts'
import { createPartsWriter, joinCells } from './partsWriter.ts'
import { createRtfParagraph, writeRtfParagraph, type RtfParagraph } from './rtfParagraph.ts'
import { decodeCodePage, codePageOfCharset } from './rtfCodePages.ts'

/** The destination of a group's text. */
type Destination =
  | 'body'
  | 'notes'
  | 'margin'
  | 'comment'
  | 'instruction'
  | 'fonts'
  | 'styles'
  | 'title'
  | 'author'
  | 'skipped'

interface State {
  destination: Destination
  /** Whether the group begins with `\*`, and its destination is not known yet. */
  isOptional: boolean
  font: number
  /** The number of fallback characters for each Unicode character, for programs without Unicode. */
  fallback: number
  isHidden: boolean
  isDeleted: boolean
  /** Whether the text is the result of a field for the number of a page, or for a table of contents. */
  isPageNumber: boolean
  isContents: boolean
  isBold: boolean
  size: number
}

/** Nesting depth of groups: only malicious files exceed it. */
const DEEPEST = 10_000
const CONTROL = /\\(?:([a-zA-Z]{1,32})(-?\d{1,10})? ?|'([0-9a-fA-F]{2})|([^a-zA-Z]))/y
const SIGNS: Readonly<Record<string, string>> = {
  tab: '\t',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  emspace: ' ',
  enspace: ' ',
  qmspace: ' ',
  '~': '\u00a0',
  _: '-',
  chdate: '',
  chtime: '',
}
const DESTINATIONS: Readonly<Record<string, Destination>> = Object.fromEntries(
  (
    [
      ['fonts', 'fonttbl'],
      ['styles', 'stylesheet'],
      ['notes', 'footnote'],
      ['comment', 'annotation'],
      ['instruction', 'fldinst'],
      ['margin', 'header headerl headerr headerf footer footerl footerr footerf'],
      ['title', 'title'],
      ['author', 'author'],
      [
        'skipped',
        'info userprops template generator colortbl filetbl revtbl rsidtbl listtable listoverridetable xmlnstbl list listlevel listoverride',
      ],
      [
        'skipped',
        'atnid atnauthor atndate atnref atnparent atntime themedata colorschememapping latentstyles falt panose',
      ],
      ['skipped', 'pict nonshppict datafield objdata objclass sp shprslt do pn bkmkstart bkmkend tc xe upr'],
    ] as const
  ).flatMap(([destination, words]) => words.split(' ').map((word) => [word, destination] as const)),
)
/** Groups with `\*` that contain text of the document. */
const KNOWN_OPTIONAL = new Set(['annotation', 'ud', 'shpinst', 'shptxt', 'fldrslt', 'title', 'author'])
const BREAKS = new Set(['par', 'sect', 'page', 'column'])

/** Reads an RTF file. Throws `document-damaged` if it is not one, and `document-too-complex` for groups that are nested too deeply. */
export function readRtf(bytes: Uint8Array): DocumentText {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const begin = source.slice(0, 64).search(/\{\\rtf/)
  if (begin < 0) throw damaged()
  return createRtfReader(source, begin).read()
}

function createRtfReader(source: string, begin: number) {
  const body = createPartsWriter()
  const asides: Record<'notes' | 'margin', ReturnType<typeof createPartsWriter>> = {
    notes: createPartsWriter(),
    margin: createPartsWriter(),
  }
  asides.notes.enter('footnote')
  asides.margin.enter('margin')
  const fonts = new Map<number, number>()
  const styles = new Map<number, string>()
  const told = { title: '', author: '' }
  let codePage = 1252
  let state: State = createState()
  const groups: State[] = []
  /** The paragraphs around notes, margins and text boxes, while those are read. */
  const outer: { readonly depth: number; readonly paragraph: RtfParagraph }[] = []
  let paragraph = createRtfParagraph()
  let cells: string[] = []
  let cell: string[] = []
  /** Bytes of text that are held back until a run is complete and can be decoded. */
  let pending = ''
  /** The number of fallback characters still to skip. */
  let passedOver = 0
  let styleName = ''
  let styleNumber = 0
  let comment = ''
  let instruction = ''

  function flush(): void {
    if (pending === '') return
    const text = decodeCodePage(pending, fonts.get(state.font) ?? codePage)
    pending = ''
    addWords(text)
  }

  function addWords(text: string): void {
    switch (state.destination) {
      case 'body':
      case 'notes':
      case 'margin': {
        const look = `${state.isBold ? 'bold' : ''} ${state.size}`
        const { isHidden, isDeleted, isPageNumber, isContents } = state
        const piece = isHidden || isDeleted ? 'hidden' : isPageNumber ? 'pageNumber' : null
        paragraph.runs.push({ text, piece, look })
        paragraph.isContents ||= isContents
        break
      }
      case 'comment':
        comment += text
        break
      case 'instruction':
        instruction += text
        break
      case 'title':
      case 'author':
        told[state.destination] += text
        break
      case 'styles':
        styleName += text
        break
      default:
    }
  }

  function addBytes(text: string): void {
    const kept = passedOver > 0 ? text.slice(passedOver) : text
    passedOver = Math.max(0, passedOver - text.length)
    if (state.destination !== 'skipped') pending += kept
  }

  function endParagraph(): void {
    flush()
    const ended = paragraph
    const { style, outlineLevel, isCentred, isInTable } = ended
    paragraph = { ...createRtfParagraph(), style, outlineLevel, isCentred, isInTable }
    const isBody = state.destination !== 'notes' && state.destination !== 'margin'
    if (isBody && isInTable) {
      cell.push(...ended.runs.map(({ text }) => text), ' ')
      return
    }
    const writer =
      state.destination === 'notes' || state.destination === 'margin' ? asides[state.destination] : body
    writeRtfParagraph(ended, { writer, styleName: styles.get(style)?.trim() ?? '' })
  }

  function endCell(): void {
    flush()
    cell.push(...paragraph.runs.map(({ text }) => text))
    paragraph = { ...createRtfParagraph(), isInTable: paragraph.isInTable }
    cells.push(cell.join('').replaceAll(/\s+/g, ' ').trim())
    cell = []
  }

  function endRow(): void {
    flush()
    const text = joinCells(cells)
    cells = []
    cell = []
    if (text !== '') body.add({ kind: 'tableRow', text })
  }

  function openGroup(): void {
    flush()
    if (groups.length > DEEPEST) throw new UserFacingError('document-too-complex')
    groups.push(state)
    state = { ...state, isOptional: false }
    passedOver = 0
  }

  function closeGroup(): void {
    flush()
    passedOver = 0
    const ended = outer.at(-1)
    if (ended !== undefined && ended.depth === groups.length) {
      if (paragraph.runs.length > 0) endParagraph()
      outer.pop()
      paragraph = ended.paragraph
    }
    const closed = state
    state = groups.pop() ?? createState()
    if (closed.destination === 'comment' && state.destination !== 'comment') {
      if (comment.trim() !== '') paragraph.runs.push({ text: comment, piece: 'scriptNote', look: '' })
      comment = ''
    } else if (closed.destination === 'instruction' && state.destination !== 'instruction') {
      // The result of the field is in the next group.
      state.isPageNumber = PAGE_NUMBER.test(instruction)
      state.isContents ||= CONTENTS.test(instruction)
      instruction = ''
    } else if (closed.destination === 'styles' && styleName !== '') {
      styles.set(styleNumber, styleName.replace(/;.*$/s, ''))
      styleName = ''
      styleNumber = 0
    }
  }

  /** Handles a control word; `number` is null if it has no parameter. */
  function control(word: string, number: number | null): void {
    const destination = DESTINATIONS[word]
    if (state.isOptional && !KNOWN_OPTIONAL.has(word) && destination === undefined) {
      state.isOptional = false
      state.destination = 'skipped'
      return
    }
    if (
      destination !== undefined &&
      (state.destination !== 'skipped' || word === 'title' || word === 'author')
    ) {
      flush()
      state.isOptional = false
      enter(destination)
      return
    }
    if (state.isOptional) {
      state.isOptional = false
      // The Unicode version of a group that precedes it in another encoding.
      if (word === 'ud') state.destination = groups.at(-2)?.destination ?? 'body'
      return
    }
    if (word === 'u' && number !== null) {
      flush()
      addWords(String.fromCharCode(number < 0 ? number + 65_536 : number))
      passedOver = state.fallback
      return
    }
    if (passedOver > 0) {
      passedOver--
      return
    }
    const sign = SIGNS[word]
    if (sign !== undefined) {
      flush()
      addWords(sign)
    } else setProperty(word, number)
  }

  function enter(destination: Destination): void {
    if (destination === 'notes' || destination === 'margin') openAside()
    state.destination = destination
    state.isHidden = false
    state.isDeleted = false
  }

  /** Begins paragraphs that are read before the open one ends. */
  function openAside(): void {
    flush()
    outer.push({ depth: groups.length, paragraph })
    paragraph = createRtfParagraph()
  }

  function setProperty(word: string, number: number | null): void {
    const isOn = number !== 0
    const isText =
      state.destination === 'body' || state.destination === 'notes' || state.destination === 'margin'
    if (BREAKS.has(word)) {
      if (isText) endParagraph()
      return
    }
    if (word === 'shptxt') {
      // The paragraphs of a text box are not part of the paragraph that contains it.
      if (isText) openAside()
      return
    }
    flush()
    switch (word) {
      case 'line':
      case 'lbr':
        addWords('\n')
        break
      case 'cell':
      case 'nestcell':
        if (isText) endCell()
        break
      case 'row':
      case 'nestrow':
        if (isText) endRow()
        break
      case 'pard':
        paragraph.style = 0
        paragraph.outlineLevel = null
        paragraph.isCentred = false
        paragraph.isInTable = false
        break
      case 'plain':
        Object.assign(state, PLAIN)
        break
      case 's':
        if (state.destination === 'styles') styleNumber = number ?? 0
        else paragraph.style = number ?? 0
        break
      case 'outlinelevel':
        if (isText) paragraph.outlineLevel = number
        break
      case 'qc':
        paragraph.isCentred = true
        break
      case 'ql':
      case 'qr':
      case 'qj':
        paragraph.isCentred = false
        break
      case 'intbl':
        paragraph.isInTable = true
        break
      case 'v':
        state.isHidden = isOn
        break
      case 'deleted':
        state.isDeleted = isOn
        break
      case 'b':
        state.isBold = isOn
        break
      case 'fs':
        state.size = number ?? 24
        break
      case 'f':
        state.font = number ?? 0
        break
      case 'fcharset': {
        const page = codePageOfCharset(number ?? 0)
        if (state.destination === 'fonts' && page !== null) fonts.set(state.font, page)
        break
      }
      case 'ansicpg':
        codePage = number ?? 1252
        break
      case 'mac':
      case 'pc':
      case 'pca':
        codePage = { mac: 10_000, pc: 437, pca: 850 }[word]
        break
      case 'uc':
        state.fallback = Math.max(0, number ?? 1)
        break
    }
  }

  return {
    read(): DocumentText {
      let index = begin
      while (index < source.length) {
        const letter = source[index]
        if (letter === '{') openGroup()
        else if (letter === '}') {
          closeGroup()
          // Content after the last group is not part of the document.
          if (groups.length === 0) break
        } else if (letter === '\\') {
          CONTROL.lastIndex = index
          const found = CONTROL.exec(source)
          if (found === null) {
            index++
            continue
          }
          const isFirst = beginsGroup(source, index)
          index += found[0].length
          const [, word, number, hex, sign] = found
          if (word === 'bin') index += Math.max(0, Number(number ?? 0))
          else if (word !== undefined) control(word, number === undefined ? null : Number(number))
          else if (hex !== undefined) addBytes(String.fromCharCode(Number.parseInt(hex, 16)))
          else if (sign === '*') state.isOptional = isFirst
          else if (sign === '\n' || sign === '\r') setProperty('par', null)
          else if (sign === '\\' || sign === '{' || sign === '}') addBytes(sign)
          else if (sign === '~' || sign === '_') control(sign, null)
          continue
        } else if (letter !== '\r' && letter !== '\n' && letter !== '\0') {
          let end = index + 1
          while (end < source.length && !'\\{}\r\n\0'.includes(source[end] ?? '')) end++
          addBytes(source.slice(index, end))
          index = end
          continue
        }
        index++
      }
      while (groups.length > 0) closeGroup()
      if (cells.length > 0 || cell.length > 0) endRow()
      endParagraph()
      const parts: DocumentPart[] = [...body.finish(), ...asides.notes.finish(), ...asides.margin.finish()]
      if (parts.length === 0) throw new UserFacingError('document-empty')
      return {
        title: told.title.trim() === '' ? null : told.title.trim(),
        author: told.author.trim() || null,
        parts,
      }
    },
  }
}

/** Whether a control symbol is the first of its group: only there does `\*` make the group optional, and OpenOffice writes others. */
function beginsGroup(source: string, index: number): boolean {
  let before = index - 1
  while (before >= 0 && ' \r\n'.includes(source.charAt(before))) before--
  return source[before] === '{'
}

/** The default character formatting of a document. */
const PLAIN = { isHidden: false, isDeleted: false, isBold: false, size: 24 }

function createState(): State {
  const field = { isPageNumber: false, isContents: false }
  return { destination: 'body', isOptional: false, font: 0, fallback: 1, ...field, ...PLAIN }
}
