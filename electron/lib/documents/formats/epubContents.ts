/** The table of contents of a book, which tells the headings that its pages only draw. */
import { posix } from 'node:path'
import { Parser } from 'htmlparser2'
import type { DocumentPart } from './documentText.ts'

/** The titles of what begins in each page, in their order, by the page's path. */
export type EpubTitles = ReadonlyMap<string, readonly string[]>

/** Reads a navigation document of EPUB 3 (links) or an NCX of EPUB 2 (labels and targets); `path` is its own. */
export function readEpubTitles(xml: string, path: string): EpubTitles {
  const titles = new Map<string, string[]>()
  let label: string[] | null = null
  let target = ''

  function add(href: string, words: readonly string[]): void {
    const page = posix.join(posix.dirname(path), decodePath(href))
    const title = plain(words.join(''))
    if (title === '') return
    const ofPage = titles.get(page) ?? []
    ofPage.push(title)
    titles.set(page, ofPage)
  }

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'a' || name === 'navLabel') label = []
        if (name === 'a') target = attributes['href'] ?? ''
        if (name === 'content' && label !== null) {
          add(attributes['src'] ?? '', label)
          label = null
        }
      },
      ontext: (text) => void label?.push(text),
      onclosetag(name) {
        if (name !== 'a' || label === null) return
        add(target, label)
        label = null
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return titles
}

/** The parts of a page, with the first one as a heading that says what a title says. */
export function markTitles(parts: readonly DocumentPart[], titles: readonly string[]): DocumentPart[] {
  const unseen = new Set(titles)
  return parts.map((part) => {
    const isTitle = unseen.size > 0 && unseen.delete(plain(part.text))
    return isTitle && part.kind === 'paragraph' ? { ...part, kind: 'heading' } : part
  })
}

/** The path of a reference, without the place in the page. */
export function decodePath(href: string): string {
  const path = href.replace(/#.*$/, '')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function plain(text: string): string {
  return text.normalize().replaceAll(/\s+/g, ' ').trim().toLowerCase()
}
