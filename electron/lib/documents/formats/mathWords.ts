/**
 * Equations as words: “the square root of x over 2”. The words are English; in a document in another language, the symbols are written in
 * one line (“√(x)/2”), and its voice reads them in its own way.
 */

export type Math =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'row'; readonly items: readonly Math[] }
  | { readonly kind: 'fraction'; readonly top: Math; readonly bottom: Math; readonly isBinomial: boolean }
  | { readonly kind: 'scripts'; readonly base: Math; readonly sub: Math | null; readonly sup: Math | null }
  | { readonly kind: 'root'; readonly degree: Math | null; readonly radicand: Math }
  /** An operator with limits, such as a sum; its operand follows in the row. */
  | { readonly kind: 'large'; readonly sign: string; readonly from: Math | null; readonly to: Math | null }
  | { readonly kind: 'fence'; readonly open: string; readonly close: string; readonly items: readonly Math[] }
  /** A base with a mark above or below it. */
  | { readonly kind: 'mark'; readonly base: Math; readonly sign: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly Math[])[] }

/** How each kind of expression is worded. */
interface Wording {
  text(text: string): string
  fraction(top: string, bottom: string, isSimple: boolean): string
  binomial(top: string, bottom: string): string
  sub(base: string, sub: string): string
  /** `sign` is the superscript as written if it is a single text, otherwise ''. */
  sup(base: string, sup: string, as: { readonly isSimple: boolean; readonly sign: string }): string
  root(degree: string | null, radicand: string, isSimple: boolean): string
  large(sign: string, from: string | null, to: string | null): string
  /** `isArgument`: whether it is the argument of the function before it. */
  fence(open: string, content: string, close: string, isArgument: boolean): string
  mark(base: string, sign: string): string
  row(cells: readonly string[]): string
}

/** Converts an equation to text; `language` is the document's language tag, or null if it states none, which is read as English. */
export function spellMath(math: Math, language: string | null): string {
  const wording = language === null || /^en\b/i.test(language) ? ENGLISH : SIGNS
  return spell(math, wording)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ([,.;)])/g, '$1')
    .trim()
}

function spell(math: Math, wording: Wording): string {
  const words = (each: Math) => spell(each, wording).trim()
  switch (math.kind) {
    case 'text':
      return wording.text(plainSigns(math.text))
    case 'row':
      return math.items
        .map((item, index) =>
          item.kind === 'fence' ? spellFence(item, math.items[index - 1], wording) : spell(item, wording),
        )
        .join(' ')
    case 'fraction': {
      const [top, bottom] = [words(math.top), words(math.bottom)]
      if (math.isBinomial) return wording.binomial(top, bottom)
      return wording.fraction(top, bottom, isSimple(math.top) && isSimple(math.bottom))
    }
    case 'scripts': {
      const base = words(math.base)
      const below = math.sub === null ? base : wording.sub(base, words(math.sub))
      if (math.sup === null) return below
      const sign = math.sup.kind === 'text' ? math.sup.text.trim() : ''
      return wording.sup(below, words(math.sup), { isSimple: isSimple(math.sup), sign })
    }
    case 'root': {
      const degree = math.degree === null ? null : words(math.degree)
      return wording.root(degree, words(math.radicand), isSimple(math.radicand))
    }
    case 'large':
      return wording.large(
        math.sign,
        math.from === null ? null : words(math.from),
        math.to === null ? null : words(math.to),
      )
    case 'fence':
      return spellFence(math, undefined, wording)
    case 'mark':
      return wording.mark(words(math.base), math.sign)
    case 'table':
      return math.rows.map((row) => wording.row(row.map(words))).join('; ')
  }
}

/** In “f(x)”, parentheses after a letter enclose an argument; in “2(x + 1)” they enclose a factor. */
function spellFence(
  { open, close, items }: Math & { readonly kind: 'fence' },
  before: Math | undefined,
  wording: Wording,
): string {
  const content = items.map((item) => spell(item, wording).trim()).join(', ')
  const isApplied = before?.kind === 'text' && /\p{L}\s*$/u.test(before.text)
  return wording.fence(open, content, close, isApplied && open === '(' && items.every(isSimple))
}

/** Replaces letters of mathematical alphabets with plain ones, and removes invisible operators. */
function plainSigns(text: string): string {
  return text
    .replaceAll(/[\u2100-\u214f\u{1d400}-\u{1d7ff}]/gu, (letter) => letter.normalize('NFKC'))
    .replaceAll(/[\u2061-\u2064]/g, ' ')
}

/** Whether an expression is a single number or letter. */
function isSimple(math: Math): boolean {
  if (math.kind === 'row' && math.items.length === 1) return math.items.every(isSimple)
  return math.kind === 'text' && /^\s*(?:\p{N}+(?:[.,]\p{N}+)?|\p{L})\s*$/u.test(math.text)
}

