/**
 * Translations in XLIFF 1.2 and 2.x, the formats of translation tools:
 * https://docs.oasis-open.org/xliff/v1.2/os/xliff-core.html and https://docs.oasis-open.org/xliff/xliff-core/v2.1/xliff-core-v2.1.html
 */
import { UserFacingError } from '../../../../shared/lib/userFacingError.ts'
import type { ImportTable } from '../../../../shared/import/tableLayout.ts'
import { readXml, type XmlTag } from '../formats/xml.ts'
import { tableOfLines, type TranslatedLine } from './localization.ts'

/** Words with inline codes, whose own text belongs to another format. */
interface Words {
  text: string
  readonly codes: { readonly start: number; readonly end: number }[]
}

interface Segment {
  /** The segment in XLIFF 1.2; '' for words outside it, and in XLIFF 2. */
  readonly mark: string
  readonly source: Words
  readonly target: Words
}

interface Unit {
  readonly line: number
  readonly id: string
  /** In XLIFF 2, a unit consists of segments; in other versions, if a program divided its source. */
  segments: Segment[]
  isDivided: boolean
  readonly notes: string[]
  isUnsure: boolean
  /** False for a unit that is not for translators, such as code. */
  readonly isTranslatable: boolean
}

/** Inline elements whose content is code; others, such as `g`, `pc` and `mrk`, contain words. */
const CODES = new Set(['ph', 'it', 'bpt', 'ept', 'x', 'bx', 'ex', 'sc', 'ec'])
/** Elements with words that belong neither to the unit nor to a note, such as the proposals and earlier versions of translation programs. */
const OTHERS = new Set([
  'alt-trans',
  'matches',
  'originalData',
  'bin-unit',
  'header',
  'skeleton',
  'doc-info',
  'insertedmatch',
  'minorversions',
  'historical-unit',
  'tunit-metadata',
])
/** States of translations that need review. */
const UNSURE = /^(?:needs-|new$|initial$)/
/** The same in memoQ, Phrase and Trados. */
const UNSURE_OF_PROGRAM: Readonly<Record<string, RegExp>> = {
  'mq:status': /^(?:NotStarted|PartiallyEdited|Rejected)/,
  'm:confirmed': /^0$/,
  conf: /^(?:Draft|Rejected)/,
}
const isUnsureIn = (attributes: XmlTag['attributes']) =>
  Object.entries(UNSURE_OF_PROGRAM).some(([name, pattern]) => pattern.test(attributes[name] ?? ''))

