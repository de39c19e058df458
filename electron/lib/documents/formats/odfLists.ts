/** The numbers of lists and headings in an OpenDocument text, which its programs draw and the text does not have. */
import { formatListNumber } from './listNumbers.ts'
import type { OdfLevels, OdfStyles } from './odfStyles.ts'
import type { XmlTag } from './xml.ts'

export interface OdfLists {
  open(tag: XmlTag): void
  close(tag: XmlTag): void
  /** The number of the item or heading that has just begun, with a space; '' for none, or where it was taken. */
  takeLabel(): string
}

interface List {
  readonly style: string | undefined
  readonly levels: OdfLevels
  /** The last number of each level, from the outermost one. */
  readonly counters: number[]
}

export function createOdfLists(styles: OdfStyles): OdfLists {
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
