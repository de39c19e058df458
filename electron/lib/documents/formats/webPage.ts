/**
 * What a page of a site has around its article: the header with the name of the site, links to share, comments, other articles. A page that
 * a browser saved has these, too, and so has a page in the reader view of a browser.
 */
import { Parser } from 'htmlparser2'

type Attributes = Readonly<Record<string, string>>

/** Ids and classes that sites, wikis and the reader view of browsers give to such elements. */
const AROUND =
  /^(?:comments?|comments?-?(?:list|section|area|form)|respond|disqus_thread|feedback|sidebar|share-?(?:buttons?|links?|bar|daddy)|sharing|social-?(?:share|links|icons|media)|(?:cookie|gdpr)-?(?:banner|notice|consent|bar)|newsletter(?:-?(?:signup|form))?|related-?(?:posts?|articles?|stories)|breadcrumbs?|skip-?links?|skip-to-content|pagination|(?:post|entry)-navigation|nav-links|site-(?:header|footer)|page-footer|footer|actions|landmark|screen-reader-text|sr-only|visually-?hidden|no-?print|mw-(?:editsection|jump-link|navigation|page-base|head|panel|indicators)|siteSub|contentSub|printfooter|catlinks|navbox|vector-header-container|reader-(?:domain|estimated-time|toolbar)|toolbar-container)$/i
/** Elements that are never around an article, whatever their class. */
const WHOLE = new Set(['html', 'head', 'body', 'main', 'article', 'title', 'meta', 'link', 'base'])
/** Elements whose text is not seen, or that are left out by their name. */
const UNSEEN = new Set([
  'head',
  'script',
  'style',
  'noscript',
  'template',
  'nav',
  'footer',
  'svg',
  'button',
  'select',
])
/** Elements of which the header of a site contains one. */
const MENU = new Set(['nav', 'ul', 'form'])
/** The main part of a page contains this share of the words that are not in elements around it. */
const MAIN_SHARE = 0.5
/** At least this share of all words is read, or the ids and classes mean something else. */
const READ_SHARE = 0.1

interface PageElement {
  readonly name: string
  readonly parent: PageElement | null
  readonly number: number
  readonly isUnseen: boolean
  /** Whether its id or class says that it is around the article. */
  readonly isAround: boolean
  readonly isMain: boolean
  readonly isArticle: boolean
  /** Whether it begins the page, by its name, its id or its role. */
  readonly isHeader: boolean
  hasMenu: boolean
  hasTitle: boolean
  words: number
}

/** The numbers of the elements around the article of a page, counted from 0 in the order of their start tags. */
export function elementsAround(html: string): ReadonlySet<number> {
  const elements: PageElement[] = []
  let open: PageElement | null = null
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const element = elementOf(name, attributes, open, elements.length)
        elements.push(element)
        open = element
      },
      onclosetag() {
        const outer = open?.parent ?? null
        if (open !== null && outer !== null) {
          outer.words += open.words
          outer.hasMenu ||= open.hasMenu || MENU.has(open.name)
          outer.hasTitle ||= open.hasTitle || open.name === 'h1'
        }
        open = outer
      },
      ontext(text) {
        if (open !== null && !open.isUnseen) open.words += text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
      },
    },
    { decodeEntities: true, recognizeCDATA: true },
  )
  parser.end(html)
  const all = sumOf(elements.filter(({ parent }) => parent === null))
  const around = new Set(elements.filter(({ isAround }) => isAround))
  const regions = mainOf(elements, insideOf(elements, around))
  const containing = outerOf(regions)
  const inRegions = insideOf(elements, regions)
  for (const each of elements)
    if (each.isHeader && each.hasMenu && !containing.has(each) && !inRegions.has(each)) around.add(each)
  const outermost = outermostOf(elements, around)
  const shown = all - sumOf(outermost)
  const main = sumOf(regions) - sumOf(outermost.filter((each) => inRegions.has(each)))
  if (regions.size > 0 && main >= shown * MAIN_SHARE) {
    const hasTitle = [...regions].some((each) => each.hasTitle)
    for (const each of elements) {
      const isBeside = each.parent !== null && containing.has(each.parent) && !containing.has(each)
      const isTitle = !hasTitle && (each.hasTitle || each.name === 'h1')
      if (isBeside && !regions.has(each) && !WHOLE.has(each.name) && !isTitle) around.add(each)
    }
  }
  const read = all - sumOf(outermostOf(elements, around))
  return new Set(read < all * READ_SHARE ? [] : [...around].map(({ number }) => number))
}

function elementOf(
  name: string,
  attributes: Attributes,
  parent: PageElement | null,
  number: number,
): PageElement {
  const { id = '', class: names = '', role = '' } = attributes
  const isNamed = [id, ...names.split(/\s+/)].some((each) => AROUND.test(each))
  return {
    name,
    parent,
    number,
    isUnseen:
      parent?.isUnseen === true || UNSEEN.has(name) || role === 'navigation' || role === 'contentinfo',
    isAround: role === 'banner' || role === 'complementary' || (isNamed && !WHOLE.has(name)),
    isMain: name === 'main' || role === 'main',
    isArticle: name === 'article',
    isHeader: name === 'header' || id === 'header' || id === 'masthead',
    hasMenu: false,
    hasTitle: false,
    words: 0,
  }
}

/** The outermost main parts of a page, or its articles; none if it states neither. */
function mainOf(elements: readonly PageElement[], left: ReadonlySet<PageElement>): ReadonlySet<PageElement> {
  const main = elements.filter((each) => each.isMain && !left.has(each))
  const articles = elements.filter((each) => each.isArticle && !each.isUnseen && !left.has(each))
  return new Set(outermostOf(elements, new Set(main.length > 0 ? main : articles)))
}

/** The elements inside of others. `elements` are in the order of their start tags. */
function insideOf(elements: readonly PageElement[], others: ReadonlySet<PageElement>): Set<PageElement> {
  const inside = new Set<PageElement>()
  for (const each of elements)
    if (each.parent !== null && (others.has(each.parent) || inside.has(each.parent))) inside.add(each)
  return inside
}

function outermostOf(elements: readonly PageElement[], some: ReadonlySet<PageElement>): PageElement[] {
  const inside = insideOf(elements, some)
  return [...some].filter((each) => !inside.has(each))
}

/** The elements that contain others. */
function outerOf(some: ReadonlySet<PageElement>): Set<PageElement> {
  const found = new Set<PageElement>()
  for (const { parent } of some)
    for (let outer = parent; outer !== null && !found.has(outer); outer = outer.parent) found.add(outer)
  return found
}

function sumOf(elements: Iterable<PageElement>): number {
  let sum = 0
  for (const { words } of elements) sum += words
  return sum
}