/** Reads an XLIFF file. Throws `document-damaged` if it is not well-formed, and `file-type-unknown` for other XML. */
export async function readXliff(text: string, name: string, title: string): Promise<ImportTable> {
  const lines: TranslatedLine[] = []
  let file = ''
  const groups: string[] = []
  /** The notes of the open groups. */
  const groupNotes: string[][] = []
  /** For each open file and group, whether its units are for translators. */
  const areTranslatable: boolean[] = []
  const isTranslatable = ({ translate }: XmlTag['attributes']) =>
    translate === undefined ? (areTranslatable.at(-1) ?? true) : translate !== 'no'
  let unit: Unit | null = null
  let words: Words | null = null
  let note: string | null = null
  let noteLead = ''
  let othersDepth = 0
  let codeDepth = 0
  let isTarget = false
  const roots: string[] = []
  let line = 1
  const open = ({ local, attributes }: XmlTag) => {
    if (roots.length === 0) roots.push(local)
    if (othersDepth > 0 || OTHERS.has(local)) {
      othersDepth++
      return
    }
    if (words !== null) {
      // In Trados, a change that deleted words.
      if (codeDepth > 0 || CODES.has(local) || attributes['mtype'] === 'x-sdl-deleted') {
        if (codeDepth === 0) beginCode(words, attributes)
        codeDepth++
      } else if (local === 'cp') words.text += ' '
      else if (local === 'mrk' && attributes['mtype'] === 'seg' && unit?.isDivided === true) {
        const segment = segmentOf(unit, attributes['mid'] ?? '')
        words = isTarget ? segment.target : segment.source
      }
      return
    }
    switch (local) {
      case 'file':
        file = attributes['original'] ?? attributes['id'] ?? ''
        areTranslatable.push(isTranslatable(attributes))
        break
      case 'group':
        groups.push(attributes['resname'] ?? attributes['name'] ?? groups.at(-1) ?? '')
        groupNotes.push([])
        areTranslatable.push(isTranslatable(attributes))
        break
      case 'trans-unit':
      case 'unit':
        unit = {
          ...{ line, segments: [newSegment()], isDivided: false },
          id: attributes['resname'] ?? attributes['name'] ?? attributes['id'] ?? '',
          ...{
            notes: groupNotes.flat(),
            isUnsure: attributes['approved'] === 'no' || isUnsureIn(attributes),
          },
          isTranslatable: isTranslatable(attributes),
        }
        break
      case 'segment':
      case 'ignorable':
        unit?.segments.push(newSegment())
        if (unit !== null && UNSURE.test(attributes['state'] ?? '')) unit.isUnsure = true
        break
      case 'seg-source':
        if (unit === null) break
        unit.segments = [newSegment()]
        unit.isDivided = true
        words = unit.segments[0]?.source ?? null
        isTarget = false
        break
      case 'seg':
        if (unit !== null && isUnsureIn(attributes)) unit.isUnsure = true
        break
      case 'source':
        words = unit?.segments.at(-1)?.source ?? null
        break
      case 'target':
        words = (unit?.isDivided === true ? unit.segments[0] : unit?.segments.at(-1))?.target ?? null
        isTarget = true
        if (unit !== null && UNSURE.test(attributes['state'] ?? '')) unit.isUnsure = true
        break
      case 'note':
      case 'comment':
        note = ''
        noteLead = leadOf(attributes['category'] ?? attributes['from'] ?? '')
        break
      case 'context':
        // The other contexts point into the source code.
        note = /^(?:sourcefile|linenumber)$/.test(attributes['context-type'] ?? '') ? null : ''
        noteLead = leadOf(attributes['context-type'] ?? '')
        break
      default:
    }
  }
  const close = ({ local }: XmlTag) => {
    if (othersDepth > 0) {
      othersDepth--
      return
    }
    if (codeDepth > 0) {
      codeDepth--
      const code = words?.codes.at(-1)
      if (codeDepth === 0 && words !== null && code !== undefined)
        words.codes.splice(-1, 1, { start: code.start, end: words.text.length })
      return
    }
    if (local === 'source' || local === 'target' || local === 'seg-source') words = null
    else if ((local === 'note' || local === 'comment' || local === 'context') && note !== null) {
      if (note.trim() !== '') (unit?.notes ?? groupNotes.at(-1))?.push(noteLead + note.trim())
      note = null
    } else if ((local === 'trans-unit' || local === 'unit') && unit !== null) {
      lines.push(toLine(unit, groups.at(-1) || file))
      unit = null
    } else if (local === 'group') {
      groups.pop()
      groupNotes.pop()
    }
    if (local === 'group' || local === 'file') areTranslatable.pop()
  }
  await readXml(
    chunksByLine(text, () => void line++),
    {
      open,
      close,
      text(piece) {
        if (othersDepth > 0) return
        if (words !== null) words.text += piece
        else if (note !== null) note += piece
      },
    },
  )
  if (roots[0] !== 'xliff') throw new UserFacingError('file-type-unknown', { name, known: '.xliff' })
  return tableOfLines(title, lines)
}

/** The file in chunks of one line; `onLine` is called after each. */
function* chunksByLine(text: string, onLine: () => void): Generator<Uint8Array> {
  const encoder = new TextEncoder()
  for (const line of text.replace(/^\uFEFF/, '').split('\n')) {
    yield encoder.encode(`${line}\n`)
    onLine()
  }
}

/** A code without its own text is represented by its equivalent. */
function beginCode(words: Words, attributes: XmlTag['attributes']): void {
  const start = words.text.length
  const shown = attributes['equiv-text'] ?? attributes['equiv'] ?? attributes['disp'] ?? ''
  words.text += shown
  words.codes.push({ start, end: start + shown.length })
}

/** The lead that marks a note as a speaker's name, for a context or a category about speakers. */
function leadOf(kind: string): string {
  return /speaker|character|voice|actor/i.test(kind) ? 'Speaker: ' : ''
}

function newSegment(mark = ''): Segment {
  return { mark, source: { text: '', codes: [] }, target: { text: '', codes: [] } }
}

/** The segment of a divided unit with a mark. */
function segmentOf({ segments }: Unit, mark: string): Segment {
  const found = segments.find((segment) => segment.mark === mark) ?? newSegment(mark)
  if (!segments.includes(found)) segments.push(found)
  return found
}

/** The words of a unit. If some of its segments are translated, the others are read in the source language. */
function toLine({ line, id, segments, notes, isUnsure, isTranslatable }: Unit, file: string): TranslatedLine {
  const isTranslated = segments.some(({ target }) => target.text.trim() !== '')
  const isWhole = segments.every(
    ({ source, target }) => source.text.trim() === '' || target.text.trim() !== '',
  )
  const read = segments.map(({ source, target }) => (target.text.trim() === '' ? source : target))
  let length = 0
  const codes = read.flatMap((words) => {
    const start = length
    length += words.text.length
    return words.codes.map((code) => ({ start: start + code.start, end: start + code.end }))
  })
  return {
    ...{ line, id, context: '', notes, file, piece: isTranslatable ? null : 'markup' },
    isUnsure: isUnsure || (isTranslated && !isWhole),
    source: segments.map(({ source }) => source.text).join(''),
    translation: isTranslated ? read.map(({ text }) => text).join('') : '',
    codes: codes.filter(({ start, end }) => start < end),
  }
}
