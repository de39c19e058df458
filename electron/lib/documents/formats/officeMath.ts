/** The equations of Word and PowerPoint (`m:oMath`). */
import { childNamed, elementsOf, textWithin, type TreeElement } from './elementTree.ts'
import type { Math } from './mathWords.ts'

const NOTHING: Math = { kind: 'row', items: [] }

/** Converts an element and its descendants. */
export function readOfficeMath(element: TreeElement): Math {
  const part = (name: string) => {
    const found = childNamed(element, name)
    return found === undefined ? NOTHING : readRow(found)
  }
  const optional = (name: string) => {
    const found = part(name)
    return isBlank(found) ? null : found
  }
  switch (element.name) {
    case 'r':
      return { kind: 'text', text: elementsOf(element).filter(isText).map(textWithin).join('') }
    case 'f': {
      const type = property(element, 'type')
      return { kind: 'fraction', top: part('num'), bottom: part('den'), isBinomial: type === 'noBar' }
    }
    case 'sSub':
    case 'sSup':
    case 'sSubSup':
    case 'sPre':
      return { kind: 'scripts', base: part('e'), sub: optional('sub'), sup: optional('sup') }
    case 'rad':
      return { kind: 'root', degree: optional('deg'), radicand: part('e') }
    case 'nary': {
      const sign = property(element, 'chr') ?? '∫'
      return row([{ kind: 'large', sign, from: optional('sub'), to: optional('sup') }, part('e')])
    }
    case 'd': {
      const [open, close] = [property(element, 'begChr') ?? '(', property(element, 'endChr') ?? ')']
      const items = elementsOf(element)
        .filter(({ name }) => name === 'e')
        .map(readRow)
      const [first, ...others] = items
      // The brackets around a binomial are part of it.
      if (others.length === 0 && first !== undefined && isBinomial(first)) return first
      return { kind: 'fence', open, close, items }
    }
    case 'limLow': {
      const name = childNamed(element, 'e')
      const sign = name === undefined ? '' : textWithin(name).trim()
      return { kind: 'large', sign, from: optional('lim'), to: null }
    }
    case 'acc':
      return { kind: 'mark', base: part('e'), sign: property(element, 'chr') ?? '\u0302' }
    case 'bar':
      return { kind: 'mark', base: part('e'), sign: '\u0305' }
    case 'm':
      return {
        kind: 'table',
        rows: elementsOf(element)
          .filter(({ name }) => name === 'mr')
          .map((each) => elementsOf(each).map(readRow)),
      }
    case 'eqArr':
      return {
        kind: 'table',
        rows: elementsOf(element)
          .filter(({ name }) => name === 'e')
          .map((each) => [readRow(each)]),
      }
    case 'phant':
      return NOTHING
    default:
      return element.name.endsWith('Pr') ? NOTHING : readRow(element)
  }
}

function readRow(element: TreeElement): Math {
  return row(elementsOf(element).map(readOfficeMath))
}

function row(items: readonly Math[]): Math {
  const kept = items.filter((item) => !isBlank(item))
  const [first, ...others] = kept
  return first !== undefined && others.length === 0 ? first : { kind: 'row', items: kept }
}

function isBlank(math: Math): boolean {
  return (math.kind === 'row' && math.items.length === 0) || (math.kind === 'text' && math.text.trim() === '')
}

function isBinomial(math: Math): boolean {
  return math.kind === 'fraction' && math.isBinomial
}

function isText({ name }: TreeElement): boolean {
  return name === 't'
}

/** The value of a property (`m:fPr` of `m:f`). */
function property(element: TreeElement, name: string): string | undefined {
  const properties = elementsOf(element).find((child) => child.name.endsWith('Pr'))
  const found = properties === undefined ? undefined : childNamed(properties, name)
  return found?.attributes['m:val']
}
