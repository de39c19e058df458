/** The numbers of ordered lists in HTML, which browsers draw and which are not in the text. */
import { formatListNumber, type NumberFormat } from './listNumbers.ts'

export interface HtmlLists {
  open(name: string, attributes: Readonly<Record<string, string>>): void
  close(name: string): void
  /** The number of the item that has just begun, followed by a space; '' if it has none, or if it was already taken. */
  takeLabel(): string
}

interface List {
  readonly format: NumberFormat | null
  readonly step: number
  next: number
}

const STYLES: Readonly<Record<string, NumberFormat | null>> = {
  none: null,
  decimal: '1',
  'lower-alpha': 'a',
  'lower-latin': 'a',
  'upper-alpha': 'A',
  'upper-latin': 'A',
  'lower-roman': 'i',
  'upper-roman': 'I',
}
const FORMATS: readonly string[] = ['1', 'a', 'A', 'i', 'I'] satisfies NumberFormat[]

export function createHtmlLists(): HtmlLists {
  const lists: List[] = []
  let label = ''
  return {
    open(name, attributes) {
      if (name === 'ol') {
        const start = Number.parseInt(attributes['start'] ?? '', 10)
        const step = 'reversed' in attributes ? -1 : 1
        lists.push({ format: formatOf(attributes), step, next: Number.isNaN(start) ? 1 : start })
      } else if (name === 'ul' || name === 'menu') lists.push({ format: null, step: 1, next: 1 })
      else if (name === 'li') {
        const list = lists.at(-1)
        label = ''
        if (list === undefined) return
        const value = Number.parseInt(attributes['value'] ?? '', 10)
        if (!Number.isNaN(value)) list.next = value
        if (list.format !== null) label = `${formatListNumber(list.next, list.format)}. `
        list.next += list.step
      }
    },
    close(name) {
      if (name === 'ol' || name === 'ul' || name === 'menu') lists.pop()
      if (name === 'li') label = ''
    },
    takeLabel() {
      const taken = label
      label = ''
      return taken
    },
  }
}

function formatOf({ type = '1', style = '' }: Readonly<Record<string, string>>): NumberFormat | null {
  const named = /list-style(?:-type)?\s*:\s*([\w-]+)/i.exec(style)?.[1]?.toLowerCase()
  const styled = named === undefined ? undefined : STYLES[named]
  if (styled !== undefined) return styled
  return isFormat(type) ? type : '1'
}

function isFormat(type: string): type is NumberFormat {
  return FORMATS.includes(type)
}
