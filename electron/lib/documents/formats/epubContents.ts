/** The tables of contents of a book: the navigation document of EPUB 3 and the NCX of EPUB 2. */
import { readLooseXml } from './xml.ts'

export interface ContentsEntry {
  readonly title: string
  /** Where it leads to, as it is written. */
  readonly href: string
  /** How deep it is nested, from 1. */
  readonly level: number
}

/** Lists in a navigation document that are not tables of contents. */
const OTHER_LISTS = /page-list|landmarks|\blo[itvax]\b|index/

/** The entries of a navigation document: those of its table of contents, else those of its first list, else all its links. */
export function readNavigation(html: string): ContentsEntry[] {
  const lists: { isContents: boolean; isOther: boolean; entries: ContentsEntry[] }[] = []
  const loose: ContentsEntry[] = []
  let level = 0
  let navs = 0
  let link: { href: string; text: string; alternative: string } | null = null
  readLooseXml(html, {
    open({ local, attributes }) {
      const name = local.toLowerCase()
      if (name === 'nav') {
        navs++
        const type = `${attributes['epub:type'] ?? attributes['type'] ?? ''} ${attributes['role'] ?? ''}`
        lists.push({ isContents: /\btoc\b/.test(type), isOther: OTHER_LISTS.test(type), entries: [] })
      } else if (name === 'ol' || name === 'ul') level++
      else if (name === 'a') {
        link = { href: attributes['href'] ?? '', text: '', alternative: attributes['title'] ?? '' }
      } else if (link !== null) {
        link.text += ' '
        if (name === 'img') link.alternative = attributes['alt'] ?? link.alternative
      }
    },
    close({ local }) {
      const name = local.toLowerCase()
      if (name === 'nav') navs--
      else if (name === 'ol' || name === 'ul') level--
      else if (name === 'a' && link !== null) {
        const title = oneLine(link.text) || oneLine(link.alternative)
        const list = navs > 0 ? lists.at(-1)?.entries : loose
        if (title !== '' && link.href !== '')
          list?.push({ title, href: link.href, level: Math.max(1, level) })
        link = null
      }
    },
    text(text) {
      if (link !== null) link.text += text
    },
  })
  const contents = lists.filter(({ isContents }) => isContents)
  if (contents.length > 0) return contents.flatMap(({ entries }) => entries)
  return lists.find(({ isOther }) => !isOther)?.entries ?? (lists.length === 0 ? loose : [])
}

/** The entries of an NCX, without its lists of pages and pictures. */
export function readNcx(xml: string): ContentsEntry[] {
  const points: { title: string; href: string; level: number }[] = []
  const open: { title: string; href: string; level: number }[] = []
  let isInLabel = false
  readLooseXml(xml, {
    open({ local, attributes }) {
      const point = open.at(-1)
      if (local === 'navPoint') {
        const next = { title: '', href: '', level: open.length + 1 }
        points.push(next)
        open.push(next)
      } else if (local === 'navLabel') isInLabel = true
      else if (local === 'content' && point !== undefined) point.href ||= attributes['src'] ?? ''
    },
    close({ local }) {
      if (local === 'navPoint') open.pop()
      else if (local === 'navLabel') isInLabel = false
    },
    text(text) {
      const point = open.at(-1)
      if (isInLabel && point !== undefined) point.title += text
    },
  })
  return points
    .map((point) => ({ ...point, title: oneLine(point.title) }))
    .filter(({ title, href }) => title !== '' && href !== '')
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
