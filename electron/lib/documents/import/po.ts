/**
 * Translations of GNU gettext (PO, POT), with their line numbers, which other parsers do not report:
 * https://www.gnu.org/software/gettext/manual/html_node/PO-Files.html
 */
import { isTextEncoding, type TextEncoding } from '../../../../shared/files/textEncodings.ts'
import type { ImportTable } from '../../../../shared/import/tableLayout.ts'
import { isUtf8 } from '../textEncoding.ts'
import { tableOfLines, type TranslatedLine } from './localization.ts'

interface Entry {
  readonly line: number
  isUnused: boolean
  readonly notes: string[]
  readonly references: string[]
  isUnsure: boolean
  /** The strings of the entry in the order of the file, by their keywords. */
  readonly strings: Map<string, string>
}

/** The header is within this many bytes. */
const HEADER_BYTES = 8192

/**
 * The encoding that the header of a PO file states; undefined if Fabula does not know it or there is none, or if the file is UTF-8 anyway.
 */
export function encodingOfPo(bytes: Uint8Array): TextEncoding | undefined {
  const header = new TextDecoder('latin1').decode(bytes.subarray(0, HEADER_BYTES))
  const [, label = ''] = /"Content-Type:[^"\n]*charset=([\w.:-]{2,40})/i.exec(header) ?? []
  if (label === '' || isUtf8(bytes)) return undefined
  try {
    const { encoding } = new TextDecoder(label)
    return isTextEncoding(encoding) ? encoding : undefined
  } catch {
    // Templates have the placeholder “CHARSET”.
    return undefined
  }
}

/** Reads a PO file. The first entry, if it has no words, describes the file and is not a line. */
export function readPo(text: string, title: string): ImportTable {
  const entries = entriesOf(text)
  const [first] = entries
  const isAboutFile = first?.strings.get('msgid') === '' && !first.strings.has('msgctxt')
  return tableOfLines(title, (isAboutFile ? entries.slice(1) : entries).flatMap(linesOf))
}

/** `#~` marks an obsolete entry; `#~|` and `#|` precede its earlier words. */
const LINE = /^\s*(#~(?!\|)\s*)?(?:(msgctxt|msgid_plural|msgid|msgstr)(?:\[(\d{1,3})\])?\s*)?"(.*)"\s*$/
const COMMENT = /^\s*#([.:,]?)\s?(.*)$/

function entriesOf(text: string): Entry[] {
  const entries: Entry[] = []
  let keyword = ''
  /** The last entry; a new one if the last already has strings. */
  const current = (line: number): Entry => {
    const last = entries.at(-1)
    if (last !== undefined && last.strings.size === 0) return last
    const entry = { line, isUnused: false, notes: [], references: [], isUnsure: false, strings: new Map() }
    entries.push(entry)
    return entry
  }
  for (const [index, written] of text.split(/\r\n?|\n/).entries()) {
    const line = index + 1
    const found = LINE.exec(written)
    if (found === null) {
      const [, sign = '', words = ''] = COMMENT.exec(written) ?? []
      if (words.trim() === '' || /^\s*#[~|]/.test(written)) continue
      const entry = current(line)
      if (sign === ':') entry.references.push(...words.split(/\s+/))
      else if (sign === ',') entry.isUnsure ||= /(?:^|[,\s])fuzzy(?:$|[,\s])/.test(words)
      else entry.notes.push(words.trim())
      continue
    }
    const [, unused, name, form, value = ''] = found
    const isStart = name === 'msgctxt' || (name === 'msgid' && keyword !== 'msgctxt')
    const entry = isStart ? current(line) : (entries.at(-1) ?? current(line))
    if (unused !== undefined) entry.isUnused = true
    if (name !== undefined) keyword = form === undefined ? name : `${name}[${form}]`
    if (keyword !== '') entry.strings.set(keyword, (entry.strings.get(keyword) ?? '') + unescaped(value))
  }
  return entries.filter(({ strings }) => strings.has('msgid'))
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '', '"': '"', '\\': '\\' }

function unescaped(text: string): string {
  return text.includes('\\')
    ? text.replaceAll(/\\(.)/g, (whole, sign: string) => ESCAPES[sign] ?? whole)
    : text
}

/** An entry as a line, or as one line for each of its plural forms. */
function linesOf({ line, isUnused, notes, references, isUnsure, strings }: Entry): TranslatedLine[] {
  const context = strings.get('msgctxt') ?? ''
  const [reference = ''] = references
  const of = (source: string, translation: string, form: string): TranslatedLine => ({
    ...{ line, source, translation, isUnsure, notes, piece: isUnused ? 'hidden' : null },
    id: '',
    context: form === '' || context === '' ? context : `${context}[${form}]`,
    file: reference.replace(/:\d+$/, ''),
  })
  const source = strings.get('msgid') ?? ''
  const plural = strings.get('msgid_plural')
  if (plural === undefined) return [of(source, strings.get('msgstr') ?? '', '')]
  const forms = [...strings.keys()].flatMap((key) => /^msgstr\[(\d+)\]$/.exec(key)?.[1] ?? [])
  const all = forms.length < 2 ? ['0', '1'] : forms
  return all.map((form) => of(form === '0' ? source : plural, strings.get(`msgstr[${form}]`) ?? '', form))
}