// These tables group related entries in a row.
// prettier-ignore
const OPERATORS: Readonly<Record<string, string>> = {
  '+': 'plus', '-': 'minus', '−': 'minus', '±': 'plus or minus', '∓': 'minus or plus',
  '×': 'times', '⋅': 'times', '·': 'times', '*': 'times', '∗': 'times', '÷': 'divided by', '/': 'over',
  '=': 'equals', '≠': 'is not equal to', '≈': 'is approximately', '≡': 'is equivalent to',
  '<': 'is less than', '>': 'is greater than', '≪': 'is much less than', '≫': 'is much greater than',
  '≤': 'is less than or equal to', '≥': 'is greater than or equal to', '∝': 'is proportional to',
  '∼': 'is similar to', '→': 'to', '⇒': 'implies', '⇔': 'if and only if', '↦': 'maps to',
  '∈': 'in', '∉': 'not in', '⊂': 'is a subset of', '⊆': 'is a subset of', '∪': 'union',
  '∩': 'intersection', '∅': 'the empty set', '∀': 'for all', '∃': 'there exists', '¬': 'not',
  '∧': 'and', '∨': 'or', '∞': 'infinity', '∂': 'partial', '∇': 'nabla', '∆': 'delta', '!': 'factorial',
  '′': 'prime', '″': 'double prime', '°': 'degrees', '∘': 'of', '…': 'and so on', '⋯': 'and so on',
  '²': 'squared', '³': 'cubed', '∑': 'the sum of', '∏': 'the product of', '∫': 'the integral of', '∮': 'the contour integral of',
}
// prettier-ignore
const FUNCTIONS: Readonly<Record<string, string>> = {
  sin: 'sine', cos: 'cosine', tan: 'tangent', ln: 'natural log', lim: 'the limit',
}
// prettier-ignore
const LARGE: Readonly<Record<string, string>> = {
  '∑': 'the sum', '∏': 'the product', '∫': 'the integral', '∬': 'the double integral',
  '∮': 'the contour integral', '⋃': 'the union', '⋂': 'the intersection', lim: 'the limit',
}
// prettier-ignore
const MARKS: Readonly<Record<string, string>> = {
  '\u0302': 'hat', '^': 'hat', '\u0303': 'tilde', '~': 'tilde', '\u0305': 'bar', '¯': 'bar', '‾': 'bar',
  '\u20d7': 'vector', '→': 'vector', '\u0307': 'dot', '˙': 'dot', '\u0308': 'double dot',
}
const BRACKETS: Readonly<Record<string, readonly [open: string, close: string]>> = {
  '(': ['open parenthesis', 'close parenthesis'],
  '[': ['open bracket', 'close bracket'],
  '{': ['open brace', 'close brace'],
  '|': ['the absolute value of', 'end absolute value'],
  '‖': ['the norm of', 'end norm'],
  '⌊': ['the floor of', 'end floor'],
  '⌈': ['the ceiling of', 'end ceiling'],
}
const DEGREES: Readonly<Record<string, string>> = { '2': 'square', '3': 'cube' }
// prettier-ignore
const POWERS: Readonly<Record<string, string>> = {
  '2': 'squared', '3': 'cubed', '∘': 'degrees', '°': 'degrees', '*': 'star', '∗': 'star',
  '′': 'prime', "'": 'prime', '″': 'double prime', '+': 'plus', '-': 'minus', '−': 'minus',
}

const ENGLISH: Wording = {
  text: (text) =>
    text
      .replaceAll(/[^\p{L}\p{Nd}\s.,;:%$€£'’()[\]{}|]/gu, (sign) => ` ${OPERATORS[sign] ?? sign} `)
      .replaceAll(/\p{L}+/gu, (word) => FUNCTIONS[word] ?? word),
  fraction: (top, bottom, isSimpleFraction) =>
    isSimpleFraction
      ? `${top} over ${bottom}`
      : `the fraction with numerator ${top}, and denominator ${bottom}, end fraction`,
  binomial: (top, bottom) => `${top} choose ${bottom}`,
  sub: (base, sub) => `${base} sub ${sub}`,
  sup: (base, sup, { isSimple: isSimplePower, sign }) =>
    `${base} ${POWERS[sign] ?? `to the power of ${sup}${isSimplePower ? '' : ', end power'}`}`,
  root: (degree, radicand, isSimpleRoot) => {
    const name = degree === null ? 'square root' : `${DEGREES[degree] ?? ''} root`.trim()
    const ofDegree = degree === null || degree in DEGREES ? '' : ` of degree ${degree}`
    return `the ${name}${ofDegree} of ${radicand}${isSimpleRoot ? '' : ', end root'}`
  },
  large: (sign, from, to) => {
    const name = LARGE[sign] ?? sign
    if (from !== null && to !== null) return `${name} from ${from} to ${to} of`
    if (from !== null) return `${name} ${sign === 'lim' ? 'as' : 'over'} ${from} of`
    return to === null ? `${name} of` : `${name} up to ${to} of`
  },
  fence: (open, content, close, isArgument) => {
    if (isArgument) return `of ${content}`
    const [before, after] = BRACKETS[open] ?? [open, close]
    return `${before} ${content} ${after}`
  },
  mark: (base, sign) => {
    const name = MARKS[sign] ?? ''
    return name === 'vector' ? `vector ${base}` : `${base} ${name}`
  },
  row: (cells) => cells.join(', '),
}

const RAISED: Readonly<Record<string, string>> = { '2': '²', '3': '³' }

const SIGNS: Wording = {
  text: (text) => text,
  fraction: (top, bottom, isSimpleFraction) =>
    isSimpleFraction ? `${top}/${bottom}` : `(${top})/(${bottom})`,
  binomial: (top, bottom) => `(${top}, ${bottom})`,
  sub: (base, sub) => `${base} ${sub}`,
  sup: (base, sup, { isSimple: isSimplePower }) =>
    `${base}${RAISED[sup] ?? (isSimplePower ? `^${sup}` : `^(${sup})`)}`,
  root: (degree, radicand) => `${degree ?? ''}√(${radicand})`,
  large: (sign, from, to) => [sign, from, to === null ? null : `… ${to}`].filter(Boolean).join(' '),
  fence: (open, content, close) => `${open}${content}${close}`,
  mark: (base) => base,
  row: (cells) => cells.join(', '),
}
