/** EPUBs made by hand, with content that no program would write, or that only some do. */
import { readImport } from '../../../../../electron/lib/documents/import/readImport.ts'
import { readDocument } from '../../../../../electron/lib/documents/formats/readDocument.ts'
import { outline, readText } from '../storyText.ts'
import { archive } from './samples.ts'

type Content = string | Uint8Array

/** The content of a book besides its pages. */
export interface BookParts {
  /** Within `metadata`. */
  readonly metadata?: string
  /** Entries of the table of contents by their targets; absent for none. */
  readonly contents?: Readonly<Record<string, string>>
  readonly manifest?: string
  /** Instead of one entry for each page. */
  readonly spine?: string
  readonly files?: Readonly<Record<string, Content>>
}

const CONTAINER =
  '<container><rootfiles><rootfile full-path="in/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'

/** The files of a book whose pages are these, by their names in its folder `in/`. A page that is text is the body of an XHTML page. */
export function bookFiles(
  pages: Readonly<Record<string, Content>>,
  { metadata = '', contents, manifest = '', spine, files = {} }: BookParts = {},
): Record<string, Content> {
  const names = Object.keys(pages)
  const items = names.map((name) => `<item id="${name}" href="${name}" media-type="application/xhtml+xml"/>`)
  const links = Object.entries(contents ?? {}).map(
    ([href, title]) => `<li><a href="${href}">${title}</a></li>`,
  )
  const nav = '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
  return {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': CONTAINER,
    'in/book.opf':
      `<package xmlns:dc="d" xmlns:opf="o"><metadata>${metadata}</metadata>` +
      `<manifest>${contents === undefined ? '' : nav}${items.join('')}${manifest}</manifest>` +
      `<spine>${spine ?? names.map((name) => `<itemref idref="${name}"/>`).join('')}</spine></package>`,
    ...(contents !== undefined && {
      'in/nav.xhtml': xhtml(`<nav epub:type="toc"><ol>${links.join('')}</ol></nav>`),
    }),
    ...Object.fromEntries(
      Object.entries(pages).map(([name, page]) => [
        `in/${name}`,
        typeof page === 'string' && !/^\s*<(?:\?|!|html)/i.test(page) ? xhtml(page) : page,
      ]),
    ),
    ...files,
  }
}

export function xhtml(body: string, head = '<title>Page</title>'): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head>${head}</head><body>${body}</body></html>`
}

export function book(pages: Readonly<Record<string, Content>>, parts?: BookParts): Uint8Array {
  return archive(bookFiles(pages, parts))
}

/** A story made of a file without a review: `# title` and the words that are read. */
export async function storyOf(bytes: Uint8Array, name = 'book.epub'): Promise<string[]> {
  return outline(await readText(name, bytes))
}

/** The names of the files that are missing in a book. */
export async function missingIn(bytes: Uint8Array): Promise<(string | undefined)[]> {
  const { source } = await readImport({ file: { name: 'book.epub', bytes } })
  return source.problems.map(({ name }) => name)
}

/** All parts of a document with their place, as in `hidden: text`, and omitted text as in `text [piece: words]`. */
export async function allOf(bytes: Uint8Array, name = 'book.epub'): Promise<string[]> {
  const { parts } = await readDocument({ name, bytes, password: null, leavesOut: [] })
  return parts.map(({ kind, place, text, omitted = [] }) => {
    const told = omitted.map((each) => ` [${each.piece}: ${each.text}]`).join('')
    return `${place === undefined ? '' : `${place}: `}${kind === 'heading' ? '# ' : ''}${text}${told}`
  })
}
