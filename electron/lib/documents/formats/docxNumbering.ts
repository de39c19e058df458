/** The numbers of lists and headings in a Word document, which Word computes and which are not in the text. */
import type { DocxListPlace, DocxStyles } from './docxStyles.ts'
import { formatListNumber, type NumberFormat } from './listNumbers.ts'
import type { XmlTag } from './xml.ts'

export interface DocxNumbering {
  /** Takes a start tag of `numbering.xml`. */
  open(tag: XmlTag): void
  /** Takes an end tag. */
  close(tag: XmlTag): void
  /** Starts counting from the beginning of a text. */
  createLists(styles: DocxStyles): DocxLists
}

export interface DocxLists {
  /** Counts a paragraph. Returns null if it is in no defined list, otherwise its number followed by a space, or '' for a bullet. */
  count(place: DocxListPlace, styleId: string | null): string | null
}

interface Level {
  /** Null for a level that Word draws without a number. */
  format: NumberFormat | null
  hasZero: boolean
  /** Word starts at 0 by default. */
  start: number
  /** Word's pattern: `%1` stands for the number of the first level. */
  pattern: string
  /** The level, from 1, whose numbers restart this one; 0 for none, null for every higher level. */
  restart: number | null
  isDecimal: boolean
}

interface Definition {
  readonly levels: Map<number, Level>
  readonly levelOfStyle: Map<string, number>
  /** A style whose list defines the levels instead of this definition. */
  styleLink: string | null
}

interface List {
  definition: string
  readonly starts: Map<number, number>
  readonly levels: Map<number, Level>
}

const FORMATS: Readonly<Record<string, NumberFormat | null>> = {
  bullet: null,
  none: null,
  lowerLetter: 'a',
  upperLetter: 'A',
  lowerRoman: 'i',
  upperRoman: 'I',
}

export function createDocxNumbering(): DocxNumbering {
  const definitions = new Map<string, Definition>()
  const lists = new Map<string, List>()
  let definition: Definition | null = null
  let list: List | null = null
  let level = createLevel()
  let levelNumber = 0

  function openLevel(attributes: XmlTag['attributes']): void {
    level = createLevel()
    levelNumber = Number(attributes['w:ilvl'] ?? levelNumber)
    ;(list ?? definition)?.levels.set(levelNumber, level)
  }

  return {
    open({ name, attributes }) {
      const value = attributes['w:val'] ?? ''
      switch (name) {
        case 'w:abstractNum':
          definition = { levels: new Map(), levelOfStyle: new Map(), styleLink: null }
          definitions.set(attributes['w:abstractNumId'] ?? '', definition)
          levelNumber = 0
          break
        case 'w:numStyleLink':
          if (definition !== null) definition.styleLink = value
          break
        case 'w:num':
          list = { definition: '', starts: new Map(), levels: new Map() }
          lists.set(attributes['w:numId'] ?? '', list)
          break
        case 'w:abstractNumId':
          if (list !== null) list.definition = value
          break
        case 'w:lvlOverride':
          levelNumber = Number(attributes['w:ilvl'] ?? 0)
          break
        case 'w:startOverride':
          list?.starts.set(levelNumber, Number(value))
          break
        case 'w:lvl':
          openLevel(attributes)
          break
        case 'w:start':
          level.start = Number(value)
          break
        case 'w:numFmt':
          level.format = value in FORMATS ? (FORMATS[value] ?? null) : '1'
          level.hasZero = value === 'decimalZero'
          break
        case 'w:lvlText':
          level.pattern = value
          break
        case 'w:lvlRestart':
          level.restart = Number(value)
          break
        case 'w:isLgl':
          level.isDecimal = attributes['w:val'] !== '0'
          break
        case 'w:pStyle':
          definition?.levelOfStyle.set(value, levelNumber)
          break
      }
    },
    close({ name }) {
      if (name === 'w:abstractNum') definition = null
      else if (name === 'w:num') list = null
    },
    createLists: (styles) => createLists(definitions, lists, styles),
  }
}

function createLists(
  definitions: ReadonlyMap<string, Definition>,
  lists: ReadonlyMap<string, List>,
  styles: DocxStyles,
): DocxLists {
  /** The last number of each level, by definition: lists with the same definition share their counters. */
  const counters = new Map<string, (number | undefined)[]>()
  /** Lists that have begun, whose start overrides no longer apply. */
  const begun = new Set<string>()

  function resolve(numId: string): { key: string; definition: Definition } | null {
    const key = lists.get(numId)?.definition ?? ''
    const definition = definitions.get(key)
    if (definition === undefined) return null
    if (definition.styleLink === null) return { key, definition }
    const linked = lists.get(styles.listPlace(definition.styleLink).numId ?? '')?.definition ?? ''
    const other = definitions.get(linked)
    return other === undefined || other.styleLink !== null ? null : { key: linked, definition: other }
  }

  return {
    count({ numId, level }, styleId) {
      const inherited = styles.listPlace(styleId)
      const id = numId ?? inherited.numId
      const list = lists.get(id ?? '')
      const resolved = id === null ? null : resolve(id)
      if (id === null || list === undefined || resolved === null) return null
      const { key, definition } = resolved
      const style = styles.lineage(styleId).find((each) => definition.levelOfStyle.has(each))
      const depth = level ?? definition.levelOfStyle.get(style ?? '') ?? inherited.level ?? 0
      const levelAt = (index: number) => list.levels.get(index) ?? definition.levels.get(index)
      const own = levelAt(depth)
      if (own === undefined) return null
      const startAt = (index: number) => list.starts.get(index) ?? levelAt(index)?.start ?? 0
      const numbers = counters.get(key) ?? []
      counters.set(key, numbers)

      if (!begun.has(id)) for (const index of list.starts.keys()) numbers[index] = undefined
      begun.add(id)
      for (let index = 0; index < depth; index++) numbers[index] ??= startAt(index)
      const last = numbers[depth]
      numbers[depth] = last === undefined ? startAt(depth) : last + 1
      for (let index = depth + 1; index < numbers.length; index++) {
        const restart = levelAt(index)?.restart ?? index
        if (depth < restart) numbers[index] = undefined
      }
      return labelOf(own, (index) => {
        const shown = levelAt(index)
        const number = numbers[index]
        return index > depth || shown === undefined || number === undefined
          ? ''
          : writeNumber(number, shown, own.isDecimal)
      })
    },
  }
}

function labelOf({ format, pattern }: Level, numberAt: (index: number) => string): string {
  if (format === null && !/%[1-9]/.test(pattern)) return ''
  const label = pattern.replaceAll(/%([1-9])/g, (_, level: string) => numberAt(Number(level) - 1)).trim()
  return /[\p{L}\p{N}]/u.test(label) ? `${label} ` : ''
}

function writeNumber(number: number, { format, hasZero }: Level, isDecimal: boolean): string {
  if (format === null) return ''
  const written = formatListNumber(number, isDecimal ? '1' : format, 'repeated')
  return hasZero ? written.padStart(2, '0') : written
}

function createLevel(): Level {
  return { format: '1', hasZero: false, start: 0, pattern: '', restart: null, isDecimal: false }
}
