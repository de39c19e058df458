/** What the styles of an OpenDocument file say of reading: what they hide, and how lists and headings are numbered. */
import type { NumberFormat } from './listNumbers.ts'
import type { XmlTag } from './xml.ts'

export interface OdfLevel {
  /** Null for a bullet, or for no mark. */
  readonly format: NumberFormat | null
  readonly prefix: string
  readonly suffix: string
  readonly start: number
  /** How many levels the number shows: 2 for “3.1”. */
  readonly shownLevels: number
}

/** The levels of a list, by their number from 1. */
export type OdfLevels = ReadonlyMap<number, OdfLevel>

export interface OdfStyles {
  /** Takes a tag of `content.xml` or `styles.xml`. */
  open(tag: XmlTag): void
  /** Whether a style of that family (`paragraph`, `table`, `drawing-page`…) hides its words. */
  isHidden(family: string, name: string | undefined): boolean
  list(name: string | undefined): OdfLevels | undefined
  /** Whether paragraphs of a style, or of one that it is based on, are the title or the subtitle of the document. */
  titleOf(name: string | undefined): 'title' | 'subtitle' | null
  /** The language of most of the document; null if it says nothing. */
  readonly language: string | null
  /** How headings are numbered. */
  readonly outline: OdfLevels
}

const FORMATS: readonly string[] = ['1', 'a', 'A', 'i', 'I'] satisfies NumberFormat[]
const NO_LEVELS: OdfLevels = new Map()

/** Styles in the order in which they are met: those of `styles.xml` first, then those of the content. */
export function createOdfStyles(): OdfStyles {
  const hidden = new Set<string>()
  const lists = new Map<string, Map<number, OdfLevel>>()
  /** The paragraph style that each paragraph style is based on. */
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
          // Default styles come before all others.
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
