/**
 * HTML as a stream of tags: what a reader would hear, without scripts, styles and what is hidden. It is never made into a
 * tree, so neither nesting nor length can exhaust anything, and nothing in it is ever run or fetched.
 */
import { Parser } from 'htmlparser2'
import { decodeText } from '../textEncoding.ts'
import type { DocumentText } from './documentText.ts'
import { createPartsWriter } from './partsWriter.ts'
import type { PartsWriter } from './partsWriter.ts'

const SILENT = new Set(
  'script style template noscript svg math iframe object embed canvas audio video select textarea button rt rp datalist map'.split(
    ' ',
  ),
)
const HEADINGS = /^h[1-6]$/
const BLOCKS = new Set(
  'html head body p div section article header footer main aside nav blockquote pre figure figcaption address details summary dl dt dd form fieldset legend ul ol menu hr center table caption thead tbody tfoot mbp:pagebreak'.split(
    ' ',
  ),
)
/** The parser takes text in pieces; one string of a whole book would be copied again and again. */
const PIECE = 1 << 16

export interface HtmlOptions {
  /** Elements to leave out beside those that no reader hears. */
  readonly isSilent?: (name: string, attributes: Readonly<Record<string, string>>) => boolean
}

/** Reads a file of HTML: its encoding is what it says it is, else as for plain text. */
export function readHtml(bytes: Uint8Array): DocumentText {
  const writer = createPartsWriter()
  const title = writeHtml(decodeHtml(bytes), writer)
  return { title, parts: writer.finish() }
}

/** Writes the blocks of HTML, and gives its title. */
export function writeHtml(html: string, writer: PartsWriter, { isSilent }: HtmlOptions = {}): string | null {
  let silentDepth = 0
  let title = ''
  let isInTitle = false

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (silentDepth > 0 || SILENT.has(name) || isHidden(attributes) || isSilent?.(name, attributes)) {
          silentDepth++
        } else if (name === 'title') isInTitle = true
        else if (name === 'br') writer.lineBreak()
        else openElement(name, writer)
      },
      onclosetag(name) {
        if (silentDepth > 0) silentDepth--
        else if (name === 'title') isInTitle = false
        else closeElement(name, writer)
      },
      ontext(text) {
        if (silentDepth > 0) return
        if (isInTitle) title += text
        else writer.text(text)
      },
    },
    { decodeEntities: true },
  )
  for (let start = 0; start < html.length; start += PIECE) parser.write(html.slice(start, start + PIECE))
  parser.end()
  const tidied = title.replaceAll(/\s+/g, ' ').trim()
  return tidied === '' ? null : tidied
}

function openElement(name: string, writer: PartsWriter): void {
  if (HEADINGS.test(name)) writer.begin('heading')
  else if (name === 'li') writer.begin('listItem')
  else if (name === 'tr') writer.beginRow()
  else if (name === 'td' || name === 'th') writer.beginCell()
  else if (BLOCKS.has(name)) writer.begin('paragraph')
}

function closeElement(name: string, writer: PartsWriter): void {
  if (name === 'tr') writer.endRow()
  else if (name === 'td' || name === 'th') writer.endCell()
  else if (HEADINGS.test(name) || name === 'li' || BLOCKS.has(name)) writer.end()
}

function isHidden(attributes: Readonly<Record<string, string>>): boolean {
  return (
    'hidden' in attributes ||
    attributes['aria-hidden'] === 'true' ||
    /display\s*:\s*none/i.test(attributes['style'] ?? '')
  )
}

/** What an HTML file says its encoding is stands in its first bytes, in letters that every encoding shares. */
export function decodeHtml(bytes: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 2048))
  const label = /<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]+)|^<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)/i.exec(
    head,
  )
  const hasMark = /^(?:\xff\xfe|\xfe\xff|\xef\xbb\xbf)/.test(head)
  const named = label?.[1] ?? label?.[2]
  if (named !== undefined && !hasMark && !/^utf-?(?:8|16)/i.test(named)) {
    try {
      return new TextDecoder(named).decode(bytes)
    } catch {
      // An encoding that nobody knows: as if it had said nothing.
    }
  }
  return decodeText(bytes, '')
}
