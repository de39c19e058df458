/** The properties of OpenDocument styles that affect reading: hidden text, and the numbering of lists and headings. */
import type { NumberFormat } from './listNumbers.ts'
import type { XmlTag } from './xml.ts'

export interface OdfLevel {
  /** Null for a bullet or no label. */
  readonly format: NumberFormat | null
  readonly prefix: string
  readonly suffix: string
  readonly start: number
  /** The number of levels shown: 2 for “3.1”. */
  readonly shownLevels: number
}

/** The levels of a list, by level number from 1. */
export type OdfLevels = ReadonlyMap<number, OdfLevel>

export interface OdfStyles {
  /** Takes a start tag of `content.xml` or `styles.xml`. */
  open(tag: XmlTag): void
  /** Whether a style of a family (`paragraph`, `table`, `drawing-page`…) hides its text. */
  isHidden(family: string, name: string | undefined): boolean
  list(name: string | undefined): OdfLevels | undefined
  /** Whether a paragraph style, or one that it is based on, is that of the title or subtitle of the document. */
  titleOf(name: string | undefined): 'title' | 'subtitle' | null
  /** The default language of the document; null if it is not stated. */
  readonly language: string | null
  /** The numbering of headings. */
  readonly outline: OdfLevels
}

const FORMATS: readonly string[] = ['1', 'a', 'A', 'i', 'I'] satisfies NumberFormat[]
const NO_LEVELS: OdfLevels = new Map()

/** Collects styles in the order in which they are read: those of `styles.xml` first, then those of the content. */
export function createOdfStyles(): OdfStyles {
  const hidden = new Set<string>()
  const lists = new Map<string, Map<number, OdfLevel>>()
  /** The parent of each paragraph style. */
  const parents = new Map<string, string>()
  const outline = new Map<number, OdfLevel>()
  let style = ''
  let levels = outline
  let language: string | null = null
  return {
    outline,
    get language() {
      return language
    },
    open({ name, attributes }) {
      switch (name) {
        case 'style:style':
          style = `${attributes['style:family'] ?? ''} ${attributes['style:name'] ?? ''}`
          if (attributes['style:family'] === 'paragraph')
            parents.set(attributes['style:name'] ?? '', attributes['style:parent-style-name'] ?? '')
          break
        case 'text:list-style':
          levels = new Map<number, OdfLevel>()
          lists.set(attributes['style:name'] ?? '', levels)
          break
        case 'text:outline-style':
          levels = outline
          break
        case 'text:list-level-style-number':
        case 'text:outline-level-style':
          levels.set(Number(attributes['text:level']), toLevel(attributes))
          break
        case 'style:table-properties':
          if (attributes['table:display'] === 'false') hidden.add(style)
          break
        case 'style:drawing-page-properties':
          if (attributes['presentation:visibility'] === 'hidden') hidden.add(style)
          break
        case 'style:text-properties':
          // Default styles precede all others.
          language ??= attributes['fo:language'] ?? null
          if (attributes['text:display'] === 'none') hidden.add(style)
          break
      }
    },
    titleOf(name = '') {
      const seen = new Set<string>()
      for (let each = name; each !== '' && !seen.has(each); each = parents.get(each) ?? '') {
        if (each === 'Title' || each === 'Subtitle') return each === 'Title' ? 'title' : 'subtitle'
        seen.add(each)
      }
      return null
    },
    isHidden: (family, name) => name !== undefined && hidden.has(`${family} ${name}`),
    list: (name) => (name === undefined ? undefined : (lists.get(name) ?? NO_LEVELS)),
  }
}

function toLevel(attributes: XmlTag['attributes']): OdfLevel {
  const format = attributes['style:num-format'] ?? ''
  return {
    format: isFormat(format) ? format : null,
    prefix: attributes['style:num-prefix'] ?? '',
    suffix: attributes['style:num-suffix'] ?? '',
    start: Number(attributes['text:start-value'] ?? 1),
    shownLevels: Number(attributes['text:display-levels'] ?? 1),
  }
}

function isFormat(format: string): format is NumberFormat {
  return FORMATS.includes(format)
}
