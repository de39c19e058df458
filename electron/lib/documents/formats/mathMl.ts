/** MathML: the equations of web pages, books and LibreOffice. */
import { elementsOf, textWithin, type TreeElement } from './elementTree.ts'
import type { Math } from './mathWords.ts'

const LARGE = /^\s*(?:[∑∏∫∬∮⋃⋂]|lim)\s*$/
const TOKENS = new Set(['mi', 'mn', 'mo', 'ms', 'mtext'])
const NOTHING: Math = { kind: 'row', items: [] }
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '|': '|', '‖': '‖' }

/** Converts an element and its descendants. */
export function readMathMl(element: TreeElement): Math {
  const parts = elementsOf(element)
  const part = (index: number) => {
    const found = parts[index]
    return found === undefined ? NOTHING : readMathMl(found)
  }
  switch (element.name) {
    case 'mi':
    case 'mn':
    case 'mo':
    case 'ms':
    case 'mtext':
      return { kind: 'text', text: textWithin(element) }
    case 'mfrac': {
      const isBinomial = /^0/.test(element.attributes['linethickness'] ?? '')
      return { kind: 'fraction', top: part(0), bottom: part(1), isBinomial }
    }
    case 'msqrt':
      return { kind: 'root', degree: null, radicand: readRow(parts) }
    case 'mroot':
      return { kind: 'root', degree: part(1), radicand: part(0) }
    case 'msub':
    case 'munder':
      return withScripts(parts[0], part(1), null)
    case 'msup':
      return withScripts(parts[0], null, part(1))
    case 'mover':
      return isLarge(parts[0])
        ? withScripts(parts[0], null, part(1))
        : { kind: 'mark', base: part(0), sign: parts[1] === undefined ? '' : textWithin(parts[1]).trim() }
    case 'msubsup':
    case 'munderover':
      return withScripts(parts[0], part(1), part(2))
    case 'mfenced': {
      const open = element.attributes['open'] ?? '('
      return { kind: 'fence', open, close: element.attributes['close'] ?? ')', items: parts.map(readMathMl) }
    }
    case 'mtable':
      return { kind: 'table', rows: parts.map((each) => elementsOf(each).map(readMathMl)) }
    case 'semantics':
      return part(0)
    case 'annotation':
    case 'annotation-xml':
    case 'mphantom':
      return NOTHING
    default:
      return readRow(parts)
  }
}

/** Text in an equation that is not read: annotations for programs, such as TeX, and stray text outside of token elements. */
export function wordsBeside(element: TreeElement): string[] {
  if (TOKENS.has(element.name)) return []
  if (/^annotation|^mphantom$/.test(element.name)) return [textWithin(element)]
  const [first, ...others] = elementsOf(element)
  if (element.name === 'semantics' && first !== undefined)
    return [...wordsBeside(first), ...others.map(textWithin)]
  return element.children.flatMap((child) =>
    typeof child === 'string' ? (child.trim() === '' ? [] : [child]) : wordsBeside(child),
  )
}

function readRow(parts: readonly TreeElement[]): Math {
  const [first, ...rest] = parts
  const last = rest.at(-1)
  const open = first === undefined ? '' : textWithin(first).trim()
  if (first?.name === 'mo' && last?.name === 'mo' && CLOSING[open] === textWithin(last).trim()) {
    return { kind: 'fence', open, close: CLOSING[open] ?? '', items: [readRow(rest.slice(0, -1))] }
  }
  const [only, ...others] = parts
  if (only !== undefined && others.length === 0) return readMathMl(only)
  return { kind: 'row', items: parts.map(readMathMl) }
}

function withScripts(base: TreeElement | undefined, sub: Math | null, sup: Math | null): Math {
  if (base === undefined) return NOTHING
  if (isLarge(base)) return { kind: 'large', sign: textWithin(base).trim(), from: sub, to: sup }
  return { kind: 'scripts', base: readMathMl(base), sub, sup }
}

function isLarge(base: TreeElement | undefined): boolean {
  return base !== undefined && LARGE.test(textWithin(base))
}
