/** XML as a stream of tags and text: no tree and no document type, and so no entities except XML's own five. */
import { Parser } from 'htmlparser2'
import { SaxesParser } from 'saxes'
import { UserFacingError } from '../../../../shared/lib/userFacingError.ts'
import { damaged } from './documentErrors.ts'

export interface XmlTag {
  /** As written, with its prefix: the formats read here use fixed prefixes. */
  readonly name: string
  /** Without the prefix. */
  readonly local: string
  readonly attributes: Readonly<Record<string, string>>
}

export interface XmlHandlers {
  open?(tag: XmlTag): void
  close?(tag: XmlTag): void
  text?(text: string): void
}

/** Reads XML in UTF-8, or UTF-16 with its byte order mark. Throws `document-damaged` if it is not well-formed. */
export async function readXml(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  handlers: XmlHandlers,
): Promise<void> {
  const parser = new SaxesParser()
  const open: XmlTag[] = []
  parser.on('opentag', ({ name, attributes }) => {
    const tag = { name, local: name.slice(name.indexOf(':') + 1), attributes }
    open.push(tag)
    handlers.open?.(tag)
  })
  parser.on('closetag', () => {
    const tag = open.pop()
    if (tag !== undefined) handlers.close?.(tag)
  })
  parser.on('text', (text) => handlers.text?.(text))
  parser.on('cdata', (text) => handlers.text?.(text))
  parser.on('error', (error) => {
    throw error
  })
  try {
    let decoder: InstanceType<typeof TextDecoder> | null = null
    for await (const chunk of chunks) {
      decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true })
      parser.write(decoder.decode(chunk, { stream: true }))
    }
    if (decoder !== null) parser.write(decoder.decode())
    parser.close()
  } catch (error) {
    throw error instanceof UserFacingError ? error : damaged(error)
  }
}

/** Nesting depth of elements: the lenient parser slows down with the depth. */
const DEEPEST = 10_000
/** The most characters that entities may add: some files declare a billion. */
const MOST_ADDED = 1 << 20
const ENTITY = /&([a-z_][\w.-]{0,63});/gi
const DECLARATION = /<!ENTITY\s+([\w.-]+)\s+(?:"([^"]*)"|'([^']*)')\s*>/gi
const XML_ENTITIES = new Set(['amp', 'lt', 'gt', 'quot', 'apos'])

/**
 * Replaces the entities that the declarations of a document type define; an entity may use those above it. Others stay. `others` returns
 * the text of an entity that is not declared, or null.
 */
export function replaceEntities(
  text: string,
  declarations: string,
  others: (name: string) => string | null = () => null,
): string {
  const words = new Map<string, string>()
  let added = 0
  const replaced = (source: string) =>
    source.replaceAll(ENTITY, (reference, name: string) => {
      const value = XML_ENTITIES.has(name) ? null : (words.get(name) ?? others(name))
      if (value === null || added + value.length > MOST_ADDED) return reference
      added += value.length
      return value
    })
  for (const [, name = '', first, second = ''] of declarations.matchAll(DECLARATION))
    if (!words.has(name)) words.set(name, replaced(first ?? second))
  return replaced(text)
}

const htmlEntities = new Map<string, string | null>()

/** The character of an HTML entity, which XML files often use, too; null for a name that HTML does not define. */
function htmlEntity(name: string): string | null {
  const known = htmlEntities.get(name)
  if (known !== undefined) return known
  let character = ''
  const parser = new Parser({ ontext: (text) => void (character += text) })
  parser.end(`&${name};`)
  const found =
    character === `&${name};` ? null : character === '<' ? '&lt;' : character === '&' ? '&amp;' : character
  if (htmlEntities.size < 3000) htmlEntities.set(name, found)
  return found
}

/**
 * Reads XML leniently: with unclosed tags, unescaped characters, HTML entities, and entities of its own. Element names keep their case and
 * prefix.
 */
export function readLooseXml(source: string, handlers: XmlHandlers): void {
  const start = /<!DOCTYPE[^>[]*(?:\[|>)/i.exec(source.slice(0, 1 << 14))
  const hasOwn = start?.[0].endsWith('[') === true
  const from = hasOwn ? start.index + start[0].length : 0
  const close = hasOwn ? source.indexOf(']', from) : -1
  const declarations = close < 0 ? '' : source.slice(from, close)
  const xml = close < 0 ? source : source.slice(0, from - 1) + source.slice(close + 1)
  const open: XmlTag[] = []
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const tag = { name, local: name.slice(name.indexOf(':') + 1), attributes }
        open.push(tag)
        if (open.length > DEEPEST) throw new UserFacingError('document-too-complex')
        handlers.open?.(tag)
      },
      onclosetag() {
        const tag = open.pop()
        if (tag !== undefined) handlers.close?.(tag)
      },
      ontext: (text) => handlers.text?.(text),
    },
    { xmlMode: true },
  )
  parser.end(replaceEntities(xml, declarations, htmlEntity))
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** The text of the first element with a name, or null if there is none or it is blank. */
export async function readXmlText(chunks: AsyncIterable<Uint8Array>, name: string): Promise<string | null> {
  const texts: string[] = []
  let isOpen = false
  await readXml(chunks, {
    open(tag) {
      if (tag.name !== name) return
      isOpen = true
      texts.push('')
    },
    close(tag) {
      if (tag.name === name) isOpen = false
    },
    text(text) {
      if (isOpen) texts.push((texts.pop() ?? '') + text)
    },
  })
  const text = (texts[0] ?? '').trim()
  return text === '' ? null : text
}
