/** The part of style sheets that hides text: `.hidden { display: none }`. */

export interface HidingRules {
  /** For each selector, whether it hides elements. */
  readonly rules: ReadonlyMap<string, boolean>
  /** Adds other rules, which take precedence. */
  take(others: HidingRules): void
  /** Adds the rules of a style sheet; later rules take precedence. */
  add(css: string): void
  /** Whether an element is not shown. */
  hides(name: string, attributes: Readonly<Record<string, string>>): boolean
}

/** A selector that depends on a single element: `p`, `.note`, `p.note`, `#note`. */
const SIMPLE = /^[\w-]*(?:[.#][\w-]+)?$/
const HIDES = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))/i
const SHOWS = /(?:^|[;\s])(?:display|visibility)\s*:/i
/** At-rules whose content applies to a reader of a book. */
const SEEN = /^@(?:media\s+(?:all|screen)|layer|supports)\b/i
/** Rules that hide the whole page are ignored: a script or another style sheet shows it. */
const PAGE = new Set(['', 'html', 'body'])

/** Whether the declarations of an element or a rule hide it. */
export function isHiding(declarations: string): boolean {
  return HIDES.test(declarations)
}

export function createHidingRules(): HidingRules {
  const rules = new Map<string, boolean>()

  function addRule(selectors: string, declarations: string): void {
    const hides = HIDES.test(declarations)
    if (!hides && !SHOWS.test(declarations)) return
    for (const selector of selectors.split(',')) {
      const simple = selector.trim()
      if (SIMPLE.test(simple) && !PAGE.has(simple.toLowerCase())) rules.set(simple, hides)
    }
  }

  return {
    rules,
    take(others) {
      for (const [selector, hides] of others.rules) rules.set(selector, hides)
    },
    add(css) {
      const text = withoutComments(css)
      let at = 0
      while (at < text.length) {
        const brace = text.indexOf('{', at)
        if (brace < 0) return
        const prelude = text
          .slice(at, brace)
          .replace(/^[\s};]*(?:@(?:import|charset|namespace)[^;]*;\s*)*/, '')
          .trim()
        if (SEEN.test(prelude)) at = brace + 1
        else if (prelude.startsWith('@')) at = endOfBlock(text, brace)
        else {
          const close = text.indexOf('}', brace)
          const end = close < 0 ? text.length : close
          addRule(prelude, text.slice(brace + 1, end))
          at = end + 1
        }
      }
    },
    hides(name, attributes) {
      if (rules.size === 0) return false
      const { id, class: classes = '' } = attributes
      const marks = classes
        .split(/\s+/)
        .filter((each) => each !== '')
        .map((each) => `.${each}`)
      if (id !== undefined) marks.push(`#${id}`)
      const named = marks.map((mark) => rules.get(`${name}${mark}`)).filter((told) => told !== undefined)
      if (named.length > 0) return named.includes(true)
      const alone = marks.map((mark) => rules.get(mark)).filter((told) => told !== undefined)
      return alone.length > 0 ? alone.includes(true) : rules.get(name) === true
    },
  }
}

function withoutComments(css: string): string {
  return css
    .split('/*')
    .map((piece, index) => {
      const end = piece.indexOf('*/')
      return index === 0 ? piece : end < 0 ? '' : piece.slice(end + 2)
    })
    .join(' ')
}

/** The position after the brace that closes the one at `from`. */
function endOfBlock(text: string, from: number): number {
  const braces = /[{}]/g
  braces.lastIndex = from
  let depth = 0
  for (let found = braces.exec(text); found !== null; found = braces.exec(text)) {
    depth += found[0] === '{' ? 1 : -1
    if (depth === 0) return found.index + 1
  }
  return text.length
}
