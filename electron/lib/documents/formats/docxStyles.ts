/** The properties of Word styles that affect reading: headings, tables of contents, hidden text and numbering. */
import type { XmlTag } from './xml.ts'

/** A paragraph's place in a list; a `numId` of '0' means no list. Null if it is not specified. */
export interface DocxListPlace {
  readonly numId: string | null
  readonly level: number | null
}

export interface DocxStyles {
  /** Takes a start tag of `styles.xml`. */
  open(tag: XmlTag): void
  /** The default paragraph style; null if the document defines none. */
  readonly defaultId: string | null
  /** The default language of the document, as a tag; null if it is not stated. */
  readonly language: string | null
  /** Whether paragraphs of a style are headings; `outlineLevel` is the paragraph's own level, from 0. */
  isHeading(id: string | null, outlineLevel: number | null): boolean
  /** Whether paragraphs of a style are the title or the subtitle of the document. */
  titleOf(id: string | null): 'title' | 'subtitle' | null
  /** Whether paragraphs of a style belong to a table of contents, a table of figures or an index. */
  isContents(id: string | null): boolean
  /** Whether a style hides its text. */
  isHidden(id: string | null): boolean
  listPlace(id: string | null): DocxListPlace
  /** A style and its base styles, nearest first. */
  lineage(id: string | null): readonly string[]
}

interface Style {
  name: string
  basedOn: string | null
  outlineLevel: number | null
  isHidden: boolean | null
  numId: string | null
  level: number | null
}

const HEADING = /^(?:heading(?: ?[1-9])?|title|subtitle)$/i
const CONTENTS = /^(?:toc |table of figures$|index [1-9])/i
/** Paragraphs of this outline level are body text, whatever their style is based on. */
const TEXT_LEVEL = 9

export function createDocxStyles(): DocxStyles {
  const styles = new Map<string, Style>()
  let style = createStyle('')
  let defaultId: string | null = null
  let language: string | null = null

  function lineage(id: string | null): string[] {
    const found: string[] = []
    let current = id
    while (current !== null && !found.includes(current)) {
      found.push(current)
      current = styles.get(current)?.basedOn ?? null
    }
    return found
  }

  /** The value that a style or its nearest base style specifies. */
  function inherited<T>(id: string | null, valueOf: (style: Style) => T | null): T | null {
    for (const each of lineage(id)) {
      const found = styles.get(each)
      const value = found === undefined ? null : valueOf(found)
      if (value !== null) return value
    }
    return null
  }

  const nameOf = (id: string | null) => (id === null ? '' : (styles.get(id)?.name ?? id))

  return {
    get defaultId() {
      return defaultId
    },
    get language() {
      return language
    },
    open({ name, attributes }) {
      const value = attributes['w:val'] ?? ''
      switch (name) {
        case 'w:style':
          style = createStyle(attributes['w:styleId'] ?? '')
          styles.set(style.name, style)
          if (attributes['w:type'] === 'paragraph' && isTrue(attributes['w:default'] ?? '0')) {
            defaultId = style.name
          }
          break
        case 'w:lang':
          // The document defaults precede all styles.
          language ??= attributes['w:val'] ?? null
          break
        case 'w:name':
          style.name = value
          break
        case 'w:basedOn':
          style.basedOn = value
          break
        case 'w:outlineLvl':
          style.outlineLevel = Number(value)
          break
        case 'w:vanish':
          style.isHidden = isOn(attributes)
          break
        case 'w:numId':
          style.numId = value
          break
        case 'w:ilvl':
          style.level = Number(value)
          break
      }
    },
    isHeading(id, outlineLevel) {
      const level = outlineLevel ?? inherited(id, (each) => each.outlineLevel)
      return (level !== null && level < TEXT_LEVEL) || HEADING.test(nameOf(id))
    },
    titleOf(id) {
      const name = nameOf(id).toLowerCase()
      return name === 'title' || name === 'subtitle' ? name : null
    },
    isContents: (id) => CONTENTS.test(nameOf(id)),
    isHidden: (id) => inherited(id, (each) => each.isHidden) ?? false,
    listPlace: (id) => ({
      numId: inherited(id, (each) => each.numId),
      level: inherited(id, (each) => each.level),
    }),
    lineage,
  }
}

/** The value of a toggle property, which is on by default. */
export function isOn(attributes: XmlTag['attributes']): boolean {
  return isTrue(attributes['w:val'] ?? '1')
}

function isTrue(value: string): boolean {
  return !['0', 'false', 'off'].includes(value)
}

function createStyle(name: string): Style {
  return { name, basedOn: null, outlineLevel: null, isHidden: null, numId: null, level: null }
}
